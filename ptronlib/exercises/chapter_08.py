"""Chapter 8: random maps."""

import numpy as np

from ..bounds import count_descriptions, jl_dimension
from ..geometry.separability import separable
from ._checking import *


@exercise("ex-p8-three", "8.1", "A pair (line, plane): how many labelings survive on each.")
def three(answer) -> None:
    line, plane = (number(part, "each of the two") for part in parts(answer, "line, plane"))
    refuse((line, plane) == (1, 3), "Count Y and -Y, since there are eight labelings in all.")
    judge(line, 2, "On the line", "Which signs must the three labels have?")
    cover = "The three images are dependent, so one labeling and its opposite are lost.", 8
    judge(plane, 6, "In the plane", "Turn w once around.", cover)


@exercise("ex-p8-says", "8.2", "A number: the smallest n from which on the sum is below 2^n.")
def says(answer) -> None:
    right, twice = (
        next(n for n in range(2, 100) if count_descriptions(n, m) < 2**n) for m in (4, 2)
    )
    hint = "Compare the sum, not (2n + 1)^m, with 2^n at n - 1 and at n."
    judge(number(answer, "n"), right, "", hint, ("R^2 / eps^2 is 4, not 2.", twice))


@exercise("ex-p8-lost", "8.3", "A function of A, (k, n) with k < n: n labels that A loses.")
def lost(answer) -> None:
    rng = np.random.default_rng(8)
    for k, n in ((1, 2), (2, 3), (3, 7), (5, 6)):
        A, at = rng.standard_normal((k, n)), f"a {k} x {n} matrix"
        y = numbers(ask(answer, A, what=at), f"{n} labels for {at}", (n,))
        refuse(not (np.abs(y) == 1).all(), f"Labels are -1 or 1; for {at} you return {y.tolist()}.")
        refuse(separable(A.T, y, intercept=False), f"For {at} some w still separates it.")


@exercise("ex-p8-rate", "8.5", "A function of n, tau, delta: the least k by the law of chi itself.")
def rate(answer) -> None:
    from scipy.stats import chi2

    cases = [(10, 1.0, 0.1), (10, 0.5, 0.1), (20, 0.25, 0.05)]
    for n, tau, delta, got, at in values(answer, "n = {}, tau = {} and delta = {}", cases, "k"):
        lemma = int(jl_dimension(n, tau, delta))
        k = np.arange(1, lemma + 1)
        tails = chi2.sf(k * (1 + tau), k) + chi2.cdf(k * (1 - tau), k)
        slip = "That is the polynomial of the lemma, not the law of chi.", lemma
        hint = "Take the law of chi itself, not Markov's inequality, for n^2 vectors at once."
        judge(got, k[tails <= delta / n**2][0], at, hint, slip)


@exercise("ex-p8-break", "8.6", "A vector of 8 numbers, which the map without flips may lose.")
def unspread(answer) -> None:
    from scipy.linalg import hadamard

    v = numbers(answer, "a vector of 8 numbers", (8,))
    refuse(not (np.isfinite(v).all() and v.any()), "Give finite numbers, not all of them zero.")
    image = np.abs(hadamard(8) @ v)
    left = int((image > 1e-9 * image.max()).sum())
    refuse(left > 1, f"Rotated, your vector has {left} coordinates that are not zero: 1 is enough.")


@exercise("ex-p8-there", "8.8", "A number, to three digits: the constant instead of 160.")
def there(answer) -> None:
    squares = np.array([np.sqrt(0.75), 1.5, 1.0])  # of the weight theta of the first part
    best, back, one = (0.5 / squares + 1) * (squares + 1.5) / (np.sqrt(0.5) - 0.5) ** 2
    kept = "You kept the weight sqrt(3/2), the best for the way back; another is better.", back
    plain = "That is not the best weight: what makes the product smallest?", one
    hint = "What must sqrt(1/2) a + b not exceed, and what do the vectors allow?"
    judge(number(answer, "the constant"), best, "", hint, kept, plain, rel=2e-3)
