"""The loss, thresholds and batches for PyTorch: what a tie does, and that they are the book's."""

import numpy as np
import pytest
import torch
from strategies import refused, separable_samples
from torch import nn

from ptronlib import betas, perceptron
from ptronlib.torch import BetaLoss, BetaSchedule, Clocks, batches, beta_loss, pulls, signed_targets

FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


@pytest.mark.parametrize("dtype", FLOATS)
def test_a_tie_pulls_with_the_slope_of_the_ramp(dtype):
    scores = torch.tensor([3.0, 1.0, 0.5, float("nan")], dtype=dtype, requires_grad=True)
    loss = beta_loss(scores, torch.ones(4, dtype=dtype), 1.0, reduction="none")
    assert loss.dtype == dtype and loss[:3].tolist() == [0.0, 0.0, 0.5] and loss[3].isnan()
    loss[:3].sum().backward()
    assert scores.grad[:3].tolist() == [0.0, -1.0, -1.0]
    assert pulls(scores, torch.ones(4, dtype=dtype)).tolist() == [False, True, True, True]


def test_gradients_are_those_of_differences_away_from_ties():
    scores = torch.randn(5, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(7))
    targets = signed_targets(torch.tensor([0, 1, 2, 0, 1]), 3).double()
    for reduction in ("sum", "mean", "batchmean"):
        assert torch.autograd.gradcheck(
            lambda s, how=reduction: beta_loss(s, targets, 0.3, reduction=how),
            scores.clone().requires_grad_(),
        )
    whole = beta_loss(scores, targets, 0.3, reduction="sum")
    assert beta_loss(scores, targets, 0.3, reduction="mean") == pytest.approx(whole / 15)
    assert beta_loss(scores, targets, 0.3, reduction="batchmean") == pytest.approx(whole / 5)


@pytest.mark.parametrize("beta", [0.0, 1.0])
def test_sgd_with_a_step_of_one_is_the_perceptron(beta):
    for X, y, _, _ in separable_samples(3, 40, 8):
        run = perceptron(X, y, beta, max_updates=10**6)
        model = nn.Linear(X.shape[1], 1, bias=False, dtype=torch.float64)
        nn.init.zeros_(model.weight)
        optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
        examples, signs = torch.tensor(X), torch.tensor(y)
        loss, made, clean = BetaLoss(beta, reduction="sum"), [], 0
        for i in np.resize(np.arange(len(y)), run.examinations).tolist():
            scores = model(examples[i]).reshape(1)
            if not pulls(scores, signs[[i]], beta).item():
                clean += 1
                continue
            optimizer.zero_grad()
            loss(scores, signs[[i]]).backward()
            optimizer.step()
            made.append(i)
            clean = 0
        assert made == run.mistakes.tolist() and clean >= len(y)
        assert np.allclose(model.weight.detach().numpy()[0], run.w, rtol=1e-12, atol=1e-12)


def test_a_schedule_follows_its_rule_and_goes_on_from_its_state():
    for rule in (betas.constant(2.0), betas.growing(1.5, 3.0), betas.power(0.3, 2.0)):
        loss = BetaLoss()
        schedule = BetaSchedule(loss, rule)
        beta, found = rule.start, []
        for t in range(1, 40):
            schedule.step()
            beta = rule.next(beta, t, 0.0)
            found.append(loss.beta.item() == beta)
            if t == 20:
                later, state = BetaLoss(), schedule.state_dict()
        assert all(found)
        again = BetaSchedule(later, rule)
        again.load_state_dict(state)
        for _ in range(19):
            again.step()
        assert again.t == schedule.t and later.beta == loss.beta
    jumping = BetaSchedule(BetaLoss(), betas.r_independent())
    jumping.step(4.0)
    assert jumping.loss.beta == 16.0


def test_clocks_tick_where_a_slope_arrives():
    clocks = Clocks(3, betas.growing(1.5))
    z = torch.tensor([[1.0, -1.0, 2.0], [1.0, -2.0, -1.0]], requires_grad=True)
    for _ in range(2):
        clocks(z).relu().sum().backward()
    assert clocks.ticks.tolist() == [2, 0, 2]
    rule = betas.growing(1.5)
    assert clocks.thresholds.tolist() == [rule.table(2.0), 0.0, rule.table(2.0)]
    clocks.eval()
    clocks(z).relu().sum().backward()
    assert clocks.ticks.tolist() == [2, 0, 2]
    other = Clocks(3, rule)
    other.load_state_dict(clocks.state_dict())
    assert torch.equal(other(z), clocks(z))


def test_a_waiting_batch_holds_only_what_pulls_when_it_is_used():
    state = {"right": set()}

    def pulling(rows):
        return torch.tensor([i.item() not in state["right"] for i in rows], dtype=torch.bool)

    used = []
    for rows, first in batches(torch.arange(20), 3, pulling):
        assert pulling(rows).all() and first <= rows[-1]
        used.append(rows.tolist())
        state["right"] |= {rows[0].item() + 3, rows[0].item() + 4}
    assert [len(rows) for rows in used[:-1]] == [3] * (len(used) - 1)
    assert sum(used, []) == sorted(sum(used, []))


def test_it_can_be_compiled_and_saved():
    scores, targets = torch.randn(6, 2), torch.ones(6, 2)
    loss = BetaLoss(0.5, reduction="batchmean")
    compiled = torch.compile(loss, backend="eager")
    assert torch.equal(compiled(scores, targets), loss(scores, targets))
    assert loss.half().beta.dtype == torch.float64 and BetaLoss(1e6).half().beta == 1e6
    assert repr(loss) == "BetaLoss(beta=0.5, reduction='batchmean')"


def test_thresholds_stay_in_float64_and_a_loss_has_the_dtype_of_its_scores():
    assert Clocks(2, betas.growing(1.5)).half().thresholds.dtype == torch.float64
    loss = beta_loss(torch.ones(2), torch.ones(2, dtype=torch.float64), reduction="none")
    assert loss.dtype == torch.float32


test_bad_input_is_named = refused(
    (lambda: pulls(torch.ones(3, 1), torch.ones(3)), r"shape of the scores, \(3, 1\)"),
    (lambda: beta_loss(torch.ones(2, 3), torch.ones(2)), r"shape of the scores, \(2, 3\)"),
    (lambda: beta_loss(torch.ones(2), torch.ones(2), reduction="median"), "reduction must be one"),
    (lambda: beta_loss(torch.ones(2), torch.tensor([0.0, 1.0])), "targets must be -1 or"),
    (lambda: BetaLoss(float("nan")), "beta must lie in"),
    (lambda: BetaSchedule(BetaLoss(), betas.r_independent()).step(), "must be given norm2"),
    (lambda: Clocks(3, betas.r_independent()), "the number of updates alone"),
    (lambda: list(batches(torch.arange(3), 0)), "batch_size must be at least 1"),
)
