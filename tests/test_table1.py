"""The experiment: resumable, the same files in processes and on a cluster, nothing overwritten."""

import errno
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from ptronlib.mnist import load_mnist

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "experiments" / "table1.py"
sys.path.insert(0, str(SCRIPT.parent))
import jobs  # noqa: E402
import table1 as script  # noqa: E402

sys.path.remove(str(SCRIPT.parent))
pytestmark = pytest.mark.thorough
SMALL = ["--small", "60", "--rows", "one", "entropy"]


@dataclass
class Done:
    """What a command left: its exit status and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def table1(folder, *arguments):
    """Run the script in this process, with its results and checkpoints below the folder."""
    places = ["--results", str(folder / "results"), "--checkpoints", str(folder / "checkpoints")]
    out, err, status = io.StringIO(), io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            script.main([*map(str, arguments), *places])
        except SystemExit as end:
            status = end.code
    return Done(status, out.getvalue(), err.getvalue())


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.json")}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A folder with a finished search and two seeds of two rows."""
    folder = tmp_path_factory.mktemp("table1")
    for arguments in (["search"], ["run", "--seeds", "0-1"]):
        found = table1(folder, *arguments, *SMALL)
        assert found.returncode == 0, found.stderr
    return folder


def test_nothing_is_computed_twice_and_what_is_missing_comes_back_the_same(done):
    before = contents(done / "results")
    victim = done / "results" / "runs" / "one-1.json"
    victim.unlink()
    stamp = (done / "results" / "runs" / "one-0.json").stat().st_mtime_ns
    assert table1(done, "run", "--seeds", "0-1", *SMALL).returncode == 0
    assert contents(done / "results") == before
    assert (done / "results" / "runs" / "one-0.json").stat().st_mtime_ns == stamp


def test_a_dask_cluster_of_two_workers_gives_the_same_files(done, tmp_path, monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # workers import what this process does
    shutil.copytree(done / "results", tmp_path / "results")
    shutil.rmtree(tmp_path / "results" / "runs")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        found = table1(
            tmp_path, "run", "--seeds", "0-1", *SMALL, "--scheduler", cluster.scheduler_address
        )
        assert found.returncode == 0, found.stderr
    assert contents(tmp_path / "results") == contents(done / "results")


def test_the_search_never_sees_the_test_set(done):
    for path in (done / "results" / "search").glob("*.json"):
        assert json.loads(path.read_text())["images"] == [60, 60]
    X, _, X_out, _ = jobs.data("search", None)
    mnist = load_mnist()
    assert len(X) == 50_000 and (X_out == mnist.X_train[50_000:]).all()
    assert (jobs.data("runs", None)[2] == mnist.X_test).all()


def test_summary_names_every_row_and_pair(done):
    found = table1(done, "summary", "--rows", "one", "entropy")
    assert found.returncode == 0, found.stderr
    summary = json.loads((done / "results" / "summary.json").read_text())
    assert set(summary["rows"]) == {"one", "entropy"} and len(summary["differences"]) == 1
    assert "one - entropy" in found.stdout
    (done / "results" / "summary.json").unlink()


def test_a_killed_run_goes_on(done, tmp_path):
    (tmp_path / "results").mkdir()
    for name in ("format.json", "search"):
        os.symlink(done / "results" / name, tmp_path / "results" / name)
    places = ["--results", tmp_path / "results", "--checkpoints", tmp_path / "checkpoints"]
    command = [sys.executable, SCRIPT, "run", "--seeds", "0-1", *SMALL, *places]
    child = subprocess.Popen(
        list(map(str, command)),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.DEVNULL,
    )
    for _ in range(600):
        if list((tmp_path / "checkpoints").glob("runs-*")):
            break
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert table1(tmp_path, "run", "--seeds", "0-1", *SMALL).returncode == 0
    assert contents(tmp_path / "results" / "runs") == contents(done / "results" / "runs")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "--rows", "t999"], "invalid choice: 't999'"),
        (["run", "--seeds", "5-2"], "seeds must be like 0-9"),
        (["run", "--seeds", "1000"], "without the search's"),
        (["summary"], "there are none. Run them first"),
        (["run"], "is missing. Run the search first"),
    ],
)
def test_refusals(tmp_path, arguments, message):
    found = table1(tmp_path, *arguments)
    assert found.returncode != 0 and message in found.stderr
    assert "Traceback" not in found.stderr


def test_results_of_another_version_are_refused(tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "format.json").write_text('{"format": "ptronlib-table1-0"}')
    found = table1(tmp_path, "run")
    assert found.returncode == 1 and "it says 'ptronlib-table1-0'" in found.stderr


def test_a_result_of_another_plan_or_a_torn_one_is_refused(done, tmp_path):
    for content, message in [
        (done / "results/runs/one-0.json", "must be the result of"),
        (None, "is not whole"),
    ]:
        target = done / "results" / "runs" / "one-1.json"
        before = target.read_bytes()
        target.write_bytes(content.read_bytes() if content else before[:100])
        try:
            found = table1(done, "run", "--seeds", "1", *SMALL)
            assert found.returncode == 1 and message in found.stderr
        finally:
            target.write_bytes(before)


def test_a_full_disk_is_told_and_earlier_results_stay(done, monkeypatch):
    def full(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    before = contents(done / "results")
    monkeypatch.setattr(os, "fsync", full)
    found = table1(done, "run", "--seeds", "7", *SMALL)
    assert found.returncode == 1
    assert "could not be written (No space left on device)" in found.stderr
    assert contents(done / "results") == before
