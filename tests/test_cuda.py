"""The same on a GPU as on the processor; left out where there is none."""

import copy
from dataclasses import replace

import numpy as np
import pytest
import torch
from test_training import PLANS, blobs, noisy, parts, training
from torch import nn

from ptronlib import betas
from ptronlib.torch import BetaLoss, BetaSchedule, Clocks, beta_loss, pulls, signed_targets, train

pytestmark = pytest.mark.needs("gpu")
DTYPES = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


@pytest.mark.parametrize("name", PLANS)
def test_2000_updates_are_those_of_the_processor(name):
    """In float64: as many losses in each pass, and the weights agree."""
    X, y = noisy()
    plan = replace(PLANS[name], passes=220)
    here, there = (
        training.trained(plan, X, y, 3, device=device, dtype=torch.float64)
        for device in ("cpu", "cuda")
    )
    assert here[1].updates == there[1].updates >= 2000
    assert [e["losses"] for e in here[1].log] == [e["losses"] for e in there[1].log]
    for ours, theirs in zip(parts(here[0]), parts(there[0]), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("dtype", DTYPES)
def test_losses_and_slopes_are_those_of_the_processor(dtype):
    """Numbers of few digits, so that no sum of them is rounded."""
    rng = np.random.default_rng(4)
    scores = torch.from_numpy(rng.integers(-8, 9, (16, 4)) / 4).to(dtype).requires_grad_()
    targets = torch.from_numpy(rng.choice([-1, 1], (16, 4))).to(dtype)
    far = scores.detach().cuda().requires_grad_()
    for beta in (0.0, 0.25, 1.0):
        losses = beta_loss(scores, targets, beta), beta_loss(far, targets.cuda(), beta)
        assert losses[1].is_cuda and losses[1].dtype == dtype
        for loss in losses:
            loss.backward()
        assert losses[0].item() == losses[1].item()
        assert torch.equal(scores.grad, far.grad.cpu())
        assert torch.equal(pulls(scores, targets, beta), pulls(far, targets.cuda(), beta).cpu())


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")  # torch's own
def test_compiled_by_the_default_compiler():
    scores = torch.randn(64, 10, device="cuda", requires_grad=True)
    targets = signed_targets(torch.randint(10, (64,), device="cuda"), 10).to(scores.dtype)
    loss = BetaLoss(0.5).cuda()
    torch.testing.assert_close(torch.compile(loss)(scores, targets), loss(scores, targets))


def test_a_run_goes_on_from_its_state_on_the_other_device():
    """Half of the passes here, the rest there: the weights of one run on the processor."""
    X, y = (torch.from_numpy(part) for part in blobs(60, seed=5))
    X, y = X.double(), signed_targets(y.long(), 10).double()
    torch.manual_seed(0)
    start = nn.Sequential(nn.Linear(20, 8), nn.ReLU(), Clocks(8, betas.power(0.5, 0.05)))
    start = start.append(nn.Linear(8, 10)).double()

    def goes_on(model, state, device, rng, passes):
        model = model.to(device)
        loss = BetaLoss(1.0, reduction="sum").to(device)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
        schedule = BetaSchedule(loss, betas.power(0.4))
        if state:
            optimizer.load_state_dict(state[0])
            schedule.load_state_dict(state[1])
        train(
            model, X.to(device), y.to(device), loss, optimizer,
            passes=passes, batch_size=10, rng=rng, schedule=schedule, falling=False,
        )  # fmt: skip
        return model, copy.deepcopy((optimizer.state_dict(), schedule.state_dict()))

    whole, _ = goes_on(copy.deepcopy(start), None, "cpu", np.random.default_rng(1), 8)
    rng = np.random.default_rng(1)
    model, state = goes_on(copy.deepcopy(start), None, "cuda", rng, 4)
    model, _ = goes_on(model, state, "cpu", rng, 4)
    for ours, theirs in zip(whole.state_dict().values(), model.state_dict().values(), strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-9, atol=1e-9)
