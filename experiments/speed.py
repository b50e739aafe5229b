"""Time a training against the plain loop (DataLoader, autograd, SGD), side by side.

    python experiments/speed.py --passes 5

Both train 784-800-10 with beta = 1 at batch 100 and a fixed step, on the same cores, pass by pass
in turn, so that whatever else the machine does slows both. Only the ratio means anything.
"""

from __future__ import annotations

import argparse
import resource
import time

import torch
from torch.utils.data import DataLoader, TensorDataset

from ptronlib.betas import constant
from ptronlib.mnist import load_mnist
from ptronlib.neural import Plan, beta_loss, resident, signs
from ptronlib.neural.passes import State, run_pass


def plain(X: torch.Tensor, targets: torch.Tensor, step: float):
    """Return the network of the plain loop and a function that trains it for one pass."""
    layers = torch.nn.Linear(784, 800), torch.nn.ReLU(), torch.nn.Linear(800, 10, bias=False)
    net = torch.nn.Sequential(*layers)
    loader = DataLoader(TensorDataset(X, targets), batch_size=100, shuffle=True)
    optimizer = torch.optim.SGD(net.parameters(), lr=step)

    def one_pass() -> None:
        for x, y in loader:
            optimizer.zero_grad()
            beta_loss(net(x), y, 1.0).backward()
            optimizer.step()

    return net, one_pass


def main() -> None:
    """Print the two times, their ratio, the errors and the peak memory."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(0)
    mnist, step = load_mnist(), 0.3
    X, targets = torch.from_numpy(mnist.X_train), signs(torch.from_numpy(mnist.y_train))
    net, one_pass = plain(X, targets, step)
    plan = Plan(constant(1.0), step=step, passes=given.passes, batch=100, decay="none")
    start = time.perf_counter()
    images, state = resident(mnist.X_train), State.start(plan, 784, 0)
    run_pass(State.start(plan, 784, 1), plan, resident(mnist.X_train[:200]), targets)  # compile
    times = {"ptronlib": time.perf_counter() - start, "plain": 0.0}  # its preparation counts
    for _ in range(given.passes):
        for name, work in (
            ("plain", one_pass),
            ("ptronlib", lambda: run_pass(state, plan, images, targets)),
        ):
            start = time.perf_counter()
            work()
            times[name] += time.perf_counter() - start
    with torch.no_grad():
        answers = net(torch.from_numpy(mnist.X_test)).argmax(dim=1).numpy()
    errors = {
        "plain": 100 * (answers != mnist.y_test).mean(),
        "ptronlib": 100 * (state.net.predict(mnist.X_test) != mnist.y_test).mean(),
    }
    for name, seconds in times.items():
        each = seconds / given.passes
        print(f"{name:9} {each:6.2f} s a pass, test error {errors[name]:.2f} percent")
    print(f"ratio {times['plain'] / times['ptronlib']:.2f}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GB, both")


if __name__ == "__main__":
    main()
