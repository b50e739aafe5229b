"""Join the book's pages and its JupyterLite: a button on each chapter, a policy on those pages.

``make book`` runs this as well: chapters have the button exactly while there is a JupyterLite.
"""

from __future__ import annotations

import re

from tools.csp import CHARSET, protect
from tools.pages import BUILT, LITE, built_texts, rewrite

CHAPTER = re.compile(r"[0-9]{2}_\w+")
BUTTON = re.compile(r"\n<p class=\"run-here\">.*?</p>", re.DOTALL)
TITLE_END = "</a></h1>"  # with the link to itself: the title in the text, not that for print
# Pyodide is WebAssembly, JupyterLab compiles the schemas of its settings with `new Function`, and
# modules, pictures and files that a notebook makes are blobs.
NEEDS = {
    "script-src": "'wasm-unsafe-eval' 'unsafe-eval'",
    "img-src": "blob:",
    "connect-src": "data: blob:",
}


def address(chapter: str) -> str:
    """Return where a chapter runs, below the site's root."""
    return f"lite/notebooks/index.html?path=book/{chapter}.ipynb"


def with_button(page: str, chapter: str) -> str:
    """Return the chapter's page with a link below its title to where it runs."""
    button = (
        f'\n<p class="run-here"><a href="../{address(chapter)}">Run this chapter in your browser'
        "</a> <span>Nothing to install; Python loads first.</span></p>"
    )
    return BUTTON.sub("", page).replace(TITLE_END, TITLE_END + button, 1)


def main() -> None:
    """Rewrite the built pages in place."""
    texts = built_texts()
    for path, text in texts.items():
        if path.parent == BUILT / "book" and CHAPTER.fullmatch(path.stem):
            there = (LITE / "files" / "book" / f"{path.stem}.ipynb").is_file()
            changed = with_button(text, path.stem) if there else BUTTON.sub("", text)
            rewrite({path: text}, lambda _, changed=changed: changed)
    found = [path for path in LITE.rglob("*.html") if CHARSET.search(path.read_text("utf-8"))]
    protected = {path: path.read_text("utf-8") for path in found}
    rewrite(protected, lambda text: protect(text, set(), NEEDS))


if __name__ == "__main__":
    main()
