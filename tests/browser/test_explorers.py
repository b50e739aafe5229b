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
from scipy.spatial import ConvexHull

from ptronlib import betas, cosine_perceptron, max_margin, perceptron, radius, separable, widgets
from ptronlib.geometry import Close, Wall, separate_hulls, sparse_strategies

FIRST_SIGHT = """root => ({
  controls: root.querySelectorAll(".ptx-controls :is(button:not(.ptx-copy), input)").length,
  numbers: root.querySelectorAll(".ptx-live dd").length,
  open: root.querySelectorAll(".ptx-more[open]").length,
  height: root.querySelector(".ptx-live").getBoundingClientRect().bottom
    - root.getBoundingClientRect().top }) """


@pytest.mark.parametrize("name", one_quick(EXPLORERS))
def test_five_controls_and_two_numbers_at_first_sight_of_a_phone(phone, site, name):
    file, selector, *_ = EXPLORERS[name]
    phone.goto(f"{site}book/{file}.html")
    phone.locator(selector).first.wait_for(state="visible")
    seen = phone.locator(selector).first.evaluate(FIRST_SIGHT)
    assert seen["controls"] <= 5 and seen["numbers"] == 2 and seen["open"] == 0
    assert seen["height"] <= 660  # what a phone's browser leaves of 844


LETTERS = """root => Math.min(...[...root.querySelectorAll("*")].filter((node) =>
    node.getClientRects().length
    && [...node.childNodes].some((it) => it.nodeType === 3 && it.data.trim()))
  .map((node) => parseFloat(getComputedStyle(node).fontSize)
    * (node.closest("svg")?.getScreenCTM().a ?? 1)))"""


@pytest.mark.parametrize("name", one_quick(EXPLORERS))
@pytest.mark.parametrize("wide", [360, 1280, 768])
def test_no_letter_is_below_eleven_pixels(page, site, name, wide):
    page.set_viewport_size({"width": wide, "height": 900})
    root = opened(page, site, name)
    EXPLORERS[name][2](root)
    assert root.evaluate(LETTERS) >= 11


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
    assert fact(root, "converged") == "true" and "No mistake is left" in says(root)
    bound = (radius(X) / max_margin(X, y).margin) ** 2
    assert float(fact(root, "bound")) == pytest.approx(bound)
    press(root, "Undo all mistakes")
    follows(perceptron(X, y, order="worst"), "Worst")
    press(root, "Back")
    assert len(facts(root, "mistakes")) == perceptron(X, y, order="worst").n_updates - 1
    press(root, "Undo all mistakes")
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


def width(root, bar):
    return float(root.locator(f".ptp-{bar}").get_attribute("width"))


def test_the_bars_close_in_on_the_length_of_w_and_meet(device, site):
    device.emulate_media(reduced_motion="reduce")  # no bar is on its way
    root = opened(device, site, "proof")
    X, y = sample(root)
    R, eps = radius(X), max_margin(X, y).margin
    shares = []
    for t, norm in enumerate(perceptron(X, y).norms[1:], 1):
        press(root, "Next in turn")
        least, now, most = (width(root, bar) for bar in ("least", "now", "most"))
        assert least - 1e-9 <= now <= most + 1e-9
        assert least / now == pytest.approx(t * eps / norm)
        assert most / now == pytest.approx(t**0.5 * R / norm)
        shares.append(least / most)
    assert (np.diff(shares) > 0).all() and shares[-1] < 1
    assert "Race on" in says(root)
    press(root, "Race on")
    assert fact(root, "raced") == "true"
    assert width(root, "least") == pytest.approx(width(root, "most"))
    assert "longer than it can be" in says(root) and "more than 26 mistakes" in says(root)
    point(root, 0).press("f")
    assert fact(root, "separable") == "false" and root.locator(".ptp-least").count() == 0
    assert root.get_by_role("button", name="Race on").is_disabled()
    assert "nothing stops the run" in says(root)


@pytest.mark.thorough
def test_the_bars_race_on_for_those_who_watch(page, site):
    root = opened(page, site, "proof")
    press(root, "Next in turn")
    press(root, "Race on")
    expect(root).to_have_attribute("data-raced", "true")
    press(root, "Next in turn")
    assert fact(root, "raced") == "false" and fact(root, "updates") == "2"


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


# -- chapter 4: descent


def test_one_long_step_is_one_step(page, site):
    root = opened(page, site, "descent")
    root.get_by_role("slider", name="batch").fill("9")
    root.get_by_role("slider", name="step size").fill("8")
    press(root, "Step")
    press(root, "Step")
    assert "after 1 step:" in says(root)


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
    press(root, "Undo all steps")
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


