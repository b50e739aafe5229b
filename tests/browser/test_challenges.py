"""Each challenge of each interactive can be met, and is ticked when it is; nothing sticks out."""

import numpy as np
import pytest
from cases import one_quick
from explorer import (
    EXPLORERS,
    centre,
    check_layout,
    drag,
    draw_on,
    fact,
    opened,
    point,
    press,
    touch,
    turn,
)
from playwright.sync_api import expect

from ptronlib.widgets.explorer import CARDS


def flip(root, i=0):
    """Carry a point to the other side of the origin."""
    box = root.locator(".ptx-plane").bounding_box()
    x, y = centre(touch(root, i))
    goal = 2 * box["x"] + box["width"] - x, 2 * box["y"] + box["height"] - y
    drag(root.page, touch(root, i), *goal)


def times(n, act, *told):
    for _ in range(n):
        act(*told)


def slide(root, name, value):
    root.get_by_role("slider", name=name).first.fill(str(value))


def plane(root):
    times(10, press, root, "Step")
    times(16, point(root, 4).press, "ArrowUp")  # towards the other class
    flip(root, 2)


def certified(root):
    plane(root)
    assert "= 0 with" in root.locator(".ptx-certificate").inner_text().replace("\xa0", " ")


def proof(root):
    for i in (2, 3, 2, 3, 2, 3, 2, 3, 2):  # the longest way
        point(root, i).press("Enter")
    root.locator(".ptp-start").press("Shift+ArrowLeft")
    press(root, "Play")
    expect(root).to_have_attribute("data-converged", "true")
    point(root, 0).press("f")


def margins(root):
    turn(root, "Fixed", "End")
    times(40, turn, root, "Fixed", "ArrowLeft")
    times(40, turn, root, "Fixed", "ArrowRight")
    turn(root, "Growing", "End")


def descent(root):
    slide(root, "batch", 9)
    slide(root, "step size", 4)
    times(6, press, root, "Step")


def cosine(root):
    times(6, press, root, "Step")
    slide(root, "threshold", 0.05)
    slide(root, "start at", 75)
    times(12, press, root, "Step")
    press(root, "Two points")
    times(41, press, root, "Step")


def cover(root):
    slide(root, "points", 4)
    for _ in range(60):
        press(root, "Toss")
        if fact(root, "separable") == "false":
            break
    slide(root, "points", 6)
    times(6, press, root, "100 tosses")


def count(root):
    for k in range(2, 33):
        press(root, "One more")
        expect(root).to_have_attribute("data-seen", str(k))
    drag(root.page, touch(root, 4), *centre(point(root, 1)))


def compression(root):
    press(root, "Keep only the compression")
    for i in range(12):
        press(root, "Keep all")
        point(root, i).press("Enter")


def projection(root):
    times(3, turn, root, "dimensions", "ArrowLeft")
    turn(root, "dimensions", "Home")


def hulls(root):
    slide(root, "distance", 32)
    press(root, "Start again")
    times(6, point(root, 1).press, "ArrowRight")


def game(root):
    slide(root, "your direction", 69)
    times(3, press, root, "Ten rounds")


def digits(root):
    for k in range(10):
        press(root, str(k))
        assert fact(root, "answer") == str(k)
    sheet = root.locator(".ptx-sheet")
    press(root, "1")
    draw_on(sheet, (0.3, 0.2), (0.7, 0.2), (0.7, 0.8), (0.3, 0.8), (0.3, 0.2))
    second = root.locator(".ptx-card li").nth(1)
    expect(second.get_by_role("img", name="met:")).to_be_attached()
    press(root, "Clear")
    expect(root).to_have_attribute("data-strokes", "0")
    rows = enumerate(np.arange(0.15, 0.9, 0.05))
    draw_on(sheet, *[(x, y) for k, y in rows for x in ((0.1, 0.9), (0.9, 0.1))[k % 2]])


WAYS = {"perceptron": certified, "first": plane, "proof": proof, "margins": margins,
        "descent": descent, "cosine": cosine, "cover": cover, "count": count,
        "compression": compression, "projection": projection, "hulls": hulls, "game": game,
        "digits": digits}  # fmt: skip


def test_every_interactive_has_challenges():
    assert WAYS.keys() == CARDS.keys() == EXPLORERS.keys()
    assert all(2 <= len(card["tries"]) <= 3 for card in CARDS.values())


@pytest.mark.parametrize("name", one_quick(WAYS))
def test_each_challenge_is_ticked_when_it_is_met(device, site, name):
    root = opened(device, site, name)
    items = root.locator(".ptx-card li")
    words = [text.replace("_", "") for text in CARDS[name]["tries"]]
    assert items.locator("span:last-child").all_inner_texts() == words
    WAYS[name](root)
    expect(root.locator(".ptx-card .ptx-met")).to_have_count(items.count())
    assert root.locator(".ptx-card").get_by_role("img", name="met:").count() == items.count()
    check_layout(device, root)
