"""The network with the beta loss: gradient, time, stopping, waiting, clocks, many seeds at once."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from ptronlib import perceptron
from ptronlib.betas import constant, growing, power
from ptronlib.neural import Network, Plan, beta_loss, margins, signs, slopes, train, train_seeds
from ptronlib.neural.images import DenseImages, SparseImages, check_device
from ptronlib.neural.passes import State, run_pass
from ptronlib.neural.step import forward, pull, update, with_loss

SMALL = Plan(constant(1.0), step=0.1, passes=3, batch=10, hidden=12)


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def blobs(n=60, d=20, seed=0):
    """Ten clusters, mostly zeros as images are, and their digits."""
    rng = np.random.default_rng(seed)
    centres = rng.random((10, d)) * (rng.random((10, d)) < 0.4)
    y = rng.integers(0, 10, n)
    X = centres[y] * rng.uniform(0.7, 1.0, (n, 1))
    return X.astype(np.float32), y


def same(a, b):
    return all(torch.equal(part, b.tensors[name]) for name, part in a.tensors.items())


# -- loss and gradient


@pytest.mark.statement("A-Table1")
@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.5, 1.0, 3.0]))
def test_loss_is_zero_exactly_when_all_ten_signed_scores_reach_beta(seed, beta):
    rng = np.random.default_rng(seed)
    digits = torch.from_numpy(rng.integers(0, 10, 4))
    scores = torch.from_numpy(rng.integers(-4, 5, (4, 10)) / 2.0) + 3.0 * signs(digits)
    reached = bool((signs(digits) * scores >= beta).all())
    assert (beta_loss(scores, signs(digits), beta).item() == 0.0) == reached


def test_beta_loss_adds_the_outputs_and_averages_the_examples():
    scores = torch.tensor([[0.5, -2.0], [0.0, 0.0]])
    targets = torch.tensor([[1.0, -1.0], [1.0, -1.0]])
    assert beta_loss(scores, targets, 1.0).item() == (0.5 + 0.0 + 1.0 + 1.0) / 2


def test_a_tie_pulls_although_autograd_says_it_does_not():
    scores = torch.zeros(1, 10, requires_grad=True)
    targets = signs(torch.tensor([3]))
    beta_loss(scores, targets, 0.0).backward()
    assert not scores.grad.any()
    assert torch.equal(slopes(scores.detach(), targets, 0.0), targets)


@pytest.mark.parametrize("beta", [None, 0.0, 1.0, 50.0])
@pytest.mark.parametrize("store", [SparseImages, lambda X: DenseImages(X, "cpu")])
def test_update_is_the_step_along_minus_autograds_gradient(beta, store):
    X, y = blobs()
    net = Network.draw(20, 12, np.random.default_rng(1))
    twin = net.copy()
    leaves = [part.requires_grad_() for part in twin.tensors.values()]
    scores = torch.relu(torch.from_numpy(X) @ leaves[0] + leaves[1]) @ leaves[2]
    digits = torch.from_numpy(y)
    if beta is None:
        loss = torch.nn.functional.cross_entropy(scores, digits)
    else:
        loss = beta_loss(scores, signs(digits), beta)
    loss.backward()
    images, chosen = store(X), np.arange(len(X))
    hidden, scores = forward(net, images, chosen)
    pulls = pull(scores, signs(digits), beta)
    kept = with_loss(pulls)
    update(net, images, chosen[kept], hidden[kept], pulls[kept], 0.1 / len(X))
    for leaf, part in zip(leaves, net.tensors.values(), strict=True):
        assert leaf.grad.any()
        torch.testing.assert_close(part, leaf.detach() - 0.1 * leaf.grad, rtol=1e-4, atol=1e-6)


@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(1, 30))
def test_products_with_ink_alone_are_the_dense_products(seed, n, d):
    rng = np.random.default_rng(seed)
    X = (rng.integers(0, 5, (n, d)) * (rng.random((n, d)) < 0.6)).astype(np.float32)
    sparse, dense = SparseImages(X), DenseImages(X, "cpu")
    chosen = rng.permutation(n)[: rng.integers(1, n + 1)]
    W = torch.from_numpy(rng.integers(-3, 4, (d, 7)).astype(np.float32))
    G = torch.from_numpy(rng.integers(-3, 4, (len(chosen), 7)).astype(np.float32))
    bias = torch.arange(7.0)
    assert torch.equal(sparse.times(chosen, W, bias), dense.times(chosen, W, bias))  # integers
    V = W.clone()
    sparse.add_outer(chosen, G, W)
    dense.add_outer(chosen, G, V)
    assert torch.equal(W, V)


# -- time and stopping


@pytest.mark.parametrize("c", [0.25, 0.6, 1.0])
def test_power_rule_is_the_power_and_near_the_growing_rule(c):
    rule, alpha = power(c, 3.0), 2.0 - c
    found = [rule.next(0.0, t, 9.0) for t in (1, 16)]
    assert found == pytest.approx([3.0, 3.0 * 16.0 ** (1.0 - c)], rel=1e-14)
    if c < 1.0:
        ratio = growing(alpha).next(0.0, 10**9, 1.0) / power(c).next(0.0, 10**9, 1.0)
        assert ratio == pytest.approx(alpha / 2, rel=0.01)


@pytest.mark.parametrize("seed", range(20))
def test_power_rule_in_the_compiled_loop(seed):
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], 8)
    X = y[:, None] * (rng.integers(1, 30, (8, 3)) / 16.0)
    run = perceptron(X, y, power(0.5, 2.0))
    assert run.betas.tolist() == [power(0.5, 2.0).next(0.0, t, 1.0) for t in range(len(run.betas))]
    assert (y * (X @ run.w) > run.betas[-1]).all()


@pytest.mark.statement("A-Rem-prediction")
def test_time_counts_batches_with_a_loss_and_beta_follows_it():
    X, y = blobs(60)
    plan = replace(SMALL, beta=power(0.5), passes=12)
    run = train(plan, X, y, seed=1)
    assert [entry["beta"] for entry in run.log] == [entry["updates"] ** 0.5 for entry in run.log]
    assert sum(entry["fresh"] for entry in run.log) == run.updates <= 12 * 6


@pytest.mark.parametrize("progress", [True, False])
def test_progress_is_shown_to_those_who_ask(progress, capfd):
    train(SMALL, *blobs(20), seed=0, progress=progress)
    assert bool(capfd.readouterr().err) == progress


def test_a_plan_is_table_1_unless_told_otherwise():
    plan = Plan(constant(1.0), step=0.1, passes=3)
    assert (plan.batch, plan.hidden, plan.gain, plan.weight_decay) == (100, 800, 1.0, 0.0)
    assert (plan.wait, plan.decay, plan.clock) == (False, "linear", None)


@pytest.mark.statement("A-Table1")
def test_training_stops_when_a_whole_pass_brings_no_update():
    X, y = blobs(50)
    run = train(replace(SMALL, passes=2000, hidden=40, decay="none"), X, y, seed=0)
    assert run.converged and run.log[-1]["fresh"] == 0 and len(run.log) < 2000
    assert all(entry["fresh"] > 0 for entry in run.log[:-1])
    scores = torch.from_numpy(run.network.scores(X))
    assert (signs(torch.from_numpy(y)) * scores > 1.0).all()
    assert (run.network.predict(X) == y).all()


def test_beta_zero_makes_the_scale_of_the_scores_a_matter_of_chance():
    """Multiply all weights of the last layer: at beta = 0 the same examples pull, at 1 not."""
    X, y = blobs()
    digits = torch.from_numpy(y)
    scores = torch.from_numpy(Network.draw(20, 12, np.random.default_rng(2)).scores(X))
    assert torch.equal(slopes(scores, signs(digits), 0.0), slopes(9 * scores, signs(digits), 0.0))
    assert not torch.equal(slopes(9 * scores, signs(digits), 1.0), slopes(scores, signs(digits), 1))


@pytest.mark.statement("N-thm-c10-scale", "N-lem-c10-degree")
@given(st.integers(0, 2**32), st.booleans())
def test_scaling_the_threshold_is_scaling_the_first_weights(seed, wait):
    """Thresholds times 4 and first weights times 2: the run is the same, the weights doubled."""
    X, y = blobs(40, seed=seed)
    images, targets = SparseImages(X), signs(torch.from_numpy(y))
    plan = replace(SMALL, beta=power(0.6), wait=wait)
    one, two = State.start(plan, 20, seed), State.start(replace(plan, gain=2.0), 20, seed)
    for _ in range(3):
        seen = run_pass(one, plan, images, targets)
        assert run_pass(two, replace(plan, beta=power(0.6, 4.0)), images, targets) == seen
    for name, part in two.net.tensors.items():
        assert torch.equal(part, 2.0 * one.net.tensors[name])  # powers of two lose no bit
    assert one.updates == two.updates


@pytest.mark.statement("N-thm-c10-decay")
@pytest.mark.parametrize("beta", [constant(1.0), power(0.6, 2.0)])
def test_raising_the_threshold_is_weight_decay(beta):
    """The weights divided by the stretch are those of a loop that shrinks them at each update."""
    X, y = blobs(40)
    plan = replace(SMALL, beta=beta, passes=4, weight_decay=0.3)
    run = train(plan, X, y, seed=9)
    state, t, stretch = State.start(plan, 20, 9), 0, 1.0
    net, targets = state.net, signs(torch.from_numpy(y))
    for done in range(4):
        order = state.rng.permutation(40)
        for first in range(0, 40, 10):
            chosen, rate = order[first : first + 10], plan.rate((done + first / 40) / 4)
            x = torch.from_numpy(X[chosen])
            hidden = torch.relu(x @ net.W1 + net.b1)
            current = beta.next(beta.start, t, 1.0) if t else beta.start
            pulls = slopes(hidden @ net.W2, targets[chosen], current)
            if pulls.any():
                back = (pulls @ net.W2.T) * (hidden > 0)
                for part in net.tensors.values():
                    part *= 1 - rate * 0.3
                net.W2.add_(rate / 10 * hidden.T @ pulls)
                net.W1.add_(rate / 10 * x.T @ back)
                net.b1.add_(rate / 10 * back.sum(dim=0))
                t, stretch = t + 1, stretch / (1 - rate * 0.3)
    assert t == run.updates and run.log[-1]["beta"] > beta.next(1.0, t, 1.0)
    for name, part in run.network.tensors.items():
        torch.testing.assert_close(part / stretch, net.tensors[name], rtol=1e-4, atol=1e-6)


def test_the_last_step_of_linear_decay_is_nearly_nothing():
    plan = Plan(constant(1.0), step=0.4, passes=4)
    assert [plan.rate(done) for done in (0.0, 0.5, 1.0)] == [0.4, 0.2, 0.0]
    assert replace(plan, decay="none").rate(0.9) == 0.4


# -- waiting and clocks


@pytest.mark.statement("A-Rem-dichotomy")
def test_waiting_updates_hold_exactly_the_asked_number_of_losses():
    X, y = blobs(97)
    plan = replace(SMALL, wait=True, batch=7, passes=60, hidden=40)
    run = train(plan, X, y, seed=3)
    for entry in run.log:
        full, rest = divmod(entry["losses"], 7)
        assert entry["fresh"] == full + (rest > 0)
    assert run.log[-1]["losses"] < run.log[0]["losses"]


def test_waiting_sees_the_same_losses_however_far_it_looks(monkeypatch):
    X, y = blobs(97)
    plan = replace(SMALL, wait=True, batch=7, passes=4)
    wide = train(plan, X, y, seed=3)
    monkeypatch.setattr("ptronlib.neural.passes.LONGEST_LOOK", 3)
    narrow = train(plan, X, y, seed=3)
    for a, b in zip(wide.log, narrow.log, strict=True):
        assert (a["losses"], a["mistakes"], a["fresh"]) == (b["losses"], b["mistakes"], b["fresh"])
    torch.testing.assert_close(wide.network.W1, narrow.network.W1, rtol=1e-4, atol=1e-6)


@pytest.mark.statement("A-Rem-clocks")
def test_clocks_count_the_updates_that_touched_each_neuron():
    X, y = blobs()
    state = State.start(SMALL, 20, 5)
    images, targets = SparseImages(X), signs(torch.from_numpy(y))
    before = state.net.copy()
    run_pass(state, replace(SMALL, batch=len(X)), images, targets)
    moved = (state.net.b1 != before.b1) | (state.net.W1 != before.W1).any(dim=0)
    assert state.updates == 1 and (state.clocks == moved.numpy()).all()
    assert 0 < state.clocks.sum() < len(state.clocks) or state.clocks.all()


@pytest.mark.statement("A-Rem-clocks")
def test_a_clock_shifts_the_input_of_its_neuron_by_its_own_beta():
    X, y = blobs()
    images, targets = SparseImages(X), signs(torch.from_numpy(y))
    plan = replace(SMALL, batch=len(X), clock=power(0.5, 0.25))
    plain, shifted = State.start(SMALL, 20, 5), State.start(SMALL, 20, 5)
    run_pass(plain, replace(plan, clock=None), images, targets)
    run_pass(shifted, plan, images, targets)
    shift = 0.25 * np.sqrt(shifted.clocks)
    np.testing.assert_allclose(plain.net.b1 - shifted.net.b1, shift, atol=1e-6)
    before = shifted.clocks.copy()
    run_pass(shifted, plan, images, targets)
    assert (before <= shifted.clocks).all() and (shifted.clocks <= shifted.updates).all()


# -- many seeds at once


@pytest.mark.parametrize(
    ("beta", "decay"), [(None, 0.0), (constant(1.0), 0.0), (power(0.6), 0.0), (constant(1.0), 0.2)]
)
def test_a_batch_of_seeds_is_each_seed_alone_up_to_rounding(beta, decay):
    X, y = blobs(64)
    plan = replace(SMALL, beta=beta, weight_decay=decay, batch=12, passes=4)
    together = train_seeds(plan, X, y, seeds=[3, 1, 4], held_out=(X, y))
    for seed, run in zip([3, 1, 4], together, strict=True):
        alone = train(plan, X, y, seed=seed, held_out=(X, y))
        assert run.updates == alone.updates and (run.clocks == alone.clocks).all()
        for a, b in zip(run.log, alone.log, strict=True):
            assert all(a[key] == b[key] for key in ("updates", "losses", "mistakes", "error"))
        for name, part in run.network.tensors.items():
            torch.testing.assert_close(part, alone.network.tensors[name], rtol=1e-3, atol=1e-5)


def test_a_seed_that_has_converged_rests_while_the_others_go_on():
    X, y = blobs(30)
    plan = replace(SMALL, passes=300, hidden=30, decay="none")
    together = train_seeds(plan, X, y, seeds=range(4))
    alone = [train(plan, X, y, seed=seed) for seed in range(4)]
    assert len({len(run.log) for run in alone}) > 1
    assert [len(run.log) for run in together] == [len(run.log) for run in alone]
    assert all(run.converged for run in together)


# -- what comes in


def test_margins_are_right_score_minus_best_other():
    scores = torch.zeros(2, 10)
    scores[0, 3], scores[0, 5], scores[1, 0] = 4.0, 1.5, 2.0
    assert margins(scores, torch.tensor([3, 1])).tolist() == [2.5, -2.0]


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"beta": "t^0.4"}, TypeError, "beta must be a BetaRule or None; got str"),
        ({"clock": 1.0}, TypeError, "clock must be a BetaRule"),
        ({"step": 0.0}, ValueError, "step must lie in"),
        ({"gain": -1.0}, ValueError, "gain must lie in"),
        ({"weight_decay": 20.0}, ValueError, "weight_decay must lie in"),
        ({"beta": None, "weight_decay": 0.1}, ValueError, "weight_decay must be 0"),
        ({"passes": 0}, ValueError, "passes must be at least 1"),
        ({"decay": "cosine"}, ValueError, "decay must be one of linear, none"),
        ({"beta": None, "wait": True}, ValueError, "wait must be False"),
    ],
)
def test_plans_that_make_no_sense(change, error, message):
    with pytest.raises(error, match=message):
        replace(SMALL, **change)


@pytest.mark.parametrize("c", [0.0, -0.5, 1.01, np.nan])
def test_exponents_outside_the_domain(c):
    with pytest.raises(ValueError, match=r"c must lie in \(0, 1\]"):
        power(c)


@pytest.mark.parametrize(
    ("X", "y", "error", "message"),
    [
        (np.zeros((3, 28, 28)), np.zeros(3, int), ValueError, r"X must have shape \(n, d\)"),
        (np.zeros((3, 4)), np.array([0, 1, 10]), ValueError, "got 10 at index 2"),
        (np.zeros((3, 4)), np.array([0, 1]), ValueError, r"y must have shape \(3,\)"),
        (np.zeros((3, 4)), np.zeros(3), TypeError, "y must hold integers"),
        (np.full((3, 4), np.nan), np.zeros(3, int), ValueError, "X must be finite"),
        (np.array([["a"]]), np.zeros(1, int), TypeError, "X must hold real numbers"),
        (np.zeros((2, 4)), np.array([10, 3]), ValueError, "digits 0 to 9; got 10 at index 0"),
    ],
)
def test_data_that_cannot_be_learnt(X, y, error, message):
    for fit in (lambda: train(SMALL, X, y, seed=0), lambda: train_seeds(SMALL, X, y, seeds=[0])):
        with pytest.raises(error, match=message):
            fit()


def test_other_refusals():
    X, y = blobs()
    with pytest.raises(ValueError, match="device must be one that this machine has; got 'cuda:9'"):
        train(SMALL, X, y, seed=0, device="cuda:9")
    with pytest.raises(ValueError, match="device must be"):
        check_device("abacus")
    with pytest.raises(ValueError, match="held_out images must have 20 pixels"):
        train(SMALL, X, y, seed=0, held_out=(X[:, :5], y))
    with pytest.raises(ValueError, match="X must have 20 pixels a row"):
        train(SMALL, X, y, seed=0).network.predict(X[:, :5])
    with pytest.raises(ValueError, match="seeds must name at least one"):
        train_seeds(SMALL, X, y, seeds=[])
    with pytest.raises(ValueError, match="wait=False and clock=None"):
        train_seeds(replace(SMALL, wait=True), X, y, seeds=[0])
    with pytest.raises(TypeError, match="plan must be a Plan"):
        train({"step": 1}, X, y, seed=0)
    with pytest.raises(ValueError, match="targets must have one shape"):
        beta_loss(torch.zeros(2, 10), torch.zeros(3, 10), 1.0)
    with pytest.raises(ValueError, match="beta must lie in"):
        beta_loss(torch.zeros(2, 10), torch.zeros(2, 10), -1.0)
