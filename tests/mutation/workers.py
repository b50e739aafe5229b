"""Try mutants in forked children of one process that has imported numpy, scipy and pytest already.

A child finds the mutant as a file of its own tree, runs the tests that concern it, fastest first,
and ends with the first failure or with a test that computes much longer than it did when recorded.
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from concerned import record, seconds_of
from trees import CACHE, OPTIONS, environment, grow, mutated

HEAVY = ("numpy", "scipy.optimize", "scipy.special", "scipy.stats", "numba", "pytest", "hypothesis")
HEAVY += ("hypothesis.strategies", "_pytest.doctest", "sklearn.utils.estimator_checks", "torch")
HEAVY += ("pandas", "pyarrow", "pooch", "safetensors.numpy", "safetensors.torch", "tqdm", "joblib")
PATIENCE, GRACE = 4.0, 5.0  # a test may compute this many times its recorded time, and seconds more
UNKNOWN = 120.0  # seconds that a test may compute whose time was not recorded
MEMORY = 12 * 2**30  # bytes of address space
PAUSE = CACHE / "pause"  # while this file is there, no new mutant is begun
TOO_LONG = 77  # exit status of a child whose test computed too long


class Chosen:
    """The pytest plugin of a child: keeps the tests in their order and watches the clock."""

    def __init__(self, tests, verdict):
        self.rank = {test: k for k, test in enumerate(tests)}
        self.verdict = verdict

    def pytest_collection_modifyitems(self, items):
        chosen = [item for item in items if item.nodeid in self.rank]
        items[:] = sorted(chosen, key=lambda item: self.rank[item.nodeid])

    def pytest_runtest_logstart(self, nodeid):
        signal.signal(signal.SIGPROF, lambda *_: self.leave(nodeid))
        seconds = record()["seconds"].get(nodeid)  # that of another case would be no measure
        allowed = UNKNOWN if seconds is None else GRACE + PATIENCE * seconds
        signal.setitimer(signal.ITIMER_PROF, allowed)

    def leave(self, nodeid):
        self.verdict.write_text(nodeid)
        os._exit(TOO_LONG)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.verdict.write_text(report.nodeid)
            sys.stdout.write(report.longreprtext)
            sys.stdout.flush()
            os._exit(1)  # what follows would only cost time

    pytest_collectreport = pytest_runtest_logreport  # the mutant may not even be imported


def warm_up() -> None:
    """Import what takes long and is not mutated."""
    os.environ.update(environment(Path("nowhere")))
    for name in HEAVY:
        importlib.import_module(name)
    gc.freeze()  # or each child would look through all of it


def be_the_child(tree: Path, tests: list[str]) -> None:
    """Run the tests in this process, and end it."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    quiet = os.open(tree / ".cache" / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(quiet, 1), os.dup2(quiet, 2)
    os.chdir(tree)
    os.environ.update(environment(tree))
    sys.path.insert(0, str(tree))
    import pytest

    files = sorted({test.partition("::")[0] for test in tests})
    options = [*OPTIONS, "-x", "-q", f"--basetemp={tree / '.cache' / 'tmp'}"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of what was imported before
    os._exit(pytest.main([*options, *files], [Chosen(tests, tree / ".cache" / "verdict")]))


@dataclass
class Task:
    """A module with other code, and the portions of tests to run on it one after the other."""

    label: object
    module: str
    code: str
    portions: list[list[str]]
    tree: Path | None = None
    undo: ExitStack = field(default_factory=ExitStack)
    pid: int = 0
    started: float = 0.0
    deadline: float = 0.0

    def begin(self, tree: Path) -> None:
        self.tree, self.started = tree, time.monotonic()
        self.undo.enter_context(mutated(tree, self.module, self.code))
        self.fork()

    def fork(self) -> None:
        tests = self.portions.pop(0)
        (self.tree / ".cache" / "verdict").unlink(missing_ok=True)
        # the clock on the wall only catches what waits for ever: others may be using the machine
        self.deadline = time.monotonic() + 600 + 40 * sum(map(seconds_of, tests))
        self.pid = os.fork()
        if not self.pid:
            try:
                be_the_child(self.tree, tests)
            finally:
                os._exit(3)

    def poll(self) -> str | None:
        """Return survived, killed or timeout once that is known."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if not pid:
            if time.monotonic() < self.deadline:
                return None
            os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            return "timeout"
        if code := os.waitstatus_to_exitcode(status):
            return "timeout" if code == TOO_LONG else "killed"
        if not self.portions:
            return "survived"
        self.fork()
        return None

    def end(self, outcome: str) -> dict:
        self.undo.close()
        verdict = self.tree / ".cache" / "verdict"
        by = verdict.read_text() if verdict.is_file() else None
        return {"outcome": outcome, "by": by, "seconds": round(time.monotonic() - self.started, 1)}


def carry_out(tasks: Iterator[Task], jobs: int, until: float) -> Iterator[tuple[Task, dict]]:
    """Yield the tasks with their results as they end; begin none after `until`."""
    warm_up()
    free, running = [grow(f"tree{k}") for k in range(jobs)], []
    while True:
        while free and PAUSE.exists() and time.monotonic() < until:
            time.sleep(1)
        while free and time.monotonic() < until and (task := next(tasks, None)):
            task.begin(free.pop())
            running.append(task)
        if not running:
            return
        time.sleep(0.01)
        for task in list(running):
            if outcome := task.poll():
                running.remove(task)
                free.append(task.tree)
                yield task, task.end(outcome)
