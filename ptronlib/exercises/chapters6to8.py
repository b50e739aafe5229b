"""Counts small enough to be listed; which examples were used; exact tails."""

import numpy as np

from ..bounds import jl_dimension
from ..core.additive import perceptron
from ..counting import cover_count, separable_fraction
from ..projection import fast_hadamard
from ._checking import Wrong, exercise, judge, number, numbers, parts, sample, telling, values

# -- chapter 6


@exercise("ex-c6-small", "A pair: how many labelings lines produce, and how many circles.")
def small(answer) -> None:
    lines, circles = parts(answer, "lines, circles")
    for name, got, weights in (("lines", lines, 3), ("circles", circles, 4)):
        got, right = number(got, f"the number for {name}"), cover_count(5, weights)
        said = f"For {name} it is not {got:g}. How many weights does the family have?"
        more = f"For {name}: count the weights once more, the bias is one of them."
        half = f"For {name}: do you count a labeling and its opposite as one?"
        judge(got, right, said, (more, cover_count(5, weights - 1)), (half, right / 2))


@exercise("ex-c6-wendel", "A pair of probabilities: four points on a circle, and on a sphere.")
def wendel(answer) -> None:
    on_circle, on_sphere = parts(answer, "circle, sphere")
    for name, got, N in (("circle", on_circle, 2), ("sphere", on_sphere, 3)):
        got, right = number(got, f"the probability for the {name}"), float(separable_fraction(4, N))
        said = f"For the {name} it is not {got:g}. In which dimension does it lie?"
        other = f"For the {name} that is the probability that they surround the centre."
        judge(got, right, said, (other, 1 - right))


@exercise("ex-c6-circle", "A pair of counts: ten points on a circle; nine of them and one off it.")
def circle(answer) -> None:
    on, off = (number(value, "the count") for value in parts(answer, "on the circle, one off it"))
    said = f"On the circle it is not {on:g}. How many dimensions do the features span?"
    general = "That is general position. Which two features agree on a circle?"
    judge(on, cover_count(10, 5), said, (general, cover_count(10, 6)))
    alike = "The point off the circle is independent of the others: what is |X / x|?"
    judge(off, 2 * cover_count(9, 5), f"With one point off it is not {off:g}.", (alike, on))


# -- chapter 7


@exercise("ex-c7-missed", "A pair for 12 examples: 6 orthonormal vectors twice; 12 copies of one.")
def missed(answer) -> None:
    vectors, copies = parts(answer, "orthonormal, copies")
    for name, got, right in (("vectors", vectors, 0.5), ("copies", copies, 1 / 12)):
        got = number(got, f"the fraction for the {name}")
        said = f"For the {name} it is not {got:g}. When is a copy a mistake?"
        hint = f"For the {name} that is a number of examples; divide it by 12."
        judge(got, right, said, (hint, 12 * right))


@exercise("ex-c7-shuffled", "A pair: a sample (X, y), and a seed with which the weights change.")
def shuffled(answer) -> None:
    drawn, seed = parts(answer, "sample, seed")
    (X, y), seed = sample(drawn), int(number(seed, "the seed"))

    def run(kept):
        with telling():
            return perceptron(X[kept], y[kept], order="shuffled", rng=np.random.default_rng(seed))

    everything = np.arange(len(X))
    whole = run(everything)
    unused = np.setdiff1d(everything, whole.support)
    if not unused.size:
        raise Wrong("Every example of your sample is used: there is none to leave out.")
    if not any((run(everything != k).w != whole.w).any() for k in unused):
        raise Wrong("With this seed the weights stay the same, whichever example is left out.")


# -- chapter 8


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
    v = numbers(answer, "a vector of 8 numbers", (8,))
    if not np.isfinite(v).all() or not v.any():
        raise Wrong("The 8 numbers should be finite, and not all of them zero.")
    image = np.abs(fast_hadamard(v[None, :])[0])
    left = int((image > 1e-9 * image.max()).sum())
    if left > 1:
        raise Wrong(f"Rotated, your vector has {left} coordinates that are not zero: 1 is enough.")
