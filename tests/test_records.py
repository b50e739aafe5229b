"""Results of a study: one file, from which work goes on, and which nothing can tear."""

import json

import pytest

from experiments import records


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(records, "WORK", tmp_path / "work")
    return tmp_path


def test_work_goes_on_from_what_is_kept_also_on_another_machine(places):
    with records.opened("s") as folder:
        records.write(folder / "runs" / "one-0.json", json.dumps({"error": 0.1 + 0.2}))
    assert records.read("s") == {"runs/one-0": {"error": 0.1 + 0.2}}
    (places / "work" / "s" / "runs" / "one-0.json").unlink()
    with records.opened("s") as folder:
        assert json.loads((folder / "runs" / "one-0.json").read_text()) == {"error": 0.1 + 0.2}
        records.write(folder / "summary.json", "[1]")
    assert list(records.read("s")) == ["runs/one-0", "summary"]


def test_what_was_done_before_an_interruption_is_kept():
    with pytest.raises(KeyboardInterrupt), records.opened("s") as folder:
        records.write(folder / "a.json", "1")
        raise KeyboardInterrupt
    assert records.read("s") == {"a": 1}


def test_a_result_of_this_machine_is_not_overwritten_by_what_was_kept():
    with records.opened("s") as folder:
        records.write(folder / "a.json", "1")
    records.write(folder / "a.json", "2")
    with records.opened("s"):
        pass
    assert records.read("s") == {"a": 2}


def test_another_folder_is_neither_filled_nor_kept(places):
    with records.opened("s", places / "mine") as folder:
        records.write(folder / "a.json", "1")
    assert not (places / "kept").exists() and not (places / "work").exists()


def test_the_studies_that_are_kept_say_what_they_are(monkeypatch):
    monkeypatch.undo()
    expected = {"mnist": 601, "one_dimension": 20, "optimizers": 25, "speed": 23}
    assert {name: len(records.read(name)) for name in expected} == expected
    run = records.read("mnist")["runs/one-step0.141421-scale1-0"]
    assert run["error"] == 100 * len(run["wrong"]) / run["images"][1]
