"""Open the notebooks as a student works with them, in a folder of the student's own: ``make lab``.

The plain notebooks of the built book are copied to ``my-notebooks``: statements are set, solutions
are folded, numbers stand in the text.  What is there is never overwritten.  A notebook that was not
touched since it was given is brought up to date; beside one that was, a newer version is put under
another name.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tools.pages import ROOT

GIVEN = ROOT / "_build" / "notebooks"
RESULTS = ROOT / "experiments" / "results"
MINE = ROOT / "my-notebooks"
# It is for the site's own notebooks; in this JupyterLab it only writes an error to the console.
UNWANTED = "@jupyterlite/pyodide-kernel-extension"


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


def main() -> None:
    """Hand out the notebooks and the recorded results, and open JupyterLab there."""
    for line in hand_out(GIVEN, MINE / "book"):
        print(f"lab: {line}")
    shutil.copytree(RESULTS, MINE / "experiments" / "results", dirs_exist_ok=True)
    off = ["labextension", "disable", "--level=sys_prefix", UNWANTED]
    subprocess.run([sys.executable, "-m", "jupyter", *off], capture_output=True, check=False)
    print(f"lab: your notebooks are in {MINE.relative_to(ROOT)}/book", flush=True)
    command = [sys.executable, "-m", "jupyter", "lab", *sys.argv[1:]]
    with suppress(KeyboardInterrupt):  # which ends JupyterLab, and then this
        subprocess.run(command, cwd=MINE / "book", check=False)


if __name__ == "__main__":
    main()
