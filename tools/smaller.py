"""Make the notebooks smaller for the browser, as ``lite/smaller.yml`` lists, cell by cell."""

from __future__ import annotations

from pathlib import Path

import yaml

TABLE = Path(__file__).parents[1] / "lite" / "smaller.yml"
SAYS = "Smaller than in the book, to be quick in a browser"


def read() -> dict[str, list[dict]]:
    """Return the changes of each notebook, by its stem."""
    return yaml.safe_load(TABLE.read_text("utf-8"))


def shrink(notebook: dict, changes: list[dict], name: str) -> None:
    """Change the cells of a notebook, in place.

    Raises
    ------
    ValueError
        A cell that is not there, or a text that does not occur in it.
    """
    cells = {cell["id"]: cell for cell in notebook["cells"] if cell["cell_type"] == "code"}
    for entry in changes:
        if entry["cell"] not in cells:
            raise ValueError(f"{TABLE.name}: {name} has no code cell {entry['cell']}.")
        cell = cells[entry["cell"]]
        source = "".join(cell["source"])
        for old, new in entry["change"].items():
            if old not in source:
                raise ValueError(
                    f"{TABLE.name}: cell {entry['cell']} of {name} must contain {old!r}; it does "
                    "not. Bring the table in step with the cell."
                )
            source = source.replace(old, new)
        said = f'print("{SAYS}: {entry["says"]}.")\n' if "says" in entry else ""
        cell["source"] = said + source
