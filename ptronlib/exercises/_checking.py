"""The registry of exercises, and the helpers that their checkers are written with."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from math import isclose
from threading import current_thread, main_thread

import numpy as np

from .._validate import check_sample
from ..core.run import Run, UpdateBudgetExceeded
from ..geometry.separability import separable

__all__ = [
    "Wrong", "ask", "close", "exercise", "judge", "listed", "number", "numbers", "parts", "refuse",
    "sample", "stopped", "values",
]  # fmt: skip
PATIENCE = 20  # seconds for one call of a student's function
close = partial(isclose, rel_tol=1e-6)  # up to rounding by hand
UNANSWERED = "not answered yet. Put in place of the three dots:"
EXERCISES: dict[str, tuple[str, str, Callable]] = {}  # label: number in the book, form, checker


class Wrong(ValueError):  # noqa: N818 it says what the answer is
    """What is wrong with an answer, in words for the student."""


@dataclass(frozen=True, repr=False)
class Reply:
    """Whether an answer is right, and if not, what is wrong with it; true if right.

    Attributes
    ----------
    label : str.  The exercise.
    message : str.  What to look at; empty if the answer is right.
    """

    label: str
    message: str = ""

    def __bool__(self) -> bool:
        return not self.message

    def __repr__(self) -> str:
        if self.message.startswith(UNANSWERED):
            return f"{self.label}: {self.message}"
        return f"{self.label}: {f'not yet. {self.message}' if self.message else 'right.'}"


def check(label: str, answer: object) -> Reply:
    """Check an answer to an exercise.

    Parameters
    ----------
    label : str.  Of the exercise, as it stands below it: "ex-tight"; or its number, "1.2".
    answer : object.  A number, an array, a sample or a function; `wanted` says which.  Three dots
        stand for an answer that is still to come.

    Raises
    ------
    KeyError.  There is no such exercise, or none that a program can check.

    Examples
    --------
    >>> check("ex-best-lift", lambda R, b: R)
    ex-best-lift: not yet. For R = 1 and b = 0.25 your c = 1 gives a bound 36 % above the smallest.
    >>> check("ex-ball", ...)
    ex-ball: not answered yet. Put in place of the three dots: A number: the best margin, to two...
    """
    label, form, checker = _find(label)
    if answer is ...:
        return Reply(label, f"{UNANSWERED} {form}")
    try:
        checker(answer)
    except (TypeError, ValueError, UpdateBudgetExceeded) as wrong:  # or the library refuses it
        return Reply(label, str(wrong))
    return Reply(label)


def wanted(label: str) -> str:
    """Return what form the answer to an exercise should have.

    Parameters
    ----------
    label : str.  Of the exercise, or its number.

    Raises
    ------
    KeyError.  There is no such exercise, or none that a program can check.

    Examples
    --------
    >>> wanted("ex-ball")
    'A number: the best margin, to two digits.'
    """
    return _find(label)[1]


def labels() -> list[str]:
    """Return the labels of the exercises that can be checked, sorted.

    Examples
    --------
    >>> "ex-kernel" in labels()
    True
    """
    return sorted(EXERCISES)


def _find(label: str) -> tuple[str, str, Callable]:
    by_number = {number: name for name, (number, _, _) in EXERCISES.items() if number}
    name = by_number.get(label, label)
    if name not in EXERCISES:
        raise KeyError(f"No exercise that can be checked is called {label!r}.{_hint(label)}")
    _, form, checker = EXERCISES[name]
    return name, form, checker


def _hint(label: str) -> str:
    """Say what may have been meant: a proof has no checker."""
    chapter, dot, _ = str(label).partition(".")
    others = sorted(
        (number for number, _, _ in EXERCISES.values() if number.startswith(chapter + ".")),
        key=lambda number: int(number.partition(".")[2]),
    )
    if dot and others:
        return (
            f" If it is a proof, compare yours with the solution below it. "
            f"In this chapter check() knows {', '.join(others)}."
        )
    near = get_close_matches(str(label), EXERCISES, 1)
    return f" Did you mean {near[0]!r}?" if near else " labels() lists them."


def exercise(label: str, number: str, form: str):
    """Register a checker: a function of the answer that raises Wrong if need be."""

    def register(checker):
        EXERCISES[label] = number, form, checker
        return checker

    return register


def ask(answer: object, *arguments, what: str = ""):
    """Call a student's function on copies of the arguments."""
    if not callable(answer):
        raise Wrong(f"The answer should be a function; got {type(answer).__name__}.")
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    try:
        with np.errstate(all="ignore"), _at_most(PATIENCE):
            return answer(*copies)
    except _TooLong:
        where = f" for {what}" if what else ""
        raise Wrong(f"Your function did not come back within {PATIENCE} seconds{where}.") from None
    except (Exception, SystemExit) as error:  # whatever a student's code may do
        where = f" for {what}" if what else ""
        said = str(error).rstrip(".")
        raise Wrong(f"Your function raised {type(error).__name__}{where}: {said}.") from None


