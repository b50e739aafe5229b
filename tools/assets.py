"""Copy the fonts and data that the built site serves itself into ``_assets/``.

They come from ``node_modules/``, pinned by ``package-lock.json``, so that a page asks no other
server for anything.
"""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
FONTS = "output/chtml/fonts/woff-v2"

if __name__ == "__main__":
    target, mathjax = ROOT / "_assets", ROOT / "node_modules" / "mathjax"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(mathjax / "es5" / FONTS, target / "mathjax" / FONTS)
    shutil.copy(mathjax / "LICENSE", target / "mathjax")
    # Chapter 10 fetches its network when the drawing sheet comes into view.
    shutil.copy(ROOT / "ptronlib" / "explore" / "digits.safetensors", target)
