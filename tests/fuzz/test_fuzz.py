"""Every public function is called with good and bad arguments of every kind; see `judge`.

A few examples each, and 200 in `make test-all`; `PTRON_FUZZ=20000` asks for more, and
`tests/fuzz/count.py` counts them.
"""

import os
import pickle
import shutil

import numpy as np
import pytest

from fuzz import doors_rest
from fuzz.judge import DOORS, fuzz
from fuzz.public import PARTS, RECORDS, missing, public_callables, public_modules
from ptronlib import UpdateBudgetExceeded, perceptron, separation, trials
from ptronlib._fetch import MNISTError
from ptronlib.decision import Interrupted
from ptronlib.tables import TableError

FEW, EXAMPLES = 8, int(os.environ.get("PTRON_FUZZ", "200"))
MADE = {maker: [name for name, m in RECORDS.items() if m == maker] for maker in RECORDS.values()}


@pytest.fixture(scope="module", autouse=True)
def files():
    yield
    shutil.rmtree(doors_rest.FOLDER, ignore_errors=True)


@pytest.mark.parametrize("name", sorted(DOORS))
@pytest.mark.parametrize("examples", [FEW, pytest.param(EXAMPLES, marks=pytest.mark.thorough)])
def test_answers_rightly_or_refuses_by_name(name, examples):
    door = DOORS[name]
    fuzz(door, examples, derandomize=True)
    if examples >= 200:
        assert any(door.counts[kind, "answered"] for kind in ("good", "dressed"))
        public = public_callables()
        lacking = [record for record in MADE.get(name, ()) if public[record] not in door.seen]
        assert not lacking, f"never came out: {lacking}"


def test_every_public_callable_has_a_door():
    assert all(isinstance(module.__all__, list) for module in public_modules())
    assert not missing()
    stale = (set(RECORDS) | PARTS) - set(public_callables())
    assert not stale and set(RECORDS.values()) <= set(DOORS)


def test_parts_and_exceptions():
    with pytest.raises(UpdateBudgetExceeded) as spent:
        perceptron([[1.0, 0.5], [-1.0, -0.5]], [1, 1], max_updates=3)
    assert pickle.loads(pickle.dumps(spent.value)).run.n_updates == 3
    with pytest.raises(separation.SeparationBudgetExceeded) as undecided:
        separation.separate_hulls([[0.0], [1.0]], [[0.5], [2.0]], 0.01, max_updates=1)
    picks = undecided.value.closest.P
    assert isinstance(picks, separation.Picks) and picks.counts.sum() == 1
    assert Interrupted(None).best is None
    assert issubclass(TableError, ValueError) and issubclass(MNISTError, OSError)
    (found,) = trials.compare({"a": [1.0, 2.0], "b": [0.5, 1.0]}, {"a": [1, 0], "b": [0, 0]})
    assert isinstance(found, trials.Difference) and np.isfinite(found.p)
