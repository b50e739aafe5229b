"""Carry answers out of a process that nobody trusts: values as JSON, functions as calls.

In the student's process `sent` turns an answer into text and keeps its functions; `called` calls
one of them.  In the marker's process `received` makes values of the text.  Nothing is pickled and
no code crosses; whatever the text says, it becomes numbers, words, lists, arrays, and calls.  A
function that a checker passes to a student's goes the other way: it is called in the marker's.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from fractions import Fraction
from numbers import Integral, Real
from types import SimpleNamespace
from typing import Any

import numpy as np

KINDS = "biufcU"  # of arrays: numbers and words, no objects
DEEP = 12  # lists within lists
KEPT: list[Callable] = []  # functions of this process that the other may call


class NotCarried(ValueError):  # noqa: N818  it says what happened
    """A value of a kind that cannot leave the process."""


# -- in the student's process


def sent(value: Any) -> str:
    """Return a value as text."""
    try:
        return json.dumps(packed(value))
    except Exception as error:  # a student's object may do anything when it is looked at
        return json.dumps({"kind": "lost", "said": f"{type(error).__name__}: {error}"[:300]})


def called(number: int, arguments: str, call: Callable[[int, str], str] | None = None) -> str:
    """Call a kept function with arguments in text; return what it returns, or what it raised.

    Functions among the arguments are called by `call`, which asks the marker if it is None.
    """
    try:
        given = [unpacked(entry, call or _back) for entry in json.loads(arguments)]
        return sent(KEPT[number](*given))
    except KeyboardInterrupt:  # by the marker, when its patience was at an end
        return json.dumps({"kind": "raised", "name": "TooSlow", "said": "it took too long"})
    except BaseException as error:  # an exit ends the call, not the marking
        name, said = type(error).__name__, str(error)[:300]
        return json.dumps({"kind": "raised", "name": name, "said": said})


def _back(number: int, arguments: str) -> str:
    """Let the marker call one of its functions, as a question to whoever sits at the kernel."""
    from IPython.core.getipython import get_ipython

    kernel: Any = getattr(get_ipython(), "kernel", None)
    return kernel.raw_input(json.dumps([number, arguments]))


def packed(value: Any, deep: int = DEEP) -> Any:
    """Return a value as JSON has them."""
    if value is None or value is ... or isinstance(value, bool | str):
        return {"kind": "dots"} if value is ... else value
    if isinstance(value, Integral | np.bool_):
        return (
            bool(value) if isinstance(value, np.bool_) else {"kind": "int", "is": str(int(value))}
        )
    if isinstance(value, Fraction):
        return {"kind": "fraction", "is": str(value)}
    if isinstance(value, Real):
        return {"kind": "float", "is": float(value).hex()}
    if isinstance(value, np.random.Generator):
        return {"kind": "rng", "is": json.dumps(value.bit_generator.state)}
    if isinstance(value, np.ndarray):
        return _array(value)
    if deep and isinstance(value, list | tuple | range | set | frozenset):
        kind = "tuple" if isinstance(value, tuple) else "list"
        return {"kind": kind, "is": [packed(entry, deep - 1) for entry in value]}
    if callable(value) and not isinstance(value, type):
        KEPT.append(value)
        return {"kind": "function", "is": len(KEPT) - 1}
    if hasattr(value, "__array__") and not isinstance(value, type):
        return _array(np.asarray(value))
    return _thing(value, deep)


def _array(value: np.ndarray) -> Any:
    if value.dtype.kind not in KINDS:  # of objects: as lists, if they are what can be sent
        return {"kind": "list", "is": [packed(entry) for entry in value.tolist()]}
    data = b64encode(np.ascontiguousarray(value).tobytes()).decode()
    return {"kind": "array", "type": value.dtype.str, "shape": list(value.shape), "is": data}


def _thing(value: Any, deep: int) -> Any:
    """Return an object by its public parts: some exercises ask for one with methods."""
    names = [] if isinstance(value, type) or not deep else [n for n in dir(value) if n[0] != "_"]
    parts = {name: packed(getattr(value, name), deep - 1) for name in names[:20]}
    return {"kind": "thing", "type": type(value).__name__, "is": parts}


# -- in the marker's process


class Thing(SimpleNamespace):
    """What stands for an object of the student's: its public parts."""


def received(text: str, call: Callable[[int, str], str]) -> Any:
    """Return the value that a text says; its functions are called by `call`.

    Raises
    ------
    NotCarried.  The text says none, or says that something went wrong there.
    """
    try:
        return unpacked(json.loads(text), call)
    except NotCarried:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise _lost(type(error).__name__) from None


def unpacked(entry: Any, call: Callable[[int, str], str] | None = None) -> Any:
    """Return the value that JSON says."""
    if not isinstance(entry, dict):
        if entry is None or isinstance(entry, bool | str):
            return entry
        raise _lost("an odd value")
    kind: Any = entry.get("kind")
    value: Any = entry.get("is")
    if kind in ("list", "tuple"):
        made = [unpacked(part, call) for part in value]
        return tuple(made) if kind == "tuple" else made
    if kind == "function" and call is not None:
        return _Remote(int(value), call)
    if kind == "thing":
        return Thing(**{str(name): unpacked(part, call) for name, part in value.items()})
    if kind == "raised":
        raise _error(str(entry.get("name")))(str(entry.get("said")))
    try:
        return READ[str(kind)](entry)
    except (KeyError, TypeError, ValueError) as error:
        raise _lost(str(entry.get("said") or error)) from None


def _lost(said: str) -> NotCarried:
    return NotCarried(f"The answer could not be read: {said}.")


def _read_array(entry: dict) -> np.ndarray:
    kind = np.dtype(str(entry["type"]))
    if kind.kind not in KINDS:
        raise ValueError(f"an array of {kind}")
    data = np.frombuffer(b64decode(entry["is"]), dtype=kind)
    return data.reshape([int(size) for size in entry["shape"]]).copy()


def _read_rng(entry: dict) -> np.random.Generator:
    rng = np.random.default_rng(0)
    rng.bit_generator.state = json.loads(entry["is"])
    return rng


READ: dict[str, Callable[[dict], Any]] = {
    "dots": lambda entry: ...,
    "int": lambda entry: int(entry["is"]),
    "float": lambda entry: float.fromhex(entry["is"]),
    "fraction": lambda entry: Fraction(entry["is"]),
    "array": _read_array,
    "rng": _read_rng,
}


def _error(name: str) -> type[Exception]:
    """Return an exception of this name, to be shown; it is none of ours."""
    return type(name if name.isidentifier() else "Error", (RuntimeError,), {})


class _Remote:
    """A function of the student's, called where it lives."""

    def __init__(self, number: int, call: Callable[[int, str], str]):
        self._number, self._call = number, call

    def __call__(self, *arguments: Any) -> Any:
        given = json.dumps([packed(argument) for argument in arguments])
        return received(self._call(self._number, given), self._call)
