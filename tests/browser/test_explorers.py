"""The interactives of the built pages, with no kernel: they show what the library computes.

By mouse, touch and keyboard, on a laptop and on a phone; the plane's own pointers and keys are
tested with chapter 1's explorer, in test_explore.py.
"""

import re

import numpy as np
import pytest
from cases import one_quick
from explorer import (
    EXPLORERS,
    centre,
    drag,
    draw_on,
    fact,
    facts,
    no_network,
    opened,
    point,
    press,
    sample,
    says,
    tap,
    touch,
)
from playwright.sync_api import expect

from ptronlib import betas, cosine_perceptron, max_margin, perceptron, radius, separable, widgets
from ptronlib.geometry import Close, Wall, separate_hulls, sparse_strategies

FIRST_SIGHT = """root => ({
  controls: root.querySelectorAll(".ptx-board .ptx-row :is(button, input)").length,
  numbers: root.querySelectorAll(".ptx-live dd").length,
  open: root.querySelectorAll(".ptx-more[open]").length,
  height: root.querySelector(".ptx-live").getBoundingClientRect().bottom
    - root.getBoundingClientRect().top }) """


@pytest.mark.parametrize("name", one_quick(EXPLORERS))
def test_five_controls_and_two_numbers_at_first_sight_within_600_pixels(phone, site, name):
    file, selector, *_ = EXPLORERS[name]
    phone.goto(f"{site}book/{file}.html")
    phone.locator(selector).first.wait_for(state="visible")
    seen = phone.locator(selector).first.evaluate(FIRST_SIGHT)
    assert seen["controls"] <= 5 and seen["numbers"] == 2 and seen["open"] == 0
    assert seen["height"] <= 600


# -- chapter 2: the lines of the proof


@pytest.mark.thorough
def test_a_run_makes_the_mistakes_of_perceptron_and_the_lines_hold(device, site):
    root = opened(device, site, "proof")
    X, y = sample(root)

    def follows(run, name):
        for t in range(1, run.n_updates + 1):
            press(root, name)
            assert facts(root, "mistakes") == run.mistakes[:t].tolist()
            assert min(facts(root, "slack")) >= -1e-9

    run = perceptron(X, y)
    follows(run, "Next in turn")
    assert fact(root, "converged") == "true" and "No mistake left" in says(root)
    bound = (radius(X) / max_margin(X, y).margin) ** 2
    assert float(fact(root, "bound")) == pytest.approx(bound)
    press(root, "Reset")
    follows(perceptron(X, y, order="worst"), "Worst")
    press(root, "Back")
    assert len(facts(root, "mistakes")) == perceptron(X, y, order="worst").n_updates - 1
    press(root, "Reset")
    root.locator(".ptp-start").press("Shift+ArrowLeft")
    root.get_by_label("Size of a step").select_option("0.5")
    assert facts(root, "start") == [-1.0, 0.0]
    follows(perceptron(X, y, w_init=[-2.0, 0.0]), "Next in turn")


def test_a_click_or_a_tap_adds_a_mistake_and_refuses_what_is_right(device, site):
    root = opened(device, site, "proof")
    tap(device, *centre(touch(root, 4)))
    expect(root).to_have_attribute("data-mistakes", "4")
    tap(device, *centre(touch(root, 4)))
    expect(root.get_by_role("status")).to_contain_text("Point 4 is right")
    assert fact(root, "mistakes") == "4"


# -- chapter 3: thresholds


