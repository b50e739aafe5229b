"""How a call walks through the files of the package; and what an import loads.

`lint-imports`, with the layers of pyproject.toml, holds every import to a layer below.  Here the
calls themselves are followed: a reader who follows one of them opens few files.
"""

import subprocess
import sys
from pathlib import Path

import grimp
import numpy as np
import pytest

import ptronlib
from ptronlib import lift, perceptron, separable
from ptronlib.geometry import separate_hulls

PACKAGE = Path(ptronlib.__file__).parent
HEAVY = {
    "anywidget",
    "ipywidgets",
    "matplotlib",
    "numba",
    "pandas",
    "pooch",
    "scipy",
    "sklearn",
    "torch",
}
X = np.array([[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0], [-2.0, 0.5]])
Y = np.array([1, 1, -1, -1])
DECORATORS = {"domain.<locals>.checked"}


def calls(work):
    """Return (caller, callee), as files of the package, for each call that the work makes there.

    A decorator is entered before its function and calls it: that call has no caller here.
    """
    work()  # what is imported or compiled at the first call is so now
    files = {str(path) for path in PACKAGE.rglob("*.py")}
    open_calls, made = [], []

    def look(frame, event, _):
        file = frame.f_code.co_filename
        if file in files and event == "call":
            made.append((open_calls[-1] if open_calls else None, file))
            open_calls.append(None if frame.f_code.co_qualname in DECORATORS else file)
        elif file in files and event == "return" and open_calls:
            open_calls.pop()

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(before)
    return made


def changes(made):
    """Count how often a call lies in another file than the call before it."""
    files = [callee for _, callee in made]
    return sum(a != b for a, b in zip(files, files[1:], strict=False))


def module(file):
    parts = Path(file).relative_to(PACKAGE).with_suffix("").parts
    return ".".join(("ptronlib", *parts))


GRAPH = grimp.build_graph("ptronlib")
FOUND = separable(X, Y)
WORK = {
    "perceptron": (lambda: perceptron(lift(X), Y), 9),
    "separable": (lambda: separable(X, Y), 12),
    "its verify": (lambda: FOUND.verify(X, Y), 12),
    "separate_hulls": (lambda: separate_hulls(X[:2], X[2:], eps=0.5), 24),
}


@pytest.mark.parametrize("name", WORK)
def test_a_call_opens_few_files(name):
    work, most = WORK[name]
    made = calls(work)
    assert 3 < changes(made) <= most, [Path(callee).stem for _, callee in made]


@pytest.mark.parametrize("name", WORK)
def test_a_call_goes_to_its_own_file_or_to_one_below(name):
    for caller, callee in calls(WORK[name][0]):
        if caller not in (None, callee):
            assert GRAPH.chain_exists(module(caller), module(callee)), (caller, callee)
            assert not GRAPH.chain_exists(module(callee), module(caller)), (caller, callee)


def test_import_loads_nothing_heavy():
    check = f"import sys, ptronlib; print([m for m in {HEAVY} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
