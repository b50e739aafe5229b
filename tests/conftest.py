"""Settings for every test, and what becomes of tests whose needs are not met here.

Plain ``pytest`` runs the tests of the library with its doctests.  Tests that look at the built site
need that site, a browser or Node; where one of these is missing, the tests that need it are left
out, and a line at the end says how many they are and which command brings what they need.  With
``--complete``, as in the Makefile and in CI, nothing may be missing but a GPU, and nothing may be
skipped: what nobody runs guards nothing.
"""

import shutil
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

from tools.browser import find_browser

HERE = Path(__file__).parent
BUILT = HERE.parent / "_build" / "html"
LIGHT = BUILT / "_static" / "site.css"  # what tools.lighten writes
PYODIDE = BUILT / "lite" / "static" / "pyodide" / "pyodide.mjs"

# An example may take its time, since the first one pays for imports.
settings.register_profile("patient", settings(), deadline=None)  # keeps CI's derandomization
settings.load_profile("patient")

NEEDS = {  # name: (is it there, what brings it)
    "book": (LIGHT.exists, "the built book: make book"),
    "browser": (find_browser, "a browser: make browser"),
    "lite": (PYODIDE.exists, "the notebooks in the browser's Python: make lite-site"),
    "node": (lambda: shutil.which("node"), "Node 18 or newer, from nodejs.org"),
    "gpu": (lambda: shutil.which("nvidia-smi"), "a GPU with CUDA"),
}
LENT = {"gpu"}  # what no command brings: also a complete run goes without
FOLDERS = {"site": ("book",), "browser": ("book", "browser")}
left_out = pytest.StashKey[Counter]()


def pytest_addoption(parser):
    parser.addoption(
        "--complete", action="store_true", help="fail where something that tests need is missing"
    )


def needs(item) -> tuple[str, ...]:
    """Return the names of what a test needs, by its folder and its markers."""
    folder = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
    marked = [name for mark in item.iter_markers("needs") for name in mark.args]
    return (*FOLDERS.get(folder, ()), *marked)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Leave out the tests that cannot run here, or refuse to start."""
    asked = {name for item in items for name in needs(item)}
    missing = [name for name in NEEDS if name in asked and not NEEDS[name][0]()]
    wanted = [NEEDS[name][1] for name in missing if name not in LENT]
    if wanted and config.getoption("--complete"):
        raise pytest.UsageError(f"missing: {'; '.join(wanted)}")
    kept, config.stash[left_out] = [], Counter()
    for item in items:
        first = next((name for name in missing if name in needs(item)), None)
        if first is None:
            kept.append(item)
        else:
            config.stash[left_out][first] += 1
    items[:] = kept


def pytest_terminal_summary(terminalreporter, config):
    """Say what was left out, a line for each thing that is missing."""
    for name, count in config.stash.get(left_out, Counter()).items():
        terminalreporter.write_line(f"NOT RUN: {count} tests need {NEEDS[name][1]}", yellow=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return refused_if_skipped((yield), item.config)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return refused_if_skipped((yield), collector.config)


def refused_if_skipped(report, config):
    """Return the report of a test or a file; with --complete, one that was skipped has failed."""
    if report.skipped and config.getoption("--complete"):
        report.outcome = "failed"
    return report
