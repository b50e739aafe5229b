"""Every check can fail: it does when its statement is weakened (``tests/mutations.py``)."""

import inspect
from importlib import import_module
from itertools import product

import pytest
from hypothesis import HealthCheck, Phase, settings
from mutations import MUTATIONS

from tools import statements

ENTRIES = {entry["id"]: entry for entry in statements.read()["statements"]}
Marked = type(pytest.param())  # a case with a marker
QUICK = settings(
    max_examples=200,
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # the first example that fails is enough
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


def cases(function, fixed):
    """Yield the arguments of a parametrized test; `fixed` ones take the place of their own."""
    marks = [m for m in getattr(function, "pytestmark", ()) if m.name == "parametrize"]
    tables = []
    for mark in marks:
        names, values = mark.args
        names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
        if not set(names) & set(fixed):
            one = len(names) == 1
            values = [v.values if isinstance(v, Marked) else [v] if one else v for v in values]
            tables.append([dict(zip(names, v, strict=True)) for v in values])
    for chosen in product(*tables):
        yield {**fixed, **{name: value for case in chosen for name, value in case.items()}}


def patch(monkeypatch, module, target, change):
    """Weaken what the module calls by the dotted name `target`."""
    *path, last = target.split(".")
    holder = module
    for name in path:
        holder = getattr(holder, name)
    monkeypatch.setattr(holder, last, change(getattr(holder, last)))


def test_every_statement_is_weakened():
    assert ENTRIES.keys() == MUTATIONS.keys()


@pytest.mark.parametrize("statement", ENTRIES)
def test_a_weakened_statement_fails_its_check(statement, monkeypatch):
    mutation = MUTATIONS[statement]
    check = mutation.check or ENTRIES[statement]["test"]
    file, name = check.split("::")
    module = import_module(file.removesuffix(".py"))
    function = getattr(module, name)
    if hasattr(function, "hypothesis"):
        monkeypatch.setattr(function, "_hypothesis_internal_use_settings", QUICK)
    else:
        wanted = set(inspect.signature(function).parameters)
        assert all(set(case) == wanted for case in cases(function, mutation.case)), "fixtures"
    patch(monkeypatch, module, mutation.target, mutation.change)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        for case in cases(function, mutation.case):
            function(**case)
