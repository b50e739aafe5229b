"""Chapter 8: exact tails, and a vector that a fast map loses."""

from __future__ import annotations

import numpy as np

from ..bounds import jl_dimension
from ..projection import fast_hadamard
from ._checking import Wrong, exercise, judge, numbers, values


@exercise("ex-p8-rate", "A function of n, eta and delta: the smallest k by the law of chi itself.")
def rate(answer) -> None:
    from scipy.stats import chi2

    cases = [(10, 1.0, 0.1), (10, 0.5, 0.1), (20, 0.25, 0.05)]
    for n, eta, delta, got, at in values(answer, "n = {}, eta = {} and delta = {}", cases, "k"):
        lemma = int(jl_dimension(n, eta, delta))
        k = np.arange(1, lemma + 1)
        tails = chi2.sf(k * (1 + eta), k) + chi2.cdf(k * (1 - eta), k)
        markov = np.ceil(2 * np.log(2 * n**2 / delta) / (eta - np.log1p(eta)))
        judge(
            got,
            k[tails <= delta / n**2][0],
            f"With {at} it is not {got:g}.",
            ("That is the polynomial of the lemma, not the law of chi.", lemma),
            ("That is the rate of Markov's inequality, not the law of chi itself.", markov),
            (f"With {at}: the lemma is about n^2 vectors at once.", k[tails <= delta][0]),
        )


@exercise("ex-p8-break", "A vector of 8 numbers, which the map without flips may lose entirely.")
def lost(answer) -> None:
    v = numbers(answer, "a vector of 8 numbers")
    if v.shape != (8,) or not np.isfinite(v).all() or not v.any():
        raise Wrong(f"The answer should be 8 numbers, not all of them zero; got shape {v.shape}.")
    image = np.abs(fast_hadamard(v[None, :])[0])
    left = int((image > 1e-9 * image.max()).sum())
    if left > 1:
        raise Wrong(f"Rotated, your vector has {left} coordinates that are not zero: 1 is enough.")
