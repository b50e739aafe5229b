"""The study on pictures of clothes: searched as on MNIST, resumed, judged by the design's rule."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

for name in ("statsmodels", "torch", "tqdm"):
    pytest.importorskip(name, reason="needs: pip install '.[experiments]'")
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "experiments"))
import fashion as study  # noqa: E402
from clothes import Clothes  # noqa: E402
from jobs import Job, Results  # noqa: E402

sys.path.remove(str(ROOT / "experiments"))


def part(n, rng, noise=0.2):
    """Return n pictures of each of ten kinds, told apart by where they are bright."""
    y = np.tile(np.arange(10), n)
    X = noise * rng.random((len(y), 784), dtype=np.float32)
    X[:, :700] += (0.9 - noise) * (y[:, None] == np.arange(700) // 70)
    return X, y


def parts(noise):
    rng = np.random.default_rng(7)
    return Clothes(*(part(n, rng, noise) for n in (10, 2, 30)))


@pytest.fixture(scope="module")
def known():
    return parts(0.2)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(study, "SEEDS", (0, 1))
    monkeypatch.setattr(study, "PASSES", 4)
    monkeypatch.setattr(study, "SHORT", 2)


def test_what_is_misread_comes_back():
    wrong = np.random.default_rng(7).random(1001) < 0.1
    assert study.unpacked(study.packed(wrong), 1001).tolist() == np.flatnonzero(wrong).tolist()


def test_the_search_is_judged_on_what_was_held_back_and_a_run_on_the_test(known, small):
    for stage, images in (("short", 20), ("long", 20), ("runs", 300), ("controls", 300)):
        found = study.one(Job(stage, "one", 0, 0.1), known)
        assert found["images"] == [100, images]
        assert found["passes"] == (2 if stage == "short" else 4)
        if stage in ("runs", "controls"):
            assert found["error"] == pytest.approx(
                100 * len(study.unpacked(found["misread"], 300)) / 300
            )
        else:
            assert "misread" not in found


def test_the_doubled_run_misreads_the_same(small, monkeypatch):
    monkeypatch.setattr(study, "PASSES", 20)
    hard = parts(0.7)
    plain, doubled = (study.one(Job("runs", row, 0, 0.1), hard) for row in ("t40", "t40-doubled"))
    assert doubled["misread"] == plain["misread"] and doubled["digest"] != plain["digest"]
    assert 0 < plain["error"] < 90


def test_shuffled_labels_teach_nothing(known, small):
    plain, shuffled = (
        study.one(Job("runs", row, 0, 0.1), known) for row in ("one", "one-shuffled")
    )
    assert plain["error"] < 10 and shuffled["error"] > 50


def test_growth_and_its_control_have_their_own_steps_and_one_final_threshold(
    known, small, tmp_path, monkeypatch
):
    class Decided:
        def __init__(self, _, name):
            step, scale = {"decay": (0.1, 1.0), "once": (0.2, 1e4)}.get(name, (0.1, 1.0))
            self.best = Job("long", name, 1000, step, scale)

        def missing(self):
            return []

    monkeypatch.setattr(study, "Search", Decided)
    study.run(tmp_path, known)
    chosen = json.loads((tmp_path / "chosen.json").read_text())
    assert (chosen["decay-100"], chosen["once-100"]) == ([0.1, 100.0], [0.2, 100.0])
    for name in ("decay-step0.1", "once-step0.2"):
        for seed in study.SEEDS:
            run = json.loads((tmp_path / f"runs/{name}-scale100-{seed}.json").read_text())
            assert (run["weight_decay"] > 0) == name.startswith("decay")


@pytest.mark.parametrize(("shown", "mean", "high", "said"), [
    (True, 0.4, 0.7, "holds"),
    (True, 0.05, 0.08, "holds"),
    (True, -0.4, -0.1, "refuted"),
    (False, 0.01, 0.09, "refuted"),
    (False, 0.2, 0.5, "open"),
    (False, -0.2, 0.11, "open"),
])  # fmt: skip
def test_the_verdict_is_that_of_the_design(shown, mean, high, said):
    assert study.verdict({"shown": shown, "mean": mean, "high": high}) == said


@pytest.mark.thorough
def test_the_study_is_searched_run_resumed_and_compared(known, small, tmp_path):
    study.run(tmp_path, known)
    text, first = study.summary(tmp_path), json.loads((tmp_path / "summary.json").read_text())
    chosen = json.loads((tmp_path / "chosen.json").read_text())
    assert chosen["decay-100"] == [chosen["decay"][0], 100.0]
    assert [tuple(d["rows"]) for d in first["differences"]] == list(study.STATEMENTS)
    assert set(first["rows"]) == set(study.ROWS) and "nothing" in text
    assert first["controls"]["law"] and first["controls"]["again"]
    victim = next(tmp_path.glob("runs/zero-*-1.json"))
    other = next(tmp_path.glob("runs/zero-*-0.json"))
    stamp = other.stat().st_mtime_ns
    victim.unlink()
    assert [sorted(of) for of in study.runs_of(Results(tmp_path)).values()] == [[0]] * 6
    with pytest.raises(ValueError, match="at least two seeds of all rows"):
        study.summary(tmp_path)
    study.run(tmp_path, known)
    study.summary(tmp_path)
    assert json.loads((tmp_path / "summary.json").read_text()) == first
    assert other.stat().st_mtime_ns == stamp
    with pytest.raises(ValueError, match="Name another folder"):
        study.run(tmp_path, Clothes(known.training, known.test, known.held_back))
