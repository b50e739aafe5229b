"""What stands in the definitions of the public functions and classes: defaults, and their kind."""

import importlib
import inspect
import pkgutil

import pytest

import ptronlib
from ptronlib import cosine_perceptron, perceptron
from ptronlib.separation import separate_hulls

BUDGETS = {perceptron: 100_000, cosine_perceptron: 100_000, separate_hulls: 1_000_000}


@pytest.mark.parametrize(("run", "budget"), BUDGETS.items())
def test_the_budget_is_what_the_book_says(run, budget):
    assert inspect.signature(run).parameters["max_updates"].default == budget


def test_what_functions_return_cannot_be_changed():
    for entry in pkgutil.walk_packages(ptronlib.__path__, "ptronlib."):
        if "._" in entry.name or "widgets" in entry.name or entry.name.endswith("__main__"):
            continue
        module = importlib.import_module(entry.name)
        for name in getattr(module, "__all__", ()):
            parameters = getattr(getattr(module, name), "__dataclass_params__", None)
            assert parameters is None or parameters.frozen, f"{entry.name}.{name}"
