"""Re-execute the book's notebooks in place, with the state of their widgets.

``python tools/notebooks.py [NAME ...]`` takes file names, or parts of them such as ``01``; without
arguments it runs all.  A notebook is written only when every cell succeeded, and what is written
holds nothing that varies from run to run: no times, no machine, no random ids.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "book"
WIDGETS = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
ADDRESS = re.compile(r"at 0x[0-9a-f]+")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"}


def choose(names: list[str]) -> list[Path]:
    """Return the notebooks that were asked for, all of them by default."""
    every = sorted(BOOK.glob("*.ipynb"))
    if not every:
        raise SystemExit(f"notebooks: none found in {BOOK.relative_to(ROOT)}/")
    if not names:
        return every
    chosen = []
    for name in names:
        found = [path for path in every if Path(name).stem in path.stem]
        if not found:
            raise SystemExit(f"notebooks: {name} matches none of {[path.name for path in every]}")
        chosen += [path for path in found if path not in chosen]
    return chosen


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


def tidy(notebook) -> None:
    """Drop or replace whatever would differ after another run of the same code."""
    widgets = notebook.metadata.get("widgets", {}).get(WIDGETS)
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    if widgets and widgets["state"]:
        notebook.metadata.widgets = {WIDGETS: widgets}
    for number, cell in enumerate(notebook.cells):
        cell.metadata.pop("execution", None)
        # Jupyter keeps an id while it edits; only an id from an older format is a random one.
        cell.setdefault("id", f"cell-{number:02d}")
        for output in cell.get("outputs", ()):
            output.get("metadata", {}).pop("execution", None)
            for key in {"text", "data"} & set(output):
                output[key] = _without_addresses(output[key])
    rename_models(notebook)


def _without_addresses(output):
    """Replace addresses in memory in printed text and in ``text/plain``; nbval ignores them too."""
    if isinstance(output, str):
        return ADDRESS.sub("at ADDRESS", output)
    if "text/plain" in output:
        output["text/plain"] = _without_addresses(output["text/plain"])
    return output


def rename_models(notebook) -> None:
    """Number the widget models in the order of their creation, in place of random ids."""
    widgets = notebook.metadata.get("widgets", {}).get(WIDGETS)
    if not widgets:
        return
    text = nbformat.writes(notebook)
    for number, model in enumerate(widgets["state"]):
        text = text.replace(model, f"{number:032x}")
    notebook.update(nbformat.reads(text, as_version=4))


def write(notebook, path: Path) -> None:
    """Replace the file in one step, so that an interruption leaves the old one."""
    nbformat.validate(notebook)
    text = nbformat.writes(notebook)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text if text.endswith("\n") else text + "\n", "utf-8")
    part.replace(path)


def renew(path: Path) -> bool:
    """Execute and write one notebook; say how long it took, or which cell failed."""
    start = time.perf_counter()
    notebook = nbformat.read(path, as_version=4)
    try:
        execute(notebook, path.parent)
    except CellExecutionError as error:
        print(f"notebooks: {path.name} failed and is left as it was\n{error}", file=sys.stderr)
        return False
    tidy(notebook)
    write(notebook, path)
    print(f"notebooks: {path.name} {time.perf_counter() - start:.1f} s", flush=True)
    return True


if __name__ == "__main__":
    if not all([renew(path) for path in choose(sys.argv[1:])]):
        sys.exit(1)
