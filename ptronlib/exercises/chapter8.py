"""Chapter 8: exact tails, and a vector that a fast map loses."""

from __future__ import annotations

import numpy as np

from ..bounds import jl_dimension
from ..projection import fast_hadamard
from ._checking import Wrong, ask, exercise, number, numbers


@exercise("ex-p8-rate", "A function of n, eta and delta: the smallest k by the law of chi itself.")
def rate(answer) -> None:
    from scipy.stats import chi2

    for n, eta, delta in ((10, 1.0, 0.1), (10, 0.5, 0.1), (20, 0.25, 0.05)):
        k = np.arange(1, int(jl_dimension(n, eta, delta)) + 1)
        tails = chi2.sf(k * (1 + eta), k) + chi2.cdf(k * (1 - eta), k)
        right = int(k[tails <= delta / n**2][0])
        what = f"n = {n}, eta = {eta} and delta = {delta}"
        got = number(ask(answer, n, eta, delta, what=what), "k")
        if got == right:
            continue
        if got == jl_dimension(n, eta, delta):
            raise Wrong("That is the polynomial of the lemma, not the law of chi.")
        if got == int(np.ceil(2 * np.log(2 * n**2 / delta) / (eta - np.log1p(eta)))):
            raise Wrong("That is the rate of Markov's inequality, not the law of chi itself.")
        if got == int(k[tails <= delta][0]):
            raise Wrong(f"With {what}: the lemma is about n^2 vectors at once.")
        raise Wrong(f"With {what} it is not {got:g}.")


@exercise("ex-p8-break", "A vector of 8 numbers, which the map without flips may lose entirely.")
def lost(answer) -> None:
    v = numbers(answer, "a vector of 8 numbers")
    if v.shape != (8,) or not np.isfinite(v).all() or not v.any():
        raise Wrong(f"The answer should be 8 numbers, not all of them zero; got shape {v.shape}.")
    image = np.abs(fast_hadamard(v[None, :])[0])
    left = int((image > 1e-9 * image.max()).sum())
    if left > 1:
        raise Wrong(f"Rotated, your vector has {left} coordinates that are not zero: 1 is enough.")
