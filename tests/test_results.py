"""What functions return is frozen, and compared as one thing where it holds arrays."""

from dataclasses import fields, is_dataclass
from importlib import import_module
from pkgutil import walk_packages

import pytest

import ptronlib

WORKING = {"_Search", "Trace", "Machine"}  # change while an algorithm runs
ARRAYS = ("Array", "ndarray", "NDArray", "Run", "Picks", "Network", "RandomState")


def dataclasses():
    for module in walk_packages(ptronlib.__path__, "ptronlib."):
        if not module.name.endswith("__main__"):
            for name, kind in vars(import_module(module.name)).items():
                if is_dataclass(kind) and kind.__module__ == module.name:
                    yield pytest.param(kind, id=name)


@pytest.mark.parametrize("kind", list(dataclasses()))
def test_a_result_cannot_be_changed_nor_compared_entry_by_entry(kind):
    made = kind.__dataclass_params__
    assert made.frozen == (kind.__name__ not in WORKING)
    holds_arrays = any(word in str(field.type) for field in fields(kind) for word in ARRAYS)
    if made.frozen and kind.__name__ != "_Answer":  # with ==, arrays would be asked for one truth
        assert made.eq != holds_arrays
