"""What a page needs beyond what the theme and the extensions write, added when a build ends.

Plain ``jupyter-book build .`` runs this, and nothing here needs Node: panels that stack on phones,
the minutes of a chapter, a description and a picture for whoever links to it, names for controls
that have none, the script of the front page, and the notebooks for download.  All of it may be done
again to a page that has it.  What only makes pages lighter is tools/lighten.py.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from html import escape
from pathlib import Path

import yaml
from bs4 import BeautifulSoup
from PIL import Image, ImageOps

from book._ext.mends import FOUND, NAMED, PAGES, applied, record
from ptronlib.widgets import explorer
from tools import plain
from tools.pages import BUILT, LITE, PDF, ROOT, SLIDES, STATIC, built_texts

LANDING = ROOT / "site/landing"
FOLDED = re.compile(r"(?ms)^(`{3,}|:{3,})\{(?:dropdown|exercise|solution)\}.*?^\1$")
OPTIONAL = re.compile(
    r"(?ms)^(`{3,}|:{3,})\{(?:exercise|solution|dropdown\} For the curious)[^\n]*$.*?^\1$"
)
SITTING = re.compile(r"(?m)^`{3,}\{container\} sitting$")
TITLE = re.compile(r"\{\{title of (\w+)\}\}")  # on the landing page
TITLE_END = "</a></h1>"  # with the link to itself: the title in the text, not that for print


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


def lite_address(name: str) -> str:
    """Return where a chapter runs, below the site's root."""
    return f"lite/notebooks/index.html?path=book/{name}.ipynb"


def megabytes(site: Path = LITE) -> int:
    """Return how much a chapter that runs there may load: Python with all its packages."""
    files = (site / "static" / "pyodide").iterdir()
    return round(sum(file.stat().st_size for file in files) / 1e6)


def minutes(words: int, formulas: int, figures: int) -> float:
    """Return the reading time of so much text, without exercises.

    48 words a minute, those of proofs and the signs of formulas among them, 12 seconds more for a
    displayed formula, and three and a half minutes for a figure or an interactive: with these rates
    all chapters of the second and of the third edition come within 15 percent of what each of their
    readers needed, but for one (tests/test_clock.py).
    """
    return words / 48 + 0.2 * formulas + 3.5 * figures


def sittings(path: Path) -> list[float]:
    """Return the minutes of each sitting of a chapter; what precedes the first mark joins it.

    Folds for the curious and exercises are not counted; of a folded proof the formulas are.
    """
    found: dict[int, list[int]] = {}
    marks = 0
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        text = "".join(cell["source"]) if cell["cell_type"] == "markdown" else ""
        for k, piece in enumerate(SITTING.split(text)):
            marks += k > 0
            counts = found.setdefault(max(0, marks - 1), [0, 0, 0])
            counts[0] += len(FOLDED.sub("", piece).split())
            counts[1] += OPTIONAL.sub("", piece).count("$$") // 2
        folded = "curious" in cell["metadata"].get("tags", ())
        outputs = (output.get("data", {}) for output in cell.get("outputs", ()) if not folded)
        counts[2] += sum("image/png" in data for data in outputs)
    return [minutes(*counts) for counts in found.values()]


def told(times: list[float]) -> str:
    """Return how long a chapter takes, in fives."""
    each = [5 * round(time / 5) for time in times]
    if len(each) == 1:
        return f"About {each[0]} minutes, not counting the exercises."
    parts = ", ".join(map(str, each[:-1])) + f" and {each[-1]}"
    count = {2: "Two", 3: "Three"}[len(each)]
    return f"{count} sittings of about {parts} minutes, not counting the exercises."


