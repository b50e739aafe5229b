"""The second data set: reproducible data, a law that is exact, rows that train and resume."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from ptronlib.mnist import Network
from ptronlib.torch import BetaLoss, signed_targets, train

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


def test_many_networks_at_once_are_those_of_the_one_loop(known):
    """The study trains all seeds in one product; each is what `ptronlib.torch.train` trains."""
    X, y = known.training[0]
    W1, W2, b1 = study.draw(study.ROWS["one"], 0, torch.float64)
    order = torch.Generator().manual_seed(10**6)

    class Orders(np.random.Generator):
        def permutation(self, n):
            return torch.randperm(n, generator=order).numpy()

    for name, share in (("one", 0.0), ("decay", 0.3)):
        model = Network(W1.numpy(), b1[0].numpy(), W2.numpy()).to_torch().double()
        for parameter, drawn in zip(model.parameters(), (W1.T, b1[0], W2.T), strict=True):
            parameter.data.copy_(drawn)  # a Network is float32
        lr, weight_decay = 0.1 / study.BATCH, share * study.BATCH  # for the sum of a batch
        optimizer = torch.optim.SGD(model.parameters(), lr=lr, weight_decay=weight_decay)
        order.manual_seed(10**6)
        run = train(
            model, X.double(), signed_targets(y, 10).double(), BetaLoss(reduction="sum"),
            optimizer, passes=3, batch_size=study.BATCH, rng=Orders(np.random.PCG64(0)),
        )  # fmt: skip
        assert run.updates == 12
        B = np.exp(share * 0.1 * 12) if share else 1.0  # the rate of the row: 2 ln B / (L step T)
        many = study.train(study.ROWS[name], [study.Run(0, 0.1, B)], known, 3, dtype=torch.float64)
        for ours, theirs in zip(model.parameters(), (many[0], many[2], many[1]), strict=True):
            found = ours.detach().T if ours.ndim == 2 else ours.detach()[None]
            torch.testing.assert_close(found, theirs[0], rtol=1e-5, atol=1e-6)


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
