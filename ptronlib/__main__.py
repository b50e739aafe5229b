"""``python -m ptronlib separable FILE --label COLUMN``: is my data separable?

The exit status is 0 for separable, 1 for not separable, 2 for a file or an option that cannot be
used, 3 if double precision cannot decide, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from . import bounds
from ._extras import needs
from ._validate import Array
from .geometry.hyperplane import Mixture, Plane, decide
from .geometry.margins import radius

__all__ = ["main"]

SEPARABLE, INSEPARABLE, UNUSABLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Read a table, decide whether its two classes are separable, and say so.

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
    try:
        X, y, columns, classes = _sample(options)
        found = decide(X, y)
    except KeyboardInterrupt:
        return _refuse("interrupted: there is no answer yet", INTERRUPTED)
    except ArithmeticError as error:
        return _refuse(f"{options.file}: {error}", UNDECIDED)
    except OSError as error:
        return _refuse(f"{options.file}: {error.strerror or error}", UNUSABLE)
    except UnicodeError as error:
        return _refuse(f"{options.file}: it is not text in UTF-8 ({error})", UNUSABLE)
    except (ImportError, ValueError) as error:
        return _refuse(f"{options.file}: {error}", UNUSABLE)
    print(
        f"{options.file}: {len(X)} examples, {len(columns)} features, "
        f"{classes[0]!r} (-1) and {classes[1]!r} (+1)"
    )
    if isinstance(found, Mixture):
        _print_mixture(found, y, classes)
        return INSEPARABLE
    _print_plane(found, radius(X), columns)
    return SEPARABLE


def _sample(options: argparse.Namespace) -> tuple[Array, Array, list[str], list[str]]:
    """Return examples, labels -1 and +1, the names of the columns, and those of the classes."""
    frame = _table(options)
    frame.columns = frame.columns.map(str)
    names = list(frame.columns)
    for name in (options.label, *options.ignore):
        if name not in names:
            shown = ", ".join(map(repr, names[:8])) + (", ..." if len(names) > 8 else "")
            hint = "Is another --separator used?" if len(names) == 1 else "Name it with --label."
            raise ValueError(f"there is no column {name!r}; there are {shown}. {hint}")
    if not len(frame):
        raise ValueError("the file has no rows.")
    y, classes = _labels(frame[options.label])
    features = frame.drop(columns=[options.label, *options.ignore])
    if not features.columns.size:
        raise ValueError("there is no column besides the label's; features are needed.")
    return _numbers(features), y, list(features.columns), classes


def _table(options: argparse.Namespace):
    """Return the file as a DataFrame."""
    with needs("tables"):
        import pandas as pd
        from sklearn.datasets import load_svmlight_file

    file, label, kind = options.file, options.label, Path(options.file).suffix.lower()
    if kind in (".csv", ".tsv", ".txt"):
        separator = options.separator or ("\t" if kind == ".tsv" else ",")
        exact = {"na_filter": False, "dtype": {label: str}, "low_memory": False}
        return pd.read_csv(file, sep=separator, skipinitialspace=True, **exact)
    if kind in (".parquet", ".pq"):
        return pd.read_parquet(file)
    if kind in (".libsvm", ".svm", ".svmlight"):
        X, y = load_svmlight_file(file, zero_based=False)
        frame = pd.DataFrame(X.toarray(), columns=range(1, X.shape[1] + 1))
        return frame.assign(**{label: [f"{value:g}" for value in y]})
    if kind in (".npy", ".npz"):
        try:
            found = np.load(file)
            if kind == ".npy":
                return pd.DataFrame(found)
            return pd.DataFrame(found["X"]).assign(**{label: found["y"]})
        except (BadZipFile, KeyError, ValueError):
            raise ValueError("it must hold a matrix of numbers, or arrays X and y.") from None
    raise ValueError(
        "the name must end in .csv, .tsv or .txt, .parquet or .pq, .npy or .npz, or .libsvm, .svm "
        "or .svmlight."
    )


def _labels(column) -> tuple[Array, list[str]]:
    """Return -1.0 and +1.0 for the two labels in sorted order, and the labels."""
    texts = column.astype(str).str.strip()
    missing = np.flatnonzero(column.isna() | (texts == ""))
    if missing.size:
        raise ValueError(f"row {missing[0] + 1} has no label in column {column.name!r}.")
    classes = sorted(texts.unique())
    if len(classes) != 2:
        shown = ", ".join(map(repr, classes[:5])) + (", ..." if len(classes) > 5 else "")
        raise ValueError(f"the labels must be of two classes; got {len(classes)}: {shown}.")
    return np.where(texts == classes[1], 1.0, -1.0), classes


def _numbers(features) -> Array:
    """Return the features as floats; name row and column of what is no number."""
    import pandas as pd

    X = features.copy()
    texts = X.select_dtypes(exclude=["number", "bool"]).columns
    X[texts] = X[texts].astype(str).apply(pd.to_numeric, errors="coerce")
    X = X.to_numpy(dtype=float)
    bad = np.argwhere(~np.isfinite(X))
    if bad.size:
        i, j = bad[0]
        raise ValueError(
            f"row {i + 1} has {str(features.iat[i, j])!r} in column {features.columns[j]!r}, where "
            f"a finite number is needed; leave out the row, or the column with --ignore."
        )
    return X


def _print_mixture(found: Mixture, y: Array, classes: list[str]) -> None:
    print("not separable by a hyperplane with an intercept")
    print("proof: these examples, with these weights, cancel")
    for i, weight in zip(found.rows, found.coef, strict=True):
        print(f"  row {i + 1:<9} label {classes[int(y[i] > 0)]:<12} weight {weight:.6g}")
    print("  the weighted mean of one class is that of the other, so both lie on one side")
    print(f"  they cancel up to {found.residual:.3g}")


def _print_plane(found: Plane, R: float, columns: list[str]) -> None:
    bound = bounds.updates_affine(R, found.margin, bias=abs(found.b), scale=R)
    best = f"the best is at most {found.upper:.10g}"
    if not np.isfinite(found.upper):
        best = "at most that was not computed"
    w = ", ".join(f"{name}: {value:.6g}" for name, value in zip(columns, found.w, strict=True))
    print("separable by a hyperplane with an intercept")
    print(f"  margin         {found.margin:.10g} ({best})")
    print(f"  radius R       {R:.10g}")
    print(
        f"  mistake bound  {bound:.6g} updates of the perceptron (with a constant feature of the "
        f"size of R)"
    )
    print(f"  w              {w}")
    print(f"  b              {found.b:.10g}")


def _refuse(error: object, status: int) -> int:
    print(f"ptronlib separable: {' '.join(str(error).split())}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ptronlib", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser(
        "separable",
        help="is there a hyperplane between two classes of examples?",
        description="Decide whether a hyperplane separates two classes, and prove it either way.",
        epilog=__doc__.split("\n\n")[1],
    )
    one.add_argument("file", metavar="FILE", help="a CSV, Parquet, NumPy or LIBSVM file")
    one.add_argument("--label", metavar="COLUMN", default="label", help="the column of the labels")
    one.add_argument(
        "--ignore",
        metavar="COLUMN",
        action="append",
        default=[],
        help="a column that is no feature",
    )
    one.add_argument(
        "--separator",
        metavar="CHARACTER",
        help="of a CSV file; a comma if not given, a tab for .tsv",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
