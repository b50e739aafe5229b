"""What a notebook keeps of an interactive: what it was given, and not what it is made of.

A script of 50 kB and its style sheet stand in the library already.  In a notebook they would be
copied with each change, and be old after each change without it.  So `thin` takes them out when a
notebook is stored, and `whole` puts them back when a page, or a notebook for a reader, is made.
"""

from __future__ import annotations

from importlib import import_module

from ipywidgets import Layout

STATES = "application/vnd.jupyter.widget-state+json"
KEPT = "explorers"  # in the metadata; under Jupyter's own name a state without script is an error
ID = "_anywidget_id"
LEFT = "card", "layout", "tabbable", "tooltip"


def thin(widgets: dict) -> dict:
    """Return what to keep of the states that Jupyter saved: its class, and its public traits."""
    models = widgets[STATES]["state"]
    return {
        name: {k: v for k, v in model["state"].items() if k == ID or k not in LEFT and k[0] != "_"}
        for name, model in models.items()
        if model["model_module"] == "anywidget"
    }


def whole(metadata: dict) -> None:
    """Put the states into a notebook's metadata as Jupyter saves them."""
    if not (kept := metadata.pop(KEPT, {})):
        return
    models = {}
    for name, state in kept.items():
        module, _, kind = state[ID].rpartition(".")
        explorer = getattr(import_module(module), kind)
        traits = explorer.class_traits(sync=True).items()
        made = {k: trait.default() for k, trait in traits if k[0] == "_"}
        card = explorer.brief_words if state.get("brief") else explorer.words
        made |= {"_esm": explorer._esm, "_css": explorer._css, "card": card}
        models[f"{name}-layout"] = _model(Layout().get_state())
        models[name] = _model(made | state | {"layout": f"IPY_MODEL_{name}-layout"})
    metadata["widgets"] = {STATES: {"state": models, "version_major": 2, "version_minor": 0}}


def _model(state: dict) -> dict:
    about = {f"model_{key}": state[f"_model_{key}"] for key in ("name", "module", "module_version")}
    return about | {"state": {k: v for k, v in state.items() if v is not None}}
