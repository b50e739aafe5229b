"""What functions return is frozen, and compared as one thing where it holds arrays."""

import inspect
from dataclasses import fields, is_dataclass
from importlib import import_module
from pkgutil import walk_packages

import pytest

import ptronlib
from ptronlib import cosine_perceptron, perceptron
from ptronlib.geometry import separate_hulls

ARRAYS = ("Array", "ndarray", "NDArray", "Run", "Picks", "Network", "RandomState")
BUDGETS = {perceptron: 100_000, cosine_perceptron: 100_000, separate_hulls: 1_000_000}


def results():
    """Return the dataclasses that stand in an `__all__` of the library."""
    found = {}
    for entry in walk_packages(ptronlib.__path__, "ptronlib."):
        module = None if "._" in entry.name else import_module(entry.name)
        for name in getattr(module, "__all__", ()):
            kind = getattr(module, name)
            if is_dataclass(kind):
                found[kind] = pytest.param(kind, id=name)
    return found.values()


@pytest.mark.parametrize("kind", results())
def test_a_result_cannot_be_changed_nor_compared_entry_by_entry(kind):
    assert kind.__dataclass_params__.frozen
    holds_arrays = any(word in str(field.type) for field in fields(kind) for word in ARRAYS)
    # With ==, arrays would be asked for one truth.
    assert kind.__dataclass_params__.eq != holds_arrays


@pytest.mark.parametrize(("run", "budget"), BUDGETS.items())
def test_the_budget_is_what_the_book_says(run, budget):
    assert inspect.signature(run).parameters["max_updates"].default == budget
