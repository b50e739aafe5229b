"""Find the sources of the book, which a clone of the repository has and the wheel has not."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]


def book(root: Path | None = None) -> Path:
    """Return the folder of the book's sources.

    Raises
    ------
    FileNotFoundError.  Only the library is installed.
    """
    folder = (root or ROOT) / "book"
    if not (folder / "intro.md").is_file():
        raise FileNotFoundError(
            f"Questions and exercises stand in the sources of the book; there is no folder {folder}"
            ", since only the library is installed. Clone the repository and run this there; with "
            "the library alone, `grade` works."
        )
    return folder


def chapters(root: Path | None = None) -> dict[int, Path]:
    """Return the notebook of each chapter, by its number."""
    return {int(path.name[:2]): path for path in sorted(book(root).glob("[0-9][0-9]_*.ipynb"))}
