"""Bad arguments are refused by name, and good ones are good in any dress.

Good calls are those of the examples in the docstrings, so a new public function is found and tried
as soon as it stands in the `__all__` of a module; one without an example fails.  Then one argument
after the other is spoiled: the outcome must be an answer, or an error whose message names it.
"""

import contextlib
import copy
import doctest
import inspect
import io
import pkgutil
import re
import sys
from functools import cache
from importlib import import_module
from numbers import Real

import numpy as np
import pandas as pd
import pytest
import torch

import ptronlib

# -- the public names and their examples

# They draw, train or read files, and have tests of their own.
OTHERWISE = {"train", "load_pocket"}


def public() -> dict[str, object]:
    """Return every function and class in an `__all__` of the library, by a name of its own."""
    found = {}
    for module in pkgutil.walk_packages(ptronlib.__path__, "ptronlib."):
        module = None if "._" in module.name else import_module(module.name)
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            error = inspect.isclass(value) and issubclass(value, BaseException)
            if inspect.isfunction(value) or (inspect.isclass(value) and not error):
                found.setdefault(value, f"{module.__name__.removeprefix('ptronlib.')}.{name}")
    return {name: value for value, name in found.items()}


PUBLIC = public()


@cache
def calls(name: str) -> list[dict]:
    """Return the arguments of the calls that the examples of a public name make of it."""
    value, found = PUBLIC[name], []
    signature = inspect.signature(value)

    def recorded(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        found.append({name: copied(part) for name, part in bound.arguments.items()})
        return value(*args, **kwargs)

    examples = doctest.DocTestParser().get_examples(inspect.getdoc(value) or "")
    known = {"np": np, "torch": torch, **vars(sys.modules[value.__module__])}
    for source in (example.source for example in examples):
        known[value.__name__] = recorded  # an example may have imported the name
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(ValueError):
            exec(compile(source, "<an example>", "single"), known)
    return found


def copied(value):
    """Copy what a call would change."""
    return copy.deepcopy(value) if isinstance(value, np.random.Generator) else value


def call(value, arguments: dict):
    """Call with these arguments, as often as wanted with the same outcome."""
    arguments, positional = dict(arguments), []
    for parameter in inspect.signature(value).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional = list(arguments.pop(parameter.name))
        elif parameter.kind is parameter.VAR_KEYWORD:
            arguments |= arguments.pop(parameter.name)
    return value(*positional, **{name: copied(part) for name, part in arguments.items()})


CALLED = sorted(
    name
    for name, value in PUBLIC.items()
    if value.__name__ not in OTHERWISE
    and not name.startswith("plots.")
    and (inspect.isfunction(value) or calls(name))  # most classes are what functions return
)


@pytest.mark.parametrize("name", CALLED)
def test_a_public_function_has_an_example(name):
    assert calls(name), "its docstring needs an example that calls it"


# -- one argument spoiled

# How messages name an argument, besides by its name.
WRITTEN = {
    "V": "example", "X": "examples?|sample|points?|columns", "X_kept": "example", "y": "labels?",
    "label": "exercise",
}  # fmt: skip
# Explorers and trainings take what traitlets and torch take.
UNCHECKED = {"exercises", "mnist", "widgets"}
CHECKED = [name for name in CALLED if name.split(".")[0] not in UNCHECKED]


def put(array, value):
    """Return a copy with this value at its first entry."""
    array = np.array(array, complex if isinstance(value, complex) else float)
    array.flat[0] = value
    return array


BAD_ARRAYS = {
    "with NaN": lambda a: put(a, np.nan),
    "with infinity": lambda a: put(a, -np.inf),
    "of complex numbers": lambda a: put(a, 1j),
    "of text": lambda a: np.array(a).astype(str),
    "of one axis more": lambda a: np.array(a)[..., None],
    "empty": lambda a: np.array(a)[:0],
    "longer": lambda a: np.concatenate([a, a[:1]]),
    "shorter": lambda a: np.array(a)[:-1],
    "all zero": lambda a: 0 * np.array(a),
    "a word": lambda a: "three",
    "None": lambda a: None,
}
BAD_NUMBERS = {str(v): lambda _, v=v: v for v in (np.nan, np.inf, -np.inf, -1, 0.5, 0, 2.5, 1j)}
BAD_NUMBERS |= {"a word": lambda _: "three", "None": lambda _: None}
BAD_NAMES = {"another word": lambda _: "no such", "a number": lambda _: 3, "None": lambda _: None}
BAD_GENERATORS = {"a seed": lambda _: 7, "None": lambda _: None}


def is_array(value) -> bool:
    """Whether a value is an array of numbers, or lists of them."""
    if isinstance(value, list | tuple) and value:
        try:
            value = np.array(value)
        except ValueError:  # of several lengths
            return False
    return isinstance(value, np.ndarray) and value.dtype.kind in "if" and value.ndim > 0


def is_number(value) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def bad(value) -> dict:
    """Return the ways to spoil a value of this kind; other objects are taken as they come."""
    if is_array(value):
        return BAD_ARRAYS
    if isinstance(value, np.random.Generator):
        return BAD_GENERATORS
    if is_number(value):
        return BAD_NUMBERS
    return BAD_NAMES if isinstance(value, str) else {}


def names_one(message: str, arguments) -> bool:
    """Whether a message names one of the arguments."""
    words = "|".join([*arguments, *(WRITTEN[name] for name in WRITTEN if name in arguments)])
    return bool(re.search(rf"(?<![A-Za-z0-9])({words})(?![A-Za-z0-9])", message))


@pytest.mark.parametrize("name", CHECKED)
def test_a_spoiled_argument_is_answered_or_named(name):
    good, wrong = calls(name)[0], []
    for argument, value in good.items():
        for how, spoil in bad(value).items():
            try:
                call(PUBLIC[name], good | {argument: spoil(value)})
            except (ValueError, TypeError, KeyError) as error:
                if not names_one(str(error), good):
                    wrong.append(f"{argument} {how}: {error}")
            except Exception as error:
                if type(error).__name__ != "UpdateBudgetExceeded":
                    wrong.append(f"{argument} {how}: {error!r}")
    assert not wrong, "\n".join(wrong)


# -- domains

INTERVALS = {  # by argument, wherever one of this name is a number
    "beta": "[0, inf)", "factor": "[1, inf)", "alpha": "[1, 2)", "R": "(0, inf)", "c": "(0, 1]",
    "scale": "(0, inf)", "eps": "(0, inf)", "gamma": "(0, inf)", "L": "(0, inf)",
    "sigma": "(0, 1)", "cosine": "(0, 1)", "delta": "(0, 1)",
    "distortion": "(0, 1)", "margin": "(0, 1)", "rate": "[0, 1]", "steps": "(0, inf)",
    "rho": "(0, inf)", "radius": "[0, inf)", "t": "[1, inf)", "T": "[1, inf)", "D": "[0, inf)",
    "distance": "[0, inf)", "step": "(0, inf)", "start": "[0, inf)", "eta_0": "(0, inf)",
    "bias": "[0, inf)", "size": "[0, inf)", "success": "(0, 1)", "empirical": "[0, 1]",
    "constant": "[5, inf)",
}  # fmt: skip
OTHERS = {
    ("capacity", "gamma"): "[0, inf)",  # where a name has another domain, or another meaning
    ("updates_cosine", "cosine"): "(0, 1]", ("updates_from", "cosine"): "[-1, 1]",
    ("jl_dimension", "distortion"): "(0, 1]", ("separation", "steps"): None,
    ("compression_error", "size"): "[1, inf)", ("affine_adversary", "bias"): None,
    ("affine", "bias"): None, ("margin_stretched", "cosine"): "(-1, 1]",
}  # fmt: skip
COUNTS = {"n", "d", "k", "P", "N", "rounds", "max_updates"}


def outside(interval: str) -> list[float]:
    """Return NaN, numbers just outside an interval, and its ends where they are outside, too."""
    low, high = map(float, interval[1:-1].split(","))
    ends = [low] * (interval[0] == "(") + [high] * (interval[-1] == ")" and high < np.inf)
    return [np.nan, low - 1e-6, low - 0.9, *ends] + [high + 1e-6] * (high < np.inf)


def domains():
    """Yield each public name with an argument and what it must refuse, each with its error."""
    for name in CHECKED:
        if hasattr(PUBLIC[name], "fit"):  # an estimator checks when it is fitted
            continue
        for argument, parameter in inspect.signature(PUBLIC[name]).parameters.items():
            kind, count = str(parameter.annotation), argument in COUNTS
            floats = "Floats" in kind
            usual = "[1, inf)" if count and floats else INTERVALS.get(argument)
            interval = OTHERS.get((name.rpartition(".")[2], argument), usual)
            refused = [(value, ValueError) for value in outside(interval)] if interval else []
            if count and "int" in kind:
                refused += [(0, ValueError), (-1, ValueError), (1.5, TypeError)]
            if refused:
                yield pytest.param(name, argument, refused, id=f"{name}-{argument}")


@pytest.mark.parametrize(("name", "argument", "refused"), list(domains()))
def test_a_number_outside_its_domain_is_refused(name, argument, refused):
    good = calls(name)[0]
    for value, kind in refused if is_number(good[argument]) or is_array(good[argument]) else ():
        wrong = put(good[argument], value) if is_array(good[argument]) else value
        with pytest.raises(kind, match=rf"\b{argument}\b"):
            call(PUBLIC[name], good | {argument: wrong})


# -- the same numbers in another dress

DRESSES = {
    "a list": lambda a: a.tolist(),
    "a tuple": lambda a: tuple(a.tolist()),
    "Fortran order": np.asfortranarray,
    "half as precise": lambda a: half if ((half := a.astype(np.float32)) == a).all() else a,
    "a view": lambda a: np.repeat(a, 2, axis=0)[::2],
    "big-endian": lambda a: a.astype(">f8"),
    "a table": lambda a: pd.DataFrame(a) if a.ndim == 2 else pd.Series(a),
}


@pytest.mark.parametrize("name", [n for n in CHECKED if any(map(is_array, calls(n)[0].values()))])
def test_the_same_numbers_have_the_same_answer_whatever_holds_them(name):
    good = calls(name)[0]
    expected = repr(call(PUBLIC[name], good))
    for how, dress in DRESSES.items() if " object at " not in expected else ():
        held = {k: dress(np.array(v)) if is_array(v) else v for k, v in good.items()}
        assert repr(call(PUBLIC[name], held)) == expected, how
