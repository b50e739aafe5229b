"""In practice: units, certificates, splits, leaks; penalties, plateaus, a diagnosis; clocks."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import data
from .._validate import shown
from ..decision import decide
from ..margins import max_margin, radius
from ._checking import Wrong, ask, close, exercise, number, numbers, pair, sample

# -- a classifier for your own tables

MIXED = np.array([[0.0, 0], [4, 0], [0, 4], [1, 1], [3, 3]])
MIXED_Y = np.array([1.0, 1, 1, -1, -1])
FREE = ("random_state", "fit_intercept")


@exercise("ex-p1-units", "A function of X, y and c: R / eps once column j is multiplied by c[j].")
def units(answer) -> None:
    rng = np.random.default_rng(7)
    for c in (np.ones(3), np.array([1.0, 1000, 1]), np.array([0.01, 1, 50])):
        drawn = data.affine(40, 3, 0.1, rng)
        scaled, shown = drawn.X * c, c.tolist()
        found = decide(scaled, drawn.y)
        right = radius(scaled) / getattr(found, "margin", np.nan)
        got = number(ask(answer, drawn.X, drawn.y, c, what=f"c = {shown}"), "the ratio")
        if close(got, right):
            continue
        if got < right and close(got * right, 1):
            raise Wrong("That is eps / R, the other way round.")
        hint = " Is the hyperplane allowed an intercept?" if got > right else ""
        raise Wrong(f"With c = {shown} the ratio is not {got:.6g}.{hint}")


@exercise("ex-p1-mixture", "Five weights, in the order of the points.")
def mixture(answer) -> None:
    coef = numbers(answer, "five numbers")
    if coef.shape != (5,):
        raise Wrong(f"The answer should be five numbers; got shape {coef.shape}.")
    if not ((coef >= 0).all() and coef.any()):
        raise Wrong("Weights are not negative, and some of them are positive.")
    benign, malignant = coef[MIXED_Y > 0].sum(), coef[MIXED_Y < 0].sum()
    if not close(benign, malignant):
        raise Wrong(f"The benign weights sum to {benign:g}, the malignant to {malignant:g}.")
    at = [(coef[s == MIXED_Y] @ MIXED[s == MIXED_Y]) / benign for s in (1, -1)]
    if not np.allclose(at[0], at[1], rtol=0, atol=1e-6):
        shown = " and ".join(f"({a:.3g}, {b:.3g})" for a, b in at)
        raise Wrong(f"The two mixtures are different points, {shown}.")


@exercise("ex-p1-noise", "A function of a, b and the share that is held out: (difference, error).")
def noise(answer) -> None:
    rng = np.random.default_rng(7)
    for J, share in ((20, 0.3), (10, 0.5)):
        level = rng.uniform(0.8, 0.9, J)
        a, b = level + rng.uniform(0, 0.05, J), level
        gain = a - b
        what = f"{J} splits and the share {share:g}"
        difference, error = pair(ask(answer, a, b, share, what=what), "difference, error")
        if not close(number(difference, "the difference"), gain.mean()):
            raise Wrong(f"For {what} the mean difference a - b is not {difference:.6g}.")
        got, spread = number(error, "the error"), gain.var(ddof=1)
        if close(got, np.sqrt((1 / J + share / (1 - share)) * spread)):
            continue
        if close(got, np.sqrt(spread / J)):
            raise Wrong("That is the error of independent splits; these share their examples.")
        if close(got, np.sqrt((1 / J + share / (1 - share)) * gain.var())):
            raise Wrong("Divide the squares by J - 1: the mean was estimated from the same splits.")
        if got > np.sqrt(2 * spread * (1 / J + share / (1 - share))):
            raise Wrong("Too large: take the spread of the differences, split by split.")
        raise Wrong(f"For {what} the error is not {got:.6g}.")


@exercise("ex-p1-leak", "A function of X, y and k: the accuracy on held-out folds.")
def leak(answer) -> None:
    rng = np.random.default_rng(7)
    for carrying in (0, 3):
        X, y = rng.normal(size=(80, 1000)), np.where(np.arange(80) % 2, 1.0, -1.0)
        X[:, :carrying] += 2 * y[:, None]
        got = number(ask(answer, X, y, 10, what="80 examples"), "the accuracy")
        if not 0 <= got <= 1:
            raise Wrong(f"An accuracy lies between 0 and 1; got {got:g}.")
        if not carrying and got > 0.75:
            raise Wrong(
                f"Here X knows nothing of the labels, and you get {got:.2f} of them "
                f"right. Who has seen the labels of the examples that were held out?"
            )
        if carrying and got < 0.8:
            raise Wrong(f"Here three columns know the label, and you get only {got:.2f} right.")


# -- why does my library disagree?


@exercise("ex-p2-constant", "A function of eps: (C without errors, C of the hard margin).")
def constant(answer) -> None:
    for eps in (0.4, 0.1, 0.01):
        clean, hard = pair(ask(answer, eps, what=f"eps = {eps:g}"), "clean, hard")
        clean, hard = number(clean, "the first constant"), number(hard, "the second constant")
        if not close(clean, 0.5 / eps**2):
            hint = " Which weights has an example that is inside the margin?"
            raise Wrong(f"For eps = {eps:g} the errors do not end at C = {clean:.6g}.{hint}")
        if close(hard, 1 + 2.25 / eps**2):
            raise Wrong("From there on it is the hard margin, but it is so before.")
        if not close(hard, 1.5 / eps**2):
            raise Wrong(f"For eps = {eps:g} the hard margin does not begin at C = {hard:.6g}.")


@exercise("ex-p2-scale", "A triple (model, X, y): a Perceptron, and what it was fitted to.")
def scale(answer) -> None:
    if not isinstance(answer, tuple | list) or len(answer) != 3:
        raise Wrong(f"The answer should be a triple; got {type(answer).__name__}.")
    model: Any = answer[0]
    X, y = sample(answer[1:])
    if type(model).__name__ != "Perceptron" or not hasattr(model, "n_iter_"):
        raise Wrong("The first entry should be scikit-learn's Perceptron, fitted.")
    given, usual = model.get_params(), type(model)().get_params()
    changed = [k for k in given if given[k] != usual[k] and k not in FREE]
    if changed:
        raise Wrong(f"Leave {changed[0]} at its default.")
    try:
        ratio = radius(X) / max_margin(X, y).margin
    except ValueError as error:
        raise Wrong(str(error)) from None
    if ratio > 10 * (1 + 1e-9):
        raise Wrong(f"R / eps is {ratio:.3g} on your sample; make it 10 at most.")
    if (ask(model.predict, X) == y).all():
        raise Wrong(f"There is no error: it stopped after {model.n_iter_} passes, with success.")


class Sayer:
    """A model that predicts what it was told to."""

    def __init__(self, labels):
        self.labels = np.asarray(labels, dtype=float)

    def predict(self, X):
        """Return the labels, for the training examples only."""
        return self.labels


@exercise("ex-p2-diagnose", "A function of model, X, y: 'separates', 'separable' or 'inseparable'.")
def diagnose(answer) -> None:
    drawn, xor = data.affine(200, 3, 0.05, np.random.default_rng(7)), data.xor()
    one = drawn.y * np.where(np.arange(200) == 17, -1, 1)
    for model, X, y, right, hint in (
        (Sayer(drawn.y), drawn.X, drawn.y, "separates", "The model makes no error."),
        (Sayer(one), drawn.X, drawn.y, "separable", "It errs on one example of 200."),
        (Sayer([-1, 1, 1, 1]), xor.X, xor.y, "inseparable", "This is XOR."),
    ):
        got = ask(answer, model, X, y, what=hint.rstrip(".").lower())
        if got != right:
            more = ""
            if right == "separable" and got == "inseparable":
                more = " Some hyperplane separates the sample, though none through the origin."
            raise Wrong(f"You say {got!r}. {hint}{more}")


# -- how fast is it?


@exercise("ex-p3-share", "A function of c, e, t and r: a share between 0 and 1.")
def share(answer) -> None:
    for c, e, t, r in ((10.0, 40.0, 60.0, 3.0), (10.0, 50.0, 60.0, 2.0), (30.0, 20.0, 60.0, 3.0),
                       (5.0, 10.0, 60.0, 3.0)):  # fmt: skip
        what = f"c = {c:g}, e = {e:g}, t = {t:g}, r = {r:g}"
        got, right = number(ask(answer, c, e, t, r, what=what), "the share"), (t / r - c) / e
        if close(got, np.clip(right, 0.0, 1.0)):
            continue
        if not 0 <= got <= 1:
            raise Wrong(f"For {what} you allow the share {got:g}; a share lies between 0 and 1.")
        hint = " The loop may take t / r." if close(got, np.clip((t - c) / e, 0.0, 1.0)) else ""
        raise Wrong(f"For {what} the share is not {got:g}.{hint}")


@exercise("ex-p3-exact", "A function of d and M: a number of updates.")
def exact(answer) -> None:
    for d, M in ((2, 1), (784, 255), (10_000, 1_000)):
        got = number(ask(answer, d, M, what=f"d = {d} and M = {M}"), "the number of updates")
        right = 2**53 // (d * M * M)
        if got == right:
            continue
        if np.floor(got) == right:
            raise Wrong(f"For d = {d} and M = {M}: only whole updates count; got {got:.2f}.")
        for wrong, hint in (
            (2**53 // (d * M), "A product is an entry of w times an entry of an example."),
            (2**53 // (M * M), "That is enough for a product, but d of them are added."),
            (2**52 // (d * M * M), "A double holds more integers than that."),
        ):
            if got == wrong:
                raise Wrong(f"For d = {d} and M = {M} it is not {wrong:,}. {hint}")
        raise Wrong(f"For d = {d} and M = {M} it is not {got:,.0f}.")


@exercise("ex-p3-drift", "Eight letters, four a and four b.")
def drift(answer) -> None:
    order = answer if isinstance(answer, str) else ""
    if sorted(order) != list("aaaabbbb"):
        raise Wrong(f"The answer should be eight letters, four a and four b; got {shown(answer)}.")
    first, second = ([k for k in range(8) if order[k] == letter] for letter in "ab")
    for power, kind in ((1, "linear"), (2, "quadratic")):
        sums = [sum(k**power for k in places) for places in (first, second)]
        if sums[0] != sums[1]:
            raise Wrong(
                f"What is {kind} in time does not cancel: it weighs {sums[0]} on a and {sums[1]} "
                f"on b."
            )
