"""Every regular expression over built HTML, with its reason, in one list.

What the theme and the extensions write is theirs, and a page that is searched for a pattern breaks
without a sound when they write it in another way.  So each pattern stands here, with why we need it
and what we would ask its makers for; whoever updates the theme reads this list.  A build counts
which of them were found on its pages, `tests/site/test_mends.py` fails for one that was not, and
then either the mend has become needless or the pattern is out of date.

`complete.py` applies `PAGES`, `tools/lighten.py` applies `LIGHT` and, to a script of the theme,
`SCRIPTS`; the patterns of `NAMED` are used by the function that each names.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass

from tools.pages import BUILT

FOUND = BUILT.parent / "mends.json"
SCRIPT = r'[ \t]*<script\b[^>]*\bsrc="[^"]*?(?:{})(?:\?[^"]*)?"[^>]*>\s*</script>\n?'


@dataclass(frozen=True)
class Mend:
    """A pattern in built HTML.

    Attributes
    ----------
    why : str
        What is wrong for a reader without it.
    ask : str
        Of whom we would ask what, so that it can go; empty where it is our own markup.
    pattern : re.Pattern
        What is searched for.
    put : str
        What takes its place, where that is a text.
    """

    why: str
    ask: str
    pattern: re.Pattern
    put: str = ""


def applied(mends: tuple[Mend, ...], page: str, found: Counter[str]) -> str:
    """Return the page with all of these mended, and add to `found` how often each was needed."""
    for mend in mends:
        page, times = mend.pattern.subn(mend.put, page)
        found[mend.pattern.pattern] += times
    return page


def record(found: Counter[str]) -> None:
    """Keep how often each was needed; pages that are mended already do not count as none."""
    old = json.loads(FOUND.read_text("utf-8")) if FOUND.exists() else {}
    FOUND.write_text(json.dumps({key: max(old.get(key, 0), found[key]) for key in found | old}))


def _mend(why: str, ask: str, pattern: str, put: str = "") -> Mend:
    return Mend(why, ask, re.compile(pattern, re.DOTALL), put)


PAGES = (
    _mend(
        'A control is called what it says; this label hides "Show code cell source".',
        "MyST-NB: leave out the aria-label of a summary that has words.",
        r'<summary aria-label="Toggle hidden content">',
        "<summary>",
    ),
    _mend(
        'A control is called what it says; this label hides "Search Ctrl+K".',
        "pydata-sphinx-theme: leave out title and aria-label of a search button that has words.",
        r'(<button class="btn search-button-field[^>]*?) title="Search" aria-label="Search"',
        r"\1",
    ),
    _mend(
        "Three titles, of which the button shows one, are no name for it; its label is.",
        "pydata-sphinx-theme: put the title of the theme switch on the button, not on its icons.",
        r'(<i class="theme-switch [^>]*?) +title="[^"]*"',
        r"\1",
    ),
    _mend(
        "A list has items, and the role that docutils gives them is out of use.",
        "docutils: write no role doc-biblioentry, which WAI-ARIA 1.2 deprecates.",
        r'role="doc-biblioentry"',
        'role="listitem"',
    ),
    _mend(
        "A notebook is there to be kept, not to be shown as text in another tab.",
        "sphinx-book-theme: give links to sources the attribute download.",
        r'(<a href="(?:\.\./)*notebooks/[^"]+") target="_blank"',
        r"\1 download",
    ),
    _mend(
        "The arrow that shows the pages below another one has no name.",
        "pydata-sphinx-theme: name the summary of a branch of the contents.",
        r'<summary>(?=<span class="toctree-toggle")',
        '<summary aria-label="Pages below this one">',
    ),
    _mend(
        'Nobody asks for "references to" a name in a summary that leads somewhere else.',
        "sphinx-codeautolink: let the words of the summary be set.",
        r"<summary>Expand for references to .*?</summary>",
        "<summary>Where it is used</summary>",
    ),
    _mend(
        "The name of the book and the contents stand in no landmark.",
        "sphinx-book-theme: make the primary sidebar a region with a name.",
        r'(<div id="pst-primary-sidebar" class="[^"]*")>',
        r'\1 role="region" aria-label="The book">',
    ),
    _mend(
        'The theme writes the color "auto", which is none, and the page is painted twice.',
        "pydata-sphinx-theme: resolve auto before the first paint.",
        r'dataset\.theme = localStorage\.getItem\("theme"\) \|\| "auto";',
        'dataset.theme = { light: "light", dark: "dark" }[localStorage.getItem("mode")]'
        ' ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");',
    ),
    _mend(
        "Thebe would run code on another server, and is not used.",
        "Jupyter Book: load sphinx-thebe only where launch_buttons.thebe is true.",
        r"[ \t]*<script>(?:(?!</script>).)*THEBE_JS_URL.*?</script>\n?",
    ),
    _mend(
        "Its settings come twice, which is an error in the console.",
        "sphinx-thebe: write no settings where thebe is off.",
        r'<script type="text/x-thebe-config">.*?</script>\s*<script>kernelName.*?</script>\n?',
    ),
    _mend(
        "So does its script.",
        "sphinx-thebe: load no script where thebe is off.",
        r'[ \t]*<script\b[^>]*\bsrc="[^"]*?sphinx-thebe\.js[^"]*"[^>]*>\s*</script>\n?',
    ),
    _mend(
        "An id may occur once on a page.",
        "sphinx-proof, sphinx-exercise: write a class where many nodes have the same id.",
        r' id="(?:proof|(?:proof|exercise|solution)-content)">',
        ">",
    ),
)
LIGHT = (
    _mend(
        "1.5 MB of icons; the pages hold the thirteen that they show (ICON).",
        "pydata-sphinx-theme: offer icons as SVG in the page.",
        SCRIPT.format("fontawesome.js"),
    ),
    _mend(
        "2 MB that typeset formulas in the browser, where they are typeset already.",
        "Sphinx: let a renderer of formulas run when the book is built.",
        SCRIPT.format(r"mathjax/tex-[\w-]+.js"),
    ),
    _mend(
        "The settings of that script.",
        "as above",
        r"[ \t]*<script>window\.MathJax = .*?</script>\n?",
    ),
    _mend(
        "Scripts that nobody waits for are fetched before the words.",
        "pydata-sphinx-theme: do not preload scripts.",
        r'[ \t]*<link rel="preload" as="script"[^>]*>\n?',
    ),
    _mend(
        "No script comes before the words.",
        "Sphinx: write defer for the scripts of extensions.",
        r"<script(?! defer)(?=[^>]*\bsrc=)(?![^>]*documentation_options)",
        "<script defer",
    ),
)
# Measured by Lighthouse as on a phone, four times slower.  With the theme's own loop chapter 2 is
# marked 83 and blocked for 650 ms, with this one 96 and 210 ms; chapter 8 first 85 and 560 ms,
# then 91 and 360 ms.
SCRIPTS = (
    _mend(
        "To see which outputs scroll, every part of a page is laid out when it opens.",
        "pydata-sphinx-theme: give an output its place in the order of tabs when it comes near.",
        r"(\w+)\.tabIndex=(\1\.scrollWidth>\1\.clientWidth"
        r"\|\|\1\.scrollHeight>\1\.clientHeight\?0:-1)(?=\})",
        r"new IntersectionObserver((seen,watch)=>seen.some(one=>one.isIntersecting)"
        r"&&(watch.disconnect(),\1.tabIndex=\2),{rootMargin:'100%'}).observe(\1)",
    ),
)
NAMED = {
    # complete.py
    "PANELS": _mend(
        "On a phone the panels of a figure stand one below the other (`stack`).",
        "",
        r'<img alt="([^"]*)" class="panels-(\d+)(?:x(\d+))?" src="([^"]+)"[^>]*>',
    ),
    "BUTTON": _mend(
        "Our own line below the title, to be written again (`with_button`).",
        "",
        r"\n<p class=\"run-here\">.*?</p>",
    ),
    "HOME": _mend(
        "The logo leads to the landing page, not to the first chapter.",
        "sphinx-book-theme: an option for where the logo leads.",
        r'(<a class="navbar-brand logo" href=")[^"]*"',
    ),
    "DOWNLOADS": _mend(
        "The whole book as a PDF is one of the downloads (`with_pdf`).",
        "sphinx-book-theme: an option that adds a link to the downloads.",
        r'(<div class="dropdown dropdown-download-buttons">.*?)(?=</ul>)',
    ),
    "FORMULA": _mend(
        "Formulas are no words of a description (`described`).",
        "sphinxext-opengraph leaves them in, as TeX.",
        r'<mjx-math\b.*?</mjx-math>|<(span|div) class="math\b[^>]*>\\[(\[].*?</\1>',
    ),
    # tools/lighten.py
    "OPTIONS": _mend(
        "One small script less that the page waits for: its text is put in the page.",
        "Sphinx: write these options into the page.",
        r"<script[^>]*_static/documentation_options\.js[^>]*></script>",
    ),
    "SEARCH": _mend(
        "Only the page of the search needs the index, half a megabyte.",
        "pydata-sphinx-theme: load the index when somebody searches.",
        SCRIPT.format("searchtools.js|language_data.js|searchindex.js"),
    ),
    "ICON": _mend(
        "An icon is a drawing in the page (`draw`).",
        "pydata-sphinx-theme: offer icons as SVG in the page.",
        r'<(?P<tag>i|span) class="(?P<classes>(?:[\w-]+ +)*?(?P<set>fa-solid|fas|fab) [^"]*)"'
        r"(?P<rest>[^>]*)></(?P=tag)>",
    ),
    "IMAGE": _mend(
        "A figure is fetched when one comes near, and its size is said, so that nothing jumps.",
        "Sphinx: write width, height and loading=lazy for figures.",
        r'<img\b(?![^>]* loading=)[^>]*?\bsrc="(?P<src>[^":]*_images/[^"]*\.png)"[^>]*>',
    ),
    "STATE": _mend(
        "50 kB for each interactive, which are fetched when one comes near (`move_states`).",
        "MyST-NB: offer to write the states of widgets into a file.",
        r'[ \t]*<script type="application/vnd\.jupyter\.widget-state\+json">(.*?)</script>\n?',
    ),
    "VIEW": _mend(
        "Before an interactive is there its room is kept free (`move_states`).",
        "",
        r'<script type="application/vnd\.jupyter\.widget-view\+json">(.*?)</script>',
    ),
    "LOADER": _mend(
        "The script that shows interactives is told where the states are (`move_states`).",
        "",
        r'<script defer(?=[^>]*\bsrc="[^"]*_static/load-widgets\.js)',
    ),
    # tools/styles.py
    "LINK": _mend(
        "Thirteen style sheets become one (`link`).",
        "pydata-sphinx-theme, sphinx-book-theme: ship one sheet.",
        r'[ \t]*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"?]*)[^"]*"[^>]*>\n?',
    ),
    # tools/formulas.py
    "MATH": _mend(
        "Formulas are typeset when the book is built, and break on phones (`typeset`).",
        "Sphinx: let a renderer of formulas run when the book is built.",
        r'(?P<open><(?P<tag>span|div) class="math notranslate nohighlight"[^>]*>)'
        r"(?P<before>(?:(?!\\[(\[]|</?(?:span|div|mjx)).|<span class=\"eqno\">.*?</span>)*?)"
        r"\\(?P<mark>[(\[])(?P<tex>.*?)\\[)\]]\s*(?P<close></(?P=tag)>)"
        r"(?P<point>[.,;:!?)\]\u2019\u201d\u00bb]*)",
    ),
    # tools/article.py
    "TYPESET": _mend(
        "Notebooks and slides take the TeX of a formula from a page.",
        "",
        r'<mjx-container data-tex="([^"]*)".*?</mjx-container>',
    ),
    # tools/slides.py
    "LIVE": _mend(
        "A slide with an interactive takes its state and its script from the page.",
        "",
        r'<script[^>]*src="[^"]*load-widgets\.js[^"]*"[^>]*></script>'
        r'|<script type="application/vnd\.jupyter\.widget-state\+json">.*?</script>',
    ),
}
