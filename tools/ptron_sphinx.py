"""What this book asks of Sphinx beyond its extensions.

- Jupyter Book always loads sphinx-thebe, which runs cells on a remote server.  We do not use it,
  yet its script names that server on every page, and comes out twice, which is a script error.
- sphinx-proof and sphinx-exercise give the same id to many nodes, and an id may occur once.
- Browsers break a line between a formula and the comma after it; the two are tied together.
"""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

REPEATED = re.compile(r' id="(?:proof|(?:proof|exercise|solution)-content)">')
PUNCTUATION = re.compile(r"[.,;:!?)\]\u2019\u201d\u00bb]+")


def drop_thebe(app, pagename, templatename, context, doctree):
    """Remove the scripts of sphinx-thebe from a page that is about to be written."""
    scripts = context.get("script_files", [])
    scripts[:] = [script for script in scripts if not _is_thebe(script)]


def _is_thebe(script) -> bool:
    body = script.attributes.get("body") or ""
    return "THEBE_JS_URL" in body or "sphinx-thebe" in str(script.filename)


def drop_repeated_ids(app, pagename, templatename, context, doctree):
    """Remove the ids that every proof, theorem, exercise and solution of a page has alike."""
    if "body" in context:
        context["body"] = REPEATED.sub(">", context["body"])


class TiePunctuation(SphinxPostTransform):
    """Wrap an inline formula and the punctuation that follows it, so that no line ends between."""

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs):
        for formula in list(self.document.findall(nodes.math)):
            after = formula.next_node(descend=False, siblings=True)
            if not isinstance(after, nodes.Text):
                continue
            if marks := PUNCTUATION.match(after):
                rest = nodes.Text(after[marks.end() :])
                after.parent.replace(after, rest)
                tied = nodes.inline("", "", formula.deepcopy(), nodes.Text(marks[0]))
                tied["classes"].append("nobreak")
                formula.replace_self(tied)


def setup(app):
    """Register with Sphinx; the scripts go after the theme has added them."""
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("html-page-context", drop_repeated_ids)
    app.add_post_transform(TiePunctuation)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}