def with_button(page: str, name: str) -> str:
    """Return a page with the line below its title.

    For a chapter that is how long it takes and, if the site holds them, its slides and the link to
    the reader's own Python; for the page on running the book it is the PDF and all slides.
    """
    page = NAMED["BUTTON"].pattern.sub("", page)
    if name[0].isdigit():
        said = []
        if (LITE / "files" / "book" / f"{name}.ipynb").is_file():
            said.append(
                f'<a href="../{lite_address(name)}">Run this chapter in your browser</a> '
                "<span>Nothing to install; the first time, "
                f"up to {megabytes()} MB are loaded.</span>"
            )
        said.append(f"<span>{told(sittings(ROOT / 'book' / f'{name}.ipynb'))}</span>")
        if (SLIDES / f"{name}.html").is_file():
            said.append(f'<a href="../slides/{name}.html">Slides</a>')
        if (SLIDES / f"{name}.pdf").is_file():
            said.append(f'<a href="../slides/{name}.pdf">Slides as a PDF</a>')
    elif name == "run" and PDF.is_file():
        said = [
            f'<a href="../{PDF.name}">The whole book as a PDF</a>',
            '<a href="../slides/index.html">Slides of all chapters</a>',
        ]
    else:
        return page
    line = f'<p class="run-here">{" ".join(said)}</p>'
    return page.replace(TITLE_END, f"{TITLE_END}\n{line}", 1)


def with_pdf(page: str, root: str) -> str:
    """Return a page whose downloads offer the whole book as a PDF, if the site holds it."""
    address = f"{root}{PDF.name}"
    if not PDF.is_file() or f'dropdown-item" href="{address}"' in page:
        return page
    link = f'<a class="btn btn-sm dropdown-item" href="{address}">The whole book (.pdf)</a>'
    return NAMED["DOWNLOADS"].pattern.sub(rf"\g<1><li>{link}</li>\n", page, count=1)


def described(page: str) -> str:
    """Return the page with a description, the beginning of its text, if it has none."""
    if '<meta name="description"' in page:
        return page
    first = page[page.find("<article") :].split("<p>", 1)[-1].split("</section>")[0]
    first = NAMED["FORMULA"].pattern.sub("", first[:20_000])
    first = BeautifulSoup(first, "html.parser").get_text()
    words = " ".join(first.split())[:154].rpartition(" ")[0].rstrip(",;:.") + "\u2026"
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
    head = BeautifulSoup(page.partition("</head>")[0], "html.parser")
    said = {
        "site_name": "The Perceptron Book",
        "title": escape(head.title.get_text().strip()),
        "description": escape(head.find("meta", {"name": "description"})["content"]),
        "image": (address() or root) + picture,
    }
    tags = "".join(f'<meta property="og:{key}" content="{said[key]}" />\n' for key in said)
    large = '<meta name="twitter:card" content="summary_large_image" />\n'
    return page.replace("</head>", f"{tags}{large}</head>", 1)


def complete(page: str, path: Path, found: Counter[str]) -> str:
    """Return a page with all that it needs to be read; count in `found` what was mended."""
    root = root_of(page)
    page = NAMED["PANELS"].pattern.sub(stack, applied(PAGES, page, found))
    page = NAMED["HOME"].pattern.sub(rf'\g<1>{root}index.html"', page)
    page = with_pdf(page, root)
    return with_preview(described(with_button(page, path.stem)), root)


def root_of(page: str) -> str:
    """Return the way from a page to the root of the site, as the page states it."""
    return page.partition(' data-content_root="')[2].partition('"')[0]


def title(name: str) -> str:
    """Return the title of a chapter as its page has it."""
    cells = json.loads((ROOT / "book" / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return re.match(r"# (.+)", "".join(cells[0]["source"]))[1].replace("'", "\u2019")


def front_page() -> None:
    """Finish the landing page, which is not Sphinx's: titles, a preview, one script."""
    front = BUILT / "index.html"
    page = TITLE.sub(lambda found: escape(title(found[1]), quote=False), front.read_text("utf-8"))
    front.write_text(with_preview(page, ""), "utf-8")
    script = explorer.bundle("landing.js", LANDING).rpartition("\nexport {")[0]
    (STATIC / "landing.js").write_text(f"(() => {{\n{script}\n}})();\n", "utf-8")


def main() -> None:
    """Complete the built pages in place."""
    found: Counter[str] = Counter()
    for path, text in built_texts().items():
        if " data-content_root=" in text and (whole := complete(text, path, found)) != text:
            path.write_text(whole, "utf-8")
    record(found)
    front_page()


def at_end(app, exception) -> None:
    """Complete the pages of a build that succeeded, and write the notebooks for download."""
    if exception is None and app.builder.name == "html" and Path(app.outdir) == BUILT:
        FOUND.unlink(missing_ok=True)
        main()
        plain.main()


def setup(app):
    """Register with Sphinx, after the extensions that write files at the end."""
    app.connect("build-finished", at_end, priority=900)
    return {"version": "0.3.0", "parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    main()
