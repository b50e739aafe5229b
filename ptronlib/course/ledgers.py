r"""Questions "which line fails?" drawn from a seed, their answers computed by the proof ledgers.

A run is drawn and perhaps something that its proof needs is broken: a claim, the order, the start.
`ptronlib.proofs` then evaluates the proof line by line.  The right choice is the first line that
fails, or that none does; the replies say by how much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import numpy as np

from .. import proofs
from .._validate import check_count
from ..core.betas import constant
from ..core.cosine_perceptron import cosine_perceptron
from ..core.perceptron import perceptron
from ..core.run import Run, UpdateBudgetExceeded
from ..geometry import margin, radius
from ..learning.sgd import descend
from ..proofs.inequality import Inequality
from ..proofs.thresholds import worst_first_lines
from .questions import Choice, Question

LONGEST = 6  # updates of a run that is followed with a pencil
TRIES = 60  # draws for one question
UNITS = ((1.0, 0.0), (0.0, 1.0), (0.6, 0.8), (0.8, 0.6))  # unit vectors with short coordinates
NONE = "None of them: every line holds."
LESS = r"\le"
ASKS = "Which line of the proof is the first, from the top, that fails?"


@dataclass(frozen=True)
class Drawn:
    """What was drawn: what to say of it, and the lines of the proof along it."""

    says: str
    lines: tuple[Inequality, ...]

    @property
    def fails(self) -> int:
        """The index of the first line that fails; the number of lines if none does."""
        return next((k for k, one in enumerate(self.lines) if not one.holds), len(self.lines))


Template = Callable[[np.random.Generator], Drawn | None]  # None: drawn anew


def chapters() -> list[int]:
    """Return the chapters on which there are such questions."""
    return sorted(TEMPLATES)


def draw(chapter: int, count: int, seed: int) -> list[Question]:
    """Draw questions on a chapter, the same ones for the same seed.

    Raises
    ------
    ValueError.  No proof of this chapter has a ledger in which something can be broken.
    """
    check_count(count, "The number of questions", 1, 50)
    check_count(seed, "seed", 0)
    if chapter not in TEMPLATES:
        there = ", ".join(map(str, chapters()))
        raise ValueError(
            f"No proof of chapter {chapter} has a ledger in which something can be broken; those "
            f"of chapters {there} have. The six questions of the chapter come without --lines."
        )
    rng = np.random.default_rng([seed, chapter])
    made: list[Question] = []
    for k in range(count):
        templates = TEMPLATES[chapter]
        drawn = _one(templates[k % len(templates)], rng, {q.ask for q in made})
        made.append(_question(f"lines-{chapter:02}-{seed}-{k + 1}", drawn))
    return made


def bank(wanted: Sequence[int], count: int, seed: int) -> dict[int, list[Question]]:
    """Draw questions on these chapters, by default on all that have ledgers."""
    return {chapter: draw(chapter, count, seed) for chapter in wanted or chapters()}


def _one(template: Template, rng: np.random.Generator, known: set[str]) -> Drawn:
    """Draw many times, and choose so that each line, and none, is the answer equally often."""
    fit: dict[int, Drawn] = {}
    for _ in range(TRIES):
        found = template(rng)
        if found is not None and f"{found.says} {ASKS}" not in known and not _borderline(found):
            fit.setdefault(found.fails, found)
    if not fit:
        raise RuntimeError(f"{template.__name__} draws nothing that can be asked.")
    return fit[int(rng.choice(sorted(fit)))]


def _borderline(drawn: Drawn) -> bool:
    """Whether a line that is stated with < has equal sides somewhere, which a ledger lets pass."""
    strict = (line for line in drawn.lines if " < " in line.statement)
    return any((np.abs(line.slack) < 1e-9).any() for line in strict)


def _question(name: str, drawn: Drawn) -> Question:
    choices = [
        Choice(f"${line.statement}$", _reply(drawn, k), k == drawn.fails)
        for k, line in enumerate(drawn.lines)
    ]
    none = drawn.fails == len(drawn.lines)
    letter = "abcdefghijkl"[drawn.fails]
    said = "Each line was evaluated along this run." if none else f"Line ({letter}) fails."
    return Question(name, "line", f"{drawn.says} {ASKS}", (*choices, Choice(NONE, said, none)))


def _reply(drawn: Drawn, k: int) -> str:
    """Say whether a line holds, and its two sides where it fails or has the least to spare."""
    line = drawn.lines[k]
    first = line.first_failure
    if not line.lhs.size:
        return f"It holds, since it speaks of none of the {line.over}."
    if first is None:
        return f"It holds. {_sides(line, int(np.argmin(line.slack)), LESS)}"
    at = first - (line.over != "examples")
    said = _sides(line, at, ">")
    if k == drawn.fails:
        return f"It fails, and all lines above it hold. {said}"
    return f"It fails, but a line above it does, too. {said}"


def _sides(line: Inequality, at: int, sign: str) -> str:
    """Say what the two sides are at one place."""
    where = {
        "updates": f"After update {at + 1}",
        "examples": f"For example {at + 1}",
        "labelings": f"For one labeling (number {at + 1})",
        "hulls": f"For one hull (number {at + 1})",
    }[line.over]
    left, right = (f"{side[at]:.4g}" for side in (line.lhs, line.rhs))
    if "nan" in (left, right):
        return f"{where} its sides cannot be compared."
    return f"{where} its sides are ${left} {sign} {right}$."


# -- what is drawn


def _vector(v: Sequence[float] | np.ndarray) -> str:
    return f"({', '.join(_number(x) for x in v)})"


def _number(x: float) -> str:
    """Return a number as a student writes it: a whole one, a short fraction, or a decimal."""
    exact = Fraction(float(x)).limit_denominator(20)
    if abs(float(exact) - x) > 1e-12:
        return f"{x:.3g}"
    whole = exact.denominator == 1
    return f"{exact.numerator}" if whole else f"{exact.numerator}/{exact.denominator}"


def _listed(rows: np.ndarray) -> str:
    named = [f"$z_{k} = {_vector(row)}$" for k, row in enumerate(rows, 1)]
    return f"{', '.join(named[:-1])} and {named[-1]}"


def _examples(rng: np.random.Generator, n: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Draw signed examples with whole coordinates, and a unit vector that separates them."""
    while True:
        Z, u = rng.integers(-4, 5, size=(n, 2)).astype(float), np.array(UNITS[rng.integers(4)])
        distinct = len({tuple(z) for z in Z}) == n
        if distinct and (Z @ u > 0.5).all() and np.abs(Z).sum(axis=1).all():
            return Z, u