def test_sliders_show_the_runs_of_the_library(device, site):
    root = opened(device, site, "margins")
    points = np.array(widgets.MarginExplorer().points)
    X, y = points[:, :2], points[:, 2]

    def shows(kind, value):
        expect(root).to_have_attribute("data-kind", kind)
        assert float(fact(root, "value")) == value
        run = perceptron(X, y, value if kind == "beta" else betas.growing(value, radius(X)))
        assert int(fact(root, "updates")) == run.n_updates
        assert float(fact(root, "margin")) == pytest.approx(run.margin)
        assert facts(root, "w") == run.w.tolist()
        share = f"{100 * run.margin / max_margin(X, y).margin:.1f}".removesuffix(".0")
        assert f"{run.n_updates} updates" in says(root) and share in says(root)

    beta, alpha = (root.get_by_role("slider", name=k) for k in ("Fixed threshold", "Growing"))
    beta.press("ArrowRight")
    shows("beta", 0.0625)
    beta.press("End")
    shows("beta", 6.25)
    box = alpha.bounding_box()
    tap(device, box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    shows("alpha", 1.75)


# -- chapter 5: the cosine perceptron

POINTS = np.array(widgets.CosineExplorer().points)


def cosine_run(angle, sigma=0.25):
    start = [np.cos(np.radians(angle)), np.sin(np.radians(angle))]
    return cosine_perceptron(POINTS[:, :2], POINTS[:, 2], sigma, w_init=start)


def test_steps_are_the_mistakes_of_the_cosine_perceptron(device, site):
    root = opened(device, site, "cosine")
    run = cosine_run(168)
    for t in range(1, run.n_updates + 1):
        press(root, "Step")
        assert facts(root, "mistakes") == run.mistakes[:t].tolist()
        assert float(fact(root, "length")) == pytest.approx(run.norms[t], abs=1e-12)
    assert fact(root, "converged") == "false"
    press(root, "Step")
    assert fact(root, "converged") == "true" and fact(root, "wrong") == "2"
    assert "all of them in the wedge" in says(root)
    press(root, "Reset")
    root.get_by_label("threshold").press("ArrowRight")
    root.get_by_label("start at").press("ArrowLeft")
    press(root, "Play")
    expect(root).to_have_attribute("data-converged", "true")
    assert facts(root, "mistakes") == cosine_run(167, 0.3).mistakes.tolist()


@pytest.mark.thorough
def test_a_click_starts_w_there(device, site):
    root = opened(device, site, "cosine")
    box = root.locator(".ptx-plane").bounding_box()
    tap(device, box["x"] + 0.2 * box["width"], box["y"] + 0.93 * box["height"])
    angle = root.locator(".ptx-reading").last
    expect(angle).to_have_text(re.compile("23[2-8]°"))  # the plane snaps to sixteenths


# -- chapter 6: counting


def test_moving_a_point_changes_the_count(device, site):
    root = opened(device, site, "count")
    assert fact(root, "count") == fact(root, "cover") == "32"
    press(root, "Add point")
    assert fact(root, "cover") == "44"
    press(root, "Starting points")
    target = touch(root, 0)
    target.scroll_into_view_if_needed()
    drag(device, touch(root, 5), *centre(target))
    assert fact(root, "count") == "22"  # coincides: nothing is added
    assert "coincide" in says(root)
    point(root, 5).press("Shift+ArrowDown")
    assert int(fact(root, "count")) > 22


def test_tosses_are_separable_as_the_library_says(device, site):
    root = opened(device, site, "cover")
    hits = 0
    for k in range(1, 9):
        press(root, "Toss")
        found = bool(separable(*sample(root)))
        hits += found
        assert fact(root, "separable") == str(found).lower()
        assert (fact(root, "tosses"), fact(root, "hits")) == (str(k), str(hits))
    press(root, "100 tosses")
    share = int(fact(root, "hits")) / int(fact(root, "tosses"))
    assert float(fact(root, "expected")) == 0.5 and share == pytest.approx(0.5, abs=0.1)


# -- chapter 7: compression

COMPRESSED = np.array(widgets.CompressionExplorer().points)


def shows_the_run_without(root, dropped):
    kept = np.setdiff1d(np.arange(len(COMPRESSED)), dropped)
    run = perceptron(COMPRESSED[kept, :2], COMPRESSED[kept, 2])
    expect(root).to_have_attribute("data-dropped", " ".join(map(str, dropped)))
    assert facts(root, "w") == run.w.tolist()
    assert facts(root, "mistakes") == kept[run.mistakes].tolist()


def test_a_used_example_matters_and_an_unused_one_does_not(device, site):
    root = opened(device, site, "compression")
    for dropped, same in (([9], "false"), ([], "true"), ([3], "true")):
        which = 9 if dropped != [3] else 3
        tap(device, *centre(touch(root, which)))
        shows_the_run_without(root, dropped)
        assert fact(root, "same") == same
    assert "same w bit for bit" in says(root)
    point(root, 3).press("Enter")
    point(root, 10).press("Enter")
    shows_the_run_without(root, [10])
    assert point(root, 10).get_attribute("aria-pressed") == "true"


# -- chapter 8: random maps


def test_turning_k_down(device, site):
    root = opened(device, site, "projection")
    slider = root.get_by_role("slider", name="dimensions after the map, k")
    explorer = widgets.ProjectionExplorer()
    before = np.array(explorer.before)
    for k, after in zip(explorer.ks, np.array(explorer.after), strict=True):
        assert slider.get_attribute("aria-valuetext") == f"{k} of 64 dimensions"
        assert int(fact(root, "kept")) == (2 * after >= before).sum()
        assert int(fact(root, "lost")) == (after == 0).sum()
        smallest = float(fact(root, "smallest"))
        assert smallest == pytest.approx((after / before).min(), rel=1e-12)
        assert f"With k = {k}," in says(root)
        slider.press("ArrowLeft")


# -- chapter 9: two hulls, and a game

CORNER = re.compile(r"corner \d+ of ([KL]), at \((-?[\d.]+), (-?[\d.]+)\)")
V = np.array(widgets.GameExplorer().points)


def separated(root):
    """The picture's answer is the library's, for the corners that a screen reader is told."""
    labels = [node.get_attribute("aria-label") for node in root.locator(".ptx-point").all()]
    rows = [CORNER.match(label).groups() for label in labels]
    P, Q = (np.array([[float(x), float(y)] for k, x, y in rows if k == name]) for name in "KL")
    found = separate_hulls(P, Q, float(fact(root, "eps")))
    assert fact(root, "kind") == type(found).__name__
    assert int(fact(root, "updates")) == found.n_updates
    value, name = (found.margin, "gap") if isinstance(found, Wall) else (found.distance, "distance")
    assert float(fact(root, name)) == pytest.approx(value, rel=1e-12)
    return type(found)


def test_corners_move_by_keys_and_by_hand(device, site):
    root = opened(device, site, "hulls")
    assert separated(root) is Wall
    corner = point(root, 1)
    for _ in range(4):
        corner.press("ArrowRight")
    assert separated(root) is Close
    root.get_by_role("slider").fill("4")
    separated(root)
    press(root, "Start again")
    assert separated(root) is Wall
    before = corner.get_attribute("aria-label")
    x, y = centre(touch(root, 1))
    drag(device, touch(root, 1), x + 40, y + 30)
    assert corner.get_attribute("aria-label") != before
    separated(root)


@pytest.mark.thorough
def test_rounds_are_the_library_s_and_the_bracket_holds_the_value(device, site):
    root = opened(device, site, "game")
    sparse = sparse_strategies(V, order="worst")
    t = 0
    for name, more in (("Next round", 1), ("Next round", 1), *[("Ten rounds", 10)] * 3):
        press(root, name)
        t = min(t + more, sparse.run.n_updates)
        assert facts(root, "picks") == sparse.run.mistakes[:t].tolist()
        upper = float(fact(root, "upper"))
        assert upper == pytest.approx(sparse.losses[t - 1], rel=1e-12)
        assert float(fact(root, "lower")) <= float(fact(root, "value")) <= upper
    assert fact(root, "finished") == "true" and "stops after 30 rounds" in says(root)
    assert root.get_by_role("button", name="Next round").is_disabled()


def test_the_arrow_turns_by_keys_by_hand_and_with_a_click(device, site):
    root = opened(device, site, "game")
    root.get_by_role("slider").press("ArrowLeft")
    assert fact(root, "angle") == "159"
    turn = np.radians(159)
    lower = (V @ [np.cos(turn), np.sin(turn)]).min()
    assert float(fact(root, "lower")) == pytest.approx(lower, abs=1e-12)
    assert root.locator(".ptx-game-value").count() == 0
    root.get_by_label("Show the value").check()
    assert root.locator(".ptx-game-value").count() == 2
    root.locator(".ptx-plane").scroll_into_view_if_needed()
    box = root.locator(".ptx-plane").bounding_box()
    middle = box["x"] + box["width"] / 2
    drag(device, root.locator(".ptx-game-knob"), middle, box["y"] + 0.2 * box["height"])
    assert abs(int(fact(root, "angle")) - 90) <= 2
    tap(device, middle + 0.4 * box["width"], box["y"] + box["height"] / 2)
    expect(root).to_have_attribute("data-angle", re.compile("^(0|1|359)$"))


# -- chapter 10: the drawing sheet


def test_drawing_with_the_mouse_or_a_finger(device, site):
    asked = []
    device.on("request", lambda r: asked.append(r.url) if "digits.safetensors" in r.url else None)
    root = opened(device, site, "digits")
    draw_on(root.locator(".ptx-sheet"), (0.5, 0.2), (0.48, 0.8))
    expect(root).to_have_attribute("data-answer", "1")
    assert np.argmax(facts(root, "scores")) == 1 == facts(root, "ranking")[0]
    assert fact(root, "strokes") == "1" and len(asked) == 1


@pytest.mark.thorough
def test_drawing_with_the_keyboard_and_no_network(device, site):
    root = opened(device, site, "digits")
    area = root.locator(".ptx-sheet")
    with no_network(device):
        for key in ["ArrowUp"] * 8 + [" "] + ["ArrowDown"] * 16 + [" "]:
            area.press(key)
        assert fact(root, "answer") == "1" and says(root).startswith("A 1, with a score of")
    area.press("Delete")
    assert fact(root, "answer") == ""
