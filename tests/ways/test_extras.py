"""Each extra of the library, installed alone into a new environment, does what the README says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import plain
from tools.pages import BUILT

pytestmark = [pytest.mark.thorough, pytest.mark.needs("book")]
ROOT = Path(__file__).parents[2]
WHEEL = BUILT / "notebooks" / plain.WHEEL
TORCH = re.search(r"^torch==.*$", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)[0]
TABLE = "x,y,kind\n2,1,p\n-1,1,q\n3,2,p\n"
STUDY = str(ROOT / "experiments" / "study.py")
DOES = {  # extra: what is typed after "python", and what it must print
    "fast": (
        ["-c", "import numba, ptronlib as p; s = p.samples.orthonormal(9); "
         "print(p.perceptron(s.X, s.y).n_updates)"], "9"),
    "plots": (
        ["-c", "import matplotlib; matplotlib.use('agg'); from ptronlib import plots; "
         "print(plots.plane(1.0).get_xlim())"], "-1.0"),
    "widgets": (
        ["-c", "from ptronlib.widgets import PerceptronExplorer as E; print(E())"],
        "0 mistakes so far"),
    "data": (
        ["-c", "from ptronlib import load_mnist; print(load_mnist(digits=[0]).X_test.shape)"],
        "(980, 784)"),
    "sklearn": (
        ["-c", "from ptronlib.sklearn import PerceptronClassifier as C; "
         "print(C().fit([[1.0], [-1.0]], ['a', 'b']).predict([[2.0]]))"], "['a']"),
    "torch": (
        ["-c", "import torch; from ptronlib.torch import BetaLoss; "
         "print(BetaLoss()(torch.zeros(2), torch.ones(2)))"], "tensor(1.)"),
    "course": (
        ["-c", "from ptronlib.course.questions import html; print(html('$x$'))"], r"<p>\(x\)</p>"),
    "tables": (
        ["-m", "ptronlib", "separable", "table.csv", "--label", "kind"],
        "separable by a hyperplane"),
    "experiments": (
        [STUDY, "run", "--help"], "--results"),
}  # fmt: skip


@pytest.mark.parametrize("extra", DOES)
def test_an_extra_brings_what_it_is_for(extra, tmp_path):
    place = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    python = place / "bin" / "python"
    (tmp_path / "pinned.txt").write_text(f"{TORCH}\n", "utf-8")  # else gigabytes for GPUs, on Linux
    (tmp_path / "table.csv").write_text(TABLE, "utf-8")
    pip = [python, "-m", "pip", "install", "-q", "-c", tmp_path / "pinned.txt"]
    subprocess.run([*pip, f"ptronlib[{extra}] @ {WHEEL.as_uri()}"], check=True)
    words, wanted = DOES[extra]
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [python, *words], cwd=tmp_path, env=variables, capture_output=True, text=True
    )
    assert done.returncode == 0 and wanted in done.stdout, done.stdout + done.stderr
