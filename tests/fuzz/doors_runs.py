"""Runs: the perceptrons against plain loops, and what is made of a run; descents; populations."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
from hypothesis import assume
from reference import naive

from ptronlib import (
    Run,
    UpdateBudgetExceeded,
    betas,
    compression,
    cosine,
    data,
    margins,
    perceptron,
    population,
    proofs,
    sgd,
    voting,
)

from .doors_samples import draw_bool, draw_eps, signed
from .judge import door, finite, lengths, near, num
from .values import (
    count,
    generator,
    labelled,
    length,
    maybe,
    nonzero,
    points,
    sample,
    share,
    small_points,
    teachable,
    vector,
)

BUDGET = 200


def threshold(draw, X):
    """A number or a rule."""
    kind, R = count(draw, 6), lengths(X).max()
    if kind == 1:
        return betas.r_independent(1.0 + share(draw))
    if kind == 2:
        return betas.growing(1 + 0.9 * min(1.0, share(draw)), max(R, 1e-149))
    if kind == 3:
        return betas.power(0.5, float(R**2) or 1.0)
    return 0.0 if kind == 4 else float(R**2 * share(draw))


def _learning(draw):
    X, y = labelled(draw)
    arguments = {"X": X, "y": y, "beta": threshold(draw, X), "max_updates": 1 + count(draw, BUDGET)}
    if draw_bool(draw):
        arguments["order"] = ("cyclic", "worst", "shuffled")[count(draw, 3) - 1]
        if arguments["order"] == "shuffled":
            arguments["rng"] = generator(draw)
    if draw_bool(draw):
        arguments["w_init"] = vector(draw, X.shape[1])
    return arguments


def check_run(run, w_init=None):
    """The mistakes give the weights, every update was one, and no example is violated."""
    assert isinstance(run, Run) and run.converged
    finite(run)
    Z = signed(run.X, run.y)
    W = run.replay()
    near(W[-1], run.w, 0.0)
    size = lengths(Z).max() * lengths(W).max()
    assert (Z @ run.w > run.betas[-1] - 1e-9 * size).all()
    before = (Z[run.mistakes] * W[:-1]).sum(axis=1)
    assert (before <= run.betas[:-1] + 1e-9 * size).all()
    assert run.examinations >= run.n_updates + (run.order != "worst")
    assert run.betas.size == run.n_updates + 1
    assert (run.support == np.unique(run.mistakes)).all() and len(run.norms) == len(W)
    assert np.isfinite(run.norms).all() and len(run.progress(Z[0])) == len(W) and repr(run)


def _check_learned(run, X, y, beta=0.0, order="cyclic", max_updates=0, rng=None, w_init=None):
    check_run(run)
    assert run.n_updates <= max_updates
    small = np.abs(num(X)).max() < 100 and (num(X) * 16 == np.round(num(X) * 16)).all()
    if w_init is None and small and not isinstance(beta, betas.BetaRule) and order != "shuffled":
        mistakes, _, w = naive(num(X), num(y), order, start=float(beta))
        assert mistakes == run.mistakes.tolist() and (w == run.w).all()


door(perceptron, _learning, _check_learned, says=["example", "threshold"])


def _cosine_arguments(draw):
    X, y = labelled(draw)
    start = {"rng": generator(draw)} if draw_bool(draw) else {"w_init": vector(draw, X.shape[1])}
    return {"X": X, "y": y, "sigma": share(draw), **start, "max_updates": 1 + count(draw, BUDGET)}


def _check_cosine(run, X, y, sigma, **_):
    Z = signed(X, y)
    unit = Z / np.abs(Z).max(axis=1, keepdims=True)
    w = run.w / (np.abs(run.w).max() or 1)
    assert (unit @ w >= -(float(sigma) + 1e-9) * lengths(unit) * lengths(w)).all()
    finite(run)
    near(run.replay()[-1], run.w, 0.0)
    assert (np.diff(run.norms) <= 1e-9 * run.norms[:-1]).all() and repr(run)


door(cosine.cosine_perceptron, _cosine_arguments, _check_cosine, says=["w_init", "example"])
door(
    cosine.cosine_perceptron_restarts,
    lambda draw: {
        **sample(draw),
        "sigma": share(draw),
        "delta": share(draw),
        "rng": generator(draw),
    },
    _check_cosine,
    says=["example"],
)


def _spent(draw):
    return {"message": lambda *_: "spent", "run": lambda *_: run_of(draw)}


def run_of(draw, rule=None, **options):
    """A run of the perceptron on a separable sample of moderate size."""
    X, y = teachable(draw, **options).values()
    if rule is None:
        rule = (0.0, 0.0, 1.0, betas.r_independent())[count(draw, 4) - 1]
    try:
        return perceptron(X, y, rule, max_updates=5000)
    except UpdateBudgetExceeded as spent:
        return spent.run


def any_run(draw):
    """Mostly such a run; else one of another algorithm, order, start or budget."""
    kind = count(draw, 8)
    X, y = teachable(draw).values()
    try:
        if kind == 1:
            return cosine.cosine_perceptron(X, y, 0.3, rng=generator(draw))
        if kind == 2:
            return perceptron(X, y, order="shuffled", rng=generator(draw))
        if kind == 3:
            return perceptron(X, y, w_init=np.ones(X.shape[1]), max_updates=1)
    except UpdateBudgetExceeded as spent:
        return spent.run
    return run_of(draw)


def _check_run_record(run, **given):
    for part in fields(Run):
        assert getattr(run, part.name) is given.get(part.name, getattr(run, part.name))


# -- compression and votes


def _check_compressed(kept, run):
    again = compression.reconstruct(run.X[kept], run.y[kept], _rule_of(run), max_updates=10_000)
    assert (again.w == run.w).all() and (kept[again.mistakes] == run.mistakes).all()


def _rule_of(run):
    if (run.betas == run.betas[0]).all():
        return float(run.betas[0])
    return betas.r_independent()


door(compression.compress, {"run": any_run}, _check_compressed)


def _kept(draw):
    arguments = _learning(draw)
    return {
        "X_kept": arguments["X"], "y_kept": arguments["y"], "beta": arguments["beta"],
        "max_updates": arguments["max_updates"],
    }  # fmt: skip


door(
    compression.reconstruct,
    _kept,
    lambda run, X_kept, y_kept, beta, max_updates: _check_learned(
        run, X_kept, y_kept, beta, max_updates=max_updates
    ),
    says=["examples?", "X", "y", "labels?", "threshold"],
)


def _located(draw):
    X, y = labelled(draw)
    kept = np.sort(generator(draw).permutation(len(X))[: count(draw, len(X))])
    return {"X_kept": X[kept], "y_kept": y[kept], "X": X, "y": y}


def _check_located(r, X_kept, y_kept, X, y):
    assert (num(X)[r] == num(X_kept)).all() and (num(y)[r] == num(y_kept)).all()
    assert (np.diff(r) > 0).all()


door(compression.locate, _located, _check_located, says=["example"])


def _without_order(draw):
    wanted = ("X", "y", "beta", "max_updates")
    return {name: value for name, value in _learning(draw).items() if name in wanted}


def _check_left_out(r, X, y, beta=0.0, max_updates=0):
    used = perceptron(X, y, beta, max_updates=max_updates).support
    assert r.shape == (len(num(X)),) and not r[np.setdiff1d(np.arange(len(r)), used)].any()


door(
    compression.leave_one_out,
    _without_order,
    _check_left_out,
    says=["threshold", "example"],
)


def _gram(draw):
    X, y = labelled(draw, styles=("grid", "integers", "normal", "short"))
    return {"K": X @ X.T, "y": y, "max_updates": BUDGET}


def _check_kernel(r, K, y, max_updates):
    K, y = num(K), num(y)
    assert (y * (K @ r.coef) > 0).all() and r.mistakes.size <= max_updates
    assert (r.support == np.flatnonzero(r.coef)).all()


door(compression.kernel_perceptron, _gram, _check_kernel, says=["examples?"])
door(
    voting.rounds,
    {"run": any_run},
    lambda r, run: _check_rounds(r, run),
)


def _check_rounds(r, run):
    assert r.shape == (run.n_updates,) and (np.diff(r) > 0).all()
    assert not run.n_updates or r[-1] <= run.examinations


def _poll(draw):
    return {"run": any_run(draw), "until": maybe(lambda d: count(d, 40))(draw)}


door(
    voting.survival,
    _poll,
    lambda r, run, until: _check_survival(r, run, until),
)


def _check_survival(r, run, until):
    assert r.shape == (run.n_updates + 1,) and (r >= 0).all()
    assert until is None or r.sum() == until


def _check_mean(r, run, until):
    counts = voting.survival(run, until=until)
    near(r, counts @ run.replay() / counts.sum(), size=lengths(run.replay()).max())


door(voting.averaged, _poll, _check_mean)


def _voting(draw):
    arguments = _poll(draw)
    return {**arguments, "X": points(draw, d=arguments["run"].X.shape[1])}


def _check_vote(r, run, X, until):
    assert r.shape == (len(num(X)),) and (np.abs(r) <= 1 + 1e-12).all()


door(voting.vote, _voting, _check_vote)


# -- proofs


def holds(lines, **_):
    """Every line of a proof holds along a run that meets its hypotheses."""
    assert lines
    for line in lines:
        assert line.holds and line.slack.shape == line.lhs.shape, line


def evaluated(lines, **_):
    for line in lines:
        assert line.lhs.shape == line.rhs.shape and repr(line)


def proved(rule=0.0, best=True):
    """Return a drawer of a run and a separator, the best one or another unit vector."""

    def arguments(draw):
        run = any_run(draw) if count(draw, 4) == 1 else run_of(draw, rule)
        try:
            w = margins.max_margin(run.X, run.y).w_star
        except (ValueError, ArithmeticError):
            w = np.ones(run.X.shape[1]) / np.sqrt(run.X.shape[1])
        return {"run": run, "w_star": w}

    return arguments


for proof in (proofs.novikoff, proofs.angle, proofs.distance):
    door(proof, proved(), holds, says=["example", "run"])
door(proofs.any_start, proved(), holds, says=["example"])
door(proofs.aggressive, proved(1.0), holds, says=["example"])
door(
    proofs.r_independent,
    lambda draw: {**proved(betas.r_independent())(draw), "factor": 4.0},
    holds,
    says=["example", "run"],
)


def _growing(draw):
    X, y = teachable(draw).values()
    R, best = lengths(X).max(), margins.max_margin(X, y)
    highest = 2 - 2 * np.log(R / best.margin) / np.log(1e6)  # with a million updates
    assume(highest >= 1)
    power = 1 + min(0.5, highest - 1) * min(1.0, share(draw))
    run = perceptron(X, y, betas.growing(power, R), max_updates=10**7)
    return {"run": run, "w_star": best.w_star, "alpha": power}


door(proofs.growing, _growing, holds, says=["example", "run"])
door(
    proofs.convex_hull,
    lambda draw: {"run": proved()(draw)["run"]},
    holds,
    says=["sample", "example"],
)


def _directed(draw, **more):
    run = any_run(draw) if count(draw, 4) == 1 else run_of(draw, 0.0)
    u = generator(draw).standard_normal(run.X.shape[1])
    return {"run": run, "u": u / lengths(u), **{name: one(draw) for name, one in more.items()}}


door(proofs.used_examples, _directed, holds, says=["run"])
door(proofs.regret, lambda draw: _directed(draw, gamma=length), holds, says=["run"])
door(
    proofs.novikoff_lines,
    lambda draw: _directed(draw, eps=length, R=length),
    evaluated,
)


def _affine_run(draw):
    drawn = data.affine(1 + count(draw), count(draw, 3), draw_eps(draw), generator(draw))
    run = perceptron(data.lift(drawn.X), drawn.y, max_updates=10**6)
    return {"run": run, "w_star": drawn.w_star, "bias": maybe(lambda d: 1.0)(draw)}


def _affine_claims(draw):
    numbers = {name: length(draw) for name in ("gamma", "R", "bias")}
    run, u, _ = _affine_run(draw).values()
    return {"run": run, "u": u, **numbers}


door(proofs.affine_lines, _affine_claims, evaluated, says=["example"])
door(proofs.affine, _affine_run, holds, says=["example", "sample"])


def _cosine_run(draw):
    X, y = teachable(draw).values()
    w = margins.max_margin(X, y).w_star
    start = w + 0.1 * generator(draw).standard_normal(len(w))
    try:
        run = cosine.cosine_perceptron(X, y, 0.05 + 0.9 * min(1.0, share(draw)), w_init=start)
    except UpdateBudgetExceeded as spent:
        run = spent.run
    return {"run": run, "w_star": w}


def _check_cosine_proof(lines, run, w_star):
    if run.progress(w_star)[0] > 1e-9 * run.norms[0]:
        holds([line for line in lines if line.name != "eq-cos-potential"])


door(proofs.cosine, _cosine_run, _check_cosine_proof, says=["example"])


def _exponential_run(draw):
    drawn = data.exponential(count(draw))
    turn = generator(draw).permutation(len(drawn.y))
    return {"run": perceptron(drawn.X[turn], drawn.y[turn])}


door(proofs.exponential, _exponential_run, holds)


def _gram_numbers(draw):
    X = nonzero(small_points(draw, most=(4, 3)))
    A = small_points(draw, d=X.shape[1])
    return {"X": X, "A": A, "eps": float(lengths(X).max() * min(1.0, 0.05 + share(draw)))}


door(
    proofs.gram,
    _gram_numbers,
    lambda lines,
    **_: (evaluated(lines), holds(lines[:1])),
    says=["labeling", "n", "A", "eps must lie in"],  # a radius that is too small for it
)
door(
    proofs.separation,
    {"steps": points, "distance": length},
    evaluated,
)


# -- descents


door(
    sgd.loss,
    {"score": lambda draw: vector(draw, count(draw)), "beta": length},
    lambda r, score, beta: near(r, np.maximum(0, float(beta) - num(score))),
)


def _weighed(draw):
    X, y = labelled(draw)
    return {"w": vector(draw, X.shape[1]), "X": X, "y": y, "beta": length(draw)}


def _check_risk(r, w, X, y, beta):
    scores = signed(X, y) @ num(w)
    size = float(beta) + (np.abs(num(X)) @ np.abs(num(w))).max()
    near(r, np.maximum(0, float(beta) - scores).mean(), size=size)


def _check_subgradient(r, w, X, y, beta):
    assert r.shape == num(w).shape and np.isfinite(r).all()
    assert (np.abs(r) <= np.abs(num(X)).mean(axis=0) * (1 + 1e-9)).all()


door(sgd.risk, _weighed, _check_risk, says=["w"])
door(sgd.subgradient, _weighed, _check_subgradient, says=["w"])


def _descent(draw):
    d = count(draw, 4)
    w = small_points(draw, 1, d)[0]
    return {
        "gradient": lambda v: np.sign(v), "w_1": w,
        "steps": np.array([length(draw) for _ in range(3)]),
        "rho": maybe(length)(draw), "centre": maybe(lambda _: w)(draw),
    }  # fmt: skip


def _check_descent(r, gradient, w_1, steps, rho, centre):
    finite(r)
    assert r.iterates.shape == (num(steps).size + 1, num(w_1).size)
    if rho is not None:
        rounding = 1e-15 * lengths(r.centre)
        assert (lengths(r.iterates - r.centre) <= float(rho) * (1 + 1e-9) + rounding).all()
    assert np.isfinite(r.averages).all() and np.isfinite(r.average).all() and repr(r)


door(sgd.descend, _descent, _check_descent, says=["weights", "centre"])


def _descended(draw):
    d = count(draw, 3)
    down = sgd.descend(
        np.sign,
        small_points(draw, 1, d)[0],
        [0.5, 0.25],
        maybe(lambda _: 3.0)(draw),
    )
    return {
        "descent": down, "objective": lambda w: np.abs(w).sum(), "w_star": down.centre * 0.9,
        "L": np.sqrt(d) + share(draw),
    }  # fmt: skip


def _check_sgd(lines, descent, objective, w_star, L):
    evaluated(lines)
    w = num(w_star)
    near_enough = lengths(w - descent.centre) <= (descent.rho or np.inf)
    descended = objective is not len  # which is a function, but not the one with these gradients
    if near_enough and float(L) >= np.sqrt(w.size) and descended:
        holds([line for line in lines if line.name != "eq-sgd-jensen"])


door(proofs.sgd, _descended, _check_sgd)


# -- populations


def _population(draw):
    X, y = labelled(draw, most=(3, 3), styles=("integers",))
    return {"X": X, "y": y}


def _check_sums(r, X, y, n):
    values = [getattr(r, part.name) for part in fields(r)]
    assert 0 <= values[0] <= values[1] <= values[2]


for sums in (population.leave_one_out_sums, population.online_sums):
    door(
        sums,
        lambda draw: {**_population(draw), "n": count(draw, 2)},
        _check_sums,
        says=["population", "samples", "draws"],
    )


def _check_square(r, X, y):
    if r:
        near(float(r) ** 0.5, margins.max_margin(X, y).margin, 1e-6)


door(population.margin_squared, _population, _check_square)
