"""Re-execute the book's notebooks in place, with what their interactives were given.

``python -m tools.notebooks [NAME ...]`` takes parts of file names such as ``01``; without arguments
it runs all.  A notebook is written only when every cell succeeded, and what is written holds
nothing that varies from run to run: no times, no machine, no random ids.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from tools.states import KEPT, STATES, thin

BOOK = Path(__file__).parents[1] / "book"
ADDRESS = re.compile(r"at 0x[0-9a-f]+")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"}


def choose(names: list[str]) -> list[Path]:
    """Return the notebooks that were asked for, all of them by default."""
    every = sorted(BOOK.glob("*.ipynb"))
    stems = [Path(name).stem for name in names] or [""]
    if missing := [stem for stem in stems if not any(stem in path.stem for path in every)]:
        raise SystemExit(f"notebooks: {missing} match none of {[path.name for path in every]}")
    return [path for path in every if any(stem in path.stem for stem in stems)]


def execute(notebook, folder: Path) -> None:
    """Run all cells in a fresh kernel, in the folder that the notebook lies in."""
    notebook.metadata.kernelspec = KERNEL
    NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        store_widget_state=True,
        coalesce_streams=True,
        # The kernel is on loopback; its note on encryption is not news.
        extra_arguments=["--log-level=ERROR"],
    ).execute()


def tidy(notebook) -> str:
    """Return the notebook's text without what would differ after another run of the same code."""
    widgets = notebook.metadata.get("widgets", {}).get(STATES, {"state": {}})
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    for number, cell in enumerate(notebook.cells):
        cell.metadata.pop("execution", None)
        # Jupyter keeps an id while it edits; only an id from an older format is a random one.
        cell.setdefault("id", f"cell-{number:02d}")
        if "change-it" in cell.metadata.get("tags", ()):
            cell.outputs = first_picture(widgets["state"])
        for output in cell.get("outputs", ()):
            output.get("metadata", {}).pop("execution", None)
            for place, key in ((output, "text"), (output.get("data", {}), "text/plain")):
                if key in place:  # addresses in memory; nbval ignores them too
                    place[key] = ADDRESS.sub("at ADDRESS", place[key])
    if widgets["state"]:
        notebook.metadata[KEPT] = nbformat.from_dict(thin({STATES: widgets}))
    nbformat.validate(notebook)
    text = nbformat.writes(notebook)
    for number, model in enumerate(widgets["state"]):  # in the order of their creation
        text = text.replace(model, f"{number:032x}")
    # Under their new names the models have a new order, which is the same in every run.
    return json.dumps(json.loads(text), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def first_picture(models: dict) -> list:
    """Take the models of `ipywidgets.interact` out; return what its function showed at first.

    A slider that runs Python would be dead on a page: what stays are the explorers.
    """
    (shown,) = (m["state"]["outputs"] for m in models.values() if m["model_name"] == "OutputModel")
    kept = [model for model in models.values() if model["model_module"] == "anywidget"]
    layouts = {model["state"].get("layout", "").removeprefix("IPY_MODEL_") for model in kept}
    for name in [n for n, model in models.items() if model not in kept and n not in layouts]:
        del models[name]
    return nbformat.from_dict(shown)


def renew(path: Path) -> bool:
    """Execute and write one notebook; say how long it took, or which cell failed."""
    start = time.perf_counter()
    notebook = nbformat.read(path, as_version=4)
    try:
        execute(notebook, path.parent)
    except CellExecutionError as error:
        print(f"notebooks: {path.name} failed and is left as it was\n{error}", file=sys.stderr)
        return False
    part = path.with_name(f".{path.name}.part")  # an interruption leaves the old one
    part.write_text(tidy(notebook), "utf-8")
    part.replace(path)
    print(f"notebooks: {path.name} {time.perf_counter() - start:.1f} s", flush=True)
    return True


if __name__ == "__main__":
    if not all([renew(path) for path in choose(sys.argv[1:])]):
        sys.exit(1)
