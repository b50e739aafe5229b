"""Finish the built pages: ``python -m tools.finish``, after Sphinx and after JupyterLite.

What the theme and myst-nb write against the rules is mended, and what a page does not need to be
read is not sent, or sent later.  All of it may be done again to a finished page.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape, unescape
from pathlib import Path

import yaml
from PIL import Image, ImageOps

from ptronlib.widgets import explorer
from tools import formulas, styles
from tools.pages import BUILT, LITE, ROOT, STATIC, built_texts, mark

SCRIPT = r'[ \t]*<script\b[^>]*\bsrc="[^"]*?(?:{})(?:\?[^"]*)?"[^>]*>\s*</script>\n?'
MENDS = (
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
    (r'<summary>(?=<span class="toctree-toggle")', '<summary aria-label="Pages below this one">'),
    # Nobody asks for "references to" a name in a summary that leads somewhere else.
    (r"<summary>Expand for references to .*?</summary>", "<summary>Where it is used</summary>"),
    # The name of the book and the contents stand in no landmark.
    (r'(<div id="pst-primary-sidebar" class="[^"]*")>', r'\1 role="region" aria-label="The book">'),
    # The theme's own line says "auto", which is no colour, and the page is painted twice.
    (
        r'dataset\.theme = localStorage\.getItem\("theme"\) \|\| "auto";',
        'dataset.theme = { light: "light", dark: "dark" }[localStorage.getItem("mode")]'
        ' ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");',
    ),
    # What is done here already: formulas, icons; and a service that is not used.
    (SCRIPT.format("fontawesome.js|tex-mml-chtml.js|sphinx-thebe.js"), ""),
    (r"[ \t]*<script>window\.MathJax = .*?</script>\n?", ""),
    (r"[ \t]*<script>(?:(?!</script>).)*THEBE_JS_URL.*?</script>\n?", ""),
    (r'<script type="text/x-thebe-config">.*?</script>\s*<script>kernelName.*?</script>\n?', ""),
    # sphinx-proof and sphinx-exercise give the same id to many nodes, and an id may occur once.
    (r' id="(?:proof|(?:proof|exercise|solution)-content)">', ">"),
    # Nobody waits for a script, nor does one come before the words.
    (r'[ \t]*<link rel="preload" as="script"[^>]*>\n?', ""),
    (r"<script(?! defer)(?=[^>]*\bsrc=)(?![^>]*documentation_options)", "<script defer"),
)
# Scripts in the page, which run first, set more of these options.
OPTIONS = re.compile(r"<script[^>]*_static/documentation_options\.js[^>]*></script>")
SEARCH = re.compile(SCRIPT.format("searchtools.js|language_data.js|searchindex.js"))
ICON = re.compile(
    r'<(?P<tag>i|span) class="(?P<classes>(?:[\w-]+ +)*?(?P<set>fa-solid|fas|fab) [^"]*)"'
    r"(?P<rest>[^>]*)></(?P=tag)>"
)
ICON_STYLES = (
    ".svg-inline--fa { display: inline-block; height: 1em; overflow: visible; "
    "box-sizing: content-box; vertical-align: -0.125em; }\n"
    ".svg-inline--fa.fa-lg { font-size: 1.25em; line-height: 0.05em; vertical-align: -0.2em; }\n"
)
PANELS = re.compile(r'<img alt="([^"]*)" class="panels-(\d+)(?:x(\d+))?" src="([^"]+)"[^>]*>')
IMAGE = re.compile(r'<img\b(?![^>]* loading=)[^>]*?\bsrc="(?P<src>[^":]*_images/[^"]*\.png)"[^>]*>')
STATE = re.compile(
    r'[ \t]*<script type="application/vnd\.jupyter\.widget-state\+json">(.*?)</script>\n?',
    re.DOTALL,
)
VIEW = re.compile(r'<script type="application/vnd\.jupyter\.widget-view\+json">(.*?)</script>')
# The pixels that an interactive takes on a phone and beside the text, by its kind.
ROOM = {
    "Perceptron": (1060, 615), "Proof": (1300, 825), "Margin": (1110, 620),
    "Descent": (1320, 785), "Cosine": (1045, 600), "Count": (960, 540), "Cover": (1170, 665),
    "Compression": (915, 540), "Projection": (790, 465), "Hull": (875, 545), "Game": (1020, 570),
    "Digit": (1105, 725), "brief": (785, 440),
}  # fmt: skip
LOADER = re.compile(r'<script defer(?=[^>]*\bsrc="[^"]*_static/load-widgets\.js)')
BUTTON = re.compile(r"\n<p class=\"run-here\">.*?</p>", re.DOTALL)
FOLDED = re.compile(r"(?ms)^(`{3,}|:{3,})\{(?:dropdown|exercise|solution)\}.*?^\1$")
HOME = re.compile(r'(<a class="navbar-brand logo" href=")[^"]*"')
TITLE_END = "</a></h1>"  # with the link to itself: the title in the text, not that for print


@cache
def drawing(name: str, brand: bool) -> tuple[str, str, str]:
    """Return width, height and path of an icon of Font Awesome, which the theme brings along.

    That script, 1.5 MB, is not sent.  It holds brands first, then outlined icons, then solid ones.
    """
    script = (STATIC / "scripts" / "fontawesome.js").read_text("utf-8")
    body = r'\],"[0-9a-f]+","([^"]*)"\]'
    found = re.findall(rf'[{{,]"?{name}"?:\[(\d+),(\d+),\[[^\]]*{body}', script)
    found = found or re.findall(rf':\[(\d+),(\d+),\[[^\]]*"{name}"[^\]]*{body}', script)
    return found[0 if brand else -1]


def draw(icon: re.Match) -> str:
    """Return an icon as a drawing."""
    name = re.search(r"\bfa-(?!solid|lg)([\w-]+)", icon["classes"])[1]
    width, height, path = drawing(name, icon["set"] == "fab")
    return (
        f'<svg class="svg-inline--fa {icon["classes"]}"{icon["rest"]} aria-hidden="true" '
        f'viewBox="0 0 {width} {height}"><path fill="currentColor" d="{path}"/></svg>'
    )


def stack(found: re.Match) -> str:
    """Return a picture and, for narrow screens, its panels one below the other.

    A panel is the same picture, moved behind a window of the panel's size (ptron.css).
    """
    alt, columns, rows, source = found[1], int(found[2]), int(found[3] or 1), found[4]
    with Image.open(BUILT / "_images" / Path(source).name) as picture:
        shape = f"{picture.width * rows}/{picture.height * columns}"
    windows = "".join(
        f'<span class="panel"><img alt="{alt if column == row == 0 else ""}" src="{source}"'
        f' style="transform:translate({-100 * column / columns:g}%,{-100 * row / rows:g}%)"></span>'
        for row in range(rows)
        for column in range(columns)
    )
    return (
        f'<img alt="{alt}" class="panels" src="{source}">'
        f'<span class="panels" style="--columns:{columns};--shape:{shape}">{windows}</span>'
    )


def late(image: re.Match) -> str:
    """Return a figure that is fetched when the reader comes near it; then nothing jumps."""
    wanted = '<img loading="lazy" decoding="async"'
    if not re.search(r"\b(?:width|height)=", re.sub(r'alt="[^"]*"', "", image[0])):
        with Image.open(BUILT / "_images" / Path(image["src"]).name) as picture:
            wanted += f' width="{picture.width}" height="{picture.height}"'
    return image[0].replace("<img", wanted, 1)


def move_states(page: str, path: Path, root: str) -> str:
    """Move the saved states of interactives, 50 kB each, into a file that is fetched when wanted.

    A script carries them, not a JSON file, because a page opened from a folder may fetch nothing.
    """
    if not (found := STATE.search(page)):
        return page
    models = json.loads(found[1])["state"].items()
    states = {name: m["state"] for name, m in models if m["model_name"] != "LayoutModel"}
    if wrong := [state for state in states.values() if "_esm" not in state]:
        raise SystemExit(f"finish: the site shows anywidgets only; got {wrong[0]}.")

    def with_room(view: re.Match) -> str:
        """Return a saved view after the box that it is drawn in."""
        state = states[json.loads(view[1])["model_id"]]
        kind = state["_anywidget_id"].rpartition(".")[2].removesuffix("Explorer")
        phone, wide = ROOM["brief" if state.get("brief") else kind]
        style = f"--phone:{phone}px;--wide:{wide}px"
        return f'<div class="widget-subarea" style="{style}"></div>{view[0]}'

    page = VIEW.sub(with_room, page)
    text = f"window.ptronlibStates = {json.dumps(states, ensure_ascii=False)};\n"
    (STATIC / "states").mkdir(exist_ok=True)
    (STATIC / "states" / f"{path.stem}.js").write_text(text, "utf-8")
    address = f"{root}_static/states/{path.stem}.js?v={mark(text)}"
    return LOADER.sub(f'<script defer data-states="{address}"', STATE.sub("", page))


def lite_address(name: str) -> str:
    """Return where a chapter runs, below the site's root."""
    return f"lite/notebooks/index.html?path=book/{name}.ipynb"