def test_quick_presses_all_count_and_a_small_drag_keeps_the_tray(device, site):
    root = opened(device, site, "count")
    more = root.get_by_role("button", name="One more dichotomy")
    more.evaluate("node => { for (let k = 0; k < 31; k++) node.click(); }")
    expect(root).to_have_attribute("data-seen", "32")
    target = touch(root, 5)
    target.scroll_into_view_if_needed()
    x, y = centre(target)
    before = point(root, 5).get_attribute("aria-label")
    drag(device, target, x + 6, y + 6)
    assert point(root, 5).get_attribute("aria-label") != before
    assert fact(root, "seen") == fact(root, "count") == "32"
    drag(device, target, *centre(touch(root, 0)))  # 22 are left, and each was in the tray
    assert int(fact(root, "seen")) <= int(fact(root, "count")) == 22


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


RINGS = """root => [...root.querySelectorAll(".ptx-halo")]
  .filter((ring) => getComputedStyle(ring).stroke !== "none").length"""


def test_no_ring_of_the_keyboard_stays_at_a_clicked_example(page, site):
    root = opened(page, site, "compression")
    page.mouse.click(*centre(touch(root, 9)))
    assert fact(root, "dropped") == "9" and root.evaluate(RINGS) == 0
    page.keyboard.press("Enter")
    assert fact(root, "dropped") == "" and root.evaluate(RINGS) == 1


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
    for t in range(1, sparse.run.n_updates + 1):
        press(root, "Next round")
        assert facts(root, "picks") == sparse.run.mistakes[:t].tolist()
        upper = float(fact(root, "upper"))
        assert upper == pytest.approx(sparse.losses[t - 1], rel=1e-12)
        assert float(fact(root, "lower")) <= float(fact(root, "value")) <= upper
    press(root, "Next round")  # it goes on after the end of the perceptron's run
    assert len(facts(root, "picks")) == sparse.run.n_updates + 1
    press(root, "Start again")
    assert fact(root, "picks") == fact(root, "upper") == ""


def gain(angle):
    return (V @ [np.cos(np.radians(angle)), np.sin(np.radians(angle))]).min()


def test_the_direction_turns_by_keys_by_hand_and_with_a_click(device, site):
    root = opened(device, site, "game")
    hull = root.locator(".ptx-game-hull").get_attribute("points").split()
    assert len(hull) == len(ConvexHull(V).vertices) < len(V)
    root.get_by_role("slider").press("ArrowLeft")
    assert fact(root, "angle") == "129"
    assert float(fact(root, "lower")) == pytest.approx(gain(129), abs=1e-12)
    plane, curve = (root.locator(f".ptx-{name}") for name in ("plane", "game-chart"))
    plane.scroll_into_view_if_needed()
    x, y = centre(plane)
    below = 0.698 / 2.578  # 0.698 units of 2.578 lie below the origin
    origin = y + plane.bounding_box()["height"] * (0.5 - below)
    drag(device, plane.locator(".ptx-game-knob"), x, origin - 90)
    assert abs(int(fact(root, "angle")) - 90) <= 2
    tap(device, x + 100, origin)
    expect(root).to_have_attribute("data-angle", re.compile("^(0|1|2|358|359)$"))
    tap(device, x, origin + 20)  # more than a right angle from the points: as far as it goes
    expect(root).to_have_attribute("data-angle", re.compile("^(168|348)$"))
    curve.scroll_into_view_if_needed()
    tap(device, *centre(curve))
    expect(root).to_have_attribute("data-angle", re.compile("^(69|70|71)$"))
    dot = curve.locator(".ptx-game-knob")
    drag(device, dot, centre(dot)[0] + 20, centre(dot)[1] - 60)
    assert 78 <= int(fact(root, "angle")) <= 85  # only to the right


@pytest.mark.thorough
def test_the_bound_comes_down_to_the_dot_and_names_the_value(device, site):
    root = opened(device, site, "game")
    assert root.locator(".ptx-game-upper").count() == 0
    press(root, "Play")
    expect(root.locator(".ptx-game-upper")).to_be_attached()
    expect(root.get_by_role("button", name="Play")).to_be_visible()  # it has come to an end
    assert float(fact(root, "upper")) - float(fact(root, "value")) < 0.006
    assert root.locator(".ptx-game-value").count() == 0  # the last task asks for it
    assert root.locator(".ptx-value-value").text_content() == "?"
    assert "The value of the game is in between" in says(root)
    root.get_by_role("slider").fill("69")
    expect(root.locator(".ptx-game-value")).to_be_attached()
    value = f"{float(fact(root, 'value')):.3f}"
    assert f"the value of the game is {value}" in says(root)
    assert f"value {value}" in root.locator(".ptx-game-chart").text_content()


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


def test_the_sheet_keeps_away_from_its_buttons(device, site):
    root = opened(device, site, "digits")
    sheet, clear = root.locator(".ptx-sheet"), root.get_by_role("button", name="Clear")
    a, b = sheet.bounding_box(), clear.bounding_box()
    across, down = b["x"] - a["x"] - a["width"], b["y"] - a["y"] - a["height"]
    assert max(across, down) >= 10
