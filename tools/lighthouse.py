"""Audit the pages of the built book with Lighthouse, as on a middling phone, and print the marks.

``python -m tools.lighthouse [WORD...]``: every page, or those whose address holds one of the words.
Other work on the machine spoils the first mark.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tools.browser import QUIET, find_browser
from tools.pages import ROOT, pages
from tools.serve import serving

WANTED = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
PROGRAM = ROOT / "node_modules" / ".bin" / "lighthouse"


def marks(url: str) -> dict[str, int]:
    """Return Lighthouse's marks of one page, out of 100."""
    flags = f"--chrome-flags=--headless=new {' '.join(QUIET)}"
    command = [str(PROGRAM), url, "--quiet", "--output=json", flags]
    machine = os.environ | {"CHROME_PATH": find_browser() or "", "CI": "1"}
    done = subprocess.run(command, env=machine, stdout=subprocess.PIPE, check=True)
    found = json.loads(done.stdout)["categories"]
    return {name: round(100 * (found[name]["score"] or 0)) for name in WANTED}


if __name__ == "__main__":
    short, words = 0, sys.argv[1:]
    print(f"{'page':34}", *WANTED, sep="  ")
    with serving() as site:
        for page in (
            page for page in ["index.html", *pages()] if not words or any(w in page for w in words)
        ):
            got = marks(site + page)
            print(f"{page:34}", *(f"{got[n]:{len(n)}}" for n in WANTED), sep="  ", flush=True)
            short += any(got[name] < wanted for name, wanted in WANTED.items())
    sys.exit(f"lighthouse: {short} page(s) fall short" if short else 0)