def megabytes(site: Path = LITE) -> int:
    """Return how much a chapter that runs there may load: Python with all its packages."""
    files = (site / "static" / "pyodide").iterdir()
    return round(sum(file.stat().st_size for file in files) / 1e6)


def minutes(path: Path) -> int:
    """Return the reading time of a chapter at 50 words a minute, without what is folded."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return 5 * round(len(FOLDED.sub("", text).split()) / 250)


def with_button(page: str, name: str) -> str:
    """Return a chapter's page with its minutes and, if JupyterLite holds it, a link to there."""
    page = BUTTON.sub("", page)
    if not name[0].isdigit():
        return page
    here = ""
    if (LITE / "files" / "book" / f"{name}.ipynb").is_file():
        here = (
            f'<a href="../{lite_address(name)}">Run this chapter in your browser</a> '
            f"<span>Nothing to install; up to {megabytes()} MB load, the first time.</span> "
        )
    time = minutes(ROOT / "book" / f"{name}.ipynb")
    said = f'<p class="run-here">{here}<span>About {time} minutes, exercises apart.</span></p>'
    return page.replace(TITLE_END, f"{TITLE_END}\n{said}", 1)


def described(page: str) -> str:
    """Return the page with a description, the beginning of its text, if it has none."""
    if '<meta name="description"' in page:
        return page
    first = page[page.find("<article") :].split("<p>", 1)[-1].split("</section>")[0]
    first = re.sub(r"<mjx-math\b.*?</mjx-math>|<[^>]+>", "", first[:20_000], flags=re.DOTALL)
    words = " ".join(unescape(first).split())[:154].rpartition(" ")[0].rstrip(",;:.") + "\u2026"
    return page.replace(
        "<title>", f'<meta name="description" content="{escape(words)}" />\n<title>', 1
    )


