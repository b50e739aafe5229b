"""``python -m ptronlib separable FILE --label COLUMN``: is my data separable?

The exit status is 0 for separable, 1 for not separable, 2 for a file or an option that cannot be
used and for a table about which neither could be proved, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import zlib
from typing import Any

from . import __version__
from ._answer import Answer, answer
from ._table import read_table
from .geometry import Undecided, separable

__all__ = ["main", "options"]

SEPARABLE, INSEPARABLE, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: list[str] | None = None) -> int:
    """Decide about the table that the arguments name, print the answer, return the exit status."""
    chosen = _parser().parse_args(arguments)
    for words in (chosen.ignore, chosen.missing, chosen.not_missing):
        words[:] = ["--" if word == [] else word for word in words]  # which argparse drops
    try:
        return _decide(chosen)
    except KeyboardInterrupt:
        return _say("interrupted: there is no answer yet", INTERRUPTED)
    except MemoryError:
        hint = "Leave out columns with --ignore, or store a table of many zeros as LIBSVM."
        return _say(f"{chosen.file}: it does not fit into memory. {hint}", UNUSABLE)
    except UnicodeError as error:
        return _say(f"{chosen.file}: its text cannot be read ({error}); see --encoding", UNUSABLE)
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
    found: Any
    try:
        found = separable(table.X, table.labels.y, tolerance=1.0 if chosen.quick else 1e-9)
        status = SEPARABLE if found else INSEPARABLE
    except KeyboardInterrupt as stop:
        found = getattr(stop, "run", None)
        if found is None:
            raise
        status = _say("interrupted: this is the best hyperplane so far", INTERRUPTED)
    told = answer(chosen.file, table, found)
    return _tell(told, status, chosen.json)


def _tell(told: Answer, status: int, as_json: bool) -> int:
    """Print the answer, and return the status."""
    lines = told.lines
    if as_json:
        about = told.found | {"status": status, "version": __version__}
        lines = [json.dumps(about, indent=1, ensure_ascii=False)]
    try:
        print(*lines, sep="\n", flush=True)
    except BrokenPipeError:  # the reader has seen enough; Python must not try again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


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
    add("--decimal", metavar="CHARACTER", help="in decimal numbers (a point)")
    add("--thousands", metavar="CHARACTER", help="that groups the digits of large numbers")
    first = parser.add_mutually_exclusive_group()
    first.add_argument("--header", action="store_true", help="the first line names the columns")
    first.add_argument("--no-header", action="store_true", help="it is a row; they are 1, 2, ...")
    add("--skip", metavar="N", type=int, default=0, help="leave out N lines at the top of the file")
    add("--encoding", metavar="NAME", help="of the text, as Python calls it (utf-8)")
    add(
        "--missing",
        metavar="MARK",
        action="append",
        default=[],
        help="what marks a missing value, besides nothing, NA, NaN, null, none and ?; repeatable",
    )
    add(
        "--not-missing",
        metavar="LABEL",
        action="append",
        default=[],
        help="a label that marks no missing value, though it reads like one: NA, none; repeatable",
    )
    add(
        "--look-alikes",
        choices=["same", "different"],
        help="what labels are that only case, spaces or remarks tell apart (they are refused)",
    )
    add(
        "--json",
        action="store_true",
        help="print the answer as JSON, with all digits, for programs",
    )
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
