"""The command line: read a table, decide whether its two classes are separable, and say so.

The exit status is 0 for separable, 1 for not separable, 2 for a file or an option that cannot be
used, 3 if double precision cannot decide, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence

from ._report import as_dict, as_text
from .decision import Mixture, decide
from .tables import READERS, TableError, read_table

__all__ = ["main"]

SEPARABLE, INSEPARABLE, UNUSABLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    Parameters
    ----------
    arguments : list of str or None
        In place of those of the command line.

    Returns
    -------
    int
        0 separable, 1 not separable, 2 unusable, 3 undecided, 130 interrupted.
    """
    options = _parser().parse_args(arguments)
    progress = _progress(options.progress)
    try:
        return _separable(options, progress)
    except KeyboardInterrupt:
        return _refuse("interrupted: there is no answer yet", INTERRUPTED)
    except (TableError, ModuleNotFoundError) as error:
        return _refuse(error, UNUSABLE)
    except ArithmeticError as error:
        return _refuse(error, UNDECIDED)
    except MemoryError:
        return _refuse(f"{options.file}: the examples do not fit into memory.", UNUSABLE)
    except ValueError as error:  # entries whose squares overflow, for one
        return _refuse(f"{options.file}: {error}", UNUSABLE)
    except OSError as error:  # the disk that the answer goes to is full, for one
        return _refuse(f"the answer could not be written: {error}", UNUSABLE)


def _separable(options: argparse.Namespace, progress: Callable[[str], None]) -> int:
    named = {name: getattr(options, name) for name in ("ignore", "separator", "encoding")}
    given = {name: value for name, value in named.items() if value is not None}
    table = read_table(options.file, options.label, kind=options.format, progress=progress, **given)
    found = decide(table.X, table.y, intercept=not options.through_origin)
    progress("")
    answer = as_dict(found, table, intercept=not options.through_origin)
    print(json.dumps(answer, allow_nan=False) if options.json else as_text(answer), flush=True)
    return INSEPARABLE if isinstance(found, Mixture) else SEPARABLE


def _refuse(error: object, status: int) -> int:
    print(f"ptronlib separable: {' '.join(str(error).split())}", file=sys.stderr)
    return status


def _progress(wanted: bool) -> Callable[[str], None]:
    """Return a function that shows how far it is, over and over on one line, from a second on."""
    start, shown = time.monotonic(), 0

    def tell(text: str) -> None:
        nonlocal shown
        if wanted and (time.monotonic() - start > 1 or not text):
            print(f"\r{text:<{shown}}", end="" if text else "\r", file=sys.stderr, flush=True)
            shown = len(text)

    return tell


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ptronlib", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser(
        "separable",
        help="is there a hyperplane between two classes of examples?",
        description="Decide whether a hyperplane separates two classes, and prove it either way.",
        epilog=__doc__.split("\n\n")[1],
    )
    one.add_argument("file", metavar="FILE", help="a CSV, Parquet or LIBSVM file")
    one.add_argument("--label", metavar="COLUMN", help="the column of the labels (not for LIBSVM)")
    one.add_argument(
        "--ignore", metavar="COLUMN", action="append", help="a column that is no feature"
    )
    one.add_argument("--through-origin", action="store_true", help="no intercept")
    one.add_argument("--json", action="store_true", help="one line of JSON in place of text")
    one.add_argument("--format", choices=READERS, help="if the file's name does not tell")
    one.add_argument(
        "--separator",
        metavar="CHARACTER",
        type=lambda text: "\t" if text in ("tab", "\\t") else text,
        help="of a CSV file: a comma if not given; tab for a tab, which a .tsv file has anyway",
    )
    one.add_argument("--encoding", metavar="NAME", help="of a CSV file, UTF-8 if not given")
    one.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        default=sys.stderr.isatty(),
        help="say how far it is; the default on a terminal",
    )
    return parser
