"""Passes through MNIST with the network of chapter 10."""

from __future__ import annotations

from .measure import Pair, Row

PASSES = 3  # of ours in a row, so that the images are prepared for several, as in any training


def mnist() -> Pair:
    """A pass on all cores, against DataLoader, autograd and SGD; see experiments/speed.py."""
    import torch

    from experiments.speed import plain
    from ptronlib.core import constant
    from ptronlib.mnist import Plan, load_mnist, train

    torch.manual_seed(0)
    digits, step = load_mnist(), 0.3
    X, y = digits.X_train, digits.y_train
    _, one_pass = plain(X, y, step)
    plan = Plan(constant(1.0), step=step, passes=PASSES, batch=100, decay="none")
    return Pair(lambda: train(plan, X, y, seed=0), one_pass, units=PASSES)


ROWS = (Row("mnist", "pass through MNIST, 784-800-10", "plain PyTorch loop", 1.8, mnist, 3),)
