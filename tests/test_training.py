"""The training loop, update by update, and what the theorems of chapter 10 say of it."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from strategies import refused
from torch import nn

from ptronlib.core import BetaRule, constant, power, r_independent
from ptronlib.mnist import Network, margins, signs
from ptronlib.torch import BetaLoss, BetaSchedule, signed_targets, train

sys.path.insert(0, str(Path(__file__).parents[1] / "experiments"))
import training  # noqa: E402
from rows import Plan  # noqa: E402

sys.path.pop(0)
SMALL = Plan(constant(1.0), step=0.1, passes=3, batch=10, hidden=12)


def blobs(n=60, d=20, seed=0):
    """Ten clusters, mostly zeros as images are, and their digits."""
    rng = np.random.default_rng(seed)
    centres = rng.random((10, d)) * (rng.random((10, d)) < 0.4)
    y = rng.integers(0, 10, n)
    X = centres[y] * rng.uniform(0.7, 1.0, (n, 1))
    return X.astype(np.float32), y


def noisy():
    """Clusters with wrong labels, so that there is always something to learn."""
    X, y = blobs(97, seed=3)
    y[:-1:4] = y[1::4]
    return X, y


def parts(net):
    return net.W1, net.b1, net.W2


def by_hand(plan, X, y, seed):
    """Train in numpy, one image at a time; return weights, losses by pass, and who pulled when."""
    rng, n = np.random.default_rng(seed), len(X)
    net = Network.draw(X.shape[1], plan.hidden, rng, plan.gain)
    W1, b1, W2 = (part.astype(float) for part in parts(net))
    clocks, losses, pulling, t = np.zeros(plan.hidden), [], [], 0
    for done in range(plan.passes):
        held, order = [], rng.permutation(n)
        losses.append(0)
        for k, i in enumerate(order, 1):
            shift = plan.clock.table(clocks) * (clocks > 0) if plan.clock else 0.0
            x, own = X[i].astype(float), signs(y[i]).astype(float)
            hidden = np.maximum(0, x @ W1 + b1 - shift)
            scores = hidden @ W2
            if plan.beta:
                beta = plan.beta.table(t) if t and plan.beta.table else plan.beta.start
                p = own * (own * scores <= beta)
            else:
                p = (own > 0) - np.exp(scores) / np.exp(scores).sum()
            if p.any() or not plan.wait:
                held.append((x, hidden, p, (W2 @ p) * (hidden > 0), p.any()))
            if len(held) == plan.batch or (k == n and held):
                x, h, p, q, pulled = (np.array(part) for part in zip(*held, strict=True))
                held, first = [], k - len(held)
                if not pulled.any():
                    continue
                losses[-1] += int(pulled.sum())
                pulling.append(pulled.tolist())
                if not plan.wait:
                    done_of_all = (done + first / n) / plan.passes
                    rate = plan.step * (1 - done_of_all)
                else:
                    rate = plan.step  # such plans are run without a fall
                for part in (W1, b1, W2):
                    part *= 1 - rate * plan.weight_decay
                W1 += rate / plan.batch * x.T @ q
                b1 += rate / plan.batch * q.sum(axis=0)
                W2 += rate / plan.batch * h.T @ p
                t += 1
                clocks += (q != 0).any(axis=0)
                for part in (W1, b1, W2):
                    part *= (t / (t + 1)) ** plan.fade
    shift = plan.clock.table(clocks) * (clocks > 0) if plan.clock else 0.0
    return (W1, b1 - shift, W2), losses, pulling


PLANS = {
    "zero": replace(SMALL, beta=constant(0.0)),
    "one": SMALL,
    "growing": replace(SMALL, beta=power(0.6)),
    "entropy": replace(SMALL, beta=None),
    "decay": replace(SMALL, weight_decay=0.3),
    "fading": replace(SMALL, fade=0.2),
    "waiting": replace(SMALL, beta=power(0.6), wait=True, batch=7),
    "clocks": replace(SMALL, beta=power(0.6), clock=power(0.5, 0.05), gain=2.0),
}


@pytest.mark.parametrize("name", PLANS)
def test_2000_updates_are_those_of_the_lines_in_numpy(name, monkeypatch):
    """Lockstep in float64: the same images pull at each update, and the weights agree."""
    X, y = noisy()
    plan, pulling = replace(PLANS[name], passes=220), []
    forward, loop = BetaLoss.forward, training.train

    def recorded(self, scores, targets):
        pulling.append(self.pulls(scores, targets).tolist())
        return forward(self, scores, targets)

    monkeypatch.setattr(BetaLoss, "forward", recorded)
    if plan.wait:  # the reference looks at one image at a time, and has no look that began before
        monkeypatch.setattr(training, "train", lambda *a, **k: loop(*a, **k | {"falling": False}))
    net, run = training.trained(plan, X, y, 5, dtype=torch.float64)
    weights, losses, theirs = by_hand(plan, X, y, 5)
    assert run.updates == len(theirs) >= 2000
    assert [entry["losses"] for entry in run.log] == losses[: len(run.log)]
    assert plan.beta is None or pulling == theirs
    for found, part in zip(parts(net), weights, strict=True):
        np.testing.assert_allclose(found, part, rtol=1e-6, atol=1e-6)  # a Network is float32


def test_time_counts_batches_with_a_loss_and_beta_follows_it():
    X, y = blobs(60)
    _, run = training.trained(replace(SMALL, beta=power(0.5), passes=12), X, y, 1)
    found = [entry["beta"] for entry in run.log]
    assert found == [entry["updates"] ** 0.5 for entry in run.log]
    assert sum(entry["fresh"] for entry in run.log) == run.updates <= 12 * 6


def test_training_stops_when_a_whole_pass_brings_no_update():
    X, y = blobs(50)
    model = Network.draw(20, 40, np.random.default_rng(0)).to_torch()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss, images = BetaLoss(1.0, reduction="batchmean"), torch.from_numpy(X)

    def wrong(model):
        found = model(images).detach().numpy()
        return {"wrong": int((margins(found, y) <= 0).sum()), "fresh": 0}  # not its to say

    run = train(
        model, images, signed_targets(torch.from_numpy(y), 10), loss, optimizer,
        passes=2000, batch_size=10, rng=np.random.default_rng(1), falling=False, watch=wrong,
    )  # fmt: skip
    assert run.converged and run.log[-1]["fresh"] == 0 and len(run.log) < 2000
    assert all(entry["fresh"] > 0 for entry in run.log[:-1])
    assert (signs(y) * Network.from_torch(model).scores(X) > 1.0).all()
    assert run.log[-1]["wrong"] == 0 < run.log[0]["wrong"]


@given(st.integers(0, 2**32), st.booleans())
def test_scaling_the_threshold_is_scaling_the_first_weights(seed, wait):
    """Thresholds times 4 and first weights times 2: the run is the same, the weights doubled."""
    X, y = blobs(40, seed=seed)
    plan = replace(SMALL, beta=power(0.6), wait=wait)
    one, run = training.trained(plan, X, y, seed)
    two, again = training.trained(replace(plan, beta=power(0.6, 4.0), gain=2.0), X, y, seed)
    for a, b in zip(parts(one), parts(two), strict=True):
        assert (b == 2.0 * a).all()  # powers of two lose no bit
    assert [e["losses"] for e in run.log] == [e["losses"] for e in again.log]


def test_learning_rates_fall_along_the_passes_and_are_what_they_were_afterward():
    rates = []

    class Watched(torch.optim.SGD):
        def step(self):
            rates.append(self.param_groups[0]["lr"])
            super().step()

    X, y = blobs()
    model = Network.draw(20, 12, np.random.default_rng(0)).to_torch()
    optimizer = Watched(model.parameters(), lr=0.1)
    data = torch.from_numpy(X), signed_targets(torch.from_numpy(y), 10)
    train(model, *data, BetaLoss(), optimizer, passes=2, batch_size=30,
          rng=np.random.default_rng(0))  # fmt: skip
    assert rates == pytest.approx([0.1, 0.075, 0.05, 0.025])
    assert optimizer.param_groups[0]["lr"] == 0.1


def test_sgd_with_weight_decay_is_a_growing_threshold():
    """The theorem on torch's own optimizer, to 1e-9 in float64 after 2,000 updates."""
    X, y = (torch.from_numpy(part) for part in blobs(60))
    y[:-1:4] = y[1::4]
    X, targets = X.double(), signed_targets(y, 10).double()
    step, kappa = 0.01, 0.05
    share = 1 - step * kappa
    grows = BetaRule("share^(-2t)", 1.0, table=lambda t: share ** (-2.0 * t))
    found = []
    for rule, lr, decay in ((constant(1.0), step, kappa), (grows, step / share, 0.0)):
        draws = np.random.default_rng(2)
        model, loss = Network.draw(20, 12, draws).to_torch().double(), BetaLoss(reduction="sum")
        optimizer = torch.optim.SGD(model.parameters(), lr=lr, weight_decay=decay)
        run = train(
            model, X, targets, loss, optimizer, passes=200, batch_size=6, rng=draws,
            schedule=BetaSchedule(loss, rule), falling=False,
        )  # fmt: skip
        found.append((run, [part.detach() for part in model.parameters()], loss.beta.item()))
    (shrunk, u, _), (grown, W, beta) = found
    assert shrunk.updates == grown.updates >= 1900
    assert shrunk.log[-1]["losses"] == grown.log[-1]["losses"]
    rho = 1 / shrunk.log[-1]["kept"]
    assert beta == pytest.approx(rho**2, rel=1e-9)
    for small, large in zip(u, W, strict=True):
        assert (large / rho - small).abs().max() <= 1e-9 * small.abs().max()


