"""The experiment: resumable, the same files in processes and on a cluster, nothing overwritten."""

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import ttest_rel

from ptronlib.core import BetaRule, constant
from ptronlib.mnist import load_mnist

for package in ("distributed", "statsmodels", "torch", "tqdm"):
    pytest.importorskip(package, reason="needs: pip install '.[experiments]'")
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "experiments"))
import jobs  # noqa: E402
import study as script  # noqa: E402
import summary as statistics  # noqa: E402
from rows import FADE, Plan  # noqa: E402
from training import trained  # noqa: E402

sys.path.remove(str(ROOT / "experiments"))
pytestmark = pytest.mark.thorough
SMALL = ["--small", "60", "--rows", "one", "once"]
RUN = ["run", *SMALL]


def study(folder, *arguments):
    """Run the script in this process, with its results in the folder."""
    script.main([*map(str, arguments), "--results", str(folder)])


def contents(folder):
    """Return all results, without the seconds that they took."""
    found = {p.relative_to(folder): json.loads(p.read_text()) for p in folder.rglob("*.json")}
    return {path: result | {"seconds": None} for path, result in found.items()}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A folder with a finished search and the runs of two rows."""
    folder = tmp_path_factory.mktemp("study")
    study(folder, "search", *SMALL)
    study(folder, *RUN)
    return folder


@pytest.mark.parametrize("left", [None, b"", b'{"format": "ptron'])
def test_what_is_missing_or_torn_comes_back_the_same_and_nothing_is_computed_twice(done, left):
    before, victim = contents(done), next(done.glob("runs/one-*-1.json"))
    victim.unlink() if left is None else victim.write_bytes(left)
    other = next(done.glob("runs/one-*-0.json"))
    stamp = other.stat().st_mtime_ns
    study(done, *RUN)
    assert contents(done) == before
    assert other.stat().st_mtime_ns == stamp


def test_a_dask_cluster_of_two_workers_gives_the_same_files(done, tmp_path, monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # workers import what this process does
    shutil.copytree(done, tmp_path / "results")
    for path in (tmp_path / "results" / "runs").glob("one-*.json"):
        path.unlink()
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        one = ["run", "--small", "60", "--rows", "one", "--scheduler", cluster.scheduler_address]
        study(tmp_path / "results", *one)
    assert contents(tmp_path / "results") == contents(done)


def test_the_search_never_sees_the_test_set(done):
    for path in done.glob("short/*.json"):
        assert json.loads(path.read_text())["images"] == [60, 60]
    X, _, X_out, _ = jobs.data("long", None)
    mnist = load_mnist()
    assert len(X) == 50_000 and (X_out == mnist.X_train[50_000:]).all()
    assert (jobs.data("runs", None)[2] == mnist.X_test).all()


@pytest.mark.parametrize(("name", "steps", "finer"), [
    ("once", {0.05 * 2**k for k in range(7)}, {1.0, 1e2, 1e4, 1e6}),
    ("decay", {0.2 * 2**k for k in range(7)}, {1.0, 1e2, 1e4, 1e6}),
    ("one", {0.1 * 2**k for k in range(7)}, {1.0}),
])  # fmt: skip
def test_search_extends_its_grids_until_the_best_is_inside(tmp_path, name, steps, finer):
    results, asked = jobs.Results(tmp_path), {"short": [], "long": []}
    search = script.Search(results, name)
    while missing := search.missing():
        for job in missing:  # the best has a large step and a small scale
            off = abs(np.log2(job.step / 5.0)) + np.log10(job.scale)
            found = {"format": jobs.FORMAT, "job": jobs.asdict(job), "error": off}
            jobs.write(results.path(job), json.dumps(found))
            asked[job.stage].append(job)
    assert {job.step for job in asked["short"]} == steps  # extended at most four times
    assert {job.scale for job in asked["long"]} == finer
    assert all(len(set(found)) == len(found) for found in asked.values())
    assert search.best.scale == 1.0


def test_one_interval_covers_new_seeds_and_new_images():
    rng, covered = np.random.default_rng(7), 0
    for _ in range(400):  # a common part for each seed, one for each image, one for each pair
        values = 0.3 * rng.standard_normal((6, 1)) + rng.standard_normal((1, 80))
        values = values + rng.standard_normal((6, 80))
        _, low, high, p = statistics.mean_with_interval(values)
        covered += low <= 0 <= high
        assert (p < 0.05) == (not low <= 0 <= high)
    assert 0.95 - 0.03 < covered / 400 < 0.999
    a, b = rng.standard_normal((2, 5, 1)).repeat(9, axis=2)  # all images alike: the paired t-test
    assert statistics.mean_with_interval(a - b)[3] == pytest.approx(ttest_rel(a, b)[1][0])


def test_summary_has_every_row_and_the_pairs_that_can_be_compared(done):
    study(done, "summary")
    summary = json.loads((done / "summary.json").read_text())
    assert {"one", "once", "once@10000", "once@1e+06"} <= set(summary["rows"])
    assert summary["rows"]["one"]["seeds"] == list(range(10))
    (done / "summary.json").unlink()


def test_results_of_another_version_or_plan_are_refused(done, tmp_path, capsys):
    (tmp_path / "format.json").write_text('{"format": "ptronlib-study-0"}')
    with pytest.raises(SystemExit, match="1"):
        study(tmp_path, "run")
    assert "it says 'ptronlib-study-0'" in capsys.readouterr().err
    shutil.copytree(done, tmp_path / "mixed")
    one, two = (next(tmp_path.glob(f"mixed/runs/one-*-{seed}.json")) for seed in (0, 1))
    shutil.copy(one, two)
    with pytest.raises(SystemExit, match="1"):
        study(tmp_path / "mixed", *RUN)
    assert "must be the result of" in capsys.readouterr().err


def test_the_other_form_of_a_growing_threshold_is_the_same_algorithm():
    X, y, _, _ = jobs.data("long", 500)
    plan = Plan(constant(1.0), step=0.2, passes=3, fade=FADE)
    grows = BetaRule("(t + 1)^0.4", start=1.0, table=lambda t: (t + 1.0) ** (2 * FADE))
    ours, run = trained(plan, X, y, 0)
    theirs, other = trained(replace(plan, beta=grows, fade=0.0), X, y, 0)
    assert run.updates == other.updates == 60
    for name in ("W1", "b1", "W2"):
        theirs_small = getattr(theirs, name) / 61.0**FADE
        assert np.abs(theirs_small - getattr(ours, name)).max() < 1e-4
