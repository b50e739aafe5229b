"""Threshold rules: the same thresholds one by one and ahead, and to the last bit everywhere.

A new rule needs a line in RULES.
"""

import ast
import inspect

import numpy as np
import pytest

from ptronlib import betas

RULES = {  # every rule of core/betas.py, with arguments
    "constant": betas.constant(2.0),
    "r_independent": betas.r_independent(3.0),
    "growing": betas.growing(1.3, 2.0),
    "power": betas.power(0.3, 2.0),
}
FIXED = {"add", "subtract", "multiply", "divide", "sqrt", "negative", "maximum", "minimum"}
NAMED = FIXED | {"arange", "full"}  # what betas.py may name of numpy


class Watched(np.ndarray):
    """An array that notes by which functions of numpy it is changed."""

    used: set = set()

    def __array_ufunc__(self, function, method, *given, **more):
        Watched.used.add(function.__name__)
        plain = [part.view(np.ndarray) if isinstance(part, Watched) else part for part in given]
        found = getattr(function, method)(*plain, **more)
        return found.view(Watched) if isinstance(found, np.ndarray) else found


def functions(table) -> set:
    """Return the names of numpy's functions that a table calls, by itself or by operators."""
    Watched.used = set()
    table(np.arange(1.0, 100.0).view(Watched))
    return Watched.used


def test_every_rule_is_tried():
    assert RULES.keys() == {*betas.__all__} - {"BetaRule"}


@pytest.mark.parametrize("name", RULES)
def test_a_threshold_is_the_same_alone_and_ahead(name):
    rule, beta = RULES[name], RULES[name].start
    for t, ahead in enumerate(rule.ahead(beta, 0, 300), start=1):
        beta = rule.next(beta, t, 0.0)
        assert type(beta) is float and (beta == ahead or rule.jump)


@pytest.mark.parametrize("name", RULES)
def test_a_table_computes_with_what_every_machine_rounds_alike(name):
    assert not RULES[name].table or functions(RULES[name].table) <= FIXED


def test_the_rules_name_no_function_that_machines_round_differently():
    """Not for a single number either, where no array tells."""
    nodes = [*ast.walk(ast.parse(inspect.getsource(betas)))]
    assert not any(isinstance(node, ast.Pow) for node in nodes)
    named = [node for node in nodes if isinstance(node, ast.Attribute)]
    of_numpy = {node.attr for node in named if getattr(node.value, "id", "") == "np"}
    assert of_numpy <= NAMED
    modules = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    assert modules == {"numpy"}


@pytest.mark.parametrize("table", [np.log, np.log1p, lambda t: t**0.3, lambda t: 2 * np.exp(-t)])
def test_what_machines_round_differently_is_noticed(table):
    assert not functions(table) <= FIXED
