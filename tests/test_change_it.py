"""The cells with ipywidgets: one a chapter, which shows something at every place of its sliders.

Each slider is put to its ends and to its middle, the others where they stand at first.  A picture
must have named axes and something inside them, and each slider must change it.
"""

import ast
from pathlib import Path

import ipywidgets
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest

CHAPTERS = sorted((Path(__file__).parents[1] / "book").glob("[01][0-9]_*.ipynb"))


def defined_before(notebook, place) -> ast.Module:
    """Imports and functions of the cells above, without what they compute."""
    code = "\n".join(c.source for c in notebook.cells[:place] if c.cell_type == "code")
    kinds = ast.Import | ast.ImportFrom | ast.FunctionDef
    return ast.Module([node for node in ast.parse(code).body if isinstance(node, kinds)], [])


def places(slider) -> list:
    """Return the ends and the middle of a slider, as `ipywidgets.interact` understands it."""
    if isinstance(slider, tuple):
        low, high, step = (*slider, 1)[:3]
        middle = low + step * round((high - low) / 2 / step)
        return [low, middle, high]
    exponents = slider.min, (slider.min + slider.max) / 2, slider.max
    return [slider.base**exponent for exponent in exponents]


def drawn(function, values) -> np.ndarray:
    """Return the pixels of the picture that a function draws, once it has something to show."""
    plt.close("all")
    function(**values)
    figure = plt.gcf()
    assert figure.axes, "no picture"
    figure.canvas.draw()
    for ax in figure.axes:
        assert ax.get_xlabel() and (ax.get_ylabel() or ax.get_yticklabels()), "axes need names"
        shown = [line.get_xydata() for line in ax.lines] + [
            np.asarray(points.get_offsets()) for points in ax.collections
        ]
        lower, upper = np.transpose([ax.get_xlim(), ax.get_ylim()])
        points = [np.asarray(data, dtype=float).reshape(-1, 2) for data in shown]
        inside = sum(((lower <= xy) & (xy <= upper)).all(axis=1).sum() for xy in points)
        assert inside >= 2 or len(ax.patches) >= 2, f"an empty picture at {values}"
    return np.asarray(figure.canvas.buffer_rgba()).copy()


@pytest.fixture
def shown(request, monkeypatch):
    """The function of a chapter's cell, and its sliders."""
    notebook = nbformat.read(request.param, as_version=4)
    tagged = [k for k, c in enumerate(notebook.cells) if "change-it" in c.metadata.get("tags", ())]
    (place,) = tagged
    found, space = [], {}
    monkeypatch.setattr(
        ipywidgets, "interact", lambda **sliders: lambda function: found.append((function, sliders))
    )
    exec(compile(defined_before(notebook, place), str(request.param), "exec"), space)
    exec(notebook.cells[place].source, space)
    (pair,) = found
    yield pair
    plt.close("all")


each_chapter = pytest.mark.parametrize("shown", CHAPTERS, ids=lambda p: p.stem, indirect=True)


@each_chapter
def test_every_slider_changes_a_picture_that_is_never_empty(shown):
    function, sliders = shown
    drawn(function, {})
    for name, slider in sliders.items():
        pictures = [drawn(function, {name: value}) for value in places(slider)]
        assert any(
            p.shape != q.shape or (p != q).any()
            for p, q in zip(pictures, pictures[1:], strict=False)
        ), f"{name} changes nothing"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_page_keeps_the_first_picture_and_no_dead_slider(path):
    cells = nbformat.read(path, as_version=4).cells
    (cell,) = [c for c in cells if "change-it" in c.metadata.get("tags", ())]
    assert any("image/png" in output.get("data", {}) for output in cell.outputs)
    assert "widget" not in str([list(output.get("data", {})) for output in cell.outputs])


def test_an_empty_picture_and_one_without_names_are_refused():
    def empty():
        plt.figure().gca().set(xlabel="x", ylabel="y", xlim=(5, 6))
        plt.plot([0.0, 1.0], [0.0, 1.0])
        plt.xlim(5, 6)

    def nameless():
        plt.figure().gca().plot([0.0, 1.0], [0.0, 1.0])

    with pytest.raises(AssertionError, match="an empty picture"):
        drawn(empty, {})
    with pytest.raises(AssertionError, match="axes need names"):
        drawn(nameless, {})
    plt.close("all")


