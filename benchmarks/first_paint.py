"""Time the first words of a page with the one purged style sheet, unpurged, and as many sheets.

``python -m benchmarks.first_paint``, after `make book`, on quiet cores; seven minutes.  The screen
is a phone's, the processor four times slower, the line one of 4 Mb/s and 40 ms; the three builds
take turns, so that whatever else the machine does meets all of them.
"""

import re
import shutil
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tools import styles
from tools.browser import QUIET, find_browser
from tools.lighten import ICON_STYLES
from tools.pages import BUILT, STATIC
from tools.serve import serving

PAGES = "01_perceptron", "05_cosine", "09_separation_games"
TURNS = 12  # of which the first, which warms caches, is left out
LINE = {"offline": False, "latency": 40, "downloadThroughput": 5e5, "uploadThroughput": 2e5}
LINK = re.compile(r'<link rel="stylesheet" href="([^"]*_static/)site\.css[^"]*"\s*/>')


def variants(folder: Path) -> dict[str, Path]:
    """Copy the built pages three times, and give each copy its style sheets."""
    built = {name: folder / name for name in ("purged", "whole", "apart")}
    for copy in built.values():
        shutil.copytree(BUILT, copy)
    sheets = [file for name in styles.BUNDLED for file in STATIC.glob(name)]
    whole = "\n".join([ICON_STYLES, *map(styles.rebased, sheets)])
    (built["whole"] / "_static/site.css").write_text(styles.COMMENT.sub("", whole), "utf-8")
    (built["apart"] / "_static/icons.css").write_text(ICON_STYLES, "utf-8")
    names = ["icons.css", *(sheet.relative_to(STATIC).as_posix() for sheet in sheets)]
    for page in (built["apart"] / "book" / f"{name}.html" for name in PAGES):
        links = "\n".join(rf'<link rel="stylesheet" href="\g<1>{name}" />' for name in names)
        text, found = LINK.subn(links, page.read_text("utf-8"))
        assert found == 1, page
        page.write_text(text, "utf-8")
    return built


def first_paint(chromium, address: str) -> float:
    """Return the milliseconds until something of the page is seen."""
    context = chromium.new_context(viewport={"width": 390, "height": 800}, device_scale_factor=2)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(address, wait_until="load")
    took = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    context.close()
    return took


def main() -> None:
    """Print medians and ranges."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        built = variants(Path(folder))
        where = {name: stack.enter_context(serving(copy)) for name, copy in built.items()}
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path=find_browser(), args=list(QUIET))
        took: dict = {(page, name): [] for page in PAGES for name in where}
        for turn in range(TURNS):
            for page, name in took:
                time = first_paint(chromium, f"{where[name]}book/{page}.html")
                took[page, name] += [time] if turn else []
    for (page, name), times in took.items():
        print(f"{page} {name}: {median(times):.0f} ms ({min(times):.0f} to {max(times):.0f})")


if __name__ == "__main__":
    main()
