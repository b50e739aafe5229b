"""The list of mutants that no test can notice speaks of lines that are still there."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
GROUPS = yaml.safe_load((ROOT / "tests" / "mutation" / "survivors.yml").read_text("utf-8"))
NAMES = [name for group in GROUPS for kind in ("mutants", "lines") for name in group.get(kind, [])]


@pytest.mark.parametrize("name", NAMES)
def test_the_line_of_an_equivalent_mutant_is_still_there(name):
    module, _, place_and_change = name.partition("::")
    place, _, change = place_and_change.partition(": ")
    before, _, after = change.partition(" -> ")
    text = (ROOT / module).read_text("utf-8")
    assert before in [" ".join(line.split()) for line in text.splitlines()]
    assert before != after and (not place or f" {place}" in text)


def test_every_equivalent_mutant_has_one_reason():
    assert len(set(NAMES)) == len(NAMES)
    assert all(len(group["reason"].split()) >= 5 for group in GROUPS)
