"""Ctrl-C, or memory that is all used, ends a run; what it has found so far is kept."""

import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from ptronlib import UpdateBudgetExceeded, perceptron
from ptronlib.core import BetaRule

CONTRADICTION = "X, y = np.array([[1.0, 2.0], [-1.0, 0.5], [1.0, 2.0]]), np.array([1.0, 1.0, -1.0])"
START = """
import json, signal
import numpy as np
from ptronlib import UpdateBudgetExceeded, betas, cosine_perceptron, perceptron
from ptronlib.core import constant

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's & ignores it
"""
RUN = """
def go(most):
    try:
        return {call}
    except UpdateBudgetExceeded as spent:
        return spent.run

go(1)  # what is compiled is compiled now
print("ready", flush=True)
try:
    go(10**15)
except KeyboardInterrupt as stop:
    run, again = stop.run, go(stop.run.n_updates)
    same = all((getattr(run, k) == getattr(again, k)).all() for k in ("mistakes", "betas", "w"))
    print(json.dumps([run.n_updates, bool(same), run.converged, stop.__notes__]))
"""
PROGRAMS = [CONTRADICTION + RUN.format(call=call) for call in (
    "perceptron(X, y, max_updates=most)",
    'perceptron(X, y, betas.growing(1.5, 9.0), max_updates=most, order="worst")',
    "perceptron(X, y, betas.r_independent(), max_updates=most, order='shuffled', "
    "rng=np.random.default_rng(0))",
    "cosine_perceptron(X, y, 0.01, w_init=[1.0, 1.0], max_updates=most)",
)]  # fmt: skip
TRAINING = """
import torch
from ptronlib.mnist import Network
from ptronlib.torch import BetaLoss, signed_targets, train

torch.set_num_threads(1)
X, y = torch.rand(20, 6).tile(2, 1), signed_targets(torch.arange(40) % 7, 10)

def go(passes):
    model = Network.draw(6, 5, np.random.default_rng(0)).to_torch()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    how = {"passes": passes, "batch_size": 10, "rng": np.random.default_rng(0), "falling": False}
    return train(model, X, y, BetaLoss(), optimizer, **how)

go(1)
print("ready", flush=True)
try:
    go(2 * 10**5)
except KeyboardInterrupt as stop:
    run, again = stop.run, go(len(stop.run.log))
    print(json.dumps([run.updates, run.log == again.log, run.converged, stop.__notes__]))
"""
SEPARATION = """
from ptronlib import separable

X = np.random.default_rng(7).standard_normal((60_000, 60))
y = np.where(X[:, 0] > 0, 1, -1)  # thousands of near-ties
print("ready", flush=True)
try:
    while True:
        separable(X, y)
except KeyboardInterrupt as stop:
    print(json.dumps(stop.run is None or bool(stop.run.verify(X, y))))
"""


def interrupted(program):
    """Start a program, interrupt it after its work has begun; return what it prints then."""
    process = subprocess.Popen(
        [sys.executable, "-c", START + program], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=120)
    return json.loads(told)


@pytest.mark.parametrize("program", [*PROGRAMS, TRAINING])
def test_an_interrupted_run_is_the_beginning_of_the_whole_one(program):
    """It has what a run with a budget of as many updates, or of as many passes, ends with."""
    updates, same, converged, notes = interrupted(program)
    assert updates > 0 and same and not converged
    assert ".run" in notes[0]


def test_an_interrupted_separation_keeps_the_best_so_far():
    assert interrupted(SEPARATION)


def exhausted(t):
    """Return thresholds of 0, but no memory for those after 1000 updates."""
    if np.max(t) > 1000:
        raise MemoryError
    return np.zeros_like(t)


def test_without_memory_for_more_thresholds_the_run_so_far_is_kept():
    X, y = [[1.0, 2.0], [1.0, 2.0]], [1, -1]
    with pytest.raises(MemoryError) as stop:
        perceptron(X, y, BetaRule("none after 1000", table=exhausted), max_updates=10**15)
    run = stop.value.run
    assert 0 < run.n_updates <= 1000 and not run.converged
    with pytest.raises(UpdateBudgetExceeded) as spent:
        perceptron(X, y, max_updates=run.n_updates)
    assert run.mistakes.tolist() == spent.value.run.mistakes.tolist()
    assert run.w.tolist() == run.replay()[-1].tolist() == spent.value.run.w.tolist()
