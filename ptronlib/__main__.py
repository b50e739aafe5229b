"""``python -m ptronlib separable FILE --label COLUMN``: is my data separable?

The exit status is 0 for separable, 1 for not separable, 2 for a file or an option that cannot be
used, 3 if neither could be proved, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys
import zlib
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from . import __version__, bounds
from ._extras import needs
from ._validate import MAX_INTEGER, Array
from .geometry import Contradiction, Separator, Undecided, radius, separable

__all__ = ["main", "options"]

SEPARABLE, INSEPARABLE, UNUSABLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
MISSING_WORDS = ["", "na", "n/a", "#n/a", "<na>", "nan", "-nan", "nat", "none", "null", "?"]
WORDS = {"true": 1.0, "false": 0.0} | dict.fromkeys(MISSING_WORDS, np.nan)


def main(arguments: list[str] | None = None) -> int:
    """Decide about the table that the arguments name, print the answer, return the exit status."""
    chosen, found = _parser().parse_args(arguments), None
    try:
        X, texts, columns, rows, dropped = _table(chosen)
        y, classes = _labels(texts, chosen.positive)
        found, status = separable(X, y, tolerance=1.0 if chosen.quick else 1e-9), SEPARABLE
    except KeyboardInterrupt as stop:
        found = getattr(stop, "run", None)
        answer = "there is no answer yet" if found is None else "this is the best hyperplane so far"
        status = _say(f"interrupted: {answer}", INTERRUPTED)
        if found is None:
            return status
    except Undecided as error:
        return _say(f"{chosen.file}: {error}", UNDECIDED)
    except MemoryError:
        hint = "Leave out columns with --ignore, or store a table of many zeros as LIBSVM."
        return _say(f"{chosen.file}: it does not fit into memory. {hint}", UNUSABLE)
    except UnicodeError as error:
        return _say(f"{chosen.file}: it is not text in UTF-8 ({error})", UNUSABLE)
    except (EOFError, ImportError, OSError, ValueError, zlib.error) as error:
        return _say(f"{chosen.file}: {getattr(error, 'strerror', None) or error}", UNUSABLE)
    what = f"{len(y)} examples{dropped}, {len(columns)} features"
    lines = [f"{chosen.file}: {what}, {classes[0]!r} (-1) and {classes[1]!r} (+1)"]
    if isinstance(found, Contradiction):
        status, lines = INSEPARABLE, lines + _contradiction(found, texts, rows)
    else:
        lines += _separator(found, X, columns)
    try:
        print(*lines, sep="\n", flush=True)
    except BrokenPipeError:  # the reader has seen enough; Python must not try again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _table(chosen: argparse.Namespace) -> tuple[Any, Any, list[str], Any, str]:
    """Return features, labels as text, names of columns and of rows, and what was left out."""
    frame, X = _read(chosen)
    frame.columns = frame.columns.map(str)
    names = [*frame.columns, *(f"{j + 1}" for j in range(0 if X is None else X.shape[1]))]
    left_out = [chosen.label, *chosen.ignore, *filter(None, [chosen.index])]
    for name in left_out:
        if name not in names:
            shown = ", ".join(map(repr, names[:8])) + (", ..." if len(names) > 8 else "")
            hint = "Is another --separator used?" if len(names) == 1 else "Name it with --label."
            raise ValueError(f"there is no column {name!r}; there are {shown}. {hint}")
    index = chosen.index
    if names[0] in ("", "Unnamed: 0") and names[0] not in left_out:
        _say("warning: the first column has no name; it is taken for an index, not a feature", 0)
        left_out, index = [*left_out, names[0]], index or names[0]
    columns = [name for name in names if name not in left_out]
    if not columns:
        raise ValueError("there is no column besides the label's; features are needed.")
    if X is None:
        X = np.column_stack([_numbers(frame[name]) for name in columns])
    else:
        X = X[:, [int(name) - 1 for name in columns]]
    texts = np.array([str(label).strip() for label in frame[chosen.label]], dtype=object)
    missing = np.array([text.lower() in MISSING_WORDS for text in texts])
    i, j = (X != X).nonzero()  # what is not a number
    if (missing.any() or i.size) and not chosen.drop_missing:
        k, name = (missing.argmax(), chosen.label) if missing.any() else (i[0], columns[j[0]])
        hint = "--drop-missing leaves out such rows, --ignore a column"
        raise ValueError(f"row {k + 1} has no value in column {name!r}; {hint}.")
    missing[i] = True
    if missing.all():
        raise ValueError("the file has no rows that could be used.")
    rows = np.arange(1, len(frame) + 1)
    if index is not None:
        rows = np.array([f"{k} ({name})" for k, name in zip(rows, frame[index], strict=True)])
    if not missing.any():
        return X, texts, columns, rows, ""
    dropped = f" ({missing.sum()} with a missing value left out)"
    return X[~missing], texts[~missing], columns, rows[~missing], dropped


def _read(chosen: argparse.Namespace) -> tuple[Any, Any]:
    """Return the file as a DataFrame, and the features of a LIBSVM file as a sparse matrix."""
    with needs("tables"):
        import pandas as pd
        from sklearn.datasets import load_svmlight_file

    label, path = chosen.label, Path(chosen.file)
    end = (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()
    if end in (".csv", ".tsv", ".txt", "") or path.is_fifo():
        how: dict[str, Any] = {"sep": chosen.separator or ("\t" if end == ".tsv" else ",")}
        how |= {"compression": "gzip" if path.suffix == ".gz" else None, "low_memory": False}
        kept = dict.fromkeys([label, chosen.index, "Unnamed: 0"], str)  # as they are written
        with sys.stdin.buffer if chosen.file == "-" else path.open("rb") as file:
            text = file if file.seekable() else BytesIO(file.read())  # where Ctrl-C may come
            frame = pd.read_csv(text, dtype=kept, skipinitialspace=True, **how)
    elif end in (".libsvm", ".svm"):
        X, y = load_svmlight_file(chosen.file, zero_based=False)
        return pd.DataFrame({label: [repr(s).removesuffix(".0") for s in y.tolist()]}), X
    elif end == ".parquet":
        frame = pd.read_parquet(path)
    elif end in (".npy", ".npz"):
        try:
            found = np.load(path)
            frame = pd.DataFrame(found["X"] if end == ".npz" else found)
            frame = frame.assign(**{label: found["y"]} if end == ".npz" else {})
        except (BadZipFile, IndexError, KeyError, ValueError):
            raise ValueError("it must hold a matrix of numbers, or arrays X and y.") from None
    else:
        known = ".csv, .tsv, .txt, .libsvm or .svm, packed as .gz or not, .parquet, .npy or .npz"
        raise ValueError(f"the name must end in {known}.")
    if not frame.index.equals(pd.RangeIndex(len(frame))):
        frame.insert(0, "", frame.index)
    return frame, None


def _numbers(column) -> Array:
    """Return a column as floats: NaN where a value is missing, 0 and 1 for booleans."""
    whole = column.dtype.kind in "iu"
    if whole or column.dtype.kind in "bf":
        X = column.to_numpy(dtype=float, na_value=np.nan)
    else:
        X = np.array([_number(str(value).strip().lower()) for value in column])
    bad = np.isinf(X) | (whole & (np.abs(X) >= MAX_INTEGER))
    if bad.any():
        i, wanted = bad.argmax(), "less than 2^53 (more is rounded)" if whole else "a finite number"
        place = f"row {i + 1} has {str(column.iloc[i])!r} in column {column.name!r}"
        raise ValueError(f"{place}, where {wanted} is needed; --ignore leaves out a column.")
    return X


def _number(word: str) -> float:
    """Return a word as a number, infinite if it is none."""
    try:
        return WORDS[word] if word in WORDS else float(word)
    except ValueError:
        return np.inf


def _labels(texts: Any, positive: str | None) -> tuple[Array, list[str]]:
    """Return -1.0 or +1.0 for each label, and the two labels in order, the positive one last."""
    values: dict[str, Any] = {text: text for text in dict.fromkeys(texts)}
    with suppress(ValueError):  # they are sorted as text, unless all are numbers
        values = {t: int(t) if t.lstrip("+-").isdigit() else float(t) for t in values}
    names = {values[text]: text for text in reversed(values)}  # of 1 and 1.0 the first
    classes = [names[value] for value in sorted(names)]
    if len(classes) != 2:
        shown = ", ".join(map(repr, classes[:5])) + (", ..." if len(classes) > 5 else "")
        raise ValueError(f"the labels must be of two classes; got {len(classes)}: {shown}.")
    if positive not in (None, *classes):
        raise ValueError(f"--positive must be {classes[0]!r} or {classes[1]!r}; got {positive!r}.")
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
    X = np.asarray(X - found.origin) if moved else X
    R = radius(X) if isinstance(X, np.ndarray) else np.sqrt(X.multiply(X).sum(axis=1).max())
    ratio, bias = R / found.margin, abs(found.b) / found.margin
    bound = bounds.updates_affine(ratio, 1.0, bias=bias, scale=ratio)
    return [
        "separable by a hyperplane with an intercept",
        f"  margin         {found.margin:.10g} (the best is at most {found.upper:.10g})",
        f"  radius R       {R:.10g}{' (around the origin below)' if moved else ''}",
        f"  mistake bound  {bound:.6g} updates of the perceptron with a constant feature of size R",
        f"  w              {named(found.w, 6)}",
        f"  b              {found.b:.10g}",
        *([f"  origin         {named(found.origin, 17)}"] if moved else []),
        f"  score of x     w . {'(x - origin)' if moved else 'x'} + b",
    ]


def _say(text: object, status: int) -> int:
    print(f"ptronlib separable: {' '.join(str(text).split())}", file=sys.stderr)
    return status


def options() -> argparse.ArgumentParser:
    """Return the options of ``python -m ptronlib separable``."""
    parser = argparse.ArgumentParser(add_help=False)
    add = parser.add_argument
    add("file", metavar="FILE", help="the table; text may be packed as .gz; - is standard input")
    add("--label", metavar="COLUMN", default="label", help="the column of the labels (label)")
    add("--positive", metavar="LABEL", help="the label that counts as +1 (the later in order)")
    add("--ignore", metavar="COLUMN", action="append", default=[], help="leave it out; repeatable")
    add("--index", metavar="COLUMN", help="the column that names the rows, and is no feature")
    add("--drop-missing", action="store_true", help="leave out the rows with a missing value")
    add("--separator", metavar="CHARACTER", help="between the values of a CSV file (a comma)")
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
