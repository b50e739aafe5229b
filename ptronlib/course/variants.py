"""Exercises with other numbers: drawn from a seed, with the answers computed.

What a solution of the book says about one sample is no answer about another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .._validate import check_count
from ..core.perceptron import perceptron
from ..counting import cover_count, separable_fraction
from ..exercises import Reply
from ..exercises._checking import (
    EXERCISES,
    UNANSWERED,
    Wrong,
    judge,
    listed,
    number,
    numbers,
    parts,
)
from ..geometry import max_margin, radius, separable

__all__ = ["Variant", "check_variant", "variant", "varied"]


@dataclass(frozen=True)
class Variant:
    """An exercise with numbers of its own.

    Attributes
    ----------
    label : str.  The exercise that it is a variant of.
    statement : str.  What is asked, in Markdown.
    form : str.  What form the answer should have.
    answer : object.  The right answer, computed.

    Examples
    --------
    >>> variant("ex-hand", 2026).form
    'A pair: the list of mistakes, and the final weights.'
    """

    label: str
    statement: str
    form: str
    answer: object


Told = tuple[str, object, Callable[[object], None]]  # statement, answer, checker
VARIED: dict[str, Callable[[int], Told]] = {}


def varied() -> list[str]:
    """Return the labels of the exercises that have variants, in the order of the book.

    Examples
    --------
    >>> varied()[:2]
    ['ex-hand', 'ex-margins']
    """
    return list(VARIED)


def variant(label: str, seed: int) -> Variant:
    """Draw a variant of an exercise, the same one for the same seed.

    Parameters
    ----------
    label : str.  Of the exercise, or its number in the book: "ex-hand", "1.1".
    seed : int, >= 0.

    Raises
    ------
    KeyError.  The exercise has no variants; `varied` lists those that have.

    Examples
    --------
    >>> print(variant("1.1", 2026).statement)
    Run the perceptron in the cyclic order on $x_0 = (..., ...)$ with label $...$, ...
    """
    label = _label(label)
    statement, answer, _ = _drawn(label, seed)
    return Variant(label, statement, EXERCISES[label][1], answer)


def check_variant(label: str, seed: int, answer: object) -> Reply:
    """Check an answer to a variant, as `ptronlib.exercises.check` does for the book's exercise.

    Parameters
    ----------
    label : str.  Of the exercise, or its number in the book.
    seed : int, >= 0.  That of the variant.
    answer : object.  Three dots stand for an answer that is still to come.

    Raises
    ------
    KeyError.  The exercise has no variants.

    Examples
    --------
    >>> check_variant("ex-hand", 2026, variant("ex-hand", 2026).answer)
    ex-hand: right.
    """
    label = _label(label)
    _, _, checker = _drawn(label, seed)
    if answer is ...:
        return Reply(label, f"{UNANSWERED} {EXERCISES[label][1]}")
    try:
        checker(answer)
    except (TypeError, ValueError) as wrong:
        return Reply(label, str(wrong))
    return Reply(label)


def _label(label: str) -> str:
    by_number = {EXERCISES[name][0]: name for name in VARIED}
    if (name := by_number.get(label, label)) not in VARIED:
        shown = ", ".join(f"{name} ({EXERCISES[name][0]})" for name in VARIED)
        raise KeyError(f"label must be that of an exercise with variants, {shown}; got {label!r}.")
    return name


def _drawn(label: str, seed: int) -> Told:
    return VARIED[label](check_count(seed, "seed", 0))


def varies(label: str):
    """Register what draws the variants of an exercise."""

    def register(draws):
        VARIED[label] = draws
        return draws

    return register


# -- the exercises

Array = np.ndarray


def _rng(seed: int, what: str) -> np.random.Generator:
    """Return a generator for one exercise, or for several that share what is drawn."""
    return np.random.default_rng([seed, *what.encode()])


def _point(x: Array) -> str:
    return f"({', '.join(f'{v:g}' for v in x)})"


def _three_points(seed: int) -> tuple[Array, Array]:
    """Draw three points of the plane on which a run is long enough, and can be done by hand."""
    rng, y = _rng(seed, "three points"), np.array([1.0, -1, -1])
    while True:
        X = rng.integers(-3, 4, (3, 2)).astype(float)
        if X.any(axis=1).all() and separable(X, y, intercept=False):
            run = perceptron(X, y)
            short = 3 <= run.n_updates <= 8 and len(set(run.mistakes.tolist())) > 1
            if short and run.margin < 0.9 * max_margin(X, y).margin:
                return X, y


def _shown(X: Array) -> str:
    first, second, third = map(_point, X)
    return (
        f"$x_0 = {first}$ with label $+1$, and $x_1 = {second}$ and $x_2 = {third}$ with label $-1$"
    )


@varies("ex-hand")
def by_hand(seed: int) -> Told:
    """A run in the cyclic order."""
    X, y = _three_points(seed)
    run = perceptron(X, y)

    def checker(answer) -> None:
        mistakes, w = parts(answer, "mistakes, w")
        w = numbers(w, "two numbers", (2,), "the weights")
        hint = "After an update go on to the next example, not back; a tie is a mistake."
        listed(mistakes, run.mistakes, "Your list", hint)
        if (w != run.w).any():
            raise Wrong("The mistakes are right; add their signed examples, not the examples.")

    asked = (
        f"Run the perceptron in the cyclic order on {_shown(X)}. "
        "List the mistakes, and the final weights."
    )
    return asked, (run.mistakes.tolist(), run.w.tolist()), checker


@varies("ex-margins")
def three_numbers(seed: int) -> Told:
    """The margin of the run, the best margin and the bound."""
    X, y = _three_points(seed)
    run, best = perceptron(X, y), max_margin(X, y).margin
    bound = (radius(X) / best) ** 2
    smallest = float((y * (X @ run.w)).min())

    def checker(answer) -> None:
        own, top, most = (number(v, "each entry") for v in parts(answer, "margin, best, bound"))
        undivided = "That is the smallest score; divide it by the length of w.", smallest
        judge(own, run.margin, "For the margin", "", undivided, rel=5e-3)
        hint = "No direction reaches it." if top > best else "Some w reaches more."
        judge(top, best, "For the best margin", hint, rel=5e-3)
        judge(most, bound, "For the bound", "It is the square of R / eps.", rel=1e-2)

    asked = (
        f"For the three examples {_shown(X)}: what is the margin of the weights with which the "
        "cyclic perceptron stops, what is the best margin, and how many mistakes does the theorem "
        "allow at most? Three significant digits are enough."
    )
    return asked, (float(run.margin), float(best), float(bound)), checker


@varies("ex-c2-trace")
def trace(seed: int) -> Told:
    """The scores of four examples that are examined one after the other."""
    rng = _rng(seed, "four examples")
    while True:
        X, y = rng.integers(-200, 201, (4, 2)) / 100, rng.choice([-1.0, 1.0], 4)
        Z = y[:, None] * np.column_stack([X, np.ones(4)])
        scores, w = [], np.zeros(3)
        for z in Z:
            scores.append(float(z @ w))
            w = w + z * (scores[-1] <= 0)
        clear = min(abs(score) for score in scores[1:]) > 0.05
        if clear and any(score > 0 for score in scores):
            break
    right = np.array(scores)

    def checker(answer) -> None:
        got = numbers(answer, "four numbers", (4,))
        wrong = np.abs(got - right) > 1e-3
        if wrong.any():
            t = int(np.argmax(wrong))
            hint = "Did you multiply by the label, and add only after a mistake?"
            raise Wrong(f"Score {t + 1} is not {got[t]:.4g}. {hint}")

    rows = "\n".join(f"| {a:.2f} | {b:.2f} | {c:+.0f} |" for (a, b), c in zip(X, y, strict=True))
    asked = (
        "The examples of this table are examined once each, from top to bottom:\n\n"
        f"| first number | second number | label |\n|--:|--:|--:|\n{rows}\n\n"
        "Append the constant 1, start at 0 and run the perceptron, which adds only after a mistake "
        "(a tie is one). Which score $y\\,(w \\cdot x + b)$ did each of the four have when it was "
        "examined?"
    )
    return asked, scores, checker


@varies("ex-c3-hand")
def thresholds(seed: int) -> Told:
    """A run with a threshold in both orders."""
    rng, ones = _rng(seed, "a threshold"), np.ones(2)
    while True:
        Z, beta = rng.integers(-1, 4, (2, 2)).astype(float), float(rng.integers(4, 10))
        if Z[0, 0] * Z[1, 1] == Z[0, 1] * Z[1, 0] or not separable(Z, ones, intercept=False):
            continue
        runs = [perceptron(Z, ones, beta, order=order) for order in ("cyclic", "worst")]
        cyclic, worst = (run.mistakes.tolist() for run in runs)
        both = all(0 < sum(used) < len(used) <= 8 for used in (cyclic, worst))
        if both and cyclic != worst:
            break

    def checker(answer) -> None:
        first, second = parts(answer, "cyclic, worst")
        hint = "After an update it is the other's turn; a tie with the threshold is a mistake."
        listed(first, cyclic, "In cyclic order your list", hint)
        hint = "Which of the two scores is smaller? And a tie is a mistake."
        listed(second, worst, "Worst first your list", hint)

    asked = (
        f"Let $z_1 = {_point(Z[0])}$, $z_2 = {_point(Z[1])}$ and $\\beta = {beta:g}$. Which "
        "examples does the algorithm with this threshold use in turn, first in cyclic order, and "
        "then worst first (among equals, the first)? Give two lists of indices, $0$ for $z_1$ and "
        "$1$ for $z_2$."
    )
    return asked, (cyclic, worst), checker


@varies("ex-c3-price")
def price(seed: int) -> Told:
    """The thresholds that promise a share of the best margin."""
    rng = _rng(seed, "a share")
    share = int(rng.choice([20, 30, 35, 40, 42, 46, 48]))
    j = int(rng.choice([4, 9, 24, 49]))
    any_order, worst = share / (100 - 2 * share), float(j * (j + 1))

    def checker(answer) -> None:
        first, second = numbers(answer, "two numbers", (2,))
        judge(first, any_order, "In every order", "Which share does it promise?", rel=5e-3)
        slip = "That is j; beta is j (j + 1) R^2.", float(j)
        judge(second, worst, "Worst first", "Which share does it promise?", slip, rel=5e-3)

    asked = (
        "The perceptron with a fixed threshold $\\beta$ promises the share "
        "$\\beta / (2\\beta + R^2)$ of the best margin in every order, and worst first, with "
        "$\\beta = j\\,(j + 1)\\,R^2$, the share $j / (j + 1)$. Which threshold, in units of "
        f"$R^2$, promises {share} percent in every order? And which one, worst first, "
        f"{100 * j // (j + 1)} percent? Give both numbers."
    )
    return asked, (any_order, worst), checker


@varies("ex-c6-small")
def labelings(seed: int) -> Told:
    """Labelings of points by lines and by circles."""
    n = int(_rng(seed, "points").integers(6, 12))
    right = cover_count(n, 3), cover_count(n, 4)

    def checker(answer) -> None:
        for name, value, count in zip(
            ("lines", "circles"), parts(answer, "lines, circles"), right, strict=True
        ):
            half = "Do you count a labeling and its opposite as one?", count / 2
            hint = "How many weights does the family have? The bias is one of them."
            got = number(value, f"the number for {name}")
            judge(got, count, f"For {name}", hint, half, rel=0.0)

    asked = (
        f"Let {n} points of the plane be given, no three on a line and no four on a circle. How "
        f"many of their {2**n:,} labelings can be produced by a line, and how many by a circle "
        "(inside against outside, either way)?"
    )
    return asked, tuple(int(count) for count in right), checker


@varies("ex-c6-wendel")
def wendel(seed: int) -> Told:
    """The probability that points lie in one half of a circle, or of a sphere."""
    k = int(_rng(seed, "a half").integers(5, 11))
    right = tuple(float(separable_fraction(k, N)) for N in (2, 3))

    def checker(answer) -> None:
        names = ("circle", "sphere")
        for name, value, wanted in zip(names, parts(answer, "circle, sphere"), right, strict=True):
            got = number(value, f"the probability for the {name}")
            other = "That is the probability that they surround the center.", 1 - wanted
            hint = "In which dimension does it lie?"
            judge(got, wanted, f"For the {name}", hint, other, rel=5e-3)

    asked = (
        f"Draw {k} points at random and independently, evenly on a circle. What is the probability "
        "that they all lie in one half of it? What is it on a sphere?"
    )
    return asked, right, checker


@varies("ex-c10-images")
def images(seed: int) -> Told:
    """How many images tell two networks apart."""
    rng = _rng(seed, "images")
    error, difference = (int(rng.integers(8, 31)) / 1000, int(rng.integers(10, 31)) / 10_000)
    right = 8 * error * (1 - error) / difference**2

    def checker(answer) -> None:
        got = number(answer, "m")
        once = "The difference should be twice its standard error.", right / 4
        two = "The difference of two errors has twice the variance of one."
        judge(got, right, "", two, once, rel=0.03)

    asked = (
        f"Two networks with a true error of {100 * error:.1f} percent each are tested on the same "
        "number $m$ of fresh images, and the images that they misread are independent. How large "
        f"must $m$ be for a difference of {100 * difference:.2f} points to exceed twice its "
        "standard error? Two digits are enough."
    )
    return asked, right, checker
