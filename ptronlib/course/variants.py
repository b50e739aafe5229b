"""Exercises with other numbers: drawn from a seed, with answers and solutions computed.

What a solution of the book says about one sample is no answer about another.  Who has the seed
has the answer, so an assignment holds the numbers that were drawn, and the lecturer the seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real

import numpy as np

from .._validate import check_count
from ..bounds import count_descriptions
from ..core.cosine_perceptron import cosine_perceptron
from ..core.perceptron import perceptron
from ..core.run import UpdateBudgetExceeded
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
    refuse,
)
from ..exercises.chapter_08 import enough
from ..geometry import max_margin, radius, separable
from ..learning.voting import averaged, survival

__all__ = ["Variant", "check_form", "check_variant", "variant", "varied"]


@dataclass(frozen=True)
class Variant:
    """An exercise with numbers of its own.

    Attributes
    ----------
    label : str.  The exercise that it is a variant of.
    statement : str.  What is asked, in Markdown.
    form : str.  What form the answer should have.
    answer : object.  The right answer, computed.
    solution : str.  How one comes to it, with the numbers of this variant, in Markdown.

    Examples
    --------
    >>> variant("ex-hand", 2026).form
    'A pair: the list of mistakes, and the final weights.'
    """

    label: str
    statement: str
    form: str
    answer: object
    solution: str = ""


Told = tuple[str, object, Callable[[object], None], str]  # statement, answer, checker, solution
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
    statement, answer, _, solution = _drawn(label, seed)
    return Variant(label, statement, EXERCISES[label][1], answer, solution)


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
    _, _, checker, _ = _drawn(label, seed)
    if answer is ...:
        return Reply(label, f"{UNANSWERED} {EXERCISES[label][1]}")
    try:
        checker(answer)
    except (TypeError, ValueError) as wrong:
        return Reply(label, str(wrong))
    return Reply(label)


def check_form(label: str, answer: object) -> str:
    """Return what is wrong with the form of an answer to a variant; nothing if it fits.

    It needs no seed, so a student can see that nothing is lost by a slip of the form.

    Parameters
    ----------
    label : str.  Of the exercise, or its number in the book.
    answer : object.  Three dots stand for an answer that is still to come.

    Raises
    ------
    KeyError.  The exercise has no variants.

    Examples
    --------
    >>> check_form("ex-hand", ([0, 1], [7, 7]))
    ''
    >>> check_form("ex-hand", [0, 1])
    'This form is asked for: A pair: the list of mistakes, and the final weights.'
    """
    label = _label(label)
    form = EXERCISES[label][1]
    if answer is ...:
        return f"{UNANSWERED} {form}"
    fits = _alike(answer, _drawn(label, 0)[1])
    return "" if fits else f"This form is asked for: {form}"


def _alike(answer: object, model: object) -> bool:
    """Whether an answer is made of numbers as a model is; lists of indices may have any length."""
    answer = answer if isinstance(answer, list | tuple) else np.asarray(answer)
    if not isinstance(model, list | tuple):
        flat = answer.item() if isinstance(answer, np.ndarray) and answer.ndim == 0 else answer
        return isinstance(flat, Real)
    if isinstance(answer, np.ndarray) and answer.ndim == 0:
        return False
    if np.ndim(model[0]):  # parts, each with a form of its own
        pairs = len(answer) == len(model)
        return pairs and all(_alike(one, other) for one, other in zip(answer, model, strict=True))
    indices = isinstance(model, list) and isinstance(model[0], int)
    if not indices and len(answer) != len(model):
        return False
    return all(_alike(entry, 0.0) for entry in answer)


def distinct(label: str, seeds: int = 200) -> int:
    """Return how many different statements the first so many seeds draw."""
    return len({_drawn(label, seed)[0] for seed in range(seeds)})


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
    return f"({', '.join(f'{v + 0.0:g}' for v in x)})"  # no minus before a zero


def said(value: object) -> str:
    """Return an answer in the digits that a person would give."""
    if isinstance(value, list | tuple):
        inner = ", ".join(map(said, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.4g}"
    return f"{value:.0f}" if isinstance(value, float) else str(value)


def _steps(Z: Array, mistakes: list[int]) -> str:
    """Return the weights after each mistake."""
    w, shown = np.zeros(Z.shape[1]), []
    for i in mistakes:
        w = w + Z[i]
        shown.append(f"${i}$: ${_point(w)}$")
    return "The mistakes, each with the weights after it, are " + "; ".join(shown) + "."


def _signed(Z: Array) -> str:
    listed = ", ".join(f"$z_{i} = {_point(z)}$" for i, z in enumerate(Z))
    return f"The signed examples are {listed}."


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
    mistakes, Z = run.mistakes.tolist(), y[:, None] * X
    solved = f"{_signed(Z)} {_steps(Z, mistakes)} Then all three scores are positive."
    return asked, (mistakes, run.w.tolist()), checker, solved


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
    w = run.w
    solved = (
        f"The run ends at $w = {_point(w)}$, where the smallest score is ${smallest:g}$. Divided "
        f"by the length of $w$, ${np.linalg.norm(w):.4g}$, it is the margin ${run.margin:.4g}$. "
        f"The best margin is the distance of the origin from the hull of the signed examples, "
        f"${best:.4g}$. With $R^2 = {radius(X) ** 2:g}$ the bound is ${bound:.4g}$."
    )
    return asked, (float(run.margin), float(best), float(bound)), checker, solved


@varies("ex-c2-trace")
def trace(seed: int) -> Told:
    """The scores of four examples that are examined one after the other."""
    rng = _rng(seed, "four examples")
    while True:
        X, y = rng.integers(-200, 201, (4, 2)) / 100, rng.choice([-1.0, 1.0], 4)
        Z = y[:, None] * np.column_stack([X, np.ones(4)])
        scores, w, ways = [], np.zeros(3), []
        for z in Z:
            scores.append(float(z @ w))
            w = w + z * (scores[-1] <= 0)
            ways.append(w)
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
    lines = [
        f"- The score is ${score:.4g}$, {'a mistake' if score <= 0 else 'right'}; "
        f"the weights are then ${_point(w)}$."
        for score, w in zip(scores, ways, strict=True)
    ]
    return asked, scores, checker, "\n".join(lines)


@varies("ex-c3-hand")
def thresholds(seed: int) -> Told:
    """A run with a threshold in both orders."""
    rng, ones = _rng(seed, "a threshold"), np.ones(2)
    while True:
        Z, beta = rng.integers(-2, 5, (2, 2)).astype(float), float(rng.integers(4, 16))
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
    solved = "\n\n".join(
        f"{name}: {_steps(Z, used)}" for name, used in (("Cyclic", cyclic), ("Worst first", worst))
    )
    return asked, (cyclic, worst), checker, f"Here $0$ is $z_1$, and $1$ is $z_2$.\n\n{solved}"


@varies("ex-c3-three")
def three(seed: int) -> Told:
    """A run on three examples with a threshold."""
    rng = _rng(seed, "three examples and a threshold")
    while True:
        Z, beta = rng.integers(-3, 4, (3, 2)).astype(float), float(rng.integers(1, 6))
        if not Z.any(axis=1).all() or not separable(Z, np.ones(3), intercept=False):
            continue
        run = perceptron(Z, np.ones(3), beta)
        if 4 <= run.n_updates <= 9 and len(set(run.mistakes.tolist())) > 1:
            break

    def checker(answer) -> None:
        mistakes, w = parts(answer, "mistakes, w")
        hint = "A tie with the threshold is a mistake; the cyclic order goes on where it was."
        listed(mistakes, run.mistakes, "Your list", hint)
        if (numbers(w, "two numbers", (2,), "the weights") != run.w).any():
            raise Wrong("The mistakes are right; the weights are the sum of these examples.")

    shown = ", ".join(f"$z_{i} = {_point(z)}$" for i, z in enumerate(Z))
    asked = (
        f"Run the three signed examples {shown} in cyclic order with the threshold "
        f"$\\beta = {beta:g}$. Give the list of mistakes and the final weights."
    )
    mistakes = run.mistakes.tolist()
    ends = f"Then the scores are ${_point(Z @ run.w)}$, all above ${beta:g}$."
    solved = f"{_steps(Z, mistakes)} {ends}"
    return asked, (mistakes, run.w.tolist()), checker, solved


@varies("ex-c3-entry")
def one_entry(seed: int) -> Told:
    """How far an example may move, along one entry or in all."""
    rng = _rng(seed, "one entry")
    while True:
        w, x = rng.integers(-12, 13, 3).astype(float), rng.integers(-3, 4, 3).astype(float)
        sizes = sorted(abs(w))
        if sizes[0] > 0 and sizes[1] < sizes[2] and w @ x > 0 and x.all():
            break
    score, largest, length = float(w @ x), float(abs(w).max()), float(np.linalg.norm(w))
    right = score / largest, score / length

    def checker(answer) -> None:
        one, every = numbers(answer, "two numbers", (2,))
        hint = "A change of entry p by s changes the score by s times the weight of entry p."
        slips = [("That is the score itself.", score)]
        slips += [("Another entry needs less.", score / size) for size in sizes[:2]]
        judge(abs(one), right[0], "For one entry", hint, *slips, rel=3e-3)
        slips = [("That is the score; divide it by the length of w.", score)]
        hint = "It is the distance from the hyperplane."
        judge(abs(every), right[1], "For all entries", hint, *slips, rel=3e-3)

    asked = (
        f"A machine has ended with $w = {_point(w)}$, and $x = {_point(x)}$ has the label $+1$. "
        "How much must a single entry of $x$ change, at least, to bring its score to zero, if you "
        "may choose the entry? How far must $x$ move if all entries may change? Give at least "
        "three digits."
    )
    solved = (
        f"The score is ${score:g}$. The entry with the largest weight, ${largest:g}$ without its "
        f"sign, must change by ${score:g}/{largest:g} = {right[0]:.4g}$. The length of $w$ is "
        f"${length:.4g}$, so the distance is ${score:g}/{length:.4g} = {right[1]:.4g}$."
    )
    return asked, right, checker, solved


@varies("ex-c3-price")
def price(seed: int) -> Told:
    """The thresholds that promise a share of the best margin."""
    rng = _rng(seed, "a share")
    share = int(rng.choice([p for p in range(15, 50) if p != 45]))
    high = int(rng.choice([p for p in range(60, 98) if p != 95]))
    j = high / (100 - high)
    any_order, worst = share / (100 - 2 * share), j * (j + 1)

    def checker(answer) -> None:
        first, second = numbers(answer, "two numbers", (2,))
        judge(first, any_order, "In every order", "Which share does it promise?", rel=5e-3)
        slip = "That is j; beta is j (j + 1) R^2.", j
        judge(second, worst, "Worst first", "Which share does it promise?", slip, rel=5e-3)

    asked = (
        "The perceptron with a fixed threshold $\\beta$ promises the share "
        "$\\beta / (2\\beta + R^2)$ of the best margin in every order, and worst first, with "
        "$\\beta = j\\,(j + 1)\\,R^2$, the share $j / (j + 1)$, where $j$ need not be a whole "
        "number. Which threshold, in units of "
        f"$R^2$, promises {share} percent in every order? And which one, worst first, "
        f"{high} percent? Give both numbers, to three digits at least."
    )
    solved = (
        f"For $\\beta$ equal to $k$ times $R^2$ the formula gives $k/(2k + 1)$, and this is "
        f"${share / 100:g}$ for $k = {any_order:.4g}$. The second share, $j/(j + 1)$, is "
        f"${high / 100:g}$ for $j = {j:.4g}$, so $\\beta = {worst:.4g}\\,R^2$."
    )
    return asked, (any_order, worst), checker, solved


@varies("ex-c4-average")
def average(seed: int) -> Told:
    """The averaged weights of a run on three points."""
    X, y = _three_points(seed)
    run = perceptron(X, y)
    ways = np.repeat(
        run.replay(), survival(run, None), axis=0
    )  # the weights after each examination
    total, right = ways.sum(axis=0), averaged(run)

    def checker(answer) -> None:
        got = numbers(answer, "a vector of the plane", (2,))
        if np.allclose(got, total):
            raise Wrong(f"That is the sum over {len(ways)} examinations; divide by their number.")
        if np.allclose(got, run.w) and not np.allclose(run.w, right):
            raise Wrong("Those are the last weights.")
        if not np.allclose(got, right, rtol=0, atol=0.006):
            raise Wrong("Each weight vector counts once for every examination after which it was.")

    asked = (
        f"Run the perceptron in the cyclic order on {_shown(X)}, until three examinations in a row "
        "have found no mistake. The averaged perceptron uses the mean of the weights after each "
        "examination, those without a mistake among them. Which weights are these? Give fractions, "
        "or two digits after the point."
    )
    listed = "; ".join(f"${_point(w)}$" for w in ways)
    solved = (
        f"After the {len(ways)} examinations the weights are {listed}. Their sum is "
        f"${_point(total)}$, and their mean is $({right[0]:.4g}, {right[1]:.4g})$."
    )
    return asked, right.tolist(), checker, solved


@varies("ex-c5-hand")
def projections(seed: int) -> Told:
    """A run of the cosine perceptron in space, of two or three updates."""
    rng, sigma = _rng(seed, "projections"), 0.3
    while True:
        Z = rng.integers(-3, 4, (2, 3)).astype(float)
        start = rng.integers(-3, 4, 3).astype(float)
        if not (Z.any(axis=1).all() and start.any()):
            continue
        try:
            run = cosine_perceptron(Z, [1, 1], sigma, w_init=start, max_updates=3)
        except UpdateBudgetExceeded:
            continue
        path = run.replay()
        cosines = path @ Z.T / np.outer(*(np.linalg.norm(A, axis=1) for A in (path, Z)))
        if run.n_updates >= 2 and np.abs(cosines + sigma).min() > 0.01:  # clear by hand
            break

    def checker(answer) -> None:
        got = numbers(answer, "3 numbers", (3,))
        refuse(not got.any(), "The zero vector has no direction: take away the part along z only.")
        hint = "Which examples have a cosine of -0.3 or less, and which part of w do they lose?"
        refuse(np.abs(got - run.w).max() > 0.01, f"The run does not end at {_point(got)}. {hint}")

    asked = (
        f"{_signed(Z)} Run the cosine perceptron with $\\sigma = {sigma}$ from "
        f"$w = {_point(start)}$, in the cyclic order. Where does it stop? Give two decimals."
    )
    steps = "; ".join(
        f"${i}$: $({', '.join(f'{v + 0.0:.4g}' for v in w)})$"
        for i, w in zip(run.mistakes, path[1:], strict=True)
    )
    solved = (
        "An example whose cosine with $w$ is at most $-0.3$ takes from $w$ its part along the "
        f"example. The updates, each with the weights after it, are {steps}."
    )
    return asked, run.w.tolist(), checker, solved


@varies("ex-c6-small")
def labelings(seed: int) -> Told:
    """Labelings of points by lines and by circles."""
    n, m = (int(k) for k in _rng(seed, "points").integers(6, 26, 2))
    right = cover_count(n, 3), cover_count(m, 4)

    def checker(answer) -> None:
        for name, value, count in zip(
            ("lines", "circles"), parts(answer, "lines, circles"), right, strict=True
        ):
            half = "Do you count a labeling and its opposite as one?", count / 2
            hint = "How many weights does the family have? The bias is one of them."
            got = number(value, f"the number for {name}")
            judge(got, count, f"For {name}", hint, half, rel=0.0)

    asked = (
        f"Let {n} points of the plane be given, no three on a line. How many of their labelings "
        f"can be produced by a line? And if {m} points are given, no three on a line and no four "
        "on a circle, how many of theirs by a circle (inside against outside, either way)?"
    )
    lines, circles = (int(count) for count in right)
    solved = (
        f"A line has three weights with its bias, so the count is $C({n}, 3) = {lines}$. A circle "
        f"has four, for $x^2 + y^2$, $x$, $y$ and the constant: $C({m}, 4) = {circles}$."
    )
    return asked, (lines, circles), checker, solved


@varies("ex-c6-wendel")
def wendel(seed: int) -> Told:
    """The probability that points lie in one half of a circle, or of a sphere."""
    rng = _rng(seed, "a half")
    k, m = int(rng.integers(5, 16)), int(rng.integers(6, 22))
    right = float(separable_fraction(k, 2)), float(separable_fraction(m, 3))

    def checker(answer) -> None:
        names = ("circle", "sphere")
        for name, value, wanted in zip(names, parts(answer, "circle, sphere"), right, strict=True):
            got = number(value, f"the probability for the {name}")
            other = "That is the probability that they surround the center.", 1 - wanted
            hint = "In which dimension does it lie?"
            judge(got, wanted, f"For the {name}", hint, other, rel=5e-3)

    asked = (
        f"Draw {k} points at random and independently, evenly on a circle. What is the probability "
        f"that they all lie in one half of it? Now draw {m} points so on a sphere. What is the "
        "probability that these lie in one half? Give three digits, or fractions."
    )
    solved = (
        "The points lie in one half if the labels $+1$ for all of them are separable through the "
        "center. By symmetry all labels have the same chance of that: "
        f"$C({k}, 2)/2^{{{k}}} = {right[0]:.4g}$ on the circle, and "
        f"$C({m}, 3)/2^{{{m}}} = {right[1]:.4g}$ on the sphere."
    )
    return asked, right, checker, solved


@varies("ex-c7-plan")
def plan(seed: int) -> Told:
    """What leaving one out allows, and for how many examples."""
    rng = _rng(seed, "a plan")
    a, percent = int(rng.integers(5, 21)), int(rng.choice([1, 2, 4, 5]))
    most = a * a
    n = int(rng.choice([499, 799, 999, 1249, 1599, 1999, 2499]))
    allowed, enough = most / (n + 1), 100 * most // percent - 1

    def checker(answer) -> None:
        error, count = (number(v, "each entry") for v in parts(answer, "error, n"))
        root = "The bound is the square, R^2 / eps^2.", a / (n + 1)
        judge(error, allowed, "For the error", "Divide R^2 / eps^2 by n + 1.", root, rel=1e-2)
        hint = "When is R^2 / eps^2 that share of n + 1?"
        judge(count, enough, "For the examples", hint, rel=2e-3)

    asked = (
        "All samples of a population have radius at most 1 and a best margin of at least "
        f"$\\frac1{{{a}}}$. What does the theorem on leaving one out allow for the average error "
        f"after $n = {n}$ examples? After how many does it allow at most {percent} percent?"
    )
    solved = (
        f"The bound is $R^2/\\varepsilon^2 = {most}$, so the error allowed is "
        f"${most}/{n + 1} = {allowed:.4g}$. It is at most ${percent / 100:g}$ as soon as "
        f"$n + 1 \\ge {enough + 1}$, that is, after {enough} examples."
    )
    return asked, (allowed, enough), checker, solved


@varies("ex-p8-says")
def says(seed: int) -> Told:
    """From how many points on a theorem on partitions says something."""
    rng = _rng(seed, "partitions")
    square, small = int(rng.integers(20, 100)), int(rng.integers(3, 10))
    m = square // small
    right = float(enough(m))

    def checker(answer) -> None:
        slips = [("R^2 / eps^2 is no whole number: round it down.", float(enough(m + 1)))]
        slips.append(("The squares are given.", float(enough(int((square / small) ** 0.5)))))
        hint = "Compare the sum, not (2n + 1)^m, with 2^n at n - 1 and at n."
        judge(number(answer, "n"), right, "", hint, *slips)

    asked = (
        f"Let $R^2 = {square}$ and $\\varepsilon^2 = {small}$. From which $n$ on is the sum "
        "of the theorem that counts $\\varepsilon$-partitions smaller than $2^n$?"
    )
    solved = (
        f"Here $m = {m}$, the whole part of ${square}/{small}$. At $n = {right - 1:.0f}$ the "
        f"sum is {count_descriptions(int(right) - 1, m):.4g}, and $2^n$ {2 ** (right - 1):.4g}; at "
        f"$n = {right:.0f}$ they are {count_descriptions(int(right), m):.4g} and {2**right:.4g}."
    )
    return asked, right, checker, solved


@varies("ex-c9-morra")
def two_by_two(seed: int) -> Told:
    """A game of two rows and two columns without a saddle point."""
    rng = _rng(seed, "a game")
    while True:
        (a, b), (c, d) = rng.integers(-6, 10, (2, 2)).tolist()
        if min(a, d) > max(b, c) and a - b - c + d != 2 * (d - c):
            break
    p, value = (d - c) / (a - b - c + d), (a * d - b * c) / (a - b - c + d)

    def checker(answer) -> None:
        got, worth = (number(v, "each of the two") for v in parts(answer, "p, value"))
        other = "That is the probability of the second row.", 1 - p
        judge(got, p, "For p", "What is gained against each column?", other, rel=5e-3)
        judge(
            worth, value, "For the value", "What is gained at p?", ("Who pays?", -value), rel=5e-3
        )

    asked = (
        f"The payments to the row player are $({a}, {b})$ in the first row and $({c}, {d})$ in the "
        "second. How often should the row player play the first row, and what is the value? Give "
        "three digits, or fractions."
    )
    solved = (
        f"With probability $p$ for the first row, the gain is ${a}p + {_in(c)}(1 - p)$ against the "
        f"first column and ${b}p + {_in(d)}(1 - p)$ against the second. The smaller of the two is "
        f"largest where they agree, at $p = {d - c}/{a - b - c + d}$, and there it is "
        f"${a * d - b * c}/{a - b - c + d}$."
    )
    return asked, (p, value), checker, solved


def _in(number: int) -> str:
    """Return a factor as a sum holds it."""
    return str(number) if number >= 0 else f"({number})"


@varies("ex-c10-images")
def images(seed: int) -> Told:
    """How many images tell two networks apart."""
    rng = _rng(seed, "images")
    error, difference = int(rng.integers(8, 52)) / 1000, int(rng.integers(10, 42)) / 10_000
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
    solved = (
        f"The difference has the variance $2e(1 - e)/m$ with $e = {error:g}$. Twice its root is "
        f"${difference:g}$ for $m = 8e(1 - e)/{difference:g}^2 = {right:.0f}$."
    )
    return asked, right, checker, solved
