"""The explorer of chapter 1 on the built page: by mouse, touch and keyboard, with no kernel."""

import numpy as np
import pytest
from explorer import centre, fact, facts, opened, point, press, sample, says, still, tap, touch
from explorer import touch_line as swipe
from playwright.sync_api import expect

from ptronlib import lift, max_margin, perceptron, radius


def empty_place(root):
    """A place of the plane, on the screen, with no point near it."""
    left, top, width, height = root.locator(".ptx-plane").bounding_box().values()
    taken = np.array([centre(node) for node in root.locator(".ptx-touch").all()])
    shares = np.linspace(0.1, 0.9, 9)
    grid = [(left + width * a, top + height * b) for a in shares for b in shares]
    return max(grid, key=lambda place: np.linalg.norm(taken - place, axis=1).min())


@pytest.fixture
def root(device, site):
    return opened(device, site, "perceptron")


def check_bound(root, X, y):
    bound = (radius(X) / max_margin(X, y).margin) ** 2
    assert float(fact(root, "bound")) == pytest.approx(bound)


def test_steps_are_the_mistakes_of_perceptron(root):
    X, y = sample(root)
    run = perceptron(X, y)
    for t in range(1, run.n_updates + 1):
        press(root, "Step")
        assert facts(root, "mistakes") == run.mistakes[:t].tolist()
        assert f"Mistake {t}:" in says(root)
    assert fact(root, "converged") == "false"
    for _ in range(2):  # then there is no more to be done, and nothing is
        press(root, "Step")
        assert fact(root, "converged") == "true" and "No mistake left" in says(root)
        assert facts(root, "mistakes") == run.mistakes.tolist()
        assert int(fact(root, "examinations")) == run.examinations
    check_bound(root, X, y)
    press(root, "Back")
    assert fact(root, "converged") == "false"
    press(root, "Back")
    assert facts(root, "mistakes") == run.mistakes[:-1].tolist()
    root.get_by_label("Learn a bias").check()  # the weight of a constant input
    assert facts(root, "mistakes") == []
    run = perceptron(lift(X, 1.0), y)
    for _ in range(run.n_updates):
        press(root, "Step")
    assert facts(root, "mistakes") == run.mistakes.tolist()
    check_bound(root, lift(X, 1.0), y)
    press(root, "Undo all steps")
    assert facts(root, "mistakes") == []


@pytest.mark.thorough
def test_dragging_with_the_mouse_moves_the_bound(root):
    (X, y), before = sample(root), fact(root, "bound")
    press(root, "Step")
    press(root, "Step")
    i = int(max_margin(X, y).coef.argmax())  # the best margin rests on this point
    x0, y0 = centre(touch(root, i))
    mouse = root.page.mouse
    mouse.move(x0, y0)
    mouse.down()
    for k in range(1, 11):
        mouse.move(x0 + k, y0 - k)
    during = fact(root, "bound")
    mouse.up()
    moved, labels = sample(root)
    assert (np.delete(moved, i, 0) == np.delete(X, i, 0)).all()
    assert (moved[i] > X[i]).all()
    assert (moved * 16 == np.round(moved * 16)).all()
    assert during == fact(root, "bound") != before
    check_bound(root, moved, labels)
    assert facts(root, "mistakes") == perceptron(moved, labels).mistakes[:2].tolist()


@pytest.mark.thorough
@pytest.mark.parametrize("device", ["phone"], indirect=True)
def test_a_finger_drags_points_and_scrolls_elsewhere(root):
    page, (X, _) = root.page, sample(root)
    x, y = centre(touch(root, 0))
    top, scrolled = root.evaluate(still(5)), page.evaluate("scrollY")
    swipe(page, [(x - 2 * k, y - 3 * k) for k in range(11)])
    moved, _ = sample(root)
    assert moved[0][0] < X[0][0] and moved[0][1] > X[0][1]
    assert (moved[1:] == X[1:]).all()
    assert root.evaluate(still(5)) == top and page.evaluate("scrollY") == scrolled
    x, y = empty_place(root)
    swipe(page, [(x, y - 8 * k) for k in range(21)])
    page.wait_for_function("before => scrollY > before + 50", arg=scrolled)
    root.evaluate(still(5))
    assert len(sample(root)[0]) == len(X)  # a swipe is not a tap


@pytest.mark.thorough
def test_a_tap_on_the_plane_adds_a_point(root):
    n = len(sample(root)[0])
    x, y = empty_place(root)
    tap(root.page, x, y)
    expect(root.locator(".ptx-point")).to_have_count(n + 1)
    assert sample(root)[1][-1] == 1
    assert np.abs(np.subtract(centre(touch(root, n)), (x, y))).max() <= 4  # to the next sixteenth
    press(root, "Flip label")
    assert sample(root)[1][-1] == -1
    press(root, "Remove")
    assert len(sample(root)[0]) == n


@pytest.mark.thorough
def test_the_keyboard_is_enough(root):
    page, (X, y) = root.page, sample(root)
    keys, n = page.keyboard, len(X)

    def focused():
        return page.evaluate("document.activeElement.getAttribute('data-index')")

    for _ in range(400):
        keys.press("Tab")
        if root.evaluate("root => root.contains(document.activeElement)"):
            break
    assert focused() == "0"
    keys.press("Tab")
    keys.press("ArrowLeft" if X[1][0] > 0 else "ArrowRight")
    assert np.abs(sample(root)[0][1] - X[1]).tolist() == [1 / 8, 0]
    assert "Moved point 1" in says(root)
    keys.press("Shift+ArrowUp" if X[1][1] < 0 else "Shift+ArrowDown")
    assert np.abs(sample(root)[0][1] - X[1]).tolist() == [1 / 8, 1 / 2]
    keys.press("f")
    assert sample(root)[1][1] == -y[1]
    keys.press("n")
    assert len(sample(root)[0]) == n + 1 and focused() == str(n)
    keys.press("Delete")
    assert len(sample(root)[0]) == n and focused() == str(n - 1)
    keys.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Step"
    keys.press("Enter")
    keys.press("Space")
    assert len(facts(root, "mistakes")) == 2


@pytest.mark.thorough
def test_an_empty_plane_is_no_error_and_the_sample_comes_back(root):
    X, y = sample(root)
    point(root, 0).focus()
    for _ in X:
        root.page.keyboard.press("Delete")
    assert root.locator(".ptx-point").count() == 0
    press(root, "Step")
    assert "There are no points" in says(root) and facts(root, "mistakes") == []
    press(root, "Add point")
    press(root, "Step")
    assert facts(root, "mistakes") == [0]
    press(root, "Start again")
    assert (sample(root)[0] == X).all() and (sample(root)[1] == y).all()
