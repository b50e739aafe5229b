"""In practice: units, certificates, splits, leaks; penalties, plateaus, a diagnosis; clocks."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import samples
from ..geometry import max_margin, radius
from ..geometry.separability import separable
from ._checking import *

# -- a classifier for your own tables

MIXTURE_X = np.array([[0.0, 0], [4, 0], [0, 4], [1, 1], [3, 3]])
MIXTURE_Y = np.array([1.0, 1, 1, -1, -1])


@exercise("ex-p1-units", "", "A function of X, y, c: R / eps once column j is multiplied by c[j].")
def units(answer) -> None:
    rng = np.random.default_rng(7)
    for c in (np.ones(3), np.array([1.0, 1000, 1]), np.array([0.01, 1, 50])):
        drawn = samples.affine(40, 3, 0.1, rng)
        found: Any = separable(drawn.X * c, drawn.y)
        right = radius(drawn.X * c) / found.margin
        got = number(ask(answer, drawn.X, drawn.y, c, what=f"c = {c.tolist()}"), "the ratio")
        slip = "That is eps / R, the other way around.", 1 / right
        judge(got, right, f"For c = {c.tolist()}", "The hyperplane is allowed an intercept.", slip)


@exercise("ex-p1-mixture", "", "Five weights, in the order of the points.")
def mixture(answer) -> None:
    coef = numbers(answer, "five numbers", (5,))
    refuse((coef < 0).any() or not coef.any(), "Weights are >= 0, and some of them are positive.")
    benign, malignant = coef[MIXTURE_Y > 0].sum(), coef[MIXTURE_Y < 0].sum()
    if not close(benign, malignant):
        raise Wrong(f"The benign weights sum to {benign:g}, the malignant to {malignant:g}.")
    at = [(coef[s == MIXTURE_Y] @ MIXTURE_X[s == MIXTURE_Y]) / benign for s in (1, -1)]
    if not np.allclose(at[0], at[1], rtol=0, atol=1e-6):
        shown = " and ".join(f"({a:.3g}, {b:.3g})" for a, b in at)
        raise Wrong(f"The two mixtures are different points, {shown}.")


@exercise("ex-p1-noise", "", "A function of a, b and the share held out: (difference, error).")
def noise(answer) -> None:
    rng = np.random.default_rng(7)
    for J, share in ((20, 0.3), (10, 0.5)):
        b = rng.uniform(0.8, 0.9, J)
        a = b + rng.uniform(0, 0.05, J)
        gain, what = a - b, f"{J} splits and the share {share:g}"
        difference, error = parts(ask(answer, a, b, share, what=what), "difference, error")
        difference, error = number(difference, "the difference"), number(error, "the error")
        judge(difference, gain.mean(), f"For the mean difference a - b of {what}")
        factor, spread = 1 / J + share / (1 - share), gain.var(ddof=1)
        independent = "That is the error of independent splits; these share their examples."
        slip, hint = (independent, np.sqrt(spread / J)), "Square differences, divide by J - 1."
        judge(error, np.sqrt(factor * spread), f"For the error of {what}", hint, slip)


@exercise("ex-p1-leak", "", "A function of X, y and k: the accuracy on held-out folds.")
def leak(answer) -> None:
    rng = np.random.default_rng(7)
    for carrying in (0, 3):
        X, y = rng.normal(size=(80, 1000)), np.where(np.arange(80) % 2, 1.0, -1.0)
        X[:, :carrying] += 2 * y[:, None]
        got = number(ask(answer, X, y, 10, what="80 examples"), "the accuracy")
        refuse(not 0 <= got <= 1, f"An accuracy lies between 0 and 1; got {got:g}.")
        if not carrying and got > 0.75:
            said = "Who has seen the labels of the examples that were held out?"
            raise Wrong(f"Here X knows nothing of the labels, and {got:.2f} are right. {said}")
        refuse(carrying and got < 0.8, f"Three columns know the label: {got:.2f} right is too few.")


# -- why does my library disagree?


@exercise("ex-p2-constant", "", "A function of eps: (C without errors, C of the hard margin).")
def constant(answer) -> None:
    for eps in (0.4, 0.1, 0.01):
        clean, hard = parts(ask(answer, eps, what=f"eps = {eps:g}"), "clean, hard")
        clean, hard = number(clean, "the first constant"), number(hard, "the second constant")
        hint = "Which weights has an example that is inside the margin?"
        judge(clean, 0.5 / eps**2, f"For the first C, with eps = {eps:g},", hint)
        late = "From there on it is the hard margin, but it is so before.", 1 + 2.25 / eps**2
        judge(hard, 1.5 / eps**2, f"For the second C, with eps = {eps:g},", hint, late)


@exercise("ex-p2-scale", "", "A triple (model, X, y): a Perceptron, and what it was fitted to.")
def scale(answer) -> None:
    model: Any = parts(answer, "model, X, y")[0]
    X, y = sample(answer[1:])
    if type(model).__name__ != "Perceptron" or not hasattr(model, "n_iter_"):
        raise Wrong("The first entry should be scikit-learn's Perceptron, fitted.")
    usual = type(model)().get_params()
    for name in usual.keys() - {"random_state", "fit_intercept"}:
        refuse(model.get_params()[name] != usual[name], f"Leave {name} at its default.")
    ratio = radius(X) / max_margin(X, y).margin
    refuse(ratio > 10 * (1 + 1e-9), f"R / eps is {ratio:.3g} on your sample; make it 10 at most.")
    if (ask(model.predict, X) == y).all():
        raise Wrong(f"There is no error: it stopped after {model.n_iter_} passes, with success.")


@exercise(
    "ex-p2-diagnose", "", "A function of model, X, y: 'separates', 'separable' or 'inseparable'."
)
def diagnose(answer) -> None:
    drawn, xor = samples.affine(200, 3, 0.05, np.random.default_rng(7)), samples.xor()
    one = drawn.y * np.where(np.arange(200) == 17, -1, 1)
    origin = "Some hyperplane separates the sample, though none through the origin."
    for told, s, right, hint in (
        (drawn.y, drawn, "separates", "The model makes no error."),
        (one, drawn, "separable", f"It errs on one example of 200. {origin}"),
        (np.array([-1.0, 1, 1, 1]), xor, "inseparable", "This is XOR."),
    ):
        model = SimpleNamespace(predict=lambda X, told=told: told)
        got = ask(answer, model, s.X, s.y)
        refuse(got != right, f"You say {got!r}. {hint}")


# -- how fast is it?


@exercise("ex-p3-share", "", "A function of c, e, t and r: a share between 0 and 1.")
def share(answer) -> None:
    cases = [(10.0, 40.0, 60.0, 3.0), (10.0, 50.0, 60.0, 2.0)]
    cases += [(30.0, 20.0, 60.0, 3.0), (5.0, 10.0, 60.0, 3.0)]
    names = "c = {:g}, e = {:g}, t = {:g}, r = {:g}"
    for c, e, t, r, got, at in values(answer, names, cases, "the share"):
        right, loop = np.clip(((t / r - c) / e, (t - c) / e), 0.0, 1.0)
        judge(got, right, at, "A share lies between 0 and 1.", ("The loop may take t / r.", loop))


@exercise("ex-p3-exact", "", "A function of d and M: a number of updates.")
def exact(answer) -> None:
    cases = [(2, 1), (784, 255), (10_000, 1_000)]
    for d, M, got, at in values(answer, "d = {} and M = {}", cases, "the number of updates"):
        right = 2**53 // (d * M * M)
        hint = "A score adds d products, of an entry of w with one of an example, below 2^53."
        judge(got, right, at, f"{hint} Only whole updates count.", rel=0)


@exercise("ex-p3-drift", "", "Eight letters, four a and four b.")
def drift(answer) -> None:
    order = answer if isinstance(answer, str) else ""
    if sorted(order) != list("aaaabbbb"):
        raise Wrong(f"The answer should be eight letters, four a and four b; got {answer!r:.60}.")
    for power, kind in ((1, "linear"), (2, "quadratic")):
        a, b = (sum(k**power for k in range(8) if order[k] == letter) for letter in "ab")
        refuse(a != b, f"What is {kind} in time does not cancel: it weighs {a} on a and {b} on b.")