class _TooLong(BaseException):
    """A student's function takes too long; no `except Exception` of theirs may catch it."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer, where the system has an alarm and we are its main thread."""
    able = hasattr(signal, "setitimer") and current_thread() is main_thread()
    if not able or signal.getitimer(signal.ITIMER_REAL)[0]:  # somebody else's alarm stays
        yield
        return

    def stop(number, frame):
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def numbers(value: object, what: str, shape: tuple | None = None, name: str = "the answer"):
    """Return an array of numbers, in the wanted shape if there is one, or say what was wanted."""
    try:
        found = np.asarray(value, dtype=float)
        got = f"shape {found.shape}" if found.ndim else f"{value!r:.60}"
    except (TypeError, ValueError, OverflowError, RuntimeError):  # torch raises RuntimeError
        found, got = np.array(np.nan), f"{value!r:.60}"
    if np.isnan(found).any() or shape not in (None, found.shape):
        raise Wrong(f"{name[0].upper() + name[1:]} should be {what}; got {got}.")
    return found


def number(value: object, name: str = "the answer") -> float:
    """Return a real number, or say that it is none."""
    return float(numbers(value, "one number", (), name))


def values(answer: object, at: str, cases: Iterable[tuple], name: str) -> Iterator[tuple]:
    """Yield the arguments of each case, the number that the answer gives, and "For" the case."""
    for case in cases:
        where = at.format(*case)
        yield *case, number(ask(answer, *case, what=where), name), f"For {where}"


def parts(value: object, names: str) -> tuple:
    """Return as many values as there are names, or say that they are not."""
    kind = ("pair", "triple")[names.count(",") - 1]
    if not isinstance(value, tuple | list) or len(value) != names.count(",") + 1:
        raise Wrong(f"The answer should be a {kind} ({names}); got {type(value).__name__}.")
    return tuple(value)


def sample(value: object):
    """Return (X, y) as arrays, or say what is wrong with them; some w must separate them."""
    X, y = check_sample(*parts(value, "X, y"))
    said = "No hyperplane through the origin separates your sample, so its run never ends."
    refuse(not separable(X, y, intercept=False), said)
    return X, y


def stopped(algorithm: Callable[..., Run], *arguments, **options) -> Run:
    """Return a run, whether it ends or its budget does."""
    try:
        return algorithm(*arguments, **options)
    except UpdateBudgetExceeded as error:
        return error.run


def refuse(bad: object, said: str):
    """Say what is wrong with an answer if it is bad."""
    if bad:
        raise Wrong(said)


def judge(
    got: float, right: float, at: str, hint: str = "", *slips: tuple[str, float], rel: float = 1e-6
):
    """Accept the right number; give a hint on another, that of the slip which leads to it if any.

    `at` says for what, as in "For d = 2"; it is empty where the answer is one number.
    """
    if not isclose(got, right, rel_tol=rel):
        hint = next((own for own, value in slips if isclose(got, value, rel_tol=rel)), hint)
        raise Wrong(f"{at + ' it' if at else 'It'} is not {got:.9g}. {hint}".strip())


def listed(value, right: Iterable[int], name: str, hint: str):
    """Accept the right list of mistakes; of another say how far it is right, and the hint."""
    try:
        got, wanted = [int(i) for i in value], [int(i) for i in right]
    except (TypeError, ValueError):
        raise Wrong(f"{name} should be one of indices; got {value!r:.60}.") from None
    if got != wanted:
        same = [a == b for a, b in zip(got, wanted, strict=False)]
        t = [*same, False].index(False)
        more = "ends" if t == len(got) else "is not"
        count = f"{t} mistake{'s' * (t != 1)}"
        raise Wrong(f"{name} is right for {count}, and then it {more}. {hint}")
