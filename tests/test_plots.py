"""What the pictures show is what was given: numbers read back from the axes."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from ptronlib import plots


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
