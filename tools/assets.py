"""Copy the scripts and fonts that the built site serves itself into ``_assets/``.

They come from ``node_modules/`` (pinned by ``package-lock.json``) and from installed Python
packages, so that a page asks no other server for anything.  The layout of ``_assets/widgets/`` is
the one RequireJS expects when its base URL is that folder: module ``anywidget`` is
``anywidget.js``, and the fonts lie beside ``@jupyter-widgets/base``.
"""

from __future__ import annotations

import shutil
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
NODE = ROOT / "node_modules"
MATHJAX = NODE / "mathjax" / "es5"
MANAGER = NODE / "@jupyter-widgets" / "html-manager" / "dist"
MATHJAX_PARTS = ("output/chtml/fonts/woff-v2/*.woff", "input/tex/extensions/*.js", "a11y/*.js")
# Spoken maths: the rules for English and Braille; the other languages are 3 MB.
MATHMAPS = ("base.json", "en.json", "nemeth.json")


def installed(package: str, ending: str) -> Path:
    """Return the file of an installed Python package whose path ends in ``ending``."""
    try:
        files = distribution(package).files or ()
    except PackageNotFoundError:
        files = ()
    for file in files:
        if file.as_posix().endswith(ending):
            return Path(file.locate())
    raise SystemExit(f"assets: {package} is not installed with its {ending}. Run: make setup")


def sources() -> dict[str, Path]:
    """Map each path below ``_assets/`` to the file that is copied there."""
    files = {
        "mathjax/LICENSE": NODE / "mathjax" / "LICENSE",
        "mathjax/tex-mml-chtml.js": MATHJAX / "tex-mml-chtml.js",
        "widgets/require.js": NODE / "requirejs" / "require.js",
        "widgets/embed-amd.js": MANAGER / "embed-amd.js",
        # The npm package comes without its licence; it is part of the ipywidgets project.
        "widgets/embed-amd.LICENSE": installed("ipywidgets", "LICENSE"),
        "widgets/anywidget.js": installed("anywidget", "nbextension/index.js"),
        # Chapter 10 fetches its network when the drawing sheet comes into view.
        "digits.safetensors": ROOT / "ptronlib" / "explore" / "digits.safetensors",
        "widgets/anywidget.LICENSE": installed("anywidget", "LICENSE"),
    }
    for pattern in MATHJAX_PARTS:
        for path in MATHJAX.glob(pattern):
            files[f"mathjax/{path.relative_to(MATHJAX).as_posix()}"] = path
    for name in MATHMAPS:
        files[f"mathjax/sre/mathmaps/{name}"] = MATHJAX / "sre" / "mathmaps" / name
    for path in MANAGER.glob("*.woff2"):
        files[f"widgets/@jupyter-widgets/{path.name}"] = path
    return files


def copy(target: Path) -> int:
    """Fill ``target`` anew and return the number of files."""
    files = sources()
    missing = [str(path.relative_to(ROOT)) for path in files.values() if not path.is_file()]
    if missing:
        raise SystemExit("assets: missing " + ", ".join(missing) + ". Run: npm ci")
    shutil.rmtree(target, ignore_errors=True)
    for name, path in files.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target / name)
    return len(files)


if __name__ == "__main__":
    print(f"assets: {copy(ROOT / '_assets')} files copied to _assets/")
