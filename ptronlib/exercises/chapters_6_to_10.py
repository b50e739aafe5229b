"""Chapters 6 to 10: counts, compression, random maps, games, a network."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._validate import check_points
from ..bounds import jl_dimension
from ..core.additive import perceptron
from ..counting import cover_count, separable_fraction
from ..geometry.bodies import Box
from ..geometry.hull import hull_distance
from ..geometry.separation import separate_hulls
from ..projection import fast_hadamard
from ._checking import Wrong, ask, exercise, judge, number, numbers, parts, sample, telling, values


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
        raise Wrong(
            "With this seed the weights stay the same, whichever unused example is left out."
        )


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
        raise Wrong("The numbers should be finite, and not all of them zero.")
    image = np.abs(fast_hadamard(v[None, :])[0])
    left = int((image > 1e-9 * image.max()).sum())
    if left > 1:
        raise Wrong(f"Rotated, your vector has {left} coordinates that are not zero: 1 is enough.")


@exercise("ex-c9-best", "A function of n: the value of the game on the n unit vectors.")
def best(answer) -> None:
    for n, got, at in values(answer, "n = {}", [(1,), (4,), (9,), (100,)], "the value"):
        said = f"For {at} it is not {got:g}. What is the mean of the unit vectors?"
        square = "That is the square of it: how long is the mean of the unit vectors?"
        judge(got, n**-0.5, said, (square, 1 / n))


@exercise("ex-c9-factor", "A pair (P, Q) of triangles whose slab is narrower than 0.9 Delta.")
def factor(answer) -> None:
    P, Q = parts(answer, "P, Q")
    with telling():
        P, Q = check_points(P, "P"), check_points(Q, "Q")
    if P.shape != (3, 2) or Q.shape != (3, 2):
        raise Wrong(f"P and Q should be triangles, shape (3, 2); got {P.shape} and {Q.shape}.")
    gap = hull_distance(P, Q).distance
    if gap <= 1e-6:
        raise Wrong("The triangles meet, so there is no slab.")
    wall: Any = separate_hulls(P, Q, gap * (1 - 1e-9))
    if wall.margin >= 0.45 * gap:
        raise Wrong(f"The slab of this pair has {2 * wall.margin / gap:.3f} of the distance.")


@exercise("ex-c9-break", "A body: dimension 2, and a support method that lies and is found out.")
def liar(answer) -> None:
    wall = Box(np.array([3.0, -1.0]), np.array([4.0, 1.0]))
    try:
        found = separate_hulls(answer, wall, 0.1)
        honest = found.verify(answer, wall)
    except ValueError as error:
        if "farthest in the direction" in str(error):
            return
        raise Wrong(str(error)) from None
    except Exception as error:  # whatever a student's code may do
        raise Wrong(f"Your body raised {type(error).__name__}: {error}.") from None
    more = " They are even those of a body." if honest else ""
    raise Wrong(f"Nothing was noticed: your answers agree with each other.{more}")


@exercise("ex-c10-images", "A number: how many images m.")
def images(answer) -> None:
    got, right = number(answer, "m"), 8 * 0.014 * 0.986 / 0.0015**2
    said = f"It is not {got:,.0f}. Which standard error has a difference of two shares?"
    once = "That many make the difference once its standard error; it should be twice."
    two = "The difference of two errors has twice the variance of one."
    judge(got, right, said, (once, 0.25 * right), (two, 0.5 * right), rel=0.03)


@exercise("ex-c10-layers", "A function of L and lam: the factor of thresholds, and that of steps.")
def layers(answer) -> None:
    for L, lam in ((1, 2.0), (2, 3.0), (3, 2.0), (4, 0.5)):
        at = f"L = {L} and lambda = {lam:g}"
        thresholds, steps = parts(ask(answer, L, lam, what=at), "thresholds, steps")
        got = number(thresholds, "the factor of thresholds")
        judge(got, lam**L, f"With {at} the scores are not multiplied by {got:g}.")
        got = number(steps, "the factor of steps")
        hint = "The other way round: larger gradients want smaller steps."
        said = f"With {at} the steps should not be multiplied by {got:g}."
        judge(got, lam ** (2 - L), said, (hint, lam ** (L - 2)))


def updates(first: float, second: float, beta: float, step: float) -> int:
    """Count the updates of the smallest network with an output bias."""
    b, t = 0.0, 0
    while second * max(0.0, first) + b <= beta and t < 10_000:
        first, second = first + step * second, second + step * first
        b, t = b + step, t + 1
    return t


@exercise("ex-c10-break", "A triple: the first weights w1 and w2, both positive, and beta.")
def scaled(answer) -> None:
    w1, w2, beta = (number(v, "each of the three") for v in parts(answer, "w1, w2, beta"))
    if min(w1, w2) <= 0 or beta < 0:
        raise Wrong("w1 and w2 should be positive, and beta not negative.")
    plain, twice = updates(w1, w2, beta, 0.25), updates(2 * w1, 2 * w2, 4 * beta, 0.25)
    if plain == twice:
        raise Wrong(f"With steps of 1/4 both runs take {plain} updates.")


@exercise("ex-c10-design", "A number: how many seeds, each for both schedules.")
def design(answer) -> None:
    got = number(answer, "the number of seeds")
    said = f"It is not {got:g}. Both errors of a test enter, as 1.96 and 0.84."
    half = "With so few the power is about one half."
    twice = "That is the number of networks; a pair of them shares its seed."
    judge(got, 21.5, said, (half, 10.5), (twice, 43), rel=0.075)