def card(figure: str) -> str:
    """Make the picture of a link, of the size that most sites show, with a figure in the middle."""
    target = STATIC / "cards" / Path(figure).name
    with Image.open(BUILT / figure) as drawn:
        drawn = ImageOps.contain(drawn.convert("RGBA"), (1104, 534))
    sheet = Image.new("RGB", (1200, 630), "white")
    sheet.paste(drawn, ((1200 - drawn.width) // 2, (630 - drawn.height) // 2), drawn)
    target.parent.mkdir(exist_ok=True)
    sheet.save(target)
    return f"_static/cards/{target.name}"


@cache
def address() -> str:
    """Return the address of the site, with a slash at the end; empty where none is named."""
    site = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["html"]["baseurl"]
    return f"{site.rstrip('/')}/" if site else ""


def with_preview(page: str, root: str) -> str:
    """Return the page with what a link to it shows: its title, its description and a picture.

    That is its first figure, or else the six points of the landing page.  Who shows links wants
    whole addresses, which there are if ``_config.yml`` names the one of the site.
    """
    if "og:title" in page:
        return page
    figure = re.search(r"_images/[^\"]+\.png", page)
    picture = card(figure[0]) if figure else "_static/card.png"
    said = {
        "site_name": "The Perceptron Book",
        "title": re.search("<title>(.*?)</title>", page, re.DOTALL)[1].strip(),
        "description": re.search('<meta name="description" content="(.*?)"', page)[1],
        "image": (address() or root) + picture,
    }
    tags = "".join(f'<meta property="og:{key}" content="{said[key]}" />\n' for key in said)
    large = '<meta name="twitter:card" content="summary_large_image" />\n'
    return page.replace("</head>", f"{tags}{large}</head>", 1)


def finish(page: str, path: Path) -> str:
    """Return a page whose formulas are typeset, finished but for its style sheet."""
    root = root_of(page)
    for pattern, replacement in MENDS:
        page = re.sub(pattern, replacement, page, flags=re.DOTALL)
    options = (STATIC / "documentation_options.js").read_text("utf-8").strip()
    page = OPTIONS.sub(lambda _: f"<script>{options}</script>", page)
    if path.name != "search.html":
        page = SEARCH.sub("", page)
    page = IMAGE.sub(late, PANELS.sub(stack, ICON.sub(draw, page)))
    page = HOME.sub(rf'\g<1>{root}index.html"', page)
    return with_preview(described(with_button(move_states(page, path, root), path.stem)), root)


def root_of(page: str) -> str:
    """Return the way from a page to the root of the site, as the page states it."""
    return re.search(r'<html[^>]* data-content_root="([^"]*)"', page)[1]


def main() -> None:
    """Rewrite the built pages in place."""
    before = {path: text for path, text in built_texts().items() if " data-content_root=" in text}
    texts = {path: finish(text, path) for path, text in formulas.typeset(before).items()}
    _store(texts, before)
    sheet = styles.bundle(list(texts), ICON_STYLES)
    _store({p: styles.link(text, root_of(text), sheet) for p, text in texts.items()}, texts)
    # The landing page is not Sphinx's; its modules become one script, as a folder needs it.
    front = BUILT / "index.html"
    front.write_text(with_preview(front.read_text("utf-8"), ""), "utf-8")
    script = explorer.bundle("err.js").rpartition("\nexport {")[0]
    (STATIC / "err.js").write_text(f"(() => {{\n{script}\n}})();\n", "utf-8")


def _store(texts: dict[Path, str], before: dict[Path, str]) -> None:
    for path, text in texts.items():
        if text != before[path]:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
