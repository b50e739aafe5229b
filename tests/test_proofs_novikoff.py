"""Chapter 2's proofs along random exact runs: every line at every update, and which line breaks."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from reference import naive
from strategies import (
    UNIT,
    distinct,
    failures,
    forced,
    hundred_or_thousand,
    loose,
    refused,
    separable_samples,
    stopped,
)

from ptronlib import bounds, lift, perceptron, proofs, radius, samples, separable


def unit(v):
    return v / np.linalg.norm(v)


# -- every line at every update


@hundred_or_thousand
def test_four_proofs_on_a_thousand_exact_samples(count):
    rng, tight = np.random.default_rng(0), 0
    for X, y, best, order in separable_samples(0, count):
        run = perceptron(X, y, **order)
        u = unit(rng.standard_normal(X.shape[1]))
        lines = (
            *proofs.novikoff(run, best.w),
            *proofs.angle(run, best.w),
            *proofs.distance(run, best.w),
            *proofs.convex_hull(run),
            *proofs.convex_hull(run, u),
            *proofs.convex_hull(run, best.w),
            *proofs.any_start(run, best.w),
        )
        assert len(lines) == 6 + 1 + 2 + 2 + 2 + 2 + 4
        assert all(line.lhs.shape == line.rhs.shape == (run.n_updates,) for line in lines)
        assert not failures(lines), (X, y, order)
        tight += bool(proofs.novikoff(run, best.w)[-1].slack[-1] < 1)
    assert tight > count / 20  # a bound that is never approached would hide a wrong constant


def test_mean_update_is_a_convex_combination_of_the_examples_used():
    for X, y, _, order in separable_samples(1, 200):
        run = perceptron(X, y, **order)
        shares = np.cumsum(np.eye(len(X))[run.mistakes], axis=0)
        t = np.arange(1, run.n_updates + 1)[:, None]
        assert (shares >= 0).all() and (shares.sum(axis=1, keepdims=True) == t).all()
        assert (shares @ (y[:, None] * X) == run.replay()[1:]).all()  # sixteenths: exact


@hundred_or_thousand
def test_any_start_on_a_thousand_exact_samples(count):
    rng, slow = np.random.default_rng(1), 0
    for X, y, best, order in separable_samples(2, count, most=8):
        w_init = rng.integers(-64, 65, X.shape[1]) / UNIT
        run = perceptron(X, y, w_init=w_init, **order)
        if order["order"] != "shuffled":
            mistakes, _, w = naive(X, y, order["order"], w_init=w_init)
            assert run.mistakes.tolist() == mistakes and run.w.tolist() == w.tolist()
        assert run.w_init.tolist() == w_init.tolist() == run.replay()[0].tolist()
        assert not failures(proofs.any_start(run, best.w)), (X, y, w_init)
        slow += run.n_updates > bounds.updates_constant(0, radius(X), best.margin)
    assert slow > count / 50  # starts that make the printed bound of source E false


@pytest.mark.parametrize("eta", [0.25, 0.5, 2.0, 8.0])
def test_step_is_a_unit_of_measure(eta):
    """w + eta z from w_0 makes the mistakes of w + z from w_0 / eta, for dyadic eta exactly."""
    rng = np.random.default_rng(2)
    for X, y, _, _ in separable_samples(3, 100, most=8):
        w_init = rng.integers(-32, 33, X.shape[1]) / UNIT
        run = perceptron(X, y, w_init=w_init / eta)
        mistakes, _, w = naive(eta * X, y, w_init=w_init)
        assert run.mistakes.tolist() == mistakes
        assert (eta * run.w).tolist() == w.tolist()


def affine_samples(seed, count=1000):
    """Yield (X, y, (w, b)) with grid points on two sides of a hyperplane off the origin."""
    source = np.random.default_rng(seed)
    done = 0
    while done < count:
        d = int(source.integers(1, 4))
        X = source.integers(-24, 25, (8, d)) / UNIT
        w, b = source.integers(-4, 5, d).astype(float), source.integers(-3, 4) / 2.0
        heights = X @ w + b
        keep = np.abs(heights) >= 0.25 * np.linalg.norm(w)
        if not w.any() or not keep.any():
            continue
        yield X[keep], np.sign(heights[keep]), np.r_[w, b] / np.linalg.norm(w)
        done += 1


def test_affine_proof_on_a_thousand_exact_samples():
    close = 0
    for k, (X, y, w_star) in enumerate(affine_samples(4)):
        c = (1.0, 0.5, 2.0)[k % 3]
        run = perceptron(lift(X, c), y)
        lines = proofs.learned_bias(run, w_star)
        assert not failures(lines), (X, y, c)
        close += lines[-1].slack[-1] < 0.9 * lines[-1].rhs[-1]
        if abs(w_star[-1]) <= 1.0 and c == 1.0 and X.any():
            gamma = float((y * (lift(X) @ w_star)).min())
            printed = proofs.learned_bias(run, w_star, bias=1.0)[-1]
            R = radius(X)
            assert printed.holds
            assert printed.rhs[0] == pytest.approx(bounds.updates_affine(R, gamma))
    assert close > 20


# -- tight cases


@pytest.mark.parametrize("d, R", [(1, 1.0), (2, 0.5), (7, 3.0), (30, 1.7)])
def test_orthogonal_examples_leave_no_slack_at_all(d, R):
    """In the lines of one update, and in what holds for t updates: up to the last, or there."""
    sample = samples.orthonormal(d)
    run, w_star = perceptron(R * sample.X, sample.y), sample.w_star
    bound = bounds.updates_constant(0.0, R, R * sample.margin)
    assert run.n_updates == d == pytest.approx(bound)
    *lines, cauchy, total = proofs.novikoff(run, w_star)
    (inside, shrink), (worst, again) = proofs.convex_hull(run), proofs.convex_hull(run, w_star)
    lines += [*proofs.angle(run, w_star), *proofs.distance(run, w_star), shrink, again]
    for line in lines:
        assert line.slack == pytest.approx(np.zeros(d), abs=1e-9), line
    for line in (cauchy, total, inside, worst):
        assert line.slack[-1] == pytest.approx(0.0, abs=1e-9), line


def adversary(w, R, eps):
    """Yield, in space, examples of norm R and height eps that are as orthogonal to w as can be."""
    w, c = np.array(w, float), np.sqrt(R**2 - eps**2)
    while True:
        q, length = w[:2], np.hypot(w[0], w[1])
        u = q / length if length else np.array([1.0, 0.0])
        wanted = -(eps * w[2] + 1e-9) / length if length else 0.0  # a hair below a tie
        along = float(np.clip(wanted, -c, c))
        across = np.sqrt(max(0.0, c**2 - along**2)) * np.array([-u[1], u[0]])
        z = np.r_[along * u + across, eps]
        if z @ w > 0:
            return
        w += z
        yield z


@pytest.mark.parametrize("eps", [0.55, 0.3, 0.15, 0.03])
def test_three_dimensions_are_enough_for_a_tight_bound(eps):
    Z = np.array(list(adversary(np.zeros(3), 1.0, eps)))
    run = perceptron(Z, np.ones(len(Z)))
    assert run.mistakes[: len(Z)].tolist() == list(range(len(Z)))
    assert 1 / eps**2 - 1 <= len(Z) <= run.n_updates <= 1 / eps**2


def contradict(says, R, gamma):
    """Show orthogonal examples of norm R, and label each as the machine does not."""
    m = int(R**2 / gamma**2)
    X, y = R * np.eye(m + 1)[:m], np.zeros(m)
    for t in range(m):
        y[t] = -1.0 if says(X[:t], y[:t], X[t]) > 0 else 1.0
    return X, y


def one_pass(X, y, x):
    """The perceptron, which says 0 at a tie."""
    w = np.zeros(len(x))
    for z in y[:, None] * X:
        w += z * (z @ w <= 0)
    return w @ x


MACHINES = {
    "perceptron": one_pass,
    "retrained": lambda X, y, x: perceptron(X, y).w @ x if len(y) else -1.0,
    "kernel": lambda X, y, x: y @ np.exp(-((X - x) ** 2).sum(axis=1)),
    "majority": lambda X, y, x: y.sum() + 0.5,
    "memory": lambda X, y, x: y[np.argmin(((X - x) ** 2).sum(axis=1))] if len(y) else 1.0,
    "parity": lambda X, y, x: 1.0 if (y > 0).sum() % 2 else -1.0,
}


@pytest.mark.parametrize("name", MACHINES)
def test_no_machine_promises_less(name):
    """It errs at each of floor(R^2 / gamma^2) examples; with labels by coin at half of them."""
    says = MACHINES[name]
    for R, gamma in ((1.0, 1.0), (2.0, 0.75), (3.0, 0.7), (5.0, 1.0)):
        X, y = contradict(says, R, gamma)
        said = np.array([says(X[:t], y[:t], x) for t, x in enumerate(X)])
        assert (y * said <= 0).all()
        assert np.linalg.norm(X, axis=1) == pytest.approx(np.full(len(X), R))
        w_star = y @ X / np.linalg.norm(y @ X)
        assert (y * (X @ w_star) >= gamma * (1 - 1e-12)).all()
        most = bounds.updates_constant(0.0, R, gamma)
        assert len(X) == int(most * (1 + 1e-12))  # as many as the perceptron's promise
        assert perceptron(X, y).n_updates <= most
    X, errors = np.eye(6), []
    for y in product((-1.0, 1.0), repeat=6):
        y = np.array(y)
        errors.append(sum(y[t] * says(X[:t], y[:t], x) <= 0 for t, x in enumerate(X)))
    assert np.mean(errors) >= 3.0  # a tie errs whatever the coin
    if name not in {"perceptron", "retrained", "kernel"}:  # these say 0 at first
        assert np.mean(errors) == 3.0


@pytest.mark.parametrize("start", [2.0, 40.0, 800.0])
def test_any_start_bound_is_all_but_attained(start):
    R, eps = 2.0, 0.1
    w_init = np.array([0.0, 0.0, -start])
    Z = np.array(list(adversary(w_init, R, eps)))
    run = perceptron(Z, np.ones(len(Z)), w_init=w_init)
    most = bounds.updates_from(start, R, eps)
    assert run.mistakes[: len(Z)].tolist() == list(range(len(Z)))
    assert run.n_updates <= most
    # What is lost before ties are in reach is 2 eps start^2, in the unit of R.
    assert run.n_updates > most - 2 - eps * start**2 / 4
    lines = proofs.any_start(run, [0.0, 0.0, 1.0])
    assert not failures(lines) and (start > 2 or not loose(lines))


def test_source_e_bound_with_another_start_is_refuted():
    """ERR-E9: 51 updates where D^2 / delta^2 = 1; the mended bound is 101."""
    run = perceptron([[1.0]], [1], w_init=[-50.0])
    assert run.n_updates == 51
    assert bounds.updates_constant(0, 1.0, 1.0) == 1.0
    assert bounds.updates_from(50.0, 1.0, 1.0) == 101.0


# -- what breaks: the named line, and no other of its kind


WIDE = samples.linear(40, 4, 0.2, np.random.default_rng(3))
HEBBIAN = forced(WIDE.X, WIDE.y, range(40))  # adds every example once, mistake or not


@pytest.mark.parametrize("R, b, eps", [(4.0, -3.0, 0.5), (4.0, 2.0, 0.5), (10.0, -6.0, 1.0)])
def test_affine_proof_needs_its_bound_on_the_bias(R, b, eps):
    """ERR-C1: with abs(b) <= 1 assumed and false, Cauchy-Schwarz fails, and nothing before it.

    The right bound is all but attained.
    """
    nasty = samples.affine_adversary(R, b, eps)
    run = perceptron(lift(nasty.X), nasty.y)
    assert run.mistakes[: len(nasty.X)].tolist() == list(range(len(nasty.X)))
    printed, right = bounds.updates_affine(R, eps), bounds.updates_affine(R, eps, bias=abs(b))
    assert (R / eps) ** 2 < printed < 0.95 * right < run.n_updates <= right
    claims = {"gamma": eps * (1 - 1e-9), "R": R, "bias": 1.0}
    failed = failures(proofs.learned_bias(run, nasty.w_star, **claims))
    assert list(failed) == ["eq-aff-cauchy", "eq-aff-bound"]
    lines = proofs.learned_bias(run, nasty.w_star)
    assert not failures(lines) and not loose(lines)
    with pytest.raises(ValueError, match=rf"assumes abs\(b\) <= 1; the b of w_star is {b:g}"):
        proofs.learned_bias(run, nasty.w_star, bias=1.0)


def biased_adversary(R, b, gamma):
    """Yield signed examples (x, 1) with the label that keeps the sum of labels at its share."""
    w, t = np.zeros(4), 0
    while True:
        y = 1.0 if w[3] <= t * b * gamma / (1 + b**2) else -1.0
        r = np.sqrt(R**2 - (gamma - y * b) ** 2)
        length, h = np.hypot(w[1], w[2]), (gamma - y * b) * w[0] + y * w[3]
        u = w[1:3] / length if length else np.array([1.0, 0.0])
        hair = 1e-9 * (1 + R * np.linalg.norm(w))
        along = -(h + hair) / length if length else 0.0
        along = 0.0 if along > r else max(along, -r)  # no tie is in reach: orthogonal
        across = np.sqrt(r**2 - along**2) * np.array([-u[1], u[0]])
        z = np.r_[gamma - y * b, along * u + across, y]
        if z @ w > 0:
            return
        w, t = w + z, t + 1
        yield z


@pytest.mark.parametrize("R, b, most", [(4.0, -3.0, 3), (4.0, 0.0, 2), (2.0, 1.5, 12)])
def test_the_price_of_a_bias_is_paid_but_for_a_constant(R, b, most):
    for gamma in (0.4, 0.2, 0.1):
        Z = np.array(list(biased_adversary(R, b, gamma)))
        X, y = Z[:, 3:] * Z[:, :3], Z[:, 3]
        assert np.linalg.norm(X, axis=1) == pytest.approx(np.full(len(X), R))
        assert y * (X[:, 0] + b) == pytest.approx(np.full(len(X), gamma))
        run = perceptron(lift(X), y)
        assert run.mistakes[: len(X)].tolist() == list(range(len(X)))
        bound = bounds.updates_affine(R, gamma, bias=abs(b))
        assert bound - most <= run.n_updates <= bound


def inseparable_grid(seed, count):
    source, done = np.random.default_rng(seed), 0
    while done < count:
        X = source.integers(-3, 4, (6, 2)).astype(float)
        X = X[X.any(axis=1)]
        X, y = distinct(X, source.choice([-1.0, 1.0], len(X)))
        if not separable(X, y, intercept=False):
            yield stopped(perceptron, X, y, max_updates=3000)
            done += 1


def test_without_a_separator_the_lines_with_w_star_break_and_the_others_hold():
    rng = np.random.default_rng(6)
    for run in inseparable_grid(7, 60):
        u = unit(rng.standard_normal(2))
        failed = failures(proofs.novikoff(run, u, eps=1e-6, R=radius(run.X)))
        assert "eq-nov-step" in failed
        assert not {"eq-nov-growth", "eq-nov-length", "eq-nov-cauchy"} & set(failed)
        assert not failures(proofs.convex_hull(run, u))
        with pytest.raises(ValueError, match=r"example \d+ has the score|must be a unit"):
            proofs.novikoff(run, u)
        with pytest.raises(ValueError, match="separable"):
            proofs.convex_hull(run)


def test_weights_stay_bounded_and_integer_runs_repeat_themselves():
    """ERR-C3: a state seen twice in cyclic order comes for ever, so the maximum is the maximum."""
    for run in inseparable_grid(8, 60):
        Z, w, p, seen = run.y[:, None] * run.X, np.zeros(2), 0, {}
        longest = 0.0
        while (state := (*w, p)) not in seen:
            seen[state] = len(seen)
            if Z[p] @ w <= 0:
                w = w + Z[p]
            longest = max(longest, float(w @ w))
            p = (p + 1) % len(Z)
            assert len(seen) < 10**5
        assert len(seen) - seen[state] > 0
        assert (run.norms**2).max() == pytest.approx(longest)


RUN = perceptron(WIDE.X, WIDE.y)
LIFTED = perceptron(lift([[3.0], [1.0]]), [1, -1])


test_what_does_not_fit_is_refused_with_its_reason = refused(
    (lambda: proofs.distance(RUN, -WIDE.w_star), r"must separate.*example \d+ has the score -"),
    (
        lambda: proofs.convex_hull(perceptron(WIDE.X, WIDE.y, w_init=np.ones(4))),
        "must start at w = 0; this one starts at a vector of length 2",
    ),
    (lambda: proofs.any_start(HEBBIAN, WIDE.w_star), r"; update \d+ used example \d+ at"),
)


def test_every_line_names_its_equation():
    """The chapter has the label of every line."""
    chapter = Path(__file__).parents[1] / "book" / "02_convergence.ipynb"
    text = chapter.read_text("utf-8")
    checked = (proofs.novikoff, proofs.angle, proofs.distance, proofs.convex_hull)
    lines = [line for proof in (*checked, proofs.any_start) for line in proof(RUN, WIDE.w_star)]
    lines += [*proofs.convex_hull(RUN), *proofs.learned_bias(LIFTED, [1.0, -2.0])]
    assert [line.name for line in lines if f"$$ ({line.name})" not in text] == []
