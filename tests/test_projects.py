"""The first steps of the projects: what the page says was found, and is found again."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "experiments"))

import projects

from ptronlib import load_mnist
from ptronlib.mnist.load import obtain

FOUND = json.loads(projects.RESULT.read_text("utf-8"))
PAGE = (Path(__file__).parents[1] / "book" / "teaching_projects.md").read_text("utf-8")


def test_the_page_shows_the_tables_that_were_found():
    for table in projects.table(FOUND).split("\n\n"):
        assert table in PAGE
    assert list(FOUND) == list(projects.PROJECTS)


def test_the_guarantee_is_all_but_attained():
    found = projects.tight(thresholds=(1, 4))
    for beta, row in found.items():
        assert row == pytest.approx(FOUND["tight"][beta], rel=1e-6)
        assert row["promised"] <= row["share"] <= 1.01 * row["promised"]


def test_one_broken_hypothesis_fails_in_its_own_line():
    assert projects.ledgers() == FOUND["ledger"]
    assert FOUND["ledger"]["as it should be"]["fail"] == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["other", "bounds"])
def test_the_longer_ones_find_the_same_again(name):
    for key, row in projects.PROJECTS[name]().items():
        assert row == pytest.approx(FOUND[name][key], rel=0.02), key


@pytest.mark.thorough
def test_smaller_constants_need_fewer_updates_and_more_stretches():
    found = projects.rescaled()
    updates, stretches = ([row[key] for row in found.values()] for key in ("updates", "stretches"))
    assert updates == sorted(updates, reverse=True) and stretches == sorted(stretches)
    recorded = [row["updates"] for row in FOUND["rescaled"].values()]
    assert np.log(updates) == pytest.approx(np.log(recorded), rel=0.1)


def test_a_file_of_the_format_is_read_as_the_library_reads_it():
    folder, _ = obtain()
    (path,) = folder.glob("t10k-labels*")
    assert (projects.idx(path) == load_mnist().y_test).all()
    (path,) = folder.glob("t10k-images*")
    assert projects.idx(path).shape == (10_000, 28, 28)