def _run(Z: np.ndarray, beta: float = 0.0, **settings) -> Run | None:
    """Run on signed examples; nothing if that is too long for a pencil, or no run at all."""
    try:
        run = perceptron(Z, np.ones(len(Z)), constant(beta), max_updates=LONGEST, **settings)
    except UpdateBudgetExceeded:
        return None
    return run if run.n_updates > 1 else None


def _margin_claimed(rng: np.random.Generator) -> Drawn | None:
    Z, u = _examples(rng)
    run, claimed = _run(Z), float(rng.integers(1, 5)) / rng.integers(1, 3)
    if run is None:
        return None
    says = (
        f"The perceptron starts at $w_0 = 0$ and examines the signed examples {_listed(Z)} in "
        f"turn. Somebody claims that $w_* = {_vector(u)}$ separates them with the margin "
        rf"$\varepsilon = {_number(claimed)}$, and takes the true $R$."
    )
    return Drawn(says, proofs.novikoff(run, u, eps=claimed, R=radius(Z)))


def _radius_claimed(rng: np.random.Generator) -> Drawn | None:
    Z, u = _examples(rng)
    run, claimed = _run(Z), float(rng.integers(2, 6))
    if run is None:
        return None
    says = (
        f"The perceptron starts at $w_0 = 0$ and examines the signed examples {_listed(Z)} in "
        f"turn; $w_* = {_vector(u)}$, and $\\varepsilon$ is its true margin. Somebody claims that "
        f"no example is longer than $R = {_number(claimed)}$."
    )
    return Drawn(says, proofs.novikoff(run, u, eps=margin(u, Z, np.ones(len(Z))), R=claimed))


def _not_a_mistake(rng: np.random.Generator) -> Drawn | None:
    Z, u = _examples(rng)
    beta = float(rng.integers(0, 9))
    run = _run(Z, beta)
    if run is None:
        return None
    says = (
        f"A machine starts at $w_0 = 0$, examines the signed examples {_listed(Z)} in turn, and "
        rf"adds an example $z$ whenever $z \cdot w \le {_number(beta)}$. Somebody evaluates the "
        f"proof for the perceptron along its run, with $w_* = {_vector(u)}$ and the true "
        r"$\varepsilon$ and $R$."
    )
    return Drawn(says, proofs.novikoff(run, u, eps=margin(u, Z, np.ones(len(Z))), R=radius(Z)))


