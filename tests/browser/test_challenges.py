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
    while fact(root, "converged") == "false":  # as a finger goes round
        for i in range(6):
            point(root, i).press("Enter")
    press(root, "Race on")
    expect(root).to_have_attribute("data-raced", "true")
    flip(root)


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
    times(31, press, root, "One more dichotomy")
    expect(root).to_have_attribute("data-seen", "32")
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
    press(root, "Play")
    while float(fact(root, "lower")) < 0.365:  # to the top of the curve
        turn(root, "your direction", "ArrowLeft")
    expect(root.locator(".ptx-card .ptx-met")).to_have_count(3)


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
    tasks, notes = zip(*CARDS[name]["tries"], strict=True)
    assert items.locator(".ptx-task").all_inner_texts() == [text.replace("_", "") for text in tasks]
    assert root.locator(".ptx-note:visible").count() == 0  # nothing is told before
    WAYS[name](root)
    expect(root.locator(".ptx-card .ptx-met")).to_have_count(items.count())
    assert root.locator(".ptx-card").get_by_role("img", name="met:").count() == items.count()
    told = root.locator(".ptx-note:visible").all_inner_texts()
    assert told == [text.replace("_", "") for text in notes]
    assert root.get_by_role("button", name="Show the notes").count() == 0
    check_layout(device, root)


def test_a_note_comes_with_its_mark_and_all_to_those_who_give_up(page, site):
    root = opened(page, site, "proof")
    notes = root.locator(".ptx-note:visible")
    press(root, "Race on")
    expect(notes).to_have_count(1)
    expect(root.locator(".ptx-met .ptx-note:visible")).to_have_count(1)
    press(root, "Show the notes")
    expect(notes).to_have_count(3)
    assert root.locator(".ptx-met").count() == 1  # to read is not to do


@pytest.mark.parametrize("name", ["first", "perceptron", "proof", "cosine"])
def test_start_again_brings_a_dragged_sample_back(page, site, name):
    root = opened(page, site, name)
    root.evaluate("root => root.querySelectorAll('details').forEach(it => { it.open = false; })")
    data = "node => JSON.stringify([...node.querySelectorAll('.ptx-point')].map("
    data += "(it) => it.getAttribute('aria-label')))"
    first = root.evaluate(data)
    flip(root, 0)
    assert root.evaluate(data) != first
    press(root, "Start again")
    assert root.evaluate(data) == first


def test_step_is_above_the_fold_of_its_picture(page, site):
    page.goto(f"{site}book/01_perceptron.html")
    root = page.locator(".ptx-brief")
    root.wait_for()
    step = root.get_by_role("button", name="Step", exact=True)
    assert centre(step)[1] - root.bounding_box()["y"] < 60
    names = root.locator(".ptx-live dt").all_inner_texts()
    assert names == ["mistakes so far", "at most"]  # in this order; no letter is defined yet
