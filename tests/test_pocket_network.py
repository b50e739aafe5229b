"""The network of the page: rounding, the file, the frame; the page's JavaScript against numpy."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from node import ask_javascript
from safetensors import safe_open

from experiments.records import read
from ptronlib.mnist import Network, load_mnist
from ptronlib.mnist.pocket_network import FILE, load_pocket
from ptronlib.widgets import DigitExplorer

EXPERIMENTS = Path(__file__).parents[1] / "experiments"
READ = f"""(() => {{ const b = readFileSync({json.dumps(str(FILE))});
  return m.readNetwork(b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength)); }})()"""


RNG = np.random.default_rng(7)
STROKES = [[RNG.uniform(0.1, 0.9, (k, 2)).tolist() for k in (8, 3, 2, 1)] for _ in range(12)]
STROKES += [[[[0.5, 0.5]]], [[[0.0, 0.0], [1.0, 1.0]]], [[[0.2, 0.5], [0.2, 0.5]]]]
DIGITS = DigitExplorer()


def test_the_file_is_small_and_errs_as_recorded():
    record = read("mnist")["pocket"]
    assert FILE.stat().st_size == record["bytes"] <= 700_000
    mnist = load_mnist()
    assert (load_pocket().W1.any(axis=1) <= mnist.X_train.any(axis=0)).all()
    wrong = (load_pocket().scores(mnist.X_test).argmax(axis=1) != mnist.y_test).sum()
    assert abs(wrong - 100 * record["error"]) <= 1  # one near tie may fall either way elsewhere
    assert abs(record["error"] - record["before"]) < 0.15


@given(seed=st.integers(0, 2**32))
def test_the_file_keeps_all_but_half_a_scale_of_the_first_weights(seed, tmp_path_factory):
    sys.path.insert(0, str(EXPERIMENTS))
    try:
        from pocket import store
    finally:
        sys.path.remove(str(EXPERIMENTS))
    rng, shapes = np.random.default_rng(seed), ((784, 5), (5,), (5, 10))
    net = Network(*(rng.normal(size=shape).astype(np.float32) for shape in shapes))
    ink, path = rng.random(784) < 0.8, tmp_path_factory.getbasetemp() / "net.safetensors"
    store(net, ink, path, beta=2.5, label="β = 1")
    again, scale = load_pocket(path), np.abs(net.W1[ink]).max(axis=0) / 127
    assert (np.abs(again.W1 - net.W1)[ink] <= scale * 0.5001).all() and not again.W1[~ink].any()
    assert (again.b1 == net.b1).all() and (again.W2 == net.W2).all()
    assert safe_open(path, "np").metadata() == {"beta": "2.5", "label": "β = 1"}  # the page's


@pytest.mark.needs("node")
def test_ink_is_that_of_a_round_pen(tmp_path):
    lines = [[[0.5, 0.5]], [[0.2, 0.3], [0.2, 0.7]], [[0.1, 0.1], [0.8, 0.7]]]
    areas = ask_javascript(DIGITS, "(line) => m.inkOf([line], 400).flat()", lines, tmp_path)
    for line, ink in zip(lines, areas, strict=True):
        length = np.linalg.norm(np.subtract(line[0], line[-1]))
        assert np.sum(ink) / 400**2 == pytest.approx(0.09 * length + np.pi * 0.045**2, rel=1e-3)


@pytest.mark.needs("node")
def test_the_frame_of_mnist_is_a_fixed_point_and_others_are_centred_in_a_box_of_20(tmp_path):
    """A digit of MNIST, drawn large, comes back as itself."""
    X = load_mnist(digits=(0, 8)).X_test[:20]
    large = [np.kron(x.reshape(28, 28), np.ones((4, 4))).tolist() for x in X]
    found = ask_javascript(DIGITS, "m.frameOf", large, tmp_path)
    np.testing.assert_allclose(found, X, atol=1e-6)
    frames = ask_javascript(DIGITS, "(s) => m.frameOf(m.inkOf(s))", STROKES, tmp_path)
    for frame in np.array(frames).reshape(-1, 28, 28):
        for ink in (frame.sum(axis=0), frame.sum(axis=1)):
            assert np.ptp(np.flatnonzero(ink)) < 20
            assert abs(ink @ np.arange(28) / ink.sum() - 14) <= 0.5 + 1e-5


@pytest.mark.needs("node")
def test_javascript_scores_like_numpy_and_reads_every_example_as_what_it_shows(tmp_path):
    answer = f"""(() => {{ const net = {READ}; return (s) => {{
      const f = m.frameOf(m.inkOf(s)); const c = m.scoresOf(net, f);
      return [f, c, m.ranking(c)]; }}; }})()"""
    (examples,) = ask_javascript(DIGITS, "() => m.EXAMPLES", [0], tmp_path)
    found = ask_javascript(DIGITS, answer, STROKES + examples, tmp_path)
    for frame, scores, ranking in found:
        ours = load_pocket().scores(np.array([frame]))[0]
        np.testing.assert_allclose(scores, ours, rtol=1e-4, atol=1e-3 * np.abs(ours).max())
        assert ranking == sorted(range(10), key=lambda k: (-scores[k], k))
    assert [ranking[0] for *_, ranking in found[-10:]] == list(range(10))
