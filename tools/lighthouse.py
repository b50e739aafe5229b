"""Audit the pages of the built book with Lighthouse, as on a middling phone, and print the marks.

``python -m tools.lighthouse [WORD...]``: every page, or those whose address holds one of the words.
Lighthouse loads each page over loopback and computes what a phone with a slow line would have
needed.  Other work on the machine spoils that: a page that falls short is measured twice more, and
the middle of three marks counts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from statistics import median

from tools.browser import QUIET, find_browser
from tools.pages import BUILT, ROOT, pages
from tools.serve import open_server

WANTED = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 95}
TIMES = {
    "first-contentful-paint": "first paint, s",
    "largest-contentful-paint": "largest, s",
    "total-blocking-time": "blocked, ms",
    "cumulative-layout-shift": "shift",
    "total-byte-weight": "kB",
}
SCALES = {"s": 1e-3, "ms": 1.0, "shift": 1.0, "kB": 1e-3}
PROGRAM = ROOT / "node_modules" / "lighthouse" / "cli" / "index.js"


def audit(url: str) -> dict:
    """Return Lighthouse's report on one page."""
    flags = " ".join(("--headless=new", *QUIET))
    command = ["node", str(PROGRAM), url, "--quiet", "--output=json", f"--chrome-flags={flags}"]
    surroundings = os.environ | {"CHROME_PATH": find_browser() or "", "CI": "1"}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"lighthouse: {url} was not audited.\n{done.stderr}\nRun: make setup")
    return json.loads(done.stdout)


def marks(report: dict) -> dict[str, int]:
    """Return the marks of a report, out of 100."""
    return {name: round(100 * report["categories"][name]["score"]) for name in WANTED}


def times(report: dict) -> dict[str, float]:
    """Return what the reader waits for and receives, by the names of the table."""
    scale = {name: SCALES[name.split(", ")[-1]] for name in TIMES.values()}
    return {
        name: round(report["audits"][audit]["numericValue"] * scale[name], 2)
        for audit, name in TIMES.items()
    }


def shortfalls(report: dict) -> list[str]:
    """Say which audits of a report brought a mark below the wanted one."""
    got = marks(report)
    return [
        f"{name} {got[name]} < {wanted}: {reference['id']}"
        for name, wanted in WANTED.items()
        if got[name] < wanted
        for reference in report["categories"][name]["auditRefs"]
        if reference["weight"] and (report["audits"][reference["id"]]["score"] or 0) < 0.9
    ]


def middle(url: str) -> dict:
    """Return a report on the page; after a shortfall, the one of three in the middle."""
    reports = [audit(url)]
    if shortfalls(reports[0]):
        reports += [audit(url), audit(url)]
    return min(
        reports,
        key=lambda r: abs(
            marks(r)["performance"] - median(marks(x)["performance"] for x in reports)
        ),
    )


def main(words: list[str]) -> int:
    """Print one row for each page and return how many fall short."""
    if not PROGRAM.is_file():
        raise SystemExit("lighthouse: it is not installed. Run: make setup")
    if not (BUILT / "index.html").is_file():
        raise SystemExit("lighthouse: there is no built book. Run: make book")
    wanted = [name for name in pages() if not words or any(word in name for word in words)]
    server = open_server(0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"{'page':34}", *WANTED, *TIMES.values(), sep="  ")
    short = 0
    for name in wanted:
        report = middle(f"http://127.0.0.1:{server.server_port}/{name}")
        figures = {**marks(report), **times(report)}
        print(f"{name:34}", *(f"{value:>{len(key)}}" for key, value in figures.items()), sep="  ",
              flush=True)
        missing = shortfalls(report)
        print(*(f"    {line}\n" for line in missing), sep="", end="")
        short += bool(missing)
    server.shutdown()
    return short


if __name__ == "__main__":
    if failed := main(sys.argv[1:]):
        sys.exit(f"lighthouse: {failed} page(s) fall short")
