"""Bad arguments are refused by name, and good ones never are.

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
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from numbers import Real

import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grid_sample

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
            if inspect.isfunction(value) or inspect.isclass(value):
                found.setdefault(value, f"{module.__name__.removeprefix('ptronlib.')}.{name}")
    return {name: value for value, name in found.items()}


PUBLIC = public()


def _results() -> set[str]:
    """Return the names of the classes that public functions return, or whose fields hold them."""
    texts = []
    for value in PUBLIC.values():
        if inspect.isfunction(value):
            texts.append(str(inspect.signature(value).return_annotation))
        elif is_dataclass(value):
            texts += [str(field.type) for field in fields(value)]
    return set(re.findall(r"\w+", " ".join(texts)))


RESULTS = _results()
CALLED = sorted(
    name
    for name, value in PUBLIC.items()
    if value.__name__ not in RESULTS | OTHERWISE
    and not name.startswith("plots.")
    and not (inspect.isclass(value) and issubclass(value, BaseException))
)


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


@pytest.mark.parametrize("name", CALLED)
def test_a_public_name_has_an_example_that_works(name):
    assert calls(name), "its docstring needs an example that calls it"
    for arguments in calls(name):
        call(PUBLIC[name], arguments)


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
OTHERS = {  # where a name has another domain, or another meaning
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
            usual = "[1, inf)" if count and kind == "Floats" else INTERVALS.get(argument)
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


# -- good arguments


def letters(seed: int) -> dict:
    """Draw a value for every letter of the notation, such that they go with each other."""
    rng = np.random.default_rng(seed)
    d, k, size = rng.integers(1, 5, 3).tolist()
    X, y, w_star = grid_sample(rng, int(rng.integers(1, 5)), d)
    Z = y[:, None] * X
    eps, R = float((Z @ w_star).min()), float(np.linalg.norm(Z, axis=1).max())

    def share():
        return rng.uniform(0.05, 0.95)

    def length():
        return 10.0 ** rng.uniform(-2, 2)

    return {
        "X": X, "y": y, "X_kept": X[:1], "y_kept": y[:1], "P": X, "Q": X - 9.0,
        "V": Z, "K": X @ X.T, "A": rng.standard_normal((k, d)), "score": Z @ w_star,
        "w": w_star, "w_star": w_star, "u": w_star, "run": ptronlib.perceptron(X, y), "rng": rng,
        "N": k, "k": k, "d": k + d, "size": size, "n": size + 1, "length": size, "rounds": size,
        "T": float(size), "t": np.arange(1.0, 5.0), "steps": length() * np.ones(3),
        "R": R, "eps": eps, "gamma": eps, "distance": eps, "margin": share(), "sigma": share(),
        "beta": length(), "factor": 1 + length(), "alpha": 1 + share() / 2, "c": share(),
        "scale": length(), "start": length(), "rho": length(), "L": length(), "D": length(),
        "eta_0": length(), "delta": share(), "cosine": share(), "density": share(),
        "distortion": share(),
    }  # fmt: skip


LETTERS = set(letters(7))


def required(value) -> set[str]:
    """Return the arguments that a function cannot do without."""
    parameters = inspect.signature(value).parameters.values() if inspect.isfunction(value) else ()
    return {p.name for p in parameters if p.default is p.empty}


def chosen(function, drawn: dict) -> dict:
    """Return what a function takes of the letters."""
    given = {name: drawn[name] for name in inspect.signature(function).parameters if name in drawn}
    if "P" in given and "Q" not in given:
        given["P"] = drawn["d"]  # a number of points, not the points
    if {"X", "A", "eps"} <= {*given}:  # a map keeps averages of 160 (R / eps)^2 points
        given["eps"] = max(drawn["eps"], drawn["R"] / 4)
    return given


def has_nan(answer) -> bool:
    """Whether an answer holds NaN, wherever it holds numbers; a bound may be infinite."""
    if isinstance(answer, tuple | list):
        return any(map(has_nan, answer))
    if is_dataclass(answer):
        return any(has_nan(getattr(answer, field.name)) for field in fields(answer))
    if isinstance(answer, float | np.ndarray) and np.asarray(answer).dtype.kind == "f":
        return bool(np.isnan(answer).any())
    return False


@pytest.mark.parametrize("name", [n for n in CHECKED if set() < required(PUBLIC[n]) <= LETTERS])
@pytest.mark.parametrize("examples", [5, pytest.param(200, marks=pytest.mark.thorough)])
def test_good_arguments_are_answered(name, examples):
    """Without a warning, or refused by the name of what misses a hypothesis of the theorem."""

    @settings(max_examples=examples, derandomize=True, database=None, deadline=None)
    @given(st.integers(0, 2**32))
    def holds(seed):
        arguments = chosen(PUBLIC[name], letters(seed))
        try:
            assert not has_nan(call(PUBLIC[name], arguments))
        except ValueError as error:
            assert names_one(str(error), arguments), error
        except Exception as error:
            assert type(error).__name__ == "UpdateBudgetExceeded", error

    holds()


DRESSES = {
    "a list": lambda a: a.tolist(),
    "a tuple": lambda a: tuple(a.tolist()),
    "Fortran order": np.asfortranarray,
    "half as precise": lambda a: a.astype(np.float32),
    "a view": lambda a: np.repeat(a, 2, axis=0)[::2],
    "big-endian": lambda a: a.astype(">f8"),
    "a table": lambda a: pd.DataFrame(a) if a.ndim == 2 else pd.Series(a),
}
HELD = {"X", "y", "w", "sigma", "beta", "w_init"}


@pytest.mark.parametrize("name", [n for n in CALLED if {"X", "y"} <= required(PUBLIC[n]) <= HELD])
def test_the_same_numbers_have_the_same_answer_whatever_holds_them(name):
    X, y, _ = grid_sample(np.random.default_rng(7), 12, 2)
    drawn = {"X": 16 * X, "y": y, "w": 16 * X[0], "sigma": 0.2, "beta": 0.5, "w_init": np.ones(2)}
    arguments = chosen(PUBLIC[name], drawn)
    expected = repr(call(PUBLIC[name], arguments))
    for how, dress in DRESSES.items() if " object at " not in expected else ():
        held = {k: dress(v) if is_array(v) else v for k, v in arguments.items()}
        assert repr(call(PUBLIC[name], held)) == expected, how
