"""The register of the checkers, and what they share: asking a student's function, comparing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from .._validate import check_sample, check_text, shown

CHECKERS: dict[str, tuple[str, Callable]] = {}


class Wrong(Exception):  # noqa: N818 it says what the answer is
    """What is wrong with an answer, in words for the student."""


@dataclass(frozen=True, repr=False)
class Verdict:
    """Whether an answer is right, and if not, what is wrong with it; true if right.

    Attributes
    ----------
    label : str
        The exercise.
    right : bool
        Whether the answer passed.
    message : str
        What to look at; empty if it did.
    """

    label: str
    right: bool
    message: str = ""

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return f"{self.label}: right." if self.right else f"{self.label}: not yet. {self.message}"


def check(label: str, answer: object) -> Verdict:
    """Check an answer to an exercise.

    Parameters
    ----------
    label : str
        Of the exercise, as in the book's source: "ex-tight".
    answer : object
        A number, an array, a sample or a function; `wanted` says which.

    Returns
    -------
    Verdict
        Right, or what is wrong.

    Raises
    ------
    KeyError
        There is no such exercise, or none that a program can check.
    TypeError
        label is no text.

    Examples
    --------
    >>> check("ex-best-lift", lambda R, b: R)
    ex-best-lift: not yet. For R = 1 and b = 0.25 your c = 1 gives a bound 1.36 times the smallest.
    """
    _, checker = _find(label)
    try:
        checker(answer)
    except Wrong as wrong:
        return Verdict(label, False, str(wrong))
    return Verdict(label, True)


def wanted(label: str) -> str:
    """Return what form the answer to an exercise should have.

    Parameters
    ----------
    label : str
        Of the exercise.

    Returns
    -------
    str
        A sentence.

    Raises
    ------
    KeyError
        There is no such exercise, or none that a program can check.
    TypeError
        label is no text.

    Examples
    --------
    >>> wanted("ex-ball")
    'A number: the best margin.'
    """
    return _find(label)[0]


def labels() -> list[str]:
    """Return the labels of the exercises that can be checked.

    Returns
    -------
    list of str
        Sorted.

    Examples
    --------
    >>> "ex-kernel" in labels()
    True
    """
    return sorted(CHECKERS)


def exercise(label: str, form: str):
    """Register a checker: a function of the answer that raises Wrong if need be."""

    def register(checker):
        CHECKERS[label] = form, checker
        return checker

    return register


def ask(answer: object, *arguments, what: str = ""):
    """Call a student's function on copies of the arguments."""
    if not callable(answer):
        raise Wrong(f"The answer should be a function; got {type(answer).__name__}.")
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    try:
        return answer(*copies)
    except Exception as error:  # whatever a student's code may do
        where = f" for {what}" if what else ""
        said = str(error).rstrip(".")
        raise Wrong(f"Your function raised {type(error).__name__}{where}: {said}.") from None


def numbers(value: object, what: str) -> np.ndarray:
    """Return an array of numbers, or say what was wanted."""
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError, RuntimeError):  # torch raises RuntimeError
        raise Wrong(f"The answer should be {what}; got {shown(value)}.") from None


def number(value: object, name: str = "the answer") -> float:
    """Return a real number, or say that it is none."""
    try:
        found = np.asarray(value, dtype=float)
    except (TypeError, ValueError, RuntimeError):
        raise Wrong(f"{_big(name)} should be a number; got {shown(value)}.") from None
    except OverflowError:
        raise Wrong(f"{_big(name)} should be a number that fits a double.") from None
    if found.shape != () or np.isnan(found):
        raise Wrong(f"{_big(name)} should be one number; got {shown(value)}.")
    return float(found)


def pair(value: object, names: str) -> tuple:
    """Return two values, or say that they are not."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise Wrong(f"The answer should be a pair ({names}); got {type(value).__name__}.")
    return tuple(value)


def sample(value: object):
    """Return (X, y) as arrays, or say what is wrong with them."""
    try:
        return check_sample(*pair(value, "X, y"))
    except (TypeError, ValueError) as error:
        raise Wrong(str(error)) from None


def close(a: float, b: float, rel: float = 1e-6) -> bool:
    """Whether two numbers agree, up to rounding by hand."""
    return a == b or abs(a - b) <= rel * max(abs(a), abs(b))


def _big(name: str) -> str:
    return name[0].upper() + name[1:]


def _find(label: str):
    check_text(label, "label")
    if label not in CHECKERS:
        near = get_close_matches(label, CHECKERS, 1)
        hint = f" Do you mean {near[0]!r}?" if near else " labels() lists them."
        raise KeyError(f"No exercise that can be checked is called {label!r}.{hint}")
    return CHECKERS[label]
