"""``python -m ptronlib separable FILE --label COLUMN``: is my data separable?

The exit status is 0 for separable, 1 for not separable, 2 for a file or an option that cannot be
used and for a table about which neither could be proved, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys
import zlib
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from . import __version__, bounds
from ._table import TRUTH, Table, read_table
from ._validate import Array
from .geometry import Contradiction, Separator, Undecided, radius, separable
from .geometry.points import RationalPoints, differences

__all__ = ["main", "options"]

SEPARABLE, INSEPARABLE, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: list[str] | None = None) -> int:
    """Decide about the table that the arguments name, print the answer, return the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        return _decide(chosen)
    except KeyboardInterrupt:
        return _say("interrupted: there is no answer yet", INTERRUPTED)
    except MemoryError:
        hint = "Leave out columns with --ignore, or store a table of many zeros as LIBSVM."
        return _say(f"{chosen.file}: it does not fit into memory. {hint}", UNUSABLE)
    except UnicodeError as error:
        return _say(f"{chosen.file}: it is not text in UTF-8 ({error})", UNUSABLE)
    except (EOFError, ImportError, OSError, Undecided, ValueError, zlib.error) as error:
        return _say(f"{chosen.file}: {getattr(error, 'strerror', None) or error}", UNUSABLE)
    except Exception as error:  # a status of 1 would say that the table is not separable
        what = f"{type(error).__name__}: {error}"
        return _say(f"{chosen.file}: no answer, by a mistake of this program: {what}", UNUSABLE)


def _decide(chosen: argparse.Namespace) -> int:
    """Read the table, decide, print the answer, and return the exit status."""
    table = read_table(chosen)
    for warning in table.warnings:
        _say(f"warning: {warning}", 0)
    y, classes = _labels(table.labels, chosen.positive)
    found: Any
    try:
        found = separable(table.X, y, tolerance=1.0 if chosen.quick else 1e-9)
        status = SEPARABLE if found else INSEPARABLE
    except KeyboardInterrupt as stop:
        found = getattr(stop, "run", None)
        if found is None:
            raise
        status = _say("interrupted: this is the best hyperplane so far", INTERRUPTED)
    return _tell(_answer(chosen.file, table, found, classes), status)


def _answer(file: str, table: Table, found: Any, classes: list[str]) -> list[str]:
    """Return the lines that say what was found."""
    n, d = table.X.shape
    dropped = f" ({table.dropped} with a missing value left out)" if table.dropped else ""
    what = f"{n} examples{dropped}, {d} features"
    head = f"{file}: {what}, {classes[0]!r} (-1) and {classes[1]!r} (+1)"
    if isinstance(found, Contradiction):
        return [head, *_contradiction(found, table.labels, table.rows)]
    return [head, *_separator(found, table.X, table.columns)]


def _tell(lines: list[str], status: int) -> int:
    """Print the answer, and return the status."""
    try:
        print(*lines, sep="\n", flush=True)
    except BrokenPipeError:  # the reader has seen enough; Python must not try again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _labels(texts: Any, positive: str | None) -> tuple[Array, list[str]]:
    """Return -1.0 or +1.0 for each label, and the two labels in order, the positive one last."""
    values: dict[str, Any] = {text: text for text in dict.fromkeys(texts)}
    if all(text.lower() in TRUTH for text in values):
        values = {text: TRUTH[text.lower()] for text in values}
    with suppress(ValueError):  # they are sorted as text, unless all are numbers
        values = {t: int(t) if t.lstrip("+-").isdigit() else float(t) for t in values}
    names = {values[text]: text for text in reversed(values)}  # of 1 and 1.0 the first
    classes = [names[value] for value in sorted(names)]
    if positive not in (None, *classes):
        raise ValueError(f"--positive must be {' or '.join(map(repr, classes))}; got {positive!r}.")
    if len(classes) > 2 and positive is not None:
        y = np.array([1.0 if values[text] == values[positive] else -1.0 for text in texts])
        return y, ["the rest", positive]
    if len(classes) != 2:
        shown = ", ".join(map(repr, classes[:5])) + (", ..." if len(classes) > 5 else "")
        hint = "--positive LABEL sets one apart from the rest" if len(classes) > 2 else ""
        hint = hint or "nothing is to be separated"
        raise ValueError(f"the labels must be of two classes; got {len(classes)}: {shown}; {hint}.")
    classes.sort(key=lambda label: label == positive)
    return np.array([1.0 if values[t] == values[classes[1]] else -1.0 for t in texts]), classes


