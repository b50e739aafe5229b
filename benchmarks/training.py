"""One pass through MNIST with the network of chapter 10."""

from __future__ import annotations

from .measure import Pair, Row


def mnist() -> Pair:
    """A pass on all cores, against DataLoader, autograd and SGD; see experiments/speed.py."""
    import torch

    from experiments.speed import plain
    from ptronlib.betas import constant
    from ptronlib.mnist import load_mnist
    from ptronlib.neural import Plan, resident, signs
    from ptronlib.neural.passes import State, run_pass

    torch.manual_seed(0)
    digits, step = load_mnist(), 0.3
    X, targets = torch.from_numpy(digits.X_train), signs(torch.from_numpy(digits.y_train))
    _, one_pass = plain(X, targets, step)
    plan = Plan(constant(1.0), step=step, passes=1, batch=100, decay="none")
    images, state = resident(digits.X_train), State.start(plan, 784, 0)
    return Pair(lambda: run_pass(state, plan, images, targets), one_pass)


ROWS = (Row("mnist", "pass through MNIST, 784-800-10", "plain PyTorch loop", 1.8, mnist, 3),)
