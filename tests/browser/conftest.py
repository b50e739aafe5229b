"""Fixtures for tests that look at the built site in a real browser.

A page collects what went wrong in ``page.problems`` (a list of sentences: a request to another
origin, a failed response, a console error, an uncaught exception), which must be empty at the end
of a test: one that provokes a problem on purpose empties the list.

Nothing here skips: without a browser or a built book the tests fail and say what to run.

A test waits for what it needs to see, never for a time, and reads a state at once only where the
action before it was answered within the page: a click, a key, a move of the mouse.  What is marked
``thorough`` runs in ``make test-all``, the rest in ``make test`` as well.
"""

from functools import partial

import pytest
from cases import one_quick
from playwright.sync_api import expect, sync_playwright

from tools.browser import QUIET, find_browser
from tools.serve import serving


def pytest_collection_modifyitems(items):
    """Begin both halves, of which each of two processes gets one, with the tests that take long."""
    long = [item for item in items if item.path.stem == "test_pyodide"]
    rest = [item for item in items if item.path.stem != "test_pyodide"]
    half = len(rest) // 2
    items[:] = long[::2] + rest[:half] + long[1::2] + rest[half:]


# Milliseconds after which a test gives up: nothing takes so long, however busy the machine is.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)
LAPTOP = {"width": 1280, "height": 900}
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"


@pytest.fixture(scope="session")
def site():
    """Serve the built book and return its base URL."""
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    """Start the browser that ``tools/browser.py`` finds."""
    path = find_browser()
    if path is None:
        pytest.fail("No browser found. Run: make browser", pytrace=False)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield chromium
        chromium.close()


def watch(page, site: str) -> None:
    """Record in ``page.problems`` everything a healthy page does not do."""
    page.problems = []
    ours = (site, "data:", "blob:")
    # A page that is left while it loads aborts its requests; nothing is wrong then.  Where a
    # test takes the network away, the icon and the fonts of what is far below are missed.
    fine = ("net::ERR_ABORTED", OFFLINE)
    for event, wrong, said in (
        ("request", lambda it: not it.url.startswith(ours), "request to another origin: {0.url}"),
        ("response", lambda it: it.status >= 400, "status {0.status}: {0.url}"),
        ("requestfailed", lambda it: it.failure not in fine, "failed: {0.url}: {0.failure}"),
        ("console", lambda it: it.type == "error" and OFFLINE not in it.text, "console: {0.text}"),
        ("pageerror", lambda it: True, "exception: {0}"),
    ):
        page.on(event, partial(_note, page.problems, wrong, said))


def _note(problems: list[str], wrong, said: str, it) -> None:
    if wrong(it):
        problems.append(said.format(it))


def _open(browser, site, **options):
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    watch(page, site)
    yield page
    context.close()
    assert not page.problems, "\n".join(page.problems)


@pytest.fixture
def page(browser, site):
    """A page as wide as a laptop's."""
    yield from _open(browser, site, viewport=LAPTOP)


@pytest.fixture
def phone(browser, site):
    """A page as wide as a phone's, with touch."""
    yield from _open(browser, site, viewport={"width": 390, "height": 844}, has_touch=True)


@pytest.fixture
def counted(browser):
    """Return a fresh page of a phone's size and the list of what it receives."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    received = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    yield page, received
    context.close()


@pytest.fixture(params=one_quick(["page", "phone"]))
def device(request):
    """Each of the two in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def unscripted(browser, site):
    """A page that runs no script."""
    yield from _open(browser, site, viewport=LAPTOP, java_script_enabled=False)


@pytest.fixture(scope="session")
def tab(browser, site):
    """One page for many addresses: what one has fetched is there for the next, as for a reader."""
    yield from _open(browser, site, viewport=LAPTOP)