def _contradiction(found: Contradiction, texts: Any, rows: Any) -> list[str]:
    short = max(found.weights) < 10**9
    weights = found.weights if short else [f"{value:.6g}" for value in found.coef]
    rounded = "" if short else " (rounded here)"
    return [
        "not separable by a hyperplane with an intercept",
        f"proof: these examples, with these weights{rounded}, cancel exactly",
        *(
            f"  row {rows[i]:<9} label {texts[i]:<12} weight {weight}"
            for i, weight in zip(found.rows, weights, strict=True)
        ),
        "  the weighted mean of one class is that of the other, so both lie on one side",
    ]


def _separator(found: Separator, X: Any, columns: list[str]) -> list[str]:
    def named(values: Array, digits: int) -> str:
        return ", ".join(f"{n}: {v:.{digits}g}" for n, v in zip(columns, values, strict=True))

    moved = found.origin.any()
    digits = [f"{n}: {_exactly(v)}" for n, v in zip(columns, found.origin, strict=True)]
    origin = ", ".join(digits)
    if moved or isinstance(X, RationalPoints):
        X = differences(X, found.origin)
    R = radius(X) if isinstance(X, np.ndarray) else np.sqrt(X.multiply(X).sum(axis=1).max())
    ratio, bias = R / found.margin, abs(found.b) / found.margin
    bound = bounds.updates_affine(ratio, 1.0, bias=bias, scale=ratio)
    return [
        "separable by a hyperplane with an intercept",
        *([f"  note: {found.note}"] if found.note else []),
        f"  margin         {found.margin:.10g} (the best is at most {found.upper:.10g})",
        f"  radius R       {R:.10g}{' (around the origin below)' if moved else ''}",
        f"  mistake bound  {bound:.6g} updates of the perceptron with a constant feature of size R",
        f"  w              {named(found.w, 6)}",
        f"  b              {found.b:.10g}",
        *([f"  origin         {origin}"] if moved else []),
        f"  score of x     w . {'(x - origin)' if moved else 'x'} + b",
    ]


def _exactly(value: Any) -> str:
    """Return a double with 17 digits, and a decimal that is none with all of its digits."""
    if not isinstance(value, Fraction):
        return f"{value:.17g}"
    places = value.denominator.bit_length()  # enough: it divides a power of ten
    return f"{Decimal(f'{value * 10**places}e-{places}'):f}".rstrip("0").rstrip(".")


def _say(text: object, status: int) -> int:
    print(f"ptronlib separable: {' '.join(str(text).split())}", file=sys.stderr)
    return status


def options() -> argparse.ArgumentParser:
    """Return the options of ``python -m ptronlib separable``."""
    parser = argparse.ArgumentParser(add_help=False)
    add = parser.add_argument
    add("file", metavar="FILE", help="the table; text may be packed as .gz; - is standard input")
    add("--label", metavar="COLUMN", default="label", help="the column of the labels (label)")
    add(
        "--positive",
        metavar="LABEL",
        help="the label that counts as +1 (the later in order); of three or more, against the rest",
    )
    add("--ignore", metavar="COLUMN", action="append", default=[], help="leave it out; repeatable")
    add("--index", metavar="COLUMN", help="the column that names the rows, and is no feature")
    add("--drop-missing", action="store_true", help="leave out the rows with a missing value")
    add("--separator", metavar="CHARACTER", help="between the values of a CSV file (a comma)")
    add("--decimal", metavar="CHARACTER", default=".", help="in decimal numbers (a point)")
    add("--thousands", metavar="CHARACTER", help="that groups the digits of large numbers")
    first = parser.add_mutually_exclusive_group()
    first.add_argument("--header", action="store_true", help="the first line names the columns")
    first.add_argument("--no-header", action="store_true", help="it is a row; they are 1, 2, ...")
    add("--quick", action="store_true", help="take any hyperplane, without looking for the best")
    return parser


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ptronlib", description=__doc__.split("\n")[0])
    parser.add_argument("--version", action="version", version=f"ptronlib {__version__}")
    parser.add_subparsers(required=True, metavar="COMMAND").add_parser(
        "separable",
        parents=[options()],
        help="is my data separable?",
        description="Decide whether a hyperplane separates two classes, and prove it either way.",
        epilog=__doc__.split("\n\n")[1],
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