def _other_start(rng: np.random.Generator) -> Drawn | None:
    Z, u = _examples(rng)
    start = rng.integers(-3, 4, size=2).astype(float)
    run = _run(Z, w_init=start)
    if run is None or not start.any():
        return None
    says = (
        f"The perceptron starts at $w_0 = {_vector(start)}$ and examines the signed examples "
        f"{_listed(Z)} in turn. Somebody evaluates the proof for a start at zero along its run, "
        rf"with $w_* = {_vector(u)}$ and the true $\varepsilon$ and $R$."
    )
    return Drawn(says, proofs.novikoff(run, u, eps=margin(u, Z, np.ones(len(Z))), R=radius(Z)))


def _threshold_claimed(rng: np.random.Generator) -> Drawn | None:
    Z, u = _examples(rng, 2)
    beta, claimed = rng.integers(0, 12, size=2).astype(float)
    run = _run(Z, beta)
    if run is None:
        return None
    says = (
        f"A machine starts at $w_0 = 0$, examines the signed examples {_listed(Z)} in turn, and "
        rf"adds an example while $z \cdot w \le {_number(beta)}$. Somebody believes that its "
        rf"threshold is $\beta = {_number(claimed)}$, and evaluates the proof for the aggressive "
        rf"perceptron with $w_* = {_vector(u)}$ and the true $\varepsilon$ and $R$."
    )
    believed = replace(run, betas=np.full(run.n_updates + 1, claimed))
    return Drawn(says, proofs.aggressive(believed, u))


def _stopped_early(rng: np.random.Generator) -> Drawn | None:
    Z, u = _examples(rng, 2)
    beta = float(rng.integers(1, 15))
    run = _run(Z, beta)
    if run is None or run.n_updates < 3:
        return None
    t = int(rng.integers(1, run.n_updates + 1))
    w = Z[run.mistakes[:t]].sum(axis=0)
    stopped = replace(run, mistakes=run.mistakes[:t], betas=run.betas[: t + 1], w=w)
    says = (
        f"The aggressive perceptron with the threshold $\\beta = {_number(beta)}$ starts at "
        f"$w_0 = 0$ and examines the signed examples {_listed(Z)} in turn. It is switched off "
        f"after {t} update{'s' * (t > 1)}. Somebody evaluates its proof as if it had stopped by "
        rf"itself, with $w_* = {_vector(u)}$ and the true $\varepsilon$ and $R$."
    )
    return Drawn(says, proofs.aggressive(stopped, u))


def _another_order(rng: np.random.Generator) -> Drawn | None:
    Z, _ = _examples(rng)
    beta = float(rng.integers(0, 9))
    run = _run(Z, beta)
    if run is None:
        return None
    says = (
        f"A machine starts at $w_0 = 0$, examines the signed examples {_listed(Z)} in turn, and "
        rf"adds an example while $z \cdot w \le {_number(beta)}$. Somebody evaluates the proof for "
        r"the order worst first along its run; there $w_*$ is the separator of best margin "
        r"$\varepsilon$, $p = \varepsilon w_*$, $j(j + 1)R^2 = \beta$ and "
        r"$c_t = \min(t, \beta/\varepsilon^2)$."
    )
    return Drawn(says, worst_first_lines(run)[:5])


def _regret_of_others(rng: np.random.Generator) -> Drawn | None:
    Z, u = _examples(rng)
    beta, gamma = float(rng.integers(0, 9)), float(rng.integers(1, 4))
    run = _run(Z, beta)
    if run is None:
        return None
    says = (
        f"A machine starts at $w_0 = 0$, examines the signed examples {_listed(Z)} in turn, and "
        rf"adds an example while $z \cdot w \le {_number(beta)}$. Somebody counts its updates as "
        f"mistakes and evaluates the proof of the bound on any sequence, with "
        rf"$u = {_vector(u)}$, $\gamma = {_number(gamma)}$ and $\lambda = R\sqrt t$."
    )
    believed = replace(run, betas=np.zeros(run.n_updates + 1))
    return Drawn(says, proofs.regret(believed, u, gamma))


