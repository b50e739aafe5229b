"""Inner products in the feature space of a kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from sklearn.metrics.pairwise import pairwise_kernels

from .._validate import Array, check_real

NAMES = ("linear", "poly", "rbf", "sigmoid", "cosine", "laplacian", "precomputed")


@dataclass(frozen=True)
class Kernel:
    """A kernel with its parameters, and what a constant feature adds to each inner product."""

    name: str | Callable
    gamma: float
    degree: float
    coef0: float

    @classmethod
    def for_sample(cls, name, X, gamma, degree, coef0) -> Kernel:
        """Settle gamma: "scale" makes the typical squared distance of rows of X about 2 / gamma."""
        if not callable(name) and name not in NAMES:
            raise ValueError(
                f"kernel must be a function or one of {', '.join(NAMES)}; got {name!r}."
            )
        if gamma not in ("scale", "auto"):
            check_real(gamma, "gamma", 0.0, ends="()")
        d = X.shape[1]
        if gamma == "scale":
            mean_square = X.multiply(X).mean() if sparse.issparse(X) else np.square(X).mean()
            variance = float(mean_square - X.mean() ** 2)
            gamma = 1 / (d * variance) if variance > 0 else 1.0
        return cls(name, 1 / d if gamma == "auto" else gamma, degree, coef0)

    @property
    def precomputed(self) -> bool:
        """Whether matrices of inner products come in place of examples."""
        return isinstance(self.name, str) and self.name == "precomputed"

    def products(self, A, B) -> Array:
        """Return the inner products of the rows of A with those of B."""
        if callable(self.name):
            return np.asarray(self.name(A, B), dtype=float)
        given = {"gamma": self.gamma, "degree": self.degree, "coef0": self.coef0}
        return pairwise_kernels(A, B, metric=self.name, filter_params=True, **given)
