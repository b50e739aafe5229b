"""The explorer of chapter 1 on the built page: by mouse, touch and keyboard, with no kernel."""

import numpy as np
import pytest
from explorer import Explorer, opened, still, tap
from playwright.sync_api import expect

from ptronlib import lift, max_margin, perceptron, radius


class PlaneExplorer(Explorer):
    def step(self, times):
        for _ in range(times):
            self.press("Step")

    def empty_place(self):
        """A place of the plane, on the screen, with no point near it."""
        box = self.root.locator(".ptx-plane").bounding_box()
        n = self.root.locator(".ptx-point").count()
        taken = np.array([self.centre(self.touch(i)) for i in range(n)])
        grid = [(box["x"] + box["width"] * a, box["y"] + box["height"] * b)
                for a in np.linspace(0.1, 0.9, 9) for b in np.linspace(0.1, 0.9, 9)]  # fmt: skip
        return max(grid, key=lambda place: np.linalg.norm(taken - place, axis=1).min())


@pytest.fixture
def explorer(device, site):
    return PlaneExplorer(device, opened(device, site, "perceptron"))


def expected_bound(X, y):
    return (radius(X) / max_margin(X, y).margin) ** 2


def test_steps_are_the_mistakes_of_perceptron(explorer):
    X, y = explorer.sample
    run = perceptron(X, y, 0.0)
    for t in range(1, run.n_updates + 1):
        explorer.step(1)
        assert explorer.mistakes == run.mistakes[:t].tolist()
        assert f"Update {t}:" in explorer.status
    assert explorer.fact("converged") == "false"
    explorer.step(1)
    assert explorer.fact("converged") == "true"
    assert "No mistake left" in explorer.status
    assert explorer.mistakes == run.mistakes.tolist()
    assert int(explorer.fact("examinations")) == run.examinations
    assert float(explorer.fact("bound")) == pytest.approx(expected_bound(X, y))
    explorer.step(1)  # no more to be done, and nothing is
    assert explorer.mistakes == run.mistakes.tolist()
    explorer.press("Back")
    assert explorer.fact("converged") == "false"
    explorer.press("Back")
    assert explorer.mistakes == run.mistakes[:-1].tolist()
    explorer.press("Reset")
    assert explorer.mistakes == []


@pytest.mark.thorough
def test_the_bias_is_the_weight_of_a_constant_input(explorer):
    X, y = explorer.sample
    explorer.step(2)
    explorer.root.get_by_label("Learn a bias").check()
    assert explorer.mistakes == []
    run = perceptron(lift(X, 1.0), y, 0.0)
    explorer.step(run.n_updates + 1)
    assert explorer.mistakes == run.mistakes.tolist()
    assert float(explorer.fact("bound")) == pytest.approx(expected_bound(lift(X, 1.0), y))


@pytest.mark.thorough
def test_dragging_with_the_mouse_moves_the_bound(explorer):
    (X, y), before = explorer.sample, float(explorer.fact("bound"))
    explorer.step(2)
    i = int(max_margin(X, y).coef.argmax())  # the best margin rests on this point
    x0, y0 = explorer.centre(explorer.touch(i))
    mouse = explorer.page.mouse
    mouse.move(x0, y0)
    mouse.down()
    for k in range(1, 11):
        mouse.move(x0 + k, y0 - k)
    during = float(explorer.fact("bound"))
    mouse.up()
    moved, labels = explorer.sample
    assert (np.delete(moved, i, 0) == np.delete(X, i, 0)).all()
    assert (moved[i] > X[i]).all()
    assert (moved * 16 == np.round(moved * 16)).all()
    assert during == float(explorer.fact("bound")) == pytest.approx(expected_bound(moved, labels))
    assert during != before
    assert explorer.mistakes == perceptron(moved, labels, 0.0).mistakes[:2].tolist()


def touch(page, kind, *places):
    """Send one raw touch event; Playwright itself only taps."""
    if not hasattr(page, "cdp"):
        page.cdp = page.context.new_cdp_session(page)
    points = [{"x": float(x), "y": float(y)} for x, y in places]
    page.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.thorough
