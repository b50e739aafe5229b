"""The results of a study: one file that is kept, and the folder in which it is worked on.

A study writes a small JSON file for each piece of work, so that many processes can write side by
side and an interruption loses no more than the pieces under way.  What is kept is one file a study,
``results/NAME.json``: one JSON object with a line for each record, ``"name": result``.  The name is
that of the small file in its folder, without the ending, and the lines are sorted by it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
KEPT = HERE / "results"
WORK = HERE.parent / ".cache" / "studies"


def read(name: str) -> dict[str, Any]:
    """Return what a study has found, by the name of each record."""
    return json.loads((KEPT / f"{name}.json").read_text("utf-8"))


def pack(folder: Path, file: Path) -> None:
    """Write all results of a folder into one file, in one step."""
    found = {p.relative_to(folder).with_suffix("").as_posix(): p for p in folder.rglob("*.json")}
    lines = (
        f"{json.dumps(name)}: {json.dumps(json.loads(path.read_text('utf-8')))}"
        for name, path in sorted(found.items())
    )
    write(file, "{\n" + ",\n".join(lines) + "\n}\n")


def unpack(file: Path, folder: Path) -> None:
    """Write the records of a file into a folder, except those that are there already."""
    for name, value in json.loads(file.read_text("utf-8")).items():
        path = folder / f"{name}.json"
        if not path.exists():
            write(path, json.dumps(value))


@contextmanager
def opened(name: str, folder: Path | None = None) -> Iterator[Path]:
    """Work on a study in its folder; what is there at the end, or when it stops, is kept.

    Parameters
    ----------
    name : str
        The study.
    folder : Path or None
        Where to work instead, without a look at what is kept, and without keeping anything.
    """
    if folder is not None:
        yield folder
        return
    folder, file = WORK / name, KEPT / f"{name}.json"
    folder.mkdir(parents=True, exist_ok=True)
    if file.is_file():
        unpack(file, folder)
    try:
        yield folder
    finally:
        pack(folder, file)


def main(
    about: str, name: str, run: Callable[[Path], None], summary: Callable[[Path], str]
) -> None:
    """Carry out the command of a study that has two, run and summary."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("command", choices=("run", "summary"))
    parser.add_argument("--results", type=Path, help="another folder; nothing is kept then")
    given = parser.parse_args()
    with opened(name, given.results) as folder:
        if given.command == "run":
            run(folder)
        print(summary(folder))


def write(path: Path, text: str) -> None:
    """Write the file in one step: whoever looks sees all of it or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)
