"""The second data set: reproducible data, a law that is exact, rows that train and resume."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from ptronlib.mnist import Network, signs

for package in ("mnist1d", "statsmodels"):
    pytest.importorskip(package, reason="needs: pip install '.[experiments]'")
EXPERIMENTS = Path(__file__).parents[1] / "experiments"
sys.path.insert(0, str(EXPERIMENTS))
import one_dimension as study  # noqa: E402

sys.path.remove(str(EXPERIMENTS))
SMALL = (80, 400, 800)  # examples to train on, to search with, to test


@pytest.fixture(scope="module")
def known():
    return study.data(*SMALL)


def test_the_data_are_the_same_each_time_and_no_example_is_used_twice(known):
    again = study.data(*SMALL)
    assert again.digest == known.digest
    sets = [known.test, known.valid, *known.training.values()]
    assert [len(y) for _, y in sets] == [800, 400, *[80] * 23]
    X = torch.cat([X for X, _ in sets])
    assert X.shape == (3040, 40) and len(X.unique(dim=0)) == 3040
    assert torch.cat([y for _, y in sets]).bincount().tolist() == [304] * 10


def test_the_law_of_steps_and_thresholds_is_exact_at_every_depth(known):
    for name, found in study.doubling(known, passes=3).items():
        assert found["law"] == 0.0, name
        assert (found["steps kept"] == 0.0) == (name == "one"), name  # depth 2 keeps its steps


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_threshold_that_grows_by_B_forgets_the_start_by_its_root(known, depth):
    row = study.replace(study.ROWS["decay"], depth=depth)
    still, decayed = (study.train(row, [study.Run(0, 0.0, B)], known, 50) for B in (1.0, 10.0))
    for a, b in zip(still, decayed, strict=True):
        torch.testing.assert_close(b, a * 10.0 ** (-1 / depth), rtol=0.05, atol=0)


def test_runs_in_one_batch_are_the_runs_one_by_one(known):
    runs = [study.Run(0, 0.1, 10.0), study.Run(1, 0.2, 1.0), study.Run(0, 0.05, 100.0)]
    for name in ("decay", "conv-entropy-decay", "t40"):
        row = study.ROWS[name]
        many = study.train(row, runs, known, 2)
        for k, run in enumerate(runs):
            for part, one in zip(many, study.train(row, [run], known, 2), strict=True):
                torch.testing.assert_close(part[k], one[0], rtol=1e-4, atol=1e-5)


def test_one_update_is_that_of_the_library(known):
    X, y = (part.numpy() for part in known.training[0])
    row = study.ROWS["one"]
    before = [part.numpy() for part in study.draw(row, 0, torch.float32)]
    after = [part[0].numpy() for part in study.train(row, [study.Run(0, 0.1)], known, 1)]
    net = Network(before[0], before[2][0], before[1])
    order = torch.randperm(80, generator=torch.Generator().manual_seed(10**6)).numpy()
    for k in range(0, 80, study.BATCH):
        x, target = X[order[k : k + 25]], signs(y[order[k : k + 25]])
        h = np.maximum(x @ net.W1 + net.b1, 0)
        p = target * (target * (h @ net.W2) <= 1) * 0.1 * (1 - k / 80) / study.BATCH
        q = (p @ net.W2.T) * (h > 0)
        net = Network(net.W1 + x.T @ q, net.b1 + q.sum(axis=0), net.W2 + h.T @ p)
    for a, b in zip(after, (net.W1, net.W2, net.b1[None]), strict=True):
        np.testing.assert_allclose(a, b, atol=1e-5)


def test_rows_are_searched_run_resumed_and_compared(known, tmp_path, monkeypatch):
    names = ("one", "decay", "once", "once-same", "conv-one")
    monkeypatch.setattr(study, "ROWS", {name: study.ROWS[name] for name in names})
    monkeypatch.setattr(study, "doubling", lambda known, passes: {})
    study.run(tmp_path, known, passes=2)
    result = {name: json.loads((tmp_path / f"{name}.json").read_text()) for name in names}
    assert result["once-same"]["scale"] == result["decay"]["scale"]
    assert result["once-same"]["step"] == result["once"]["step"]
    for name in names[:3]:
        tried = [(one["step"], one["scale"]) for one in result[name]["search"]]
        assert len(tried) == len(set(tried)) and 9 <= len(tried) <= 17
    (tmp_path / "decay.json").unlink()
    stamp = (tmp_path / "one.json").stat().st_mtime_ns
    study.run(tmp_path, known, passes=2)
    again = json.loads((tmp_path / "decay.json").read_text())
    assert again | {"core_seconds": 0} == result["decay"] | {"core_seconds": 0}
    assert (tmp_path / "one.json").stat().st_mtime_ns == stamp
    text = study.summary(tmp_path)
    assert "conv-one" in text and "once-same - decay" in text
    found = json.loads((tmp_path / "summary.json").read_text())
    assert [one["rows"] for one in found] == [["one", "decay"], ["once", "decay"],
                                             ["once-same", "decay"]]  # fmt: skip