# What the text asks about occurs along the slider: (chapter, setting, then the title to find).
def titled(function, values) -> str:
    drawn(function, values)
    ax = plt.gcf().axes[0]
    legend = ax.get_legend()
    return f"{ax.get_title()} {legend.get_title().get_text() if legend else ''}"


@pytest.mark.parametrize("shown", CHAPTERS[:1], ids=["01"], indirect=True)
def test_only_the_margin_moves_the_bound_and_the_mistakes_stay_below(shown):
    def counts(**values):
        words = titled(shown[0], values).split()
        return float(words[0]), float(words[4])

    made, most = counts()
    fewer, more = counts(gap=0.4), counts(gap=0.02)
    assert fewer[0] < made < more[0] < more[1] and fewer[1] < most < more[1]
    assert {counts(n=n)[1] for n in (20, 400)} == {counts(d=d)[1] for d in (2, 50)} == {most}
    assert counts(d=50)[0] > made


@pytest.mark.parametrize("shown", CHAPTERS[1:2], ids=["02"], indirect=True)
def test_a_start_further_away_lets_the_dashed_curves_cross_later(shown):
    limits = [int(titled(shown[0], {"away": a}).split()[-1]) for a in (0.0, 10.0, 20.0)]
    assert limits == [100, 300, 500]


@pytest.mark.parametrize("shown", CHAPTERS[7:8], ids=["08"], indirect=True)
def test_some_k_keeps_inner_products_within_the_band_and_more_points_want_a_larger_one(shown):
    def largest(**values):
        return float(titled(shown[0], values).split()[-1])

    for draw in (1, 9):
        assert largest(k=100, draw=draw) > 0.15 > largest(k=10**3.4, draw=draw)
    assert largest(k=400, n=5) < 0.15 < largest(k=400, n=100)


@pytest.mark.parametrize("shown", CHAPTERS[4:5], ids=["05"], indirect=True)
def test_forgiving_more_stops_sooner_and_a_near_start_has_nothing_to_correct(shown):
    counts = [int(titled(shown[0], {"sigma": s}).split()[0]) for s in (0.05, 0.4)]
    assert counts[0] > 2 * counts[1] > 0
    assert int(titled(shown[0], {"c": 0.95}).split()[0]) == 0


@pytest.mark.parametrize("shown", CHAPTERS[6:7], ids=["07"], indirect=True)
def test_the_two_promises_change_places_inside_the_axis(shown):
    few, default, many = (
        float(titled(shown[0], values).split()[-2]) for values in ({"n": 1000}, {}, {"n": 20_000})
    )
    assert 10 < few < default < many < 11.5


@pytest.mark.parametrize("shown", CHAPTERS[2:3], ids=["03"], indirect=True)
def test_a_larger_exponent_gains_margin_and_costs_updates(shown):
    said = []
    for alpha in (1.0, 1.7):
        drawn(shown[0], {"alpha": alpha})
        share, updates = (ax.get_title().split()[0] for ax in plt.gcf().axes)
        said.append((int(share), int(updates.replace(",", ""))))
    assert said[0][0] < 50 and said[1][0] > 90 and said[1][1] > 100 * said[0][1]


@pytest.mark.parametrize("shown", CHAPTERS[3:4], ids=["04"], indirect=True)
def test_more_steps_want_a_smaller_one(shown):
    lowest = []
    for T in (20, 320):
        drawn(shown[0], {"T": T})
        etas, gaps = plt.gcf().axes[0].lines[0].get_data()
        lowest.append(etas[np.argmin(gaps)])
    assert lowest[1] < lowest[0] / 2


@pytest.mark.parametrize("shown", CHAPTERS[5:6], ids=["06"], indirect=True)
def test_four_times_as_many_weights_halve_the_width_of_the_cliff(shown):
    widths = [float(titled(shown[0], {"N": N, "tosses": 10}).split()[9]) for N in (9, 36)]
    assert 1.7 < widths[0] / widths[1] < 2.3


@pytest.mark.parametrize("shown", CHAPTERS[8:9], ids=["09"], indirect=True)
def test_both_players_stop_mixing_where_one_row_beats_the_other(shown):
    def said(a, b):
        return titled(shown[0], {"a": a, "b": b})

    assert said(1.0, 2.0).startswith("both mix: value 0.20, rows 0.60 and 0.40")
    assert "columns 1.00 and 0.00" in said(-2.0, 2.0)
    kinds = [said(a, b).split(":")[0] for a in (-3.0, 3.0) for b in (-3.0, 3.0)]
    assert kinds == ["both mix", "no mixing needed", "no mixing needed", "both mix"]
