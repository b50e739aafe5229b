"""One deliberate weakening for every statement: a constant halved, an inequality turned, ...

Each row names a statement, says what is weakened, and patches one name that the statement's check
uses.  The name is looked up in the module of the check: "bounds.sgd_gap", "proofs.novikoff",
"perceptron".  ``tests/test_mutations.py`` expects the check to fail.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isqrt

import numpy as np

from ptronlib import betas, bounds


@dataclass(frozen=True)
class Mutation:
    """What is weakened, the name that is patched, how, and which cases of the check are run."""

    what: str
    target: str
    change: Callable
    check: str | None = None  # instead of the check that statements.yml names
    case: dict = field(default_factory=dict)  # arguments of the check that replace its own


def times(factor):
    """Multiply what a function returns."""
    return lambda f: lambda *a, **k: f(*a, **k) * factor


def given(change):
    """Change the arguments, in order; what is not returned stays."""
    return lambda f: lambda *a, **k: f(*change(*a), **k)


def with_(**values):
    """Replace fields of what a function returns; a callable is given the old value."""

    def changed(result):
        new = {n: v(getattr(result, n)) if callable(v) else v for n, v in values.items()}
        return replace(result, **new)

    return lambda f: lambda *a, **k: changed(f(*a, **k))


def sides(name, lhs, rhs):
    """Replace both sides of one line of a proof by functions of it."""

    def changed(made):
        if name not in {one.name for one in made}:  # which must not pass for a failed check
            raise LookupError(f"{name} is none of {[one.name for one in made]}")
        return [replace(x, lhs=lhs(x), rhs=rhs(x)) if x.name == name else x for x in made]

    return lambda f: lambda *a, **k: changed(f(*a, **k))


def line(name, lhs=1.0, rhs=1.0):
    """Multiply the sides of one line of a proof."""
    return sides(name, lambda one: one.lhs * lhs, lambda one: one.rhs * rhs)


def turned(name):
    """Exchange the sides of one line of a proof."""
    return sides(name, lambda one: one.rhs, lambda one: one.lhs)


def started(f):
    """Start a hair away from 0, so that a tie of the first examination is none."""
    return lambda X, y, *a, **k: f(X, y, *a, **{"w_init": -1e-9 * np.eye(len(X[0]))[0], **k})


def returning(value):
    return lambda f: lambda *a, **k: value


HALF, QUARTER, TWICE = times(0.5), times(0.25), times(2.0)
FLIP = with_(y=lambda y: -y)
MUTATIONS = {
    # -- A
    "A-Def-sign": Mutation("constant doubled", "lift", given(lambda X, c=1.0: (X, 2 * c))),
    "A-Def-sep": Mutation("w turned", "max_margin", with_(w=lambda w: -w)),
    "A-Def-margin": Mutation("doubled", "margin", TWICE),
    "A-Def-εpartition": Mutation(
        "more than eps for at least",
        "enumerate_eps_partitions",
        given(lambda X, eps: (X, min(eps * (1 + 1e-6), np.linalg.norm(X, axis=1).max()))),
    ),
    "A-Fn1": Mutation("constant halved", "lift", given(lambda X, c=1.0: (X, c / 2))),
    "A-Alg1": Mutation("tie forgiven", "perceptron", started),
    "A-Intro-aggr": Mutation("doubled", "bounds.margin_constant", TWICE),
    "A-Rem-loss": Mutation(
        "0 at a tie",
        "subgradient",
        lambda f: lambda w, X, y, b=0.0: f(w, X, y, b) * (y * (X @ w) != b).all(),
    ),
    "A-Thm1.1": Mutation(
        "m >= R^2 / eps^2 dropped",
        "bounds.perceptron_error",
        returning(0.0),
        check="test_compression.py::test_the_printed_margin_bound_needs_its_hypotheses",
    ),
    "A-Eq1": Mutation("a twentieth", "bounds.perceptron_error", times(0.05)),
    "A-Rem-1/margin": Mutation("ten times too large", "largest_eps", times(10.0)),
    "A-Rem-SVM": Mutation("halved", "bounds.svm_error", HALF),
    "A-Thm1.2": Mutation("halved", "bounds.count_eps_partitions", HALF),
    "A-Ex1.3": Mutation("lift dropped", "lift", lambda f: lambda X: np.sqrt(2) * X),
    "A-Rem-K": Mutation("square root of the count", "comb", lambda f: lambda n, k: isqrt(f(n, k))),
    "A-Fn4": Mutation("scale doubled", "project", TWICE),
    "A-Rem-injective": Mutation("map to nothing", "project", times(0.0)),
    "A-Thm1.4": Mutation(
        "turned",
        "proofs.simultaneous",
        turned("eq-p8-there"),
        "test_projection.py::test_all_labelings_in_both_directions",
        case={"dimension": bounds.simultaneous_dimension},
    ),
    "A-Thm1.5": Mutation("distance doubled", "hull_distance", with_(distance=lambda d: 2 * d + 1)),
    "A-Lem1.6": Mutation("bound halved", "separation", line("eq-sep-bound", rhs=0.5)),
    "A-Farkas": Mutation("a quarter of eps", "farkas", given(lambda A, eps: (A, eps / 4))),
    "A-Game": Mutation("points doubled", "game_value", given(lambda V: (2 * V,))),
    "A-minimax": Mutation("distance doubled", "hull_distance", with_(distance=lambda d: 2 * d)),
    "A-Claim1.7": Mutation("halved", "loss_bound", HALF),
    "A-Rem-3to1": Mutation("alpha = 1.1", "betas.growing", given(lambda alpha, R: (1.1, R))),
    "A-Fn5": Mutation("labels ignored", "separable", given(lambda X, y: (X, np.abs(y)))),
    "A-Nov-I": Mutation("doubled", "proofs.novikoff", line("eq-nov-progress", lhs=2.0)),
    "A-Nov-II": Mutation("halved", "proofs.novikoff", line("eq-nov-growth", rhs=0.5)),
    "A-Nov": Mutation("halved", "bounds.updates_constant", HALF),
    "A-Rem-smallmargin": Mutation("halved", "samples.small_margin", given(lambda d: (d / 2,))),
    "A-Alg2": Mutation(
        "threshold halved",
        "perceptron",
        lambda f: lambda X, y, b=0.0, **k: f(X, y, b / 2 if isinstance(b, float) else b, **k),
    ),
    "A-Thm-aggr": Mutation("halved", "bounds.updates_constant", HALF),
    "A-Alg3": Mutation("halved", "r_independent_threshold", line("eq-rin-updates", rhs=0.5)),
    "A-Alg4": Mutation("halved", "bounds.updates_growing", HALF),
    "A-Eq2": Mutation("doubled", "bounds.margin_growing", TWICE),
    "A-Cor-δ": Mutation("halved", "bounds.margin_growing_guarantee", HALF),
    "A-Rem-near1": Mutation("halved", "bounds.share_growing", HALF),
    "A-Rem-β-schedule": Mutation("exponent raised", "betas.growing", given(lambda a: (a + 0.05,))),
    "A-Ex2.1": Mutation("margin a tenth wider", "samples.two_points", given(lambda e: (1.1 * e,))),
    "A-AltProof": Mutation("start at 0 dropped", "perceptron", started),
    "A-Def-selection": Mutation("order reversed", "compress", lambda f: lambda run: f(run)[::-1]),
    "A-Thm4.1": Mutation(
        "d <= m / 2 dropped",
        "bounds.compression_error",
        returning(0.0),
        check="test_compression.py::test_the_memoriser",
    ),
    "A-Lem5.1": Mutation(
        "a fiftieth of the dimensions",
        "bounds.jl_dimension",
        lambda f: lambda *a: max(1, f(*a) // 50),
    ),
    "A-AppA": Mutation("turned", "bounds.margin_growing", times(-1.0)),
    "A-Table1": Mutation("never done", "train", with_(converged=False)),
    "A-Rem-prediction": Mutation("half the exponent", "power", given(lambda c: (0.5 + c / 2,))),
    "A-Rem-dichotomy": Mutation("no waiting", "batches", given(lambda rows, m, pulling: (rows, m))),
    "A-Rem-clocks": Mutation(
        "one threshold for all", "Clocks", given(lambda width, rule: (width, betas.constant(1.0)))
    ),
    # -- B
    "B-Set1.1": Mutation("halved", "samples.linear", given(lambda n, d, m, r: (n, d, m / 2, r))),
    "B-Fig1": Mutation("doubled", "max_margin", with_(margin=lambda m: 2 * m)),
    "B-Alg1": Mutation("tie forgiven", "perceptron", started),
    "B-Thm1.1": Mutation("halved", "proofs.novikoff", line("eq-nov-bound", rhs=0.5)),
    "B-Table1.3": Mutation("labels turned", "samples.exponential", FLIP),
    "B-Lem1.2": Mutation("doubled", "scores", TWICE),
    "B-Cor1.3": Mutation("halved", "proofs.exponential_count", line("eq-exp-room", rhs=0.5)),
    "B-§2-goal": Mutation(
        "sigma doubled", "cosine_perceptron", given(lambda X, y, s: (X, y, min(2 * s, 0.99)))
    ),
    "B-Alg2": Mutation("sigma halved", "cosine_perceptron", given(lambda X, y, s: (X, y, s / 2))),
    "B-CapProb": Mutation("halved", "bounds.good_start", HALF),
    "B-Thm2.1": Mutation("halved", "bounds.updates_cosine", HALF),
    "B-Alg3": Mutation(
        "one round", "cosine_perceptron", lambda f: lambda *a, **k: f(*a, **{**k, "delta": 0.9})
    ),
    "B-Cor2.2": Mutation(
        "rounds by log 4/3",
        "bounds.restart_rounds",
        lambda f: lambda delta: np.ceil(np.log(1 / delta) / np.log(4 / 3)),
    ),
    "B-§3": Mutation("constant weakened", "quadratic_lift", lambda f: lambda X: f(X) * CONSTANT),
    # -- C
    "C-Def": Mutation("no constant", "lift", given(lambda X, c=1.0: (X, 1e-9))),
    "C-code-getfake": Mutation(
        "halved", "samples.affine", given(lambda n, d, m, rng: (n, d, m / 2, rng))
    ),
    "C-plot": Mutation("bias dropped", "plots.score_contours", given(lambda w, b: (w, 0.0))),
    "C-code-perceptron": Mutation("b by 2y", "lift", given(lambda X: (X, 2.0))),
    "C-Trace": Mutation("labels turned", "perceptron", given(lambda X, y: (X, -y))),
    "C-Thm": Mutation("halved", "bounds.updates_affine", HALF),
    "C-Rem-storage": Mutation("twice the sum", "perceptron", with_(w=lambda w: 2 * w)),
    "C-Exp-eps": Mutation(
        "one margin", "samples.affine", given(lambda n, d, m, rng: (n, d, 0.2, rng))
    ),
    "C-Ineq1": Mutation("doubled", "proofs.learned_bias", line("eq-aff-progress", lhs=2.0)),
    "C-Ineq2": Mutation("halved", "proofs.learned_bias", line("eq-aff-length", rhs=0.5)),
    "C-Combine": Mutation(
        "|b| <= 1 kept", "samples.affine_adversary", given(lambda R, b, eps: (R, 0.9, eps))
    ),
    "C-Note-nobias": Mutation("a quarter", "bounds.updates_constant", QUARTER),
    "C-Note-nonsep": Mutation(
        "one update", "stopped", lambda f: lambda *a, **k: f(*a, **k | {"max_updates": 1})
    ),
    "C-Loss": Mutation("hinge", "loss", given(lambda s, b=0.0: (s, b + 1.0))),
    "C-Fig-loss": Mutation("doubled", "loss", TWICE),
    "C-SGD-template": Mutation(
        "sign turned", "descend", given(lambda g, w, s: (lambda v: -g(v), w, s))
    ),
    "C-convex-def": Mutation("halved", "subgradient", HALF),
    "C-risk": Mutation("a tenth", "bounds.sgd_gap", times(0.1)),
    "C-assumptions": Mutation("L dropped", "proofs.sgd", line("eq-sgd-lipschitz", rhs=1e9)),
    "C-rt": Mutation("turned", "proofs.sgd", turned("eq-sgd-recursion")),
    "C-Jensen": Mutation("sign turned", "voting.averaged", times(-1.0)),
    "C-Bound": Mutation("halved", "proofs.sgd", line("eq-sgd-bound", rhs=0.5)),
    "C-ConstEta": Mutation("halved", "bounds.sgd_gap_constant", HALF),
    "C-5bullets": Mutation("turned", "bounds.sgd_gap_constant", times(-1.0)),
    "C-DecEta": Mutation("halved", "bounds.sgd_gap_decreasing", HALF),
    # -- D
    "D-Alg": Mutation("threshold lowered", "perceptron", with_(betas=lambda b: b - 100.0)),
    "D-SGD": Mutation("step doubled", "descend", given(lambda g, w, s: (g, w, 2 * np.asarray(s)))),
    "D-Rem-features": Mutation("halved", "max_margin", with_(margin=lambda m: m / 4)),
    "D-Nov": Mutation("halved", "proofs.distance", line("eq-dist-total", rhs=0.5)),
    "D-Epochs": Mutation("halved", "bounds.updates_constant", HALF),
    "D-Regret": Mutation("halved", "proofs.regret", line("eq-reg-bound", rhs=0.5)),
    "D-Thm": Mutation("halved", "leave_one_out_sums", with_(bound=lambda b: b / 2)),
    "D-LOOset": Mutation("turned", "leave_one_out_mistakes", lambda f: lambda X, y: ~f(X, y)),
    "D-rewrite": Mutation("turned", "leave_one_out_mistakes", lambda f: lambda X, y: ~f(X, y)),
    "D-Rem-scaling": Mutation(
        "R / gamma for its square",
        "bounds.leave_one_out_error",
        given(lambda size, n: (np.sqrt(size), n)),
    ),
    "D-Online": Mutation("a fifth", "online_sums", with_(bound=lambda b: b * Fraction(1, 5))),
    # -- E
    "E-Eq1": Mutation("sign turned", "lift", lambda f: lambda X: f(X) * np.r_[np.ones(3), -1.0]),
    "E-Fig1": Mutation("a wire dropped", "plots.neuron", given(lambda n, w, o: (n[1:], w[1:], o))),
    "E-Fig2": Mutation("w mirrored", "plots.boundary", given(lambda w, b: (w[::-1], b))),
    "E-XOR": Mutation("a label turned", "samples.xor", with_(y=lambda y: y * [-1, 1, 1, 1])),
    "E-GP": Mutation(
        "subsets smaller than N",
        "in_general_position",
        lambda f: lambda X: f(np.eye(2)) if X.any(axis=1).all() else f(X),
    ),
    "E-Cover": Mutation("N - 1 terms", "cover_count", lambda f: lambda P, N: f(P, N) - 2),
    "E-(3)": Mutation("one less", "cover_count", lambda f: lambda P, N: f(P, N) - (P == N)),
    "E-(4)": Mutation("all of them", "cover_count", lambda f: lambda P, N: f(P, N) << (P == 2 * N)),
    "E-3": Mutation("one power more", "cover_count", lambda f: lambda P, N: f(P, N) * P),
    "E-4": Mutation("halved", "separable_fraction", HALF),
    "E-Fig3": Mutation("one weight more", "separable_fraction", given(lambda P, N: (P, N + 1))),
    "E-Fig4": Mutation("one point more", "cover_count", given(lambda P, N: (P + 1, N))),
    "E-Fig5": Mutation("turned", "separable_fraction", times(-1.0)),
    "E-proof": Mutation(
        "one lost", "enumerate_dichotomies", lambda f: lambda X: f(X)[len(X) % 2 :]
    ),
    "E-(7)": Mutation("boundary 2", "cover_count", lambda f: lambda P, N: f(P, N) + 2 * (P > 1)),
    "E-PLA": Mutation("a fixed threshold", "perceptron", given(lambda X, y: (X, y, 1.0))),
    "E-ConvThm": Mutation("turned", "proofs.novikoff", turned("eq-nov-cauchy")),
    "E-Note-iterations": Mutation("no clean pass", "perceptron", with_(examinations=0)),
    "E-(15)-(31)": Mutation("doubled", "proofs.angle", line("eq-angle-cosine", lhs=2.0)),
    "E-random-walk": Mutation(
        "no random signs", "product", lambda f: lambda *a, repeat: [(1.0,) * repeat]
    ),
    "E-(19)-(23)": Mutation("step halved", "naive", given(lambda X, y: (X / 2, y))),
    "E-(24)": Mutation("turned", "proofs.any_start", turned("eq-start-progress")),
    "E-(25)": Mutation("start dropped", "bounds.updates_from", given(lambda s, R, e: (0.0, R, e))),
    "E-(29)": Mutation("halved", "proofs.any_start", line("eq-start-length", rhs=0.5)),
    "E-(30)": Mutation("turned", "proofs.any_start", turned("eq-start-length")),
    "E-(31)": Mutation("halved", "proofs.angle", line("eq-angle-cosine", rhs=0.5)),
    "E-(32)": Mutation("halved", "max_margin", with_(margin=lambda m: m / 2)),
    "E-(33)": Mutation("start dropped", "bounds.updates_from", given(lambda s, R, e: (0.0, R, e))),
    "E-(34)": Mutation(
        "half as many points", "samples.gaussian_teacher", given(lambda P, N, rng: (P // 2, N, rng))
    ),
    # -- N
    "N-thm-gordan": Mutation("labels ignored", "separable", given(lambda X, y: (X, np.abs(y)))),
    "N-thm-duality": Mutation("halved", "max_margin", with_(upper=lambda u: u / 2)),
    "N-optimal": Mutation(
        "a margin too wide", "contradict", given(lambda says, R, gamma: (says, R, 0.9 * gamma))
    ),
    "N-prop-tight": Mutation("margin raised", "adversary", given(lambda w, R, e: (w, R, 1.5 * e))),
    "N-prop-c2-bias": Mutation("a tenth more", "bounds.updates_affine", times(1.1)),
    "N-prop-c3-jump": Mutation("turned", "r_independent_threshold", turned("eq-rin-third")),
    "N-thm-c3-near": Mutation("halved", "worst_first", line("eq-worst-near", rhs=0.5)),
    "N-thm-c3-worst": Mutation("halved", "worst_first", line("eq-worst-bound", rhs=0.5)),
    "N-thm-c4-regret": Mutation("turned", "proofs.sgd", turned("eq-sgd-sum")),
    "N-thm-c4-mistakes": Mutation("halved", "proofs.regret", line("eq-reg-bound", rhs=0.5)),
    "N-lem-c4-projection": Mutation(
        "projection dropped", "descend", given(lambda g, w, s, rho: (g, w, s))
    ),
    "N-prop-c4-walls": Mutation("halved", "risk", HALF),
    "N-prop-c4-passes": Mutation("halved", "bounds.sgd_gap", HALF),
    "N-true-risk": Mutation("halved", "bounds.sgd_gap", HALF),
    "N-prop-c4-tight": Mutation("halved", "bounds.sgd_gap_constant", HALF),
    "N-def-c4-voting": Mutation("halved", "voting.vote", HALF),
    "N-prop-c4-vote": Mutation("turned", "voting.vote", times(-1.0)),
    "N-lem-c5-stretch": Mutation("too wide", "bounds.margin_stretched", times(1.2)),
    "N-alg-c5-rescaling": Mutation("turned", "rescaled", with_(directions=lambda w: -w)),
    "N-thm-c5-rescaling": Mutation("halved", "bounds.rescaling_starts", HALF),
    "N-prop-c6-vc": Mutation("one more", "cover_count", lambda f: lambda P, N: f(P, N) + (P > N)),
    "N-prop-c6-margin": Mutation(
        "R for its square", "bounds.updates_constant", lambda f: lambda b, R, e: R / e
    ),
    "N-thm-c6-uniform": Mutation("one sample for two", "uniform_error", HALF),
    "N-prop-c6-capacity": Mutation("a tenth more", "capacity", times(1.1)),
    "N-thm-c7-compress": Mutation("order lost", "compress", with_(kept=lambda kept: kept[::-1])),
    "N-thm-c7-consistent": Mutation("a third", "bounds.consistent_error", times(1 / 3)),
    "N-thm-c7-stable": Mutation("a third", "bounds.stable_error", times(1 / 3)),
    "N-thm-c7-margin": Mutation("a tenth", "bounds.perceptron_error", times(0.1)),
    "N-thm-c7-lower": Mutation("doubled", "bounds.unavoidable_error", TWICE),
    "N-thm-p8-width": Mutation(
        "turned",
        "proofs.simultaneous",
        turned("eq-p8-back"),
        case={"dimension": bounds.simultaneous_dimension_width},
    ),
    "N-thm-p8-packing": Mutation("halved", "bounds.count_separators", HALF),
    "N-thm-p8-below": Mutation(
        "a quarter of k", "bounds.count_separators", lambda f: lambda *a, **k: f(*a, **k) ** 0.25
    ),
    "N-lem-p8-average": Mutation("halved", "sparse_average", HALF),
    "N-prop-p8-gram": Mutation("halved", "proofs.gram", line("eq-p8-gram", rhs=0.5)),
    "N-alg-c9-walk": Mutation(
        "gap doubled",
        "separate_hulls",
        lambda f: lambda P, Q, eps: _wider(f(P, Q, eps)),
    ),
    "N-thm-c10-scale": Mutation(
        "gain forgotten", "replace", lambda f: lambda p, **k: f(p, **{**k, "gain": 1.0})
    ),
    "N-lem-c10-degree": Mutation(
        "threshold times 2 for 4", "power", given(lambda c, scale=1.0: (c, scale**0.5))
    ),
    "N-thm-c10-decay": Mutation("threshold 2 for 1", "constant", given(lambda b: (2.0 * b,))),
    "N-cor-c10-sgd": Mutation("threshold 2 for 1", "constant", given(lambda b: (2.0 * b,))),
    "N-thm-c10-multiclass": Mutation("halved", "bounds.updates_multiclass", HALF),
    "N-thm-c9-minimax": Mutation("game turned", "regret_matching", given(lambda A, T: (-A, T))),
    "N-prop-c9-approach": Mutation("halved", "length_bound", HALF),
    "N-cor-c9-caratheodory": Mutation(
        "half of eps", "separate_hulls", given(lambda P, v, eps: (P, v, eps / 2))
    ),
}

CONSTANT = np.array([1.0, 1, 1, 1, 1, 0.5])


def _wider(found):
    """Double the gap of a wall."""
    return replace(found, margin=2 * found.margin) if hasattr(found, "margin") else found
