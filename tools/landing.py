"""Finish the landing page, and say on every page what a link to it shows.

The scripts of the landing page become one file, which works from a folder as well. A link to a
page shows its title, its description and a picture: the first figure of its notebook, and
everywhere else the six points of the landing page. As a script: ``python -m tools.landing``.
"""

from __future__ import annotations

import base64
import io
import json
import re
from html import escape, unescape
from pathlib import Path

import yaml
from matplotlib import font_manager
from PIL import Image, ImageDraw, ImageFont

from ptronlib.widgets.explorer import bundle
from tools.pages import BUILT, ROOT, built_texts

WIDTH, HEIGHT = 1200, 630  # what most sites show of a link
EDGE = 48
FOLDER = BUILT / "_static" / "shared"
HEAD = {name: re.compile(rf"{start}(.*?){end}", re.DOTALL) for name, start, end in (
    ("title", "<title>", "</title>"),
    ("description", '<meta name="description" content="', '"'),
)}  # fmt: skip
TAG = re.compile(r"<[^>]+>")
HOME = re.compile(r'(<a class="navbar-brand logo" href=")[^"]*"')
CONTENT_ROOT = re.compile(r' data-content_root="([^"]*)"')


def script() -> str:
    """Return the landing page's modules as one script without exports."""
    return "(() => {\n" + bundle("err.js").rpartition("\nexport {")[0] + "\n})();\n"


def _font(size: float, weight: str = "normal") -> ImageFont.FreeTypeFont:
    family = font_manager.FontProperties(family="DejaVu Sans", weight=weight)
    return ImageFont.truetype(font_manager.findfont(family), size)


def first_figure(notebook: Path) -> Image.Image | None:
    """Return the first picture among a notebook's stored outputs, if there is one."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    for output in (o for cell in cells for o in cell.get("outputs", [])):
        if png := output.get("data", {}).get("image/png"):
            found = Image.open(io.BytesIO(base64.b64decode("".join(png)))).convert("RGBA")
            white = Image.new("RGBA", found.size, "white")
            return Image.alpha_composite(white, found).convert("RGB")
    return None


def six_points() -> Image.Image:
    """Return a picture of the landing page: two sides, a line, six points."""
    size = 2 * (HEIGHT - 2 * EDGE)  # drawn at twice the size, for smooth edges
    picture = Image.new("RGB", (size, size), "#d1e3ef")
    draw = ImageDraw.Draw(picture)
    place = [(size * (0.5 + x / 15), size * (0.5 - y / 15))
             for x, y in ((-5, 5), (2, -6), (-6, -1), (5, 1), (5, 5), (4, -3))]  # fmt: skip
    ends = (0.06 * size, 0), (0.94 * size, size)
    draw.polygon([*ends, (size, size), (size, 0)], fill="#f1dfd2")
    draw.line(ends, fill="black", width=size // 70)
    for k, (x, y) in enumerate(place):
        shape, fill = (draw.ellipse, "#0072b2") if k < 3 else (draw.rectangle, "#d55e00")
        r = size / 24 if k < 3 else size / 27
        shape((x - r, y - r, x + r, y + r), fill=fill, outline="white", width=size // 150)
    return picture.resize((size // 2, size // 2), Image.Resampling.LANCZOS)


def card(words: str, figure: Image.Image) -> Image.Image:
    """Return a picture of 1200 by 630 pixels: a title, and a figure as large as fits."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), "white")
    draw = ImageDraw.Draw(picture)
    large = min(46, 46 * (WIDTH - 2 * EDGE) // _font(46, "bold").getlength(words))
    draw.text((EDGE, 80), words, font=_font(large, "bold"), fill="black", anchor="ls")
    draw.text((EDGE, HEIGHT - 50), "The Perceptron Book", font=_font(26), fill="#5a6270")
    room = WIDTH - 2 * EDGE, HEIGHT - 106 - 66
    scale = min(room[0] / figure.width, room[1] / figure.height)
    small = figure.resize(
        (round(figure.width * scale), round(figure.height * scale)), Image.Resampling.LANCZOS
    )
    picture.paste(small, ((WIDTH - small.width) // 2, 106 + (room[1] - small.height) // 2))
    return picture


def draw_cards(pages: dict[Path, str]) -> set[str]:
    """Store the pictures; return the names of the pages that have one of their own."""
    FOLDER.mkdir(exist_ok=True)
    cards = {"index": card("How often can you make it err?", six_points())}
    for path, page in pages.items():
        notebook = (ROOT / path.relative_to(BUILT)).with_suffix(".ipynb")
        figure = first_figure(notebook) if notebook.is_file() else None
        if figure:
            words = unescape(HEAD["title"].search(page)[1]).partition("\u2014")[0].strip()
            cards[path.stem] = card(words, figure)
    for name, picture in cards.items():
        picture.quantize(64).save(FOLDER / f"{name}.png", optimize=True)
    return set(cards)


def tags(page: str, name: str, root: str) -> str:
    """Return what the head of a page says to whoever shows a link to it."""
    said = {key: found[1] for key, rule in HEAD.items() if (found := rule.search(page))}
    image = f"{root}_static/shared/{name}.png"
    rows = [("og:type", "website"), ("og:site_name", "The Perceptron Book"),
            *((f"og:{key}", unescape(TAG.sub("", text)).strip()) for key, text in said.items()),
            ("og:image", image), ("og:image:width", WIDTH), ("og:image:height", HEIGHT),
            ("twitter:card", "summary_large_image")]  # fmt: skip
    return "".join(
        f'    <meta {"name" if key.startswith("twitter") else "property"}="{key}" '
        f'content="{escape(str(value))}" />\n'
        for key, value in rows
    )


def main() -> None:
    """Write the script, the pictures and the tags; pages that have their tags stay as they are."""
    (BUILT / "_static" / "err.js").write_text(script(), "utf-8")
    texts = {path: text for path, text in built_texts().items() if "</head>" in text}
    own = draw_cards(texts)
    address = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["html"]["baseurl"]
    for path, page in texts.items():
        if "og:title" in page:
            continue
        found = CONTENT_ROOT.search(page)
        root = found[1] if found else ""
        name = path.stem if path.stem in own else "index"
        where = f"{address.rstrip('/')}/" if address else root
        page = HOME.sub(rf'\g<1>{root}index.html"', page)
        path.write_text(page.replace("</head>", tags(page, name, where) + "</head>", 1), "utf-8")


if __name__ == "__main__":
    main()
