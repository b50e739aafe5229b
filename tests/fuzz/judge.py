"""Call a public function and judge what comes: a right answer, or a refusal that is documented.

Everything else fails: a warning, a hang, another exception, a message that does not name the
argument, an answer that its check finds wrong, an argument that was written to.
"""

from __future__ import annotations

import inspect
import pickle
import re
import signal
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from . import values

LONGEST = 60  # seconds of the processor; a call that needs more is taken to hang
OTHER_NAMES = {
    "X": ("examples?", "sample"),
    "y": ("labels?", "labelled"),
    "P": ("points?",),
    "Q": ("points?",),
}


@dataclass(eq=False)
class Door:
    """A public callable, how to draw its arguments, and what its answers must satisfy.

    Attributes
    ----------
    call : callable
        Takes the arguments by name.
    public : callable
        What it stands for; its docstring names the refusals.
    arguments : function of draw
        A good set of arguments, by name.
    check : function of the answer and the arguments
        Asserts what is true of a right answer.
    says : regular expressions
        By which a message may name an argument, besides their names.
    seen : set of type
        Of the answers.
    """

    call: Callable
    public: Callable
    arguments: Callable
    check: Callable
    says: tuple[str, ...] = ()
    seen: set = field(default_factory=set)
    counts: Counter = field(default_factory=Counter)


DOORS: dict[str, Door] = {}


def name_of(public) -> str:
    return f"{public.__module__}.{public.__qualname__}".removeprefix("ptronlib.")


def door(public, arguments, check, *, call=None, says=()):
    """Register what is known of a public callable."""
    drawn = arguments if callable(arguments) else lambda draw: _each(draw, arguments)
    DOORS[name_of(public)] = Door(call or public, public, drawn, check, tuple(says))


def _each(draw, arguments):
    return {name: one(draw) for name, one in arguments.items()}


@dataclass(frozen=True)
class Case:
    """One set of arguments, and the names of those that were spoiled."""

    arguments: dict
    kind: str
    spoiled: tuple[str, ...]
    unspoiled: dict


@st.composite
def cases(draw, door: Door) -> Case:
    arguments = door.arguments(draw)
    names = sorted(arguments)
    kind = draw(st.sampled_from(("good", "dressed", "bad", "bad"))) if names else "good"
    spoiled, unspoiled = (), arguments
    if kind == "dressed":
        arguments = {name: values.dress(draw, arguments[name]) for name in names}
    if kind == "bad":
        spoiled = (draw(st.sampled_from(names)),)
        arguments = {**arguments, spoiled[0]: values.bad(draw, arguments[spoiled[0]])}
    return Case(arguments, kind, spoiled, unspoiled)


def documented(public) -> set[str]:
    """Return the names of the exceptions and warnings that the docstring lists."""
    where = getattr(public, "fit", public)  # an estimator's constructor only stores
    sections = re.split(r"\n(\w+)\n-{3,}\n", inspect.getdoc(where) or "")
    parts = dict(zip(sections[1::2], sections[2::2], strict=True))
    raises = "\n".join([parts.get("Raises", ""), parts.get("Warns", "")])
    lines = (line for line in raises.splitlines() if line and not line.startswith(" "))
    return {name.strip() for line in lines for name in line.split(":")[0].split(",")}


def judge(door: Door, case: Case) -> None:
    """Make the call and fail unless the outcome is one of those that are promised."""
    before = {name: _written(value) for name, value in case.arguments.items()}
    door.counts[case.kind] += 1
    try:
        with _no_hang(), warnings.catch_warnings():
            warnings.simplefilter("error")
            answer = door.call(**case.arguments)
    except Exception as error:
        _check_refusal(door, case, error)
        door.counts[case.kind, "refused"] += 1
    else:
        with np.errstate(all="ignore"):
            door.check(answer, **case.arguments)
        door.counts[case.kind, "answered"] += 1
        door.seen |= {type(part) for part in (answer if isinstance(answer, tuple) else (answer,))}
    for name, value in case.arguments.items():
        assert before[name] == _written(value), f"{name} was written to"


