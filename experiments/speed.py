"""Time a training against the plain loop (DataLoader, autograd, SGD), side by side.

    python experiments/speed.py --passes 5

Both train 784-800-10 with beta = 1 at batch 100 and a fixed step, on the same cores, one after the
other. Only the ratio means anything.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset

from ptronlib.core import constant
from ptronlib.mnist import Plan, load_mnist, signs, train


def plain(X: np.ndarray, y: np.ndarray, step: float):
    """Return the network of the plain loop and a function that trains it for one pass."""
    layers = torch.nn.Linear(784, 800), torch.nn.ReLU(), torch.nn.Linear(800, 10, bias=False)
    net = torch.nn.Sequential(*layers)
    samples = TensorDataset(torch.from_numpy(X), torch.from_numpy(signs(y)))
    loader = DataLoader(samples, batch_size=100, shuffle=True)
    optimizer = torch.optim.SGD(net.parameters(), lr=step)

    def one_pass() -> None:
        for x, targets in loader:
            optimizer.zero_grad()
            torch.relu(1.0 - targets * net(x)).sum(dim=1).mean().backward()
            optimizer.step()

    return net, one_pass


def main() -> None:
    """Print the two times, their ratio and the errors."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--passes", type=int, default=5)
    given = parser.parse_args()
    torch.manual_seed(0)
    mnist, step = load_mnist(), 0.3
    net, one_pass = plain(mnist.X_train, mnist.y_train, step)
    plan = Plan(constant(1.0), step=step, passes=given.passes, batch=100, decay="none")
    train(plan, mnist.X_train[:200], mnist.y_train[:200], seed=0)  # compile
    start = time.perf_counter()
    ours = train(plan, mnist.X_train, mnist.y_train, seed=0).network.scores(mnist.X_test)
    between = time.perf_counter()
    for _ in range(given.passes):
        one_pass()
    times = {"ptronlib": between - start, "plain": time.perf_counter() - between}
    with torch.no_grad():
        scores = {"ptronlib": ours, "plain": net(torch.from_numpy(mnist.X_test)).numpy()}
    for name, seconds in times.items():
        error = 100 * (scores[name].argmax(axis=1) != mnist.y_test).mean()
        print(f"{name:9} {seconds / given.passes:6.2f} s a pass, test error {error:.2f} percent")
    print(f"ratio {times['plain'] / times['ptronlib']:.2f}")


if __name__ == "__main__":
    main()
