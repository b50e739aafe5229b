"""Copy the fonts and data that the built site serves itself into ``_assets/``.

They come from ``node_modules/``, pinned by ``package-lock.json``, so that a page asks no other
server for anything.
"""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
NODE = ROOT / "node_modules"
MATHJAX = NODE / "mathjax" / "es5"
FONTS = "output/chtml/fonts/woff-v2/*.woff"


def sources() -> dict[str, Path]:
    """Map each path below ``_assets/`` to the file that is copied there."""
    files = {
        "mathjax/LICENSE": NODE / "mathjax" / "LICENSE",
        # Chapter 10 fetches its network when the drawing sheet comes into view.
        "digits.safetensors": ROOT / "ptronlib" / "explore" / "digits.safetensors",
    }
    for path in MATHJAX.glob(FONTS):
        files[f"mathjax/{path.relative_to(MATHJAX).as_posix()}"] = path
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
