"""Say in the head of a page what it is about, in the words of its own beginning."""

from __future__ import annotations

import re
from html import escape, unescape

LENGTH = 155  # characters that a list of results shows
PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")
# What a reader hears of a formula; its drawing has no letters, its TeX is for authors.
DRAWING = re.compile(r"<mjx-math\b.*?</mjx-math>", re.DOTALL)


def summary(page: str) -> str:
    """Return the beginning of the first paragraphs of a page, cut between two words."""
    article = page[page.find("<article") : page.find("</article>")]
    text = ""
    for paragraph in PARAGRAPH.findall(article):
        plain = unescape(TAG.sub("", DRAWING.sub("", paragraph)))
        text = f"{text} {' '.join(plain.split())}".strip()
        if len(text) > LENGTH:
            return text[: LENGTH - 1].rpartition(" ")[0].rstrip(",;:.") + "\u2026"
        if len(text) > LENGTH // 2:
            break
    return text


def describe(page: str) -> str:
    """Return the page with a description, if it has none."""
    if '<meta name="description"' in page:
        return page
    title = unescape(TAG.sub("", re.search(r"<title>(.*?)</title>", page, re.DOTALL)[1])).strip()
    words = summary(page) or title
    return page.replace("<title>", f'<meta name="description" content="{escape(words)}" />\n    '
                        "<title>", 1)
