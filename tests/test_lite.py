"""What the notebooks in the browser are made of: verified files, smaller cells, stand-ins."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest

from tools import lite, pyodide

ROOT = Path(__file__).parents[1]


def test_wheels_have_the_versions_of_the_requirements():
    pinned = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    assert set(pyodide.wheels()) <= set(pinned)


def test_every_change_finds_its_cell():
    for name, changes in lite.smaller().items():
        notebook = nbformat.read(ROOT / "book" / f"{name}.ipynb", as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        before = {cell.id: lite.without_claims(cell.source) for cell in code}
        lite.shrink(notebook, changes)
        after = {cell.id: cell.source for cell in code}
        changed = {key for key in before if before[key] != after[key]}
        assert changed == {entry["cell"] for entry in changes}
        assert any(lite.SAYS in after[key] for key in changed)


# What the browser does: our stand-ins are there, and not what cannot be there.
ABSENT = ("numba", "flint", "safetensors", "pooch", "sklearn")
IN_THE_BROWSER = f"""
import sys; sys.modules.update(dict.fromkeys({ABSENT}))
sys.path[:0] = [{str(ROOT / "lite" / "stand_ins")!r}, {str(ROOT)!r}]
"""
TRAIN = """
import json
from ptronlib.core import power
from ptronlib.mnist import Plan, load_mnist, train
mnist = load_mnist()
images = mnist.X_train[:600], mnist.y_train[:600]
plan = Plan(power(0.6), step=0.1, passes=2, batch=20, hidden=30, wait={wait})
run = train(plan, *images, seed=1)
print(json.dumps([run.log, run.network.W1.tolist()]))
"""


@pytest.mark.thorough
@pytest.mark.parametrize("wait", [False, True])
def test_a_network_learns_the_same_without_numba(wait):
    found = []
    for start in ("", IN_THE_BROWSER):
        command = [sys.executable, "-c", start + TRAIN.format(wait=wait)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        found.append(json.loads(done.stdout))
    (log, W1), (log_there, W1_there) = found
    for ours, theirs in zip(log, log_there, strict=True):
        assert ours["updates"] == theirs["updates"] and ours["losses"] == theirs["losses"]
    assert np.allclose(W1, W1_there, atol=1e-4)
