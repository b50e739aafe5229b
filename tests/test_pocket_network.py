"""The network of the page: rounding, the file, the frame; the page's JavaScript against numpy."""

import json
import sys
from pathlib import Path

import drawing
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from node import ask_javascript

from ptronlib.mnist import Network, load_mnist
from ptronlib.mnist.pocket_network import FILE, load_pocket
from ptronlib.widgets import DigitExplorer

EXPERIMENTS = Path(__file__).parents[1] / "experiments"
RECORD = EXPERIMENTS / "results" / "mnist" / "pocket.json"
READ = f"""(() => {{ const b = readFileSync({json.dumps(str(FILE))});
  return m.readNetwork(b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength)); }})()"""


def some_strokes(rng, n=3):
    return [rng.uniform(0.1, 0.9, (rng.integers(1, 9), 2)).round(3).tolist() for _ in range(n)]


def test_the_file_is_small_and_errs_as_recorded():
    record = json.loads(RECORD.read_text())
    assert FILE.stat().st_size == record["bytes"] <= 700_000
    mnist = load_mnist()
    assert (load_pocket().pixels == np.flatnonzero(mnist.X_train.any(axis=0))).all()
    wrong = (load_pocket().scores(mnist.X_test).argmax(axis=1) != mnist.y_test).sum()
    assert abs(wrong - 100 * record["error"]) <= 1  # one near tie may fall either way elsewhere
    assert abs(record["error"] - record["before"]) < 0.15


@given(seed=st.integers(0, 2**32))
def test_rounding_is_at_most_half_a_scale_and_the_file_keeps_every_byte(seed, tmp_path_factory):
    sys.path.insert(0, str(EXPERIMENTS))
    try:
        from pocket import quantize, store
    finally:
        sys.path.remove(str(EXPERIMENTS))
    rng = np.random.default_rng(seed)
    shapes = (784, 5), (5,), (5, 10)
    weights = Network(*(rng.normal(size=shape).astype(np.float32) for shape in shapes))
    ink = rng.random(784) < 0.8
    net = quantize(weights, ink, beta=2.5, label="β = 1")
    assert (np.abs(net.Q * net.scale - weights.W1[ink]) <= net.scale * 0.5001).all()
    path = tmp_path_factory.getbasetemp() / "net.safetensors"
    store(net, path)
    again = load_pocket(path)
    assert (again.beta, again.label) == (2.5, "β = 1")
    for name in ("pixels", "Q", "scale", "bias", "W2"):
        ours, read = getattr(net, name), getattr(again, name)
        assert read.dtype == ours.dtype and (read == ours).all()


def test_the_frame_of_mnist_is_a_fixed_point():
    """A digit of MNIST, drawn large, comes back as itself."""
    X = load_mnist(digits=(0, 8)).X_test[:50]
    far = []
    for x in X:
        again = drawing.normalize(np.kron(x.reshape(28, 28), np.ones((4, 4))))
        far.append(np.abs(again - x).sum() / x.sum())
        rows = np.flatnonzero(again.reshape(28, 28).sum(axis=1) > 1e-6)
        assert rows[-1] - rows[0] + 1 <= drawing.BOX + 1
    assert max(far) < 1e-6


def test_javascript_draws_frames_and_scores_like_numpy(tmp_path):
    rng = np.random.default_rng(7)
    cases = [some_strokes(rng) for _ in range(12)]
    cases += [[[[0.5, 0.5]]], [[[0.0, 0.0], [1.0, 1.0]]], [[[0.2, 0.5], [0.2, 0.5]]]]
    answer = f"""(() => {{ const net = {READ}; return (s) => {{
      const f = m.frameOf(m.inkOf(s)); const c = m.scoresOf(net, f);
      return [m.inkOf(s, 16), f, c, m.ranking(c)]; }}; }})()"""
    found = ask_javascript(DigitExplorer(), f"{answer}", cases, tmp_path)
    net = load_pocket()
    for strokes, (ink, frame, scores, ranking) in zip(cases, found, strict=True):
        np.testing.assert_allclose(ink, drawing.draw(strokes, 16), atol=1e-9)
        np.testing.assert_allclose(frame, drawing.normalize(drawing.draw(strokes)), atol=1e-6)
        ours = net.scores(np.array([frame]))[0]
        np.testing.assert_allclose(scores, ours, rtol=1e-4, atol=1e-3 * np.abs(ours).max())
        assert ranking == sorted(range(10), key=lambda k: (-scores[k], k))


def test_every_example_is_read_as_what_it_shows(tmp_path):
    (found,) = ask_javascript(DigitExplorer(), "() => m.EXAMPLES", [0], tmp_path)
    frames = np.array([drawing.normalize(drawing.draw(strokes)) for strokes in found])
    assert load_pocket().scores(frames).argmax(axis=1).tolist() == list(range(10))


def test_images_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"X must have shape \(n, 784"):
        load_pocket().scores(np.zeros((1, 28, 28)))
