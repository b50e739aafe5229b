"""Mend in the built pages what the theme and myst-nb write against the rules.

Each entry says what was wrong.  All of them may be applied again to a mended page.
"""

from __future__ import annotations

import re

from tools.pages import built_texts, rewrite

FIXES = (
    # A control is called what it says; these labels hide the words "Show code cell source" ...
    (r'<summary aria-label="Toggle hidden content">', "<summary>"),
    # ... and "Search Ctrl+K".
    (r'(<button class="btn search-button-field[^>]*?) title="Search" aria-label="Search"', r"\1"),
    # Three titles, of which the button shows one, are no name for it; its label is.
    (r'(<i class="theme-switch [^>]*?) +title="[^"]*"', r"\1"),
    # A list has items, and the role that docutils gives them is out of use.
    (r'role="doc-biblioentry"', 'role="listitem"'),
    # A notebook is there to be kept, not to be shown as text in another tab.
    (r'(<a href="(?:\.\./)*notebooks/[^"]+") target="_blank"', r"\1 download"),
    # The arrow that shows the pages below another one has no name.
    (
        r'<summary>(?=<span class="toctree-toggle")',
        '<summary aria-label="Pages below this one">',
    ),
    # The name of the book and the contents stand in no landmark.
    (
        r'<div id="pst-primary-sidebar" class="bd-sidebar-primary bd-sidebar">',
        '<div id="pst-primary-sidebar" class="bd-sidebar-primary bd-sidebar" role="region" '
        'aria-label="The book">',
    ),
)


def mend(page: str) -> str:
    """Return the page with all that mended."""
    for pattern, replacement in FIXES:
        page = re.sub(pattern, replacement, page)
    return page


if __name__ == "__main__":
    rewrite(built_texts(), mend)
