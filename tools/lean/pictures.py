"""Send figures as lossless WebP where that is smaller, when the reader comes near them.

Width and height are stated, so that the text does not jump when a figure arrives.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

from PIL import Image

from tools.pages import ROOT

CACHE = ROOT / ".cache" / "pictures"
IMAGE = re.compile(r'<img\b[^>]*?\bsrc="(?P<src>[^":]*_images/[^"]*\.png)"[^>]*>')
SIZED = re.compile(r"\b(?:width|height)=")


@cache
def lighter(picture: Path) -> Path:
    """Return the picture, or its copy in WebP beside it if that is smaller.

    The names are the hashes of what they hold, so a copy made once is good for ever.
    """
    kept = CACHE / f"{picture.stem}.webp"
    if not kept.is_file():
        CACHE.mkdir(parents=True, exist_ok=True)
        with Image.open(picture) as image:
            image.save(kept, lossless=True, method=4, quality=80)
    if kept.stat().st_size >= picture.stat().st_size:
        return picture
    copy = picture.with_suffix(".webp")
    if not copy.is_file():
        shutil.copyfile(kept, copy)
    return copy


@cache
def size(picture: Path) -> tuple[int, int]:
    """Return the width and height of a picture in pixels."""
    with Image.open(picture) as image:
        return image.size


def show(page: str, path: Path) -> str:
    """Return the page with its figures light, sized and fetched late."""

    def changed(match: re.Match) -> str:
        picture = (path.parent / match["src"]).resolve()
        tag = match[0].replace(match["src"], match["src"][:-4] + lighter(picture).suffix)
        wanted = "" if " loading=" in tag else ' loading="lazy" decoding="async"'
        if not SIZED.search(re.sub(r'alt="[^"]*"', "", tag)):
            width, height = size(picture)
            wanted += f' width="{width}" height="{height}"'
        return tag.replace("<img", "<img" + wanted, 1)

    return IMAGE.sub(changed, page)
