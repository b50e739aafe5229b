"""What this book asks of Sphinx beyond its extensions.

- Cells tagged "curious" belong into the fold above them; a fold that continues one joins it.
- Below an exercise that can be checked stand the call that checks it and what `answer` should be.
- Interactives get their scripts, which notebooks do not hold (tools/states.py).
- What a chapter offers for download is the notebook in plain Markdown, with the library and the
  results that it needs.
- The page on running the book tells of Binder and Colab where the book has an address.
"""

from __future__ import annotations

import json
from pathlib import PurePosixPath

import nbformat
from docutils import nodes

from ptronlib.exercises import labels, wanted
from tools import plain, states


def offer_plain(app, pagename, templatename, context, doctree):
    """Offer a chapter in plain Markdown for download (tools/plain.py), and what it reads."""
    source = PurePosixPath(context.get("sourcename") or "")
    groups = {button.get("label"): button for button in context.get("header_buttons", ())}
    if source.suffix != ".ipynb" or "download-buttons" not in groups:
        return
    downloads = groups["download-buttons"]["buttons"]
    folder = context["pathto"]("notebooks", 1)
    for button in downloads:
        if button["label"] == "download-source-button":
            button |= {"url": f"{folder}/{source.name}", "tooltip": "Download as a notebook"}
    more = {plain.WHEEL: "The library, which the notebook installs where it is missing"}
    if plain.reads_results(nbformat.read(app.env.doc2path(pagename), as_version=4)):
        more["results.zip"] = "Recorded runs that the notebook reads"
    for name, told in more.items():
        link = {"type": "link", "url": f"{folder}/{name}", "icon": "fas fa-file-zipper"}
        downloads.append(link | {"text": name, "tooltip": told})


def complete_states(app, docname, source):
    """Give the interactives of a notebook their scripts and styles."""
    if app.env.doc2path(docname).endswith(".ipynb"):
        notebook = json.loads(source[0])
        states.whole(notebook["metadata"])
        source[0] = json.dumps(notebook, ensure_ascii=False)


def fold_curious(app, doctree):
    """Move cells tagged "curious", and folds titled as continued, into the fold before them."""
    for fold in list(doctree.findall(nodes.container)):
        place = fold.parent
        if "curious" not in fold.get("container_classes", ()) or fold not in place.children:
            continue
        while (after := place.index(fold) + 1) < len(place):
            node = place[after]
            if "tag_curious" in node.get("classes", ()):
                moved = [node]
            elif "curious" in node.get("container_classes", ()) and "continued" in node[0].astext():
                moved = node[1:]
            else:
                break
            place.remove(node)
            fold.extend(moved)


def show_checks(app, doctree):
    """Write below each exercise that can be checked how to check it, and the form of the answer."""
    for exercise in doctree.findall(lambda node: node.tagname.startswith("exercise_")):
        label = exercise.get("label")
        if label not in labels():
            continue
        form = wanted(label)  # a sentence without its verb: "A number: the best margin."
        line = nodes.paragraph("", "Check it: ", classes=["exercise-check"])
        line += nodes.literal("", f'check("{label}", answer)')
        line += nodes.Text(", where ")
        line += nodes.literal("", "answer")
        line += nodes.Text(f" is {form[0].lower()}{form[1:]}")
        exercise += line


PUBLISHED_ONLY = {"on-binder", "on-colab"}  # sections of run.md


def leave_out_unpublished(app, doctree):
    """Leave out the sections on services that find the book by an address, where it has none."""
    if not app.config.html_theme_options.get("repository_url"):
        for section in list(doctree.findall(nodes.section)):
            if PUBLISHED_ONLY & set(section["ids"]):
                section.parent.remove(section)


def setup(app):
    """Register with Sphinx; the downloads come after the theme has added its buttons."""
    app.connect("html-page-context", offer_plain, priority=900)
    app.add_config_value("ptron_library", "", "html", str)
    app.connect("source-read", complete_states)
    app.connect("doctree-read", fold_curious)
    app.connect("doctree-read", show_checks)
    app.connect("doctree-read", leave_out_unpublished, priority=100)  # before the contents are read
    return {"version": "0.3.0", "parallel_read_safe": True, "parallel_write_safe": True}
