"""An interactive of the built page, as a reader sees it and a screen reader is told."""

from __future__ import annotations

import re
from contextlib import contextmanager

import numpy as np

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
    """Return the first such interactive of the page, scrolled into view."""
    page.goto(url)
    root = page.locator(selector).first
    root.wait_for(state="visible")
    root.evaluate(SCROLL)
    return root


def tap(page, x, y):
    """Touch the page with a finger or, where there is none, click it with the mouse.

    Of a touch, the browser makes a click only later: wait for what it does.
    """
    phone = page.evaluate("navigator.maxTouchPoints") > 0
    (page.touchscreen.tap if phone else page.mouse.click)(x, y)


def press(root, name):
    root.get_by_role("button", name=name, exact=True).click()


@contextmanager
def no_network(page):
    """Take the network away from a page whose interactive is drawn."""
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


def fact(root, name):
    return root.get_attribute(f"data-{name}")


class Explorer:
    """An interactive of labelled points and a list of mistakes."""

    def __init__(self, page, root):
        self.page, self.root = page, root

    def press(self, name):
        press(self.root, name)

    def fact(self, name):
        return fact(self.root, name)

    @property
    def mistakes(self):
        return [int(i) for i in self.fact("mistakes").split()]

    @property
    def sample(self):
        """X and y, read from what a screen reader is told."""
        nodes = self.root.locator(".ptx-point").all()
        rows = [POINT.match(node.get_attribute("aria-label")).groups() for node in nodes]
        assert [int(row[0]) for row in rows] == list(range(len(rows)))
        return np.array([[x, y] for *_, x, y in rows], float), np.array([r[1] for r in rows], float)

    @property
    def status(self):
        return self.root.get_by_role("status").inner_text()

    def centre(self, selector):
        box = self.root.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point(self, i):
        return self.root.locator(".ptx-point").nth(i)

    @staticmethod
    def touch(i):
        return f'.ptx-point[data-index="{i}"] .ptx-touch'
