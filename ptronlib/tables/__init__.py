"""Two classes of examples from a file: CSV, Parquet or LIBSVM, in the memory of one array."""

import os
from collections.abc import Callable
from inspect import signature

from .._validate import check_choice, check_path
from ._csv import read_csv
from ._others import read_libsvm, read_parquet
from ._table import Table, TableError, check_contradictions

__all__ = [
    "Table",
    "TableError",
    "read_csv",
    "read_libsvm",
    "read_parquet",
    "read_table",
]

READERS: dict[str, tuple[Callable[..., Table], tuple[str, ...]]] = {
    "csv": (read_csv, (".csv", ".tsv", ".txt")),
    "parquet": (read_parquet, (".parquet", ".pq")),
    "libsvm": (read_libsvm, (".libsvm", ".svm", ".svmlight")),
}


def read_table(path: str, label: str | None, *, kind: str | None = None, **options) -> Table:
    """Read a table of two classes, by the ending of its name or as the kind that is given.

    Parameters
    ----------
    path : str
        The file.
    label : str or None
        The column of the labels; a LIBSVM file has its own.
    kind : str or None
        "csv", "parquet" or "libsvm".
    **options
        What the reader of that kind takes.

    Returns
    -------
    Table
        The examples, checked: finite numbers, two labels, no point with both.

    Raises
    ------
    TableError
        The file cannot be used; the message says why in one line.
    ValueError, TypeError
        path or label is no text, or kind is none of the three.

    Examples
    --------
    >>> read_table("no-such-file.csv", "kind")
    Traceback (most recent call last):
      ...
    ptronlib.tables._table.TableError: no-such-file.csv: there is no such file.
    """
    path = os.fspath(check_path(path, "path"))
    if kind is not None:
        check_choice(kind, "kind", tuple(READERS))
    if kind is None:
        fits = [k for k, (_, ends) in READERS.items() if path.lower().endswith(ends)]
        if not fits:
            known = ", ".join(end for _, ends in READERS.values() for end in ends)
            raise TableError(
                f"{path}: the name must end in one of {known}; or say --format csv, parquet or "
                f"libsvm."
            )
        kind = fits[0]
    reader = READERS[kind][0]
    strange = sorted(set(options) - set(signature(reader).parameters))
    if strange:
        raise TableError(f"{path}: a {kind} file has no option --{strange[0]}; drop it.")
    if kind == "csv" and path.lower().endswith(".tsv"):
        options.setdefault("separator", "\t")
    try:
        table = reader(path, label, **options)
    except FileNotFoundError:
        raise TableError(f"{path}: there is no such file.") from None
    except OSError as error:
        raise TableError(f"{path}: it cannot be read ({error.strerror or error}).") from None
    check_contradictions(table)
    return table
