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
    hint = "Compare the sum, not (2n + 1)^m, with 2^n at n - 1 and at n."
    judge(number(answer, "n"), enough(4), "", hint, ("R^2 / eps^2 is 4, not 2.", enough(2)))


def enough(m: int) -> int:
    """Return from which n on sums of at most m signed points out of n are fewer than 2^n."""
    n = max(2, m)
    while count_descriptions(n, m) >= 2**n:
        n += 1
    return n


@exercise("ex-p8-lost", "8.5", "A function of A, (k, n) with k < n: n labels that A loses.")
def lost(answer) -> None:
    rng = np.random.default_rng(8)
    for k, n in ((1, 2), (2, 3), (3, 7), (5, 6)):
        A, at = rng.standard_normal((k, n)), f"a {k} x {n} matrix"
        y = numbers(ask(answer, A, what=at), f"{n} labels for {at}", (n,))
        refuse(not (np.abs(y) == 1).all(), f"Labels are -1 or 1; for {at} you return {y.tolist()}.")
        refuse(separable(A.T, y, intercept=False), f"For {at} some w still separates it.")


@exercise("ex-p8-rate", "8.7", "A function of n, tau, delta: the least k by the law of chi itself.")
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


@exercise("ex-p8-break", "8.8", "A vector of 8 numbers, which the map without flips may lose.")
def unspread(answer) -> None:
    from scipy.linalg import hadamard

    v = numbers(answer, "a vector of 8 numbers", (8,))
    refuse(not (np.isfinite(v).all() and v.any()), "Give finite numbers, not all of them zero.")
    image = np.abs(hadamard(8) @ v)
    left = int((image > 1e-9 * image.max()).sum())
    refuse(left > 1, f"Rotated, your vector has {left} coordinates that are not zero: 1 is enough.")


@exercise("ex-p8-there", "8.11", "Two numbers, to three digits: the constant there, and back.")
def there(answer) -> None:
    there, back = (number(part, "each of the two") for part in parts(answer, "there, back"))
    least = 1.5 / (np.sqrt(0.5) - 0.5) ** 2
    root = "That is the root of the constant.", np.sqrt(least)
    plain = "The images are up to sqrt(3/2) long, not 1.", least / 1.5
    hint = "How large may norm(Av - Av') be, so that sqrt(1/2) less it is still one half?"
    judge(there, least, "From X to AX", hint, root, plain, rel=2e-3)
    least_back = 1 / (np.sqrt(1 / 6) - 0.25) ** 2
    hint = "How large may norm(v - v') be, so that sqrt(3/2) (1/4 + it) is at most one half?"
    root = "That is the root of the constant.", np.sqrt(least_back)
    judge(back, least_back, "For the way back", hint, root, rel=2e-3)


@exercise("ex-p8-few", "8.3", "A pair (m, smallest): for the lemma, and for v itself.")
def few(answer) -> None:
    m, least = (number(part, "each of the two") for part in parts(answer, "m, smallest"))
    refuse((m, least) == (2, 500), "These two numbers belong in the other order.")
    slips = ("R^2 is 5, so it is not R that is 5.", 2500), ("R is not 1.", 100)
    root = "That is a distance of points over a distance: it wants its square.", np.sqrt(500)
    hint = "When is R / sqrt(m) at most 0.1? R^2 is the largest squared length."
    judge(m, 500, "For the lemma", hint, *slips, root, ("R enters squared, and so does 0.1.", 50))
    fewer = "With which signs do two of the points add up to (1, -1)?"
    judge(least, 2, "For v itself", fewer, ("You may subtract points as well as add them.", 4))


@exercise("ex-p8-zero", "8.4", "A list of words: points, after, before, kept, there or back.")
def zero(answer) -> None:
    holds = {
        "points": "The images are zero, so none of them is too long.",
        "after": "The choice of v' needs only that no image is too long.",
        "before": "This line has nothing to do with the map.",
        "back": "After the map no labeling is an eps/2-partition, so this line claims nothing.",
    }
    fails = {
        "kept": "Is the length of a vector of the list that is not zero nearly kept?",
        "there": "What is the margin of a labeling after the map?",
    }
    words = [answer] if isinstance(answer, str) else answer
    if isinstance(words, list | tuple | set | frozenset):
        words = {str(word).strip().lower().removeprefix("eq-p8-") for word in words}
    wanted = f"The answer should be a list of words out of {', '.join([*holds, *fails])}."
    refuse(not isinstance(words, set) or words - holds.keys() - fails.keys(), wanted)
    for line, why in holds.items():
        refuse(line in words, f'"{line}" does not fail. {why}')
    for line, why in fails.items():
        refuse(line not in words, f"One more line fails. {why}")


@exercise("ex-p8-sparse", "8.10", "A function of d, k and rng: the sparse map, a (k, d) matrix.")
def sparse(answer) -> None:
    for d, k in ((2000, 12), (800, 30)):
        rng, at = np.random.default_rng(d), f"d = {d} and k = {k}"
        A = numbers(ask(answer, d, k, rng, what=at), f"a matrix of {k} rows for {at}", (k, d))
        sizes, size = np.abs(A[A != 0.0]), np.sqrt(3 / k)
        slips = {
            1.0: "Without the factor the lengths grow.",
            np.sqrt(1 / k): "This is right if no entry is 0, but here only every third counts.",
        }
        for slip, why in slips.items():
            same = len(sizes) and np.isclose(sizes, slip).all()
            refuse(same, f"For {at} all sizes are {slip:.4g}. {why}")
        off = f"For {at} each entry that is not 0 should be +-sqrt(3 / k) = +-{size:.6g}."
        refuse(not np.isclose(sizes, size).all(), off)
        zeros = np.mean(A == 0.0)
        refuse(abs(zeros - 2 / 3) > 0.05, f"For {at} a share of {zeros:.2f} is zero, not 2/3.")
        plus = np.mean(A[A != 0.0] > 0.0)
        refuse(abs(plus - 0.5) > 0.1, f"For {at} {plus:.0%} of them are positive, not half.")
        equal = len(np.unique(A, axis=0)) < k
        refuse(equal, f"For {at} some rows are equal; draw each entry for itself.")