def fuzz(door: Door, examples: int, *, derandomize: bool) -> None:
    """Judge so many drawn cases, the same at each call where derandomized."""

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=derandomize,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases(door))
    def every_outcome_is_promised(case):
        judge(door, case)

    every_outcome_is_promised()


def _check_refusal(door: Door, case: Case, error: Exception) -> None:
    allowed = documented(door.public)
    name = type(error).__name__
    kinds = {name}
    if isinstance(error, OSError) or type(error).__module__.startswith("ptronlib"):
        kinds = {kind.__name__ for kind in type(error).__mro__}  # FileNotFoundError is an OSError
    if not kinds & allowed:
        raise AssertionError(f"{name} is not documented: {error}") from error
    if name.endswith("BudgetExceeded"):
        return  # what came of the arguments, not one of them, is to blame
    wanted = case.spoiled or tuple(case.arguments)
    words = [re.escape(n) for n in wanted]
    words += [w for n in wanted for w in OTHER_NAMES.get(n, ())] + list(door.says)
    named = re.search(rf"(?<![A-Za-z0-9])({'|'.join(words)})(?![A-Za-z0-9])", str(error))
    if not named and not (case.spoiled and _refused_anyway(door, case, error)):
        raise AssertionError(f"the message does not name {wanted}: {error}") from error


def _refused_anyway(door: Door, case: Case, error: Exception) -> bool:
    """Whether the arguments were refused before one of them was spoiled, and some are named."""
    try:
        with warnings.catch_warnings(action="ignore"):
            door.call(**case.unspoiled)
    except Exception:
        return any(re.search(rf"\b{re.escape(name)}\b", str(error)) for name in case.arguments)
    return False


def _written(value) -> object:
    if isinstance(value, np.random.Generator) or hasattr(value, "__next__"):
        return None  # drawing from them is what they are for
    if hasattr(value, "to_dict") or isinstance(value, np.ma.MaskedArray):
        return repr(value)  # a cache inside them changes what is pickled
    try:
        return pickle.dumps(value)
    except Exception:
        return repr(value)


@contextmanager
def _no_hang():
    def late(*_):
        raise TimeoutError(f"no answer after {LONGEST} seconds of the processor")

    old = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)


# -- what checks are made of


def num(value) -> np.ndarray:
    """What an accepted argument stands for, in doubles; fails for what stands for no numbers."""
    array = np.asarray(value)
    assert array.dtype.kind in "iufO", f"accepted, though it holds {array.dtype}"
    if array.dtype.kind == "O":
        assert not any(isinstance(v, bool) or v is None for v in array.ravel()), "accepted"
    return array.astype(float)


def lengths(X) -> np.ndarray:
    return np.linalg.norm(X, axis=-1)


def near(a, b, rel=1e-9, size=0.0) -> None:
    """Assert that a is b up to rounding: relative to b, or to the size of what was summed."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    assert a.shape == b.shape, (a.shape, b.shape)
    least = np.maximum(size, np.finfo(float).tiny)  # below, numbers have fewer digits
    same = (a == b) | (np.abs(a - b) <= rel * np.maximum(np.abs(b), least))
    assert same.all(), (a, b)


def finite(answer) -> None:
    """Assert that an answer holds no NaN and no infinity, wherever it holds numbers."""
    if isinstance(answer, tuple | list):
        for part in answer:
            finite(part)
    elif hasattr(answer, "__dataclass_fields__"):
        for name in answer.__dataclass_fields__:
            finite(getattr(answer, name))
    elif isinstance(answer, float) or getattr(answer, "dtype", np.dtype(int)) in (float, "f4"):
        assert np.isfinite(answer).all(), answer


def convex(coef) -> None:
    """Assert that weights are those of a convex combination."""
    assert (coef >= 0).all() and abs(coef.sum() - 1) <= 1e-9, coef
