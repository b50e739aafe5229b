"""What holds for the layout of every interactive."""

from __future__ import annotations

STICK_OUT = """root => { const { left, right } = root.getBoundingClientRect();
  return [...root.querySelectorAll("*")]
    .filter((node) => node.getBoundingClientRect().width)
    .filter((node) => !node.closest("svg > *"))
    .filter((node) => node.getBoundingClientRect().left < left - 1
                   || node.getBoundingClientRect().right > right + 1)
    .map((node) => node.outerHTML.slice(0, 80)); }"""
SMALL = """root => [...root.querySelectorAll("button, label, select, .ptx-touch")]
  .map((node) => node.getBoundingClientRect())
  .filter(({ width, height }) => Math.min(width, height) < 24).length"""


def check_layout(page, root):
    """Nothing sticks out of the page or the widget; every target is wide enough for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert root.evaluate(STICK_OUT) == []
    assert root.evaluate(SMALL) == 0
