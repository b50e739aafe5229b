"""The network with the beta loss: gradient, time, stopping, waiting, clocks."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from strategies import refused

from ptronlib import perceptron
from ptronlib.core import constant, power
from ptronlib.mnist import Network, Plan, beta_loss, margins, pulls, signs, train

SMALL = Plan(constant(1.0), step=0.1, passes=3, batch=10, hidden=12)


def blobs(n=60, d=20, seed=0):
    """Ten clusters, mostly zeros as images are, and their digits."""
    rng = np.random.default_rng(seed)
    centres = rng.random((10, d)) * (rng.random((10, d)) < 0.4)
    y = rng.integers(0, 10, n)
    X = centres[y] * rng.uniform(0.7, 1.0, (n, 1))
    return X.astype(np.float32), y


def parts(net):
    return net.W1, net.b1, net.W2


# -- loss and gradient


@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.5, 1.0, 3.0]))
def test_loss_is_zero_exactly_when_all_ten_signed_scores_reach_beta(seed, beta):
    rng = np.random.default_rng(seed)
    targets = signs(rng.integers(0, 10, 4))
    scores = rng.integers(-4, 5, (4, 10)) / 2.0 + 3.0 * targets
    assert (beta_loss(scores, targets, beta) == 0.0) == (targets * scores >= beta).all()


def test_a_tie_pulls_although_autograd_says_it_does_not():
    scores, targets = torch.zeros(1, 10, requires_grad=True), signs([3])
    torch.relu(0.0 - torch.from_numpy(targets) * scores).sum().backward()
    assert not scores.grad.any()
    assert (pulls(np.zeros((1, 10)), targets, 0.0) == targets).all()


@pytest.mark.parametrize("beta", [None, 0.0, 1.0, 50.0])
def test_update_is_the_step_along_minus_autograds_gradient(beta):
    X, y = blobs()
    rule = None if beta is None else constant(beta)
    plan = replace(SMALL, beta=rule, passes=1, batch=len(X), decay="none")
    leaves = [
        torch.from_numpy(part.copy()).requires_grad_()
        for part in parts(Network.draw(20, 12, np.random.default_rng(1)))
    ]
    scores = torch.relu(torch.from_numpy(X) @ leaves[0] + leaves[1]) @ leaves[2]
    if beta is None:
        loss = torch.nn.functional.cross_entropy(scores, torch.from_numpy(y))
    else:
        loss = torch.relu(beta - torch.from_numpy(signs(y)) * scores).sum(dim=1).mean()
        assert beta_loss(scores.detach().numpy(), signs(y), beta) == pytest.approx(loss.item())
    loss.backward()
    for leaf, part in zip(leaves, parts(train(plan, X, y, seed=1).network), strict=True):
        assert leaf.grad.any()
        stepped = (leaf - 0.1 * leaf.grad).detach().numpy()
        np.testing.assert_allclose(part, stepped, rtol=1e-4, atol=1e-6)


# -- the rule that is a power of time


@pytest.mark.parametrize("seed", range(5))
def test_power_rule_in_the_compiled_loop(seed):
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], 8)
    X = y[:, None] * (rng.integers(1, 30, (8, 3)) / 16.0)
    run = perceptron(X, y, power(0.5, 2.0))
    assert run.betas == pytest.approx(2.0 * np.arange(len(run.betas)) ** 0.5)
    assert (y * (X @ run.w) > run.betas[-1]).all()


# -- time and stopping


def test_time_counts_batches_with_a_loss_and_beta_follows_it():
    X, y = blobs(60)
    plan = replace(SMALL, beta=power(0.5), passes=12)
    run = train(plan, X, y, seed=1)
    assert [entry["beta"] for entry in run.log] == [entry["updates"] ** 0.5 for entry in run.log]
    assert sum(entry["fresh"] for entry in run.log) == run.updates <= 12 * 6


def test_training_stops_when_a_whole_pass_brings_no_update():
    X, y = blobs(50)
    plan = replace(SMALL, passes=2000, hidden=40, decay="none")

    def wrong(net):
        return int((margins(net.scores(X), y) <= 0).sum())

    run = train(plan, X, y, seed=0, watch=lambda net: {"wrong": wrong(net)})
    assert run.converged and run.log[-1]["fresh"] == 0 and len(run.log) < 2000
    assert all(entry["fresh"] > 0 for entry in run.log[:-1])
    scores = run.network.scores(X)
    assert (signs(y) * scores > 1.0).all() and (scores.argmax(axis=1) == y).all()
    assert run.log[-1]["wrong"] == 0 < run.log[0]["wrong"]


@given(st.integers(0, 2**32), st.booleans())
def test_scaling_the_threshold_is_scaling_the_first_weights(seed, wait):
    """Thresholds times 4 and first weights times 2: the run is the same, the weights doubled."""
    X, y = blobs(40, seed=seed)
    plan = replace(SMALL, beta=power(0.6), wait=wait)
    one = train(plan, X, y, seed=seed)
    two = train(replace(plan, beta=power(0.6, 4.0), gain=2.0), X, y, seed=seed)
    for a, b in zip(parts(one.network), parts(two.network), strict=True):
        assert (b == 2.0 * a).all()  # powers of two lose no bit
    assert [e["losses"] for e in one.log] == [e["losses"] for e in two.log]
    assert one.updates == two.updates


def check_by_hand(plan, X, y, seed):
    """Compare a run with the loop that looks at one image at a time and shrinks the weights."""
    run, rng = train(plan, X, y, seed=seed), np.random.default_rng(seed)
    net, n = Network.draw(20, 12, rng), len(X)
    (W1, b1, W2), held, t, stretch = parts(net), [], 0, 1.0
    for done in range(plan.passes):
        for k, i in enumerate(rng.permutation(n), 1):
            beta = plan.beta and (plan.beta.next(plan.beta.start, t, 1.0) if t else plan.beta.start)
            hidden = np.maximum(0, X[i] @ W1 + b1)
            pulled = pulls((hidden @ W2)[None], signs([y[i]]), beta)[0]
            if pulled.any() or not plan.wait:
                held.append((X[i], hidden, pulled, (W2 @ pulled) * (hidden > 0)))
            if len(held) == plan.batch or (k == n and held):
                x, h, p, q = (np.array(part) for part in zip(*held, strict=True))
                if p.any():
                    rate = plan.rate((done + (k - len(held)) / n) / plan.passes)
                    for part in (W1, b1, W2):
                        part *= 1 - rate * plan.weight_decay
                    W1 += rate / plan.batch * x.T @ q
                    b1 += rate / plan.batch * q.sum(axis=0)
                    W2 += rate / plan.batch * h.T @ p
                    t, stretch = t + 1, stretch / (1 - rate * plan.weight_decay)
                held = []
    assert run.updates == t
    for found, part in zip(parts(run.network), (W1, b1, W2), strict=True):
        np.testing.assert_allclose(found / stretch, part, rtol=1e-4, atol=1e-6)
    return run


@pytest.mark.parametrize("beta", [constant(1.0), power(0.6, 2.0), None])
def test_raising_the_threshold_is_weight_decay(beta):
    """The weights divided by the stretch are those of a loop that shrinks them at each update."""
    run = check_by_hand(replace(SMALL, beta=beta, passes=4, weight_decay=0.3), *blobs(40), seed=9)
    assert beta is None or run.log[-1]["beta"] > beta.next(1.0, run.updates, 1.0)


# -- waiting and clocks


def test_waiting_updates_hold_exactly_the_asked_number_of_losses():
    X, y = blobs(97)
    plan = replace(SMALL, wait=True, batch=7, passes=60, hidden=40)
    run = train(plan, X, y, seed=3)
    for entry in run.log:
        full, rest = divmod(entry["losses"], 7)
        assert entry["fresh"] == full + (rest > 0)
    assert run.log[-1]["losses"] < run.log[0]["losses"]


def test_waiting_is_the_loop_that_looks_at_one_image_at_a_time():
    plan = replace(SMALL, wait=True, batch=7, passes=1, decay="none")
    check_by_hand(plan, *blobs(97), seed=3)


def test_clocks_count_the_updates_that_touched_each_neuron():
    X, y = blobs()
    run = train(replace(SMALL, batch=len(X), passes=1), X, y, seed=5)
    before = Network.draw(20, 12, np.random.default_rng(5))
    moved = (run.network.b1 != before.b1) | (run.network.W1 != before.W1).any(axis=0)
    assert run.updates == 1 and (run.clocks == moved).all() and moved.any()
    longer = train(SMALL, X, y, seed=5)
    assert (longer.clocks <= longer.updates).all() and longer.clocks.max() > 1


def test_a_clock_shifts_the_input_of_its_neuron_by_its_own_beta():
    X, y = blobs()
    plan = replace(SMALL, batch=len(X), passes=1)
    plain = train(plan, X, y, seed=5)
    shifted = train(replace(plan, clock=power(0.5, 0.25)), X, y, seed=5)
    shift = 0.25 * np.sqrt(shifted.clocks)
    np.testing.assert_allclose(plain.network.b1 - shifted.network.b1, shift, atol=1e-6)


# -- what comes in


def digits(X, y):
    return lambda: train(SMALL, np.array(X), np.array(y), seed=0)


test_what_does_not_fit_is_refused_with_its_reason = refused(
    (lambda: replace(SMALL, weight_decay=20.0), "weight_decay must lie in"),
    (lambda: replace(SMALL, decay="cosine"), "decay must be one of linear, none"),
    (lambda: replace(SMALL, beta=None, wait=True), "wait must be False"),
    (lambda: replace(SMALL, beta=1.0), "beta must be a BetaRule or None; got 1.0"),
    (digits(np.zeros((3, 28, 28)), [0] * 3), r"X must be .*shape \(n, d\)"),
    (digits(np.zeros((3, 4)), [0, 1, 10]), "got 10 at index 2"),
    (digits(np.zeros((3, 4)), [0, 1]), "y must have one digit for each of 3"),
    (digits(np.zeros((3, 4)), [0.0] * 3), "y must be integers"),
    (digits(np.full((3, 4), np.nan), [0] * 3), "X must hold pixels from 0 to 1; got nan"),
)
