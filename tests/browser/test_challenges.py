"""Each challenge of each interactive can be met, and is ticked when it is."""

import json
import math
from pathlib import Path

import pytest
from explorer import EXPLORERS, centre, drag, fact, open_at, opened, press, turn
from playwright.sync_api import expect
from sets import one_quick

from ptronlib.widgets.explorer import CARDS

BOOK = Path(__file__).parents[2] / "book"


def flip(root, i=0):
    """Carry a point to the other side of the origin."""
    box = root.locator(".ptx-plane").bounding_box()
    node = root.locator(".ptx-point").nth(i)
    x, y = centre(node)
    goal = 2 * box["x"] + box["width"] - x, 2 * box["y"] + box["height"] - y
    drag(root.page, node.locator(".ptx-touch"), *goal)


def times(n, act, *told):
    for _ in range(n):
        act(*told)


def slide(root, name, value):
    slider = root.get_by_role("slider", name=name).first
    slider.fill(str(value))


def plane(root):
    times(10, press, root, "Step")
    point = root.locator(".ptx-point").nth(4)
    for _ in range(16):  # towards the other class
        point.press("ArrowUp")
    flip(root, 2)


def proof(root):
    for i in (2, 3, 2, 3, 2, 3, 2, 3, 2):  # the longest way
        root.locator(".ptx-point").nth(i).press("Enter")
    root.locator(".ptp-start").press("Shift+ArrowLeft")
    press(root, "Play")
    expect(root).to_have_attribute("data-converged", "true")
    root.locator(".ptx-point").first.press("f")


def margins(root):
    turn(root, "Fixed", "End")
    for _ in range(40):
        turn(root, "Fixed", "ArrowLeft")
    for _ in range(40):
        turn(root, "Fixed", "ArrowRight")
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
    a, b = (centre(root.locator(".ptx-point").nth(k)) for k in (0, 1))
    drag(root.page, root.locator(".ptx-touch").nth(4), *b)
    assert math.dist(a, b) > 20


def compression(root):
    press(root, "Keep only the compression")
    for i in range(12):
        press(root, "Keep all")
        root.locator(".ptx-point").nth(i).press("Enter")


def projection(root):
    times(3, turn, root, "dimensions", "ArrowLeft")
    turn(root, "dimensions", "Home")


def hulls(root):
    slide(root, "distance", 32)
    press(root, "Start again")
    times(6, root.locator(".ptx-point").nth(1).press, "ArrowRight")


def game(root):
    slide(root, "your direction", 69)
    times(3, press, root, "Ten rounds")


def digits(root):
    expect(root).to_have_attribute("data-ready", "true")
    for k in range(10):
        press(root, str(k))
    sheet = root.locator(".ptx-sheet")
    box = sheet.bounding_box()

    def stroke(*places):
        mouse = root.page.mouse
        (x, y), *rest = [(box["x"] + a * box["width"], box["y"] + b * box["height"])
                         for a, b in places]  # fmt: skip
        mouse.move(x, y)
        mouse.down()
        for place in rest:
            mouse.move(*place, steps=4)
        mouse.up()

    press(root, "1")
    stroke((0.3, 0.2), (0.7, 0.2), (0.7, 0.8), (0.3, 0.8), (0.3, 0.2))
    press(root, "Clear")
    rows = [y / 20 for y in range(3, 18)]
    stroke(*[(x, y) for k, y in enumerate(rows) for x in ((0.1, 0.9), (0.9, 0.1))[k % 2]])


WAYS = {"perceptron": plane, "first": plane, "proof": proof, "margins": margins, "descent": descent,
        "cosine": cosine, "cover": cover, "count": count, "compression": compression,
        "projection": projection, "hulls": hulls, "game": game, "digits": digits}  # fmt: skip


def test_every_interactive_has_challenges():
    assert WAYS.keys() == CARDS.keys() and WAYS.keys() >= EXPLORERS.keys()
    assert all(2 <= len(card["tries"]) <= 3 for card in CARDS.values())


@pytest.mark.parametrize("name", one_quick(WAYS))
def test_each_challenge_is_ticked_when_it_is_met(page, site, name):
    digits = name == "digits"
    url = site + "book/10_mnist.html"
    root = open_at(page, url, ".ptx-digits") if digits else opened(page, site, name)
    items = root.locator(".ptx-card li")
    words = [text.replace("_", "") for text in CARDS[name]["tries"]]
    assert items.locator("span:last-child").all_inner_texts() == words
    WAYS[name](root)
    expect(root.locator(".ptx-card .ptx-met")).to_have_count(items.count())
    assert root.locator(".ptx-card").get_by_role("img", name="met:").count() == items.count()


def test_nobody_forces_more_mistakes_in_chapter_2():
    """Every order that the six examples allow, from 0: nine mistakes at most."""
    assert "9 mistakes" in CARDS["proof"]["tries"][0]
    stored = json.loads((BOOK / "02_convergence.ipynb").read_text("utf-8"))["metadata"]["widgets"]
    states = [model["state"] for model in next(iter(stored.values()))["state"].values()]
    (points,) = (state["points"] for state in states if "points" in state)
    Z = [(16 * y * a, 16 * y * b) for a, b, y in points]  # whole numbers
    longest = {}

    def most(a, b):
        if (a, b) not in longest:
            wrong = [(x, y) for x, y in Z if a * x + b * y <= 0]
            longest[a, b] = max((1 + most(a + x, b + y) for x, y in wrong), default=0)
        return longest[a, b]

    assert most(0, 0) == 9
