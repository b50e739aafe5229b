"""Open JupyterLab: ``make lab`` for a student, ``make edit`` (``--sources``) for an author.

A student works in a folder of their own.
The plain notebooks of the built book are copied to ``my-notebooks``: statements are set, solutions
are folded, numbers stand in the text.  What is there is never overwritten.  A notebook that was not
touched since it was given is brought up to date; beside one that was, a newer version is put under
another name.  An author sees the sources in ``book``, through jupyterlab-myst.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.pages import ROOT

GIVEN = ROOT / "_build" / "notebooks"
RESULTS = ROOT / "experiments" / "results"
MINE = ROOT / "my-notebooks"
# It is for the site's own notebooks; in this JupyterLab it only writes an error to the console.
BROWSER_KERNEL = "@jupyterlite/pyodide-kernel-extension"
MYST = "jupyterlab-myst"  # reads the sources; plain notebooks look as they should without it


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def hand_out(given: Path, folder: Path) -> list[str]:
    """Copy the notebooks into the folder; return a line for each that needs a word.

    Parameters
    ----------
    given : Path
        The folder of the notebooks as the book has them now.
    folder : Path
        That of the student.
    """
    folder.mkdir(parents=True, exist_ok=True)
    record = folder / ".given.json"
    before = json.loads(record.read_text("utf-8")) if record.is_file() else {}
    said = []
    for source in sorted(given.glob("*.ipynb")):
        target, now = folder / source.name, digest(source)
        if target.exists() and digest(target) != before.get(source.name):
            if before.get(source.name) not in (None, now):  # changed by both
                target = folder / f"{source.stem} (new version).ipynb"
                said.append(f"{source.name} is yours; the new version is {target.name}")
                shutil.copyfile(source, target)
        else:
            shutil.copyfile(source, target)
        before[source.name] = now
    record.write_text(json.dumps(before, indent=1), "utf-8")
    return said


def link_extensions(target: Path, without: list[str]) -> None:
    """Link the installed extensions of JupyterLab into a folder, except these.

    One that is disabled is loaded all the same, and says so in the console if it cannot be.
    """
    installed = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
    for package in (*installed.glob("*/package.json"), *installed.glob("@*/*/package.json")):
        name = package.parent.relative_to(installed)
        if name.as_posix() not in without:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).symlink_to(package.parent, target_is_directory=True)


def open_lab(folder: Path, options: list[str], without: list[str]) -> None:
    """Run JupyterLab in a folder, without these of its extensions, until it is stopped."""
    with TemporaryDirectory() as extensions, suppress(KeyboardInterrupt):  # which ends JupyterLab
        link_extensions(Path(extensions), without)
        chosen = f"--LabApp.labextensions_path={extensions}"
        command = [sys.executable, "-m", "jupyter", "lab", chosen, *options]
        subprocess.run(command, cwd=folder, check=False)


def main() -> None:
    """Hand out the notebooks and the recorded results, and open JupyterLab there."""
    options = sys.argv[1:]
    if options[:1] == ["--sources"]:
        open_lab(ROOT / "book", options[1:], [BROWSER_KERNEL])
        return
    for line in hand_out(GIVEN, MINE / "book"):
        print(f"lab: {line}")
    shutil.copytree(RESULTS, MINE / "experiments" / "results", dirs_exist_ok=True)
    print(f"lab: your notebooks are in {MINE.relative_to(ROOT)}/book", flush=True)
    open_lab(MINE / "book", options, [BROWSER_KERNEL, MYST])


if __name__ == "__main__":
    main()
