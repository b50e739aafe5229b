"""A file of any kind as a DataFrame of pandas, and the words of one that is text."""

from __future__ import annotations

import warnings
from argparse import Namespace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from .._extras import needs
from .header import column_names
from .rows import Written

TEXT = (".csv", ".tsv", ".txt", "")
KINDS = ".csv, .tsv, .txt, .libsvm or .svm, packed as .gz or not, .parquet, .npy or .npz"


def read_frame(options: Namespace) -> tuple[Any, Any, Written | None]:
    """Return a DataFrame, the features of a LIBSVM file as a matrix, and the words of a text."""
    with needs("tables"):
        import pandas as pd

    path = Path(options.file)
    end = (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()
    if end in TEXT or path.is_fifo():
        return _read_text(options, "\t" if end == ".tsv" else ",")
    if end in (".libsvm", ".svm"):
        with needs("tables"):
            from sklearn.datasets import load_svmlight_file
        X, y = load_svmlight_file(options.file, zero_based=False)
        labels = [repr(label).removesuffix(".0") for label in y.tolist()]
        return pd.DataFrame({options.label: labels}), X.toarray(), None
    if end == ".parquet":
        frame = pd.read_parquet(path)
    elif end in (".npy", ".npz"):
        try:
            found = np.load(path)
            frame = pd.DataFrame(found["X"] if end == ".npz" else found)
            frame = frame.assign(**{options.label: found["y"]} if end == ".npz" else {})
        except (BadZipFile, IndexError, KeyError, ValueError):
            raise ValueError("it must hold a matrix of numbers, or arrays X and y.") from None
    else:
        raise ValueError(f"the name must end in {KINDS}.")
    if not frame.index.equals(pd.RangeIndex(len(frame))):
        frame.insert(0, "", frame.index)
    frame.columns = frame.columns.map(str)
    return frame, None, None


def _read_text(options: Namespace, usual: str) -> tuple[Any, None, Written]:
    """Return a file of separated values as a DataFrame, and its words."""
    import pandas as pd

    written = Written(options, usual)
    names = written.names = column_names(written, options)
    as_words = {name: str for name in (options.label, options.index, "", "Unnamed: 0")}
    how: dict[str, Any] = {"sep": written.separator, "skipinitialspace": True, "low_memory": False}
    how |= {"names": names, "header": None, "index_col": False, "skip_blank_lines": False}
    how |= {"decimal": "," if options.decimal == "," else ".", "encoding": "utf-8"}
    how |= {"na_values": options.missing or None}
    how |= {"dtype": {name: kind for name, kind in as_words.items() if name in names}}
    if not written.n_rows:
        return pd.DataFrame(columns=names, dtype=object), None, written
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pd.errors.ParserWarning)
            frame = pd.read_csv(written.stream(), **how)
    except (pd.errors.ParserWarning, pd.errors.ParserError):
        raise written.ragged(len(names)) from None
    if len(frame) != written.n_rows:
        raise ValueError("its rows are not read twice alike; store it as a plain CSV file.")
    last = frame.columns[-1]
    if last.startswith("Unnamed: ") and len(names) > 1 and frame[last].isna().all():
        frame = frame.drop(columns=last)  # a separator at the end of each line
    ends = np.flatnonzero(frame[frame.columns[-1]].isna()).tolist()
    written.short = [k for k in ends if len(written.words(k)) < frame.shape[1]]
    for name in {options.label, options.index} & {*names}:
        place = names.index(name)  # NA and the like may be labels: what is written is kept
        lost = np.flatnonzero(frame[name].isna())
        found = [(written.words(int(k)) + [""] * place)[place] for k in lost]
        frame.loc[lost, name] = found
    return frame, None, written
