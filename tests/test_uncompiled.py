"""Where numba is absent the same source runs as Python: the same mistakes, the same products."""

import importlib.util
import sys

import numpy as np
import pytest
from scipy import sparse
from test_neural import SMALL, blobs, same

from ptronlib import _compile, cosine_perceptron, perceptron, radius
from ptronlib.betas import growing, power, r_independent
from ptronlib.estimators import PerceptronClassifier
from ptronlib.neural import images, train


def plain(monkeypatch, name):
    """Return the module anew, as it is where numba cannot be imported."""
    monkeypatch.setattr(_compile, "COMPILED", False)
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def without_numba(monkeypatch):
    """Return a function after which kernels are Python."""

    def switch():
        module = plain(monkeypatch, "ptronlib._kernels")
        monkeypatch.setitem(sys.modules, "ptronlib._kernels", module)
        monkeypatch.setattr(images, "_sparse", plain(monkeypatch, "ptronlib._sparse"))
        assert not hasattr(module.scan, "py_func")

    return switch


def sample(n=40, d=6, seed=7):
    """Examples on a grid of sixteenths, whose scores are exact, with a margin."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-16, 17, (n, d)) / 16
    w = rng.integers(1, 5, d).astype(float)
    X = X[np.abs(X @ w) > 1.0]
    return X, np.sign(X @ w)


def test_the_same_mistakes(without_numba):
    X, y = sample()
    rules = (0.0, 1.0, r_independent(), growing(1.5, R=2.5), power(0.5))

    def runs():
        return [
            perceptron(given, y, beta, order=order, rng=rng and np.random.default_rng(rng))
            for given in (X, sparse.csr_array(X))
            for beta in rules
            for order, rng in (("cyclic", None), ("shuffled", 3), ("worst", None))
        ]

    compiled = runs()
    without_numba()
    for one, other in zip(compiled, runs(), strict=True):
        assert one.n_updates > 0 and one.mistakes.tolist() == other.mistakes.tolist()
        np.testing.assert_allclose(one.betas, other.betas, rtol=1e-12)


def test_single_precision_is_no_longer_than_its_radius(without_numba):
    """The longest example is as long as R says, though its entries have half the digits."""
    without_numba()
    for seed in range(20):
        X, y = sample(seed=seed)
        X = (X / 3).astype(np.float32)
        assert perceptron(X, y, growing(1.2, R=radius(X))).converged


def test_the_same_projections(without_numba):
    X, y = sample()
    start = np.r_[-1.0, np.zeros(X.shape[1] - 1)]
    compiled = cosine_perceptron(X, y, 0.1, w_init=start)
    path = list(compiled.replay())
    without_numba()
    found = cosine_perceptron(X, y, 0.1, w_init=start)
    assert compiled.n_updates > 0 and found.mistakes.tolist() == compiled.mistakes.tolist()
    np.testing.assert_allclose(list(found.replay()), path, rtol=1e-12, atol=1e-15)


def test_the_same_rows_of_a_sparse_matrix(without_numba):
    from scipy import sparse

    X, y = sample()
    model = PerceptronClassifier(beta=1.0, random_state=0)
    compiled = model.fit(sparse.csr_array(X), y).coef_
    without_numba()
    np.testing.assert_array_equal(model.fit(sparse.csr_array(X), y).coef_, compiled)


def test_the_same_network_up_to_rounding(without_numba):
    X, y = blobs(40)
    X = np.where(X > 0.5, X, 0.0).astype(np.float32)  # paper, so that only ink is multiplied
    compiled = train(SMALL, X, y, seed=5)
    without_numba()
    found = train(SMALL, X, y, seed=5)
    assert found.updates == compiled.updates > 0
    for name, part in compiled.network.tensors.items():
        np.testing.assert_allclose(found.network.tensors[name], part, rtol=1e-3, atol=1e-4)
    assert same(found.network, train(SMALL, X, y, seed=5).network)
