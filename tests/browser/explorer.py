"""An interactive of the built page, as a reader sees it and a screen reader is told."""

import re
from contextlib import contextmanager

import numpy as np
from playwright.sync_api import expect

POINT = re.compile(r"point (\d+), label ([+-]1), at \((-?[\d.]+), (-?[\d.]+)\)")


def still(frames, act=""):
    """Script that waits until a node has stood in its place, which it returns, for some frames.

    What comes into the window is laid out a frame later, may ask for fonts, and moves what is
    below it.
    """
    return f"""async node => {{
      let place = node.getBoundingClientRect().top;
      for (let same = 0; same < {frames}; ) {{
        {act}
        await new Promise(requestAnimationFrame);
        const now = node.getBoundingClientRect().top;
        same = now === place && document.fonts.status === "loaded" ? same + 1 : 0;
        place = now;
      }}
      return place; }}"""


# The theme's header covers the top of the window.
SCROLL = still(5, "window.scrollBy({ top: place - 120, behavior: 'instant' });")


def open_at(page, url, selector):
    """Return the first such interactive of the page, its drawer open, scrolled into view."""
    page.goto(url)
    root = page.locator(selector).first
    root.wait_for(state="visible")
    root.evaluate("root => root.querySelectorAll('details').forEach(it => { it.open = true; })")
    root.evaluate(SCROLL)
    expect(root).not_to_have_attribute("data-ready", "false")  # its network is there
    return root


def opened(page, site, name):
    """Return the interactive of this name, scrolled into view."""
    file, selector, *_ = EXPLORERS[name]
    return open_at(page, f"{site}book/{file}.html", selector)


def tap(page, x, y):
    """Touch the page with a finger or, where there is none, click it with the mouse.

    Of a touch, the browser makes a click only later: wait for what it does.
    """
    phone = page.evaluate("navigator.maxTouchPoints") > 0
    (page.touchscreen.tap if phone else page.mouse.click)(x, y)


def press(root, name):
    root.get_by_role("button", name=name, exact=True).click()


def turn(root, name, key):
    root.get_by_role("slider", name=name).first.press(key)


# Name in the address: page, selector, a single change, and the button that takes it back.
EXPLORERS = {
    "perceptron": ("01_perceptron", ".ptx:has(.ptx-more)", lambda r: press(r, "Step"),
                   "Start again"),
    "first": ("01_perceptron", ".ptx-brief", lambda r: press(r, "Step"), "Start again"),
    "proof": ("02_convergence", ".ptp", lambda r: press(r, "Next in turn"),
              "Start again"),
    "margins": ("03_margins", ".ptm", lambda r: turn(r, "Fixed threshold", "End"), "Start again"),
    "descent": ("04_sgd", ".ptx-descent", lambda r: press(r, "Step"), "Start again"),
    "cosine": ("05_cosine", ".ptx-cosine", lambda r: press(r, "Step"), "Start again"),
    "cover": ("06_cover", ".ptx-tossing", lambda r: press(r, "Toss"), "Start again"),
    "count": ("06_cover", ".ptx-counting", lambda r: press(r, "Add point"), "Starting points"),
    "compression": ("07_compression", ".ptx-dropping",
                    lambda r: press(r, "Keep only the compression"), "Keep all"),
    "projection": ("08_projection", ".ptx-projecting",
                   lambda r: turn(r, "dimensions", "ArrowLeft"), "Start again"),
    "hulls": ("09_separation_games", ".ptx-hulls",
              lambda r: turn(r, "distance asked about", "ArrowRight"), "Start again"),
    "game": ("09_separation_games", ".ptx-game", lambda r: press(r, "Next round"), "Start again"),
    "digits": ("10_mnist", ".ptx-digits", lambda r: press(r, "3"), "Clear"),
}  # fmt: skip


@contextmanager
def no_network(page):
    """Take the network away from a page whose interactive is drawn."""
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


def fact(root, name):
    return root.get_attribute(f"data-{name}")


def facts(root, name):
    return [float(value) for value in fact(root, name).split()]


def says(root):
    return root.get_by_role("status").inner_text()


def point(root, i):
    return root.locator(".ptx-point").nth(i)


def touch(root, i):
    """Return where a point can be touched."""
    return root.locator(".ptx-touch").nth(i)


def sample(root):
    """Return X and y of labelled points, read from what a screen reader is told."""
    labels = [node.get_attribute("aria-label") for node in root.locator(".ptx-point").all()]
    rows = np.array([POINT.match(label).groups() for label in labels], float).reshape(-1, 4)
    assert rows[:, 0].tolist() == list(range(len(rows)))
    return rows[:, 2:], rows[:, 1]


def centre(node):
    box = node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, node, x, y):
    """Drag a node with the mouse to a place of the window."""
    page.mouse.move(*centre(node))
    page.mouse.down()
    page.mouse.move(x, y, steps=5)
    page.mouse.up()


def touch_line(page, places):
    """Draw a line through places of the window, with a finger or else with the mouse."""
    if page.evaluate("navigator.maxTouchPoints") > 0:
        hand = page.context.new_cdp_session(page)
        for k, (x, y) in enumerate(places):
            hand.send("Input.dispatchTouchEvent", {"type": "touchMove" if k else "touchStart",
                      "touchPoints": [{"x": float(x), "y": float(y)}]})  # fmt: skip
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=5)
    page.mouse.up()


def draw_on(sheet, *places):
    """Draw a line on a sheet to write on, through places of its unit square."""
    sheet.scroll_into_view_if_needed()
    left, top, width, height = sheet.bounding_box().values()
    touch_line(sheet.page, [(left + x * width, top + y * height) for x, y in places])


STICK_OUT = """root => { const { left, right } = root.getBoundingClientRect();
  return [...root.querySelectorAll("*")]
    .filter((node) => node.getBoundingClientRect().width)
    .filter((node) => !node.closest("svg > *"))
    .filter((node) => node.getBoundingClientRect().left < left - 1
                   || node.getBoundingClientRect().right > right + 1)
    .map((node) => node.outerHTML.slice(0, 80)); }"""
SMALL = """root => [...root.querySelectorAll("button, label, select, .ptx-touch")]
  .filter((node) => node.getClientRects().length)
  .map((node) => node.getBoundingClientRect())
  .filter(({ width, height }) => Math.min(width, height) < 44).length"""


def check_layout(page, root):
    """Nothing sticks out of the page or the widget; every target is wide enough for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert root.evaluate(STICK_OUT) == []
    assert root.evaluate(SMALL) == 0