@pytest.mark.parametrize("device", ["phone"], indirect=True)
def test_a_finger_drags_points_and_scrolls_elsewhere(explorer):
    page, (X, _) = explorer.page, explorer.sample
    x, y = explorer.centre(explorer.touch(0))
    top = explorer.root.evaluate(still(5))
    scrolled = page.evaluate("scrollY")
    touch(page, "touchStart", (x, y))
    for k in range(1, 11):
        touch(page, "touchMove", (x - 2 * k, y - 3 * k))
    touch(page, "touchEnd")
    moved, _ = explorer.sample
    assert moved[0][0] < X[0][0] and moved[0][1] > X[0][1]
    assert (moved[1:] == X[1:]).all()
    assert explorer.root.evaluate(still(5)) == top and page.evaluate("scrollY") == scrolled

    x, y = explorer.empty_place()
    touch(page, "touchStart", (x, y))
    for k in range(1, 21):
        touch(page, "touchMove", (x, y - 8 * k))
    touch(page, "touchEnd")
    page.wait_for_function("before => scrollY > before + 50", arg=scrolled)
    explorer.root.evaluate(still(5))
    assert len(explorer.sample[0]) == len(X)  # a swipe is not a tap


@pytest.mark.thorough
def test_a_tap_on_the_plane_adds_a_point(explorer):
    n = len(explorer.sample[0])
    x, y = explorer.empty_place()
    tap(explorer.page, x, y)
    expect(explorer.root.locator(".ptx-point")).to_have_count(n + 1)
    X, labels = explorer.sample
    assert labels[-1] == 1
    place = np.array(explorer.centre(explorer.touch(n)))
    assert np.abs(place - (x, y)).max() <= 4  # to the next sixteenth
    explorer.press("Flip label")
    assert explorer.sample[1][-1] == -1
    explorer.press("Remove")
    assert len(explorer.sample[0]) == n


@pytest.mark.thorough
def test_the_keyboard_is_enough(explorer):
    page, (X, y) = explorer.page, explorer.sample
    keys, n = page.keyboard, len(X)

    def focused():
        return page.evaluate("document.activeElement.getAttribute('data-index')")

    for _ in range(400):
        keys.press("Tab")
        if explorer.root.evaluate("root => root.contains(document.activeElement)"):
            break
    assert focused() == "0"
    keys.press("Tab")
    keys.press("ArrowLeft" if X[1][0] > 0 else "ArrowRight")
    assert np.abs(explorer.sample[0][1] - X[1]).tolist() == [1 / 8, 0]
    assert "Moved point 1" in explorer.status
    keys.press("Shift+ArrowUp" if X[1][1] < 0 else "Shift+ArrowDown")
    assert np.abs(explorer.sample[0][1] - X[1]).tolist() == [1 / 8, 1 / 2]
    keys.press("f")
    assert explorer.sample[1][1] == -y[1]
    keys.press("n")
    assert len(explorer.sample[0]) == n + 1 and focused() == str(n)
    keys.press("Delete")
    assert len(explorer.sample[0]) == n and focused() == str(n - 1)
    keys.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Step"
    keys.press("Enter")
    keys.press("Space")
    assert len(explorer.mistakes) == 2


@pytest.mark.thorough
def test_a_contradiction_is_certified_and_can_be_undone(explorer):
    X, y = explorer.sample
    explorer.point(0).focus()
    keys = explorer.page.keyboard
    for _ in range(len(X)):  # one flip after another, until no line is left
        if explorer.fact("separable") == "false":
            break
        keys.press("f")
        keys.press("Tab")
    assert explorer.fact("separable") == "false"
    assert "= 0 with" in explorer.root.locator(".ptx-certificate").inner_text().replace("\xa0", " ")
    assert "it never ends" in explorer.root.inner_text()
    explorer.press("Starting sample")
    assert explorer.fact("separable") == "true"
    assert (explorer.sample[0] == X).all() and (explorer.sample[1] == y).all()


@pytest.mark.thorough
def test_an_empty_plane_is_no_error(explorer):
    explorer.step(1)
    explorer.point(0).focus()
    for _ in explorer.sample[0]:
        explorer.page.keyboard.press("Delete")
    assert explorer.root.locator(".ptx-point").count() == 0
    explorer.step(1)
    assert "There are no points" in explorer.status
    assert explorer.mistakes == []
    explorer.press("Add point")
    explorer.press("Step")
    assert explorer.mistakes == [0]
