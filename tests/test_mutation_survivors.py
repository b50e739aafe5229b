"""The list of mutants that no test can notice speaks of lines that are still there."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
GROUPS = yaml.safe_load((ROOT / "tests" / "mutation" / "survivors.yml").read_text("utf-8"))
NAMES = [name for group in GROUPS for name in group["mutants"]]


@pytest.mark.parametrize("name", NAMES)
def test_the_line_of_an_equivalent_mutant_is_still_there(name):
    module, place_and_change = name.split("::")
    place, change = place_and_change.split(": ", 1)
    before, after = change.split(" -> ")
    text = (ROOT / module).read_text("utf-8")
    assert before in [" ".join(line.split()) for line in text.splitlines()]
    assert before != after and (not place or f" {place}" in text)


def test_every_equivalent_mutant_has_one_reason():
    assert len(set(NAMES)) == len(NAMES)
    assert all(len(group["reason"].split()) >= 5 for group in GROUPS)
