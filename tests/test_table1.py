"""The experiment: resumable, the same files in processes and on a cluster, nothing overwritten."""

import io
import json
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import pytest

from ptronlib.mnist import load_mnist

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "experiments"))
import jobs  # noqa: E402
import table1 as script  # noqa: E402

sys.path.remove(str(ROOT / "experiments"))
pytestmark = pytest.mark.thorough
SMALL = ["--small", "60", "--rows", "one", "entropy"]
RUN = ["run", "--seeds", "0-1", *SMALL]


def table1(folder, *arguments):
    """Run the script in this process, with its results in the folder."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            script.main([*map(str, arguments), "--results", str(folder)])
        except SystemExit as end:
            status = end.code
    return SimpleNamespace(returncode=status, stdout=out.getvalue(), stderr=err.getvalue())


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.json")}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A folder with a finished search and two seeds of two rows."""
    folder = tmp_path_factory.mktemp("table1")
    for arguments in (["search", *SMALL], RUN):
        found = table1(folder, *arguments)
        assert found.returncode == 0, found.stderr
    return folder


@pytest.mark.parametrize("left", [None, b"", b'{"format": "ptron'])
def test_what_is_missing_or_torn_comes_back_the_same_and_nothing_is_computed_twice(done, left):
    before, victim = contents(done), done / "runs" / "one-1.json"
    victim.unlink() if left is None else victim.write_bytes(left)
    stamp = (done / "runs" / "one-0.json").stat().st_mtime_ns
    assert table1(done, *RUN).returncode == 0
    assert contents(done) == before
    assert (done / "runs" / "one-0.json").stat().st_mtime_ns == stamp


def test_a_dask_cluster_of_two_workers_gives_the_same_files(done, tmp_path, monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # workers import what this process does
    shutil.copytree(done, tmp_path / "results")
    shutil.rmtree(tmp_path / "results" / "runs")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        found = table1(tmp_path / "results", *RUN, "--scheduler", cluster.scheduler_address)
        assert found.returncode == 0, found.stderr
    assert contents(tmp_path / "results") == contents(done)


def test_the_search_never_sees_the_test_set(done):
    for path in (done / "search").glob("*.json"):
        assert json.loads(path.read_text())["images"] == [60, 60]
    X, _, X_out, _ = jobs.data("search", None)
    mnist = load_mnist()
    assert len(X) == 50_000 and (X_out == mnist.X_train[50_000:]).all()
    assert (jobs.data("runs", None)[2] == mnist.X_test).all()


def test_summary_names_every_row_and_pair(done):
    found = table1(done, "summary", "--rows", "one", "entropy")
    assert found.returncode == 0, found.stderr
    summary = json.loads((done / "summary.json").read_text())
    assert set(summary["rows"]) == {"one", "entropy"} and len(summary["differences"]) == 1
    assert "one - entropy" in found.stdout
    (done / "summary.json").unlink()


def test_the_recorded_summary_is_that_of_the_recorded_runs(tmp_path):
    recorded = ROOT / "experiments" / "results"
    shutil.copytree(recorded, tmp_path / "results")
    rows = list(json.loads((recorded / "summary.json").read_text())["rows"])
    assert table1(tmp_path / "results", "summary", "--rows", *rows).returncode == 0
    old, new = (
        json.loads((f / "summary.json").read_text()) for f in (recorded, tmp_path / "results")
    )
    for row, found in old["rows"].items():
        for name in ("mean", "low", "high"):
            assert new["rows"][row][name] == pytest.approx(found[name])
    for a, b in zip(old["differences"], new["differences"], strict=True):
        assert (a["rows"], a["real"]) == (b["rows"], b["real"]) and a["p"] == pytest.approx(b["p"])


def test_results_of_another_version_or_plan_are_refused(done, tmp_path):
    (tmp_path / "format.json").write_text('{"format": "ptronlib-table1-0"}')
    found = table1(tmp_path, "run")
    assert found.returncode == 1 and "it says 'ptronlib-table1-0'" in found.stderr
    shutil.copytree(done, tmp_path / "mixed")
    shutil.copy(done / "runs" / "one-0.json", tmp_path / "mixed" / "runs" / "one-1.json")
    found = table1(tmp_path / "mixed", *RUN)
    assert found.returncode == 1 and "must be the result of" in found.stderr