def test_a_clock_shifts_the_input_of_its_neuron():
    X, y = blobs()
    plan = replace(SMALL, batch=len(X), passes=1)
    plain, _ = training.trained(plan, X, y, 5)
    shifted, _ = training.trained(replace(plan, clock=power(0.5, 0.25)), X, y, 5)
    before = Network.draw(20, 12, np.random.default_rng(5))
    moved = (plain.b1 != before.b1) | (plain.W1 != before.W1).any(axis=0)
    assert moved.any() and not moved.all()
    np.testing.assert_allclose(plain.b1 - shifted.b1, 0.25 * moved, atol=1e-6)


def test_a_network_goes_to_torch_and_back():
    net, (X, _) = Network.draw(20, 12, np.random.default_rng(1), gain=0.5), blobs()
    model = net.to_torch()
    with torch.no_grad():
        np.testing.assert_allclose(model(torch.from_numpy(X)), net.scores(X), atol=1e-6)
        model[0].weight.zero_()
    assert net.W1.any() and not Network.from_torch(model).W1.any()
    torch.manual_seed(0)  # as torch draws them: uniform, between the same limits
    theirs = Network.from_torch(nn.Sequential(nn.Linear(400, 300), nn.Linear(300, 10, bias=False)))
    ours = Network.draw(400, 300, np.random.default_rng(0))
    for a, b in zip(parts(theirs), parts(ours), strict=True):
        assert a.shape == b.shape and abs(a).max() == pytest.approx(abs(b).max(), rel=0.01)
        assert a.std() == pytest.approx(b.std(), rel=0.1)


def call(**changes):
    X, y = blobs(12)
    model = Network.draw(20, 3, np.random.default_rng(0)).to_torch()
    given = {"passes": 1, "batch_size": 5, "rng": np.random.default_rng(0)} | changes
    targets = signed_targets(torch.from_numpy(y)[: given.pop("rows", 12)], 10)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    return train(model, torch.from_numpy(X), targets, BetaLoss(), optimizer, **given)


def scores(X):
    return lambda: Network.draw(4, 3, np.random.default_rng(0)).scores(np.array(X))


test_what_does_not_fit_is_refused_with_its_reason = refused(
    (lambda: call(rows=9), "one row for each of 12, one at least; got 9"),
    (lambda: call(schedule=BetaSchedule(BetaLoss(), r_independent())), "updates alone"),
    (lambda: call(passes=0), "passes must be at least 1"),
    (lambda: call(batch_size=0), "batch_size must be at least 1"),
    (lambda: call(rng=3), "rng"),
    (scores(np.zeros((3, 28, 28))), r"X must be .*shape \(n, d\)"),
    (scores(np.zeros((3, 5))), "X must have 4 pixels a row; got 5"),
    (scores(np.full((3, 4), np.nan)), "X must hold pixels from 0 to 1; got nan"),
)