def _descent(rng: np.random.Generator) -> Drawn | None:
    slope, claimed = rng.integers(1, 4, size=2)
    goal, step = float(rng.integers(2, 5)), float(rng.choice([0.5, 1.0]))
    flat = bool(rng.integers(2))

    def cost(w: np.ndarray) -> float:
        away = abs(float(w[0]) - goal)
        return float(slope * (min(1.0, away) if flat else away))

    def gradient(w: np.ndarray) -> np.ndarray:
        away = float(w[0]) - goal
        return np.array([0.0 if flat and abs(away) > 1.0 else slope * np.sign(away)])

    steps = int(rng.integers(3, 6))
    made = descend(gradient, [0.0], np.full(steps, step), float(goal))
    away = f"|w - {_number(goal)}|"
    shape = rf"\min(1, {away})" if flat else away
    factor = f"{slope}\\," if slope > 1 else ""
    says = (
        f"Gradient descent on the line starts at $w_1 = 0$ and takes {steps} steps of the length "
        rf"$\eta = {_number(step)}$ times the slope of $F(w) = {factor}{shape}$. Somebody "
        f"evaluates the proof of the convergence theorem with $w_* = {_number(goal)}$, "
        rf"$\rho = {_number(goal)}$ and $L = {claimed}$."
    )
    return Drawn(says, proofs.sgd(made, cost, [goal], float(claimed)))


def _cosine_start(rng: np.random.Generator) -> Drawn | None:
    d = 3
    u = np.eye(d)[0]
    Z = rng.integers(-3, 4, size=(2, d)).astype(float)
    Z[:, 0] = np.abs(Z[:, 0])
    start, sigma = rng.integers(-3, 4, size=d).astype(float), float(rng.choice([0.2, 0.4, 0.6]))
    claimed = float(rng.choice([sigma, sigma, 0.4, 0.6, 0.8]))
    if not (start.any() and Z.any(axis=1).all() and start[0]):
        return None
    try:
        run = cosine_perceptron(Z, np.ones(2), sigma, w_init=start, max_updates=3)
    except UpdateBudgetExceeded:
        return None
    if run.n_updates < 1:
        return None
    says = (
        f"The cosine perceptron with $\\sigma = {_number(sigma)}$ starts at "
        f"$w_0 = {_vector(start)}$ on the signed examples {_listed(Z)}. Somebody evaluates its "
        f"proof with $w_* = {_vector(u)}$ and $\\sigma = {_number(claimed)}$, measuring all "
        r"lengths in units of $\|w_0\|$; $c$ is the cosine of the angle between $w_0$ and $w_*$."
    )
    believed = replace(run, betas=np.full(run.n_updates + 1, -claimed))
    return Drawn(says, proofs.cosine(believed, u))


def _stretched_map(rng: np.random.Generator) -> Drawn | None:
    n, c = int(rng.integers(2, 4)), float(rng.choice([0.0, 0.25, 0.5, 0.8, 1.0, 1.2, 1.25, 2.0]))
    eps = float(rng.choice([0.25, 0.4, 0.5]))
    says = (
        f"The points are the {n} basis vectors of $\\mathbb{{R}}^{n}$, and the matrix $A$ is "
        f"{_number(c)} times the unit matrix. Somebody evaluates the proof that a map keeps every "
        rf"robust concept, with $\varepsilon = {_number(eps)}$; $m = \lceil 160/\varepsilon^2 "
        r"\rceil$, and $v$ and $v'$ are the nearest point of a hull and an average of $m$ points "
        "close to it."
    )
    return Drawn(says, _map_lines(n, c, eps))


@cache
def _map_lines(n: int, c: float, eps: float) -> tuple[Inequality, ...]:
    return proofs.simultaneous(np.eye(n), c * np.eye(n), eps)


def _walk(rng: np.random.Generator) -> Drawn | None:
    steps = rng.integers(-2, 4, size=(int(rng.integers(2, 5)), 2)).astype(float)
    distance = float(rng.integers(1, 4)) / rng.integers(1, 3)
    if not steps.any(axis=1).all():
        return None
    says = (
        f"Somebody adds the differences {_listed(steps)} one after the other, believing that this "
        "is the walk of sparse separation and that the two sets have the distance "
        rf"$\Delta = {_number(distance)}$; $w_t = z_1 + \dots + z_t$, and $R_t$ is the length of "
        "the longest of the first $t$, $R_0 = 0$."
    )
    return Drawn(says, proofs.separation(steps, distance))


TEMPLATES: dict[int, tuple[Template, ...]] = {
    1: (_margin_claimed, _radius_claimed),
    2: (_not_a_mistake, _other_start),
    3: (_threshold_claimed, _stopped_early, _another_order),
    4: (_descent, _regret_of_others),
    5: (_cosine_start,),
    8: (_stretched_map,),
    9: (_walk,),
}
