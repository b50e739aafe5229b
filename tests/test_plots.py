"""What the pictures show is what was given: numbers read back from the axes."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from ptronlib import max_margin, perceptron, plots


@pytest.fixture
def ax():
    figure, ax = plt.subplots()
    yield plots.plane(2.0, ax=ax)


def test_examples_are_where_they_are_by_colour_and_shape(ax):
    X, y = np.array([[1.0, 0.5], [-1.0, 0.0], [0.25, 1.0]]), np.array([1.0, -1.0, 1.0])
    plots.examples(X, y, ax=ax)
    positive, negative = ax.collections
    assert positive.get_offsets().tolist() == X[[0, 2]].tolist()
    assert negative.get_offsets().tolist() == X[[1]].tolist()
    assert positive.get_label() == "$y = +1$" and negative.get_label() == "$y = -1$"
    shapes = [len(each.get_paths()[0].vertices) for each in (positive, negative)]
    assert shapes[0] > shapes[1]  # a circle and a square


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_an_arrow_goes_from_its_foot_to_its_head(ax, sign):
    plots.arrow([sign, sign], ax=ax, start=(0.5, 0.0), text="$w$")
    shaft, text = ax.texts
    assert tuple(shaft.xyann) == (0.5, 0.0) and tuple(shaft.xy) == (0.5 + sign, sign)
    assert text.get_text() == "$w$" and np.sign(text.xyann).tolist() == [sign, sign]


def test_weights_keep_their_places(ax):
    w = np.array([0.0, -2.0, 1.0, 0.5, 0.0, 0.0])
    shown = plots.weight_image(w, (2, 3), ax=ax).images[0]
    assert shown.get_array().tolist() == w.reshape(2, 3).tolist() and shown.get_clim() == (-2, 2)


# -- runs


TRIANGLE = np.array([[2.0, 1.0], [0.0, -1.0], [1.0, -2.0]])
LABELS = np.ones(3)


def circles_of(ax):
    return [patch for patch in ax.patches if isinstance(patch, plt.Circle)]


def test_a_street_is_a_line_between_two_at_the_margin():
    ax = plots.street([0.0, 1.0], -0.5, 0.25, ax=plots.plane(2.0))
    heights = [line.get_xy1()[1] for line in ax.lines[-3:]]
    assert heights == [0.5, 0.75, 0.25]
    plt.close("all")


def test_a_hull_is_the_polygon_of_its_corners():
    points = np.array([[0, 0], [4, 0], [4, 4], [0, 4], [2, 2], [1, 3]], dtype=float)
    ax = plots.hull(points, ax=plots.plane(5.0))
    corners = {tuple(corner) for corner in ax.patches[0].get_xy()}
    assert corners == {(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)}
    plt.close("all")


def test_the_steps_of_a_run_are_its_weights_and_what_is_added():
    run = perceptron(TRIANGLE, LABELS)
    _, axes = plt.subplots(2, 2)
    plots.steps(run, TRIANGLE, LABELS, axes=axes.flat, size=3.2, names=[(0, 0)] * 3,
                why=["first", "second", "third"])  # fmt: skip
    titles = [ax.get_title() for ax in axes.flat]
    assert titles == ["$w_0 = (0, 0)$", "$w_1 = (2, 1)$", "$w_2 = (2, 0)$", "$w_3 = (2, -1)$"]
    said = [[t.get_text() for t in ax.texts if t.get_text().startswith("add")] for ax in axes.flat]
    assert said == [["add $z_0$: first"], ["add $z_1$: second"], ["add $z_1$: third"], []]
    plt.close("all")


def test_a_run_is_drawn_between_its_floor_and_its_ceiling():
    run, best = perceptron(TRIANGLE, LABELS), max_margin(TRIANGLE, LABELS)
    R = 5**0.5
    ax = plots.length_and_progress(run, best.w, best.margin, R, ax=plt.figure().subplots())
    ceiling, floor, length, progress = (line.get_xydata() for line in ax.lines)
    meet = R**2 / best.margin**2
    assert ceiling[-1] == pytest.approx([1.1 * meet, (1.1 * meet) ** 0.5 * R])
    assert (length[:, 1] == run.norms).all() and (progress[:, 1] == run.progress(best.w)).all()
    assert (progress[:, 1] >= length[:, 0] * best.margin - 1e-12).all()
    assert floor[-1, 1] == pytest.approx(floor[-1, 0] * best.margin)
    plt.close("all")


def test_a_cap_holds_the_weights_of_its_time():
    run, best = perceptron(TRIANGLE, LABELS), max_margin(TRIANGLE, LABELS)
    _, axes = plt.subplots(1, 2)
    plots.caps(run, best.w, best.margin, 5**0.5, times=(1, 3), axes=axes, size=6.0)
    for t, ax in zip((1, 3), axes, strict=True):
        assert circles_of(ax)[0].radius == pytest.approx((5 * t) ** 0.5)
        assert ax.lines[-1].get_xydata().tolist() == run.replay()[: t + 1].tolist()
    plt.close("all")


# -- images and seeds


def test_images_are_drawn_in_their_places_and_the_others_left_out():
    _, axes = plt.subplots(1, 2)
    plots.images(np.arange(12.0).reshape(3, 4), (2, 2), axes=axes, titles=["a"])
    assert [ax.images[0].get_array().tolist() for ax in axes] == [
        [[0, 1], [2, 3]], [[4, 5], [6, 7]],
    ]  # fmt: skip
    assert [ax.get_title() for ax in axes] == ["a", ""]
    plt.close("all")


def test_seeds_have_a_bar_for_their_mean_and_one_for_what_is_printed():
    ax = plots.seeds([1.0, 3.0], 2.0, ax=plt.figure().subplots(), printed=1.5)
    dots, mean, printed = (line.get_ydata() for line in ax.lines)
    assert (list(dots), list(mean), list(printed)) == ([1.0, 3.0], [2.0, 2.0], [1.5, 1.5])
    plt.close("all")


def test_of_intervals_the_first_is_on_top_and_a_full_dot_is_shown():
    found = {
        "a": {"mean": 1.0, "low": 0.5, "high": 1.5, "shown": True},
        "b": {"mean": 0.2, "low": -0.1, "high": 0.5, "shown": False},
    }
    names = {"a": "first", "b": "second"}
    ax = plots.intervals(found, names, ax=plt.figure().subplots(), what="points")
    low, dot = ax.lines[2], ax.lines[3]
    assert low.get_xydata().tolist() == [[0.5, 1.0], [1.5, 1.0]]
    assert dot.get_markerfacecolor() == plots.POSITIVE
    assert ax.lines[1].get_markerfacecolor() == "white" and ax.get_xlabel() == "points"
    plt.close("all")
