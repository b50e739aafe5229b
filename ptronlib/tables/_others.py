"""Parquet and LIBSVM files."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy import sparse

from .._extras import needs
from .._validate import check_path, check_text
from ._csv import check_header
from ._table import Labels, Table, TableError, check_finite


def read_parquet(
    path: str,
    label: str | None,
    *,
    ignore: Sequence[str] = (),
    progress: Callable[[str], None] = lambda text: None,
) -> Table:
    """Read a Parquet file, with pyarrow, a batch of rows at a time.

    Parameters
    ----------
    path : str
        The file.
    label : str
        The column of the labels.
    ignore : names
        Columns that are no features.
    progress : function of a text
        Told how far it is.

    Returns
    -------
    Table
        All columns but the label's and the ignored ones, as numbers.

    Raises
    ------
    TableError
        With row and column, where one is to blame.
    OSError
        The file cannot be opened.
    ValueError, TypeError
        path or label is no text.
    ModuleNotFoundError
        There is no pyarrow.
    """
    check_path(path, "path")
    if label is not None:
        check_text(label, "label")
    with needs("tables"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            return _fill(path, file, file.metadata.num_rows, label, ignore, progress)
    except pa.ArrowException as error:
        reason = str(error).splitlines()[0]
        raise TableError(f"{path}: it is not a Parquet file ({reason}).") from None


def _fill(path, file, n: int, label, ignore, progress) -> Table:
    import pyarrow.types as kinds

    fields = {field.name: field.type for field in file.schema_arrow}
    header = list(file.schema_arrow.names)
    columns = [header[j] for j in check_header(path, header, label, ignore)]
    if n < 1:
        raise TableError(f"{path}: the file has a header, but no rows.")
    for name in columns:
        kind = fields[name]
        if not (kinds.is_integer(kind) or kinds.is_floating(kind) or kinds.is_boolean(kind)):
            raise TableError(
                f"{path}: column {name!r} holds {kind}, where numbers are needed (from row 1 on); "
                f"leave the column out with --ignore, or encode it."
            )
    X, codes, labels, start = np.empty((n, len(columns))), np.empty(n, np.int32), None, 0
    labels = Labels(path, label)
    for batch in file.iter_batches(batch_size=10_000, columns=[*columns, label]):
        part = X[start : start + batch.num_rows]
        for j, name in enumerate(columns):
            part[:, j] = batch.column(name).cast("float64").to_numpy(zero_copy_only=False)
        check_finite(path, part, columns, start + 1)
        found = batch.column(label).to_pylist()
        names = ["" if value is None else str(value) for value in found]
        codes[start : start + batch.num_rows] = labels.encode(names, start + 1)
        start += batch.num_rows
        progress(f"read {start} of {n} rows")
    y, classes = labels.signs(codes)
    return Table(path, X, y, columns, classes)


def read_libsvm(
    path: str,
    label: str | None = None,
    *,
    progress: Callable[[str], None] = lambda text: None,
) -> Table:
    """Read a LIBSVM file, with scikit-learn's reader; the examples stay sparse.

    Parameters
    ----------
    path : str
        The file.
    label : None
        The labels stand first in each line.
    progress : function of a text
        Told how far it is.

    Returns
    -------
    Table
        With features called 1, 2, ... as in the file.

    Raises
    ------
    TableError
        The file cannot be used.
    OSError
        It cannot be opened.
    ValueError, TypeError
        path is no path, or label not None.
    ModuleNotFoundError
        There is no scikit-learn.
    """
    check_path(path, "path")
    with needs("sklearn"):
        from sklearn.datasets import load_svmlight_file

    if label is not None:
        raise TableError(f"{path}: a LIBSVM file has its labels first in each line; drop --label.")
    try:
        X, y = load_svmlight_file(path, zero_based=False)
    except (ValueError, OverflowError) as error:
        raise TableError(f"{path}: it is not a LIBSVM file ({error}).") from None
    if not len(y):
        raise TableError(f"{path}: the file is empty.")
    X = sparse.csr_array(X)
    bad = np.flatnonzero(~np.isfinite(X.data))
    if bad.size:
        row = int(np.searchsorted(X.indptr, bad[0], side="right"))
        column = int(X.indices[bad[0]]) + 1
        raise TableError(f"{path}: row {row} has {X.data[bad[0]]} in column '{column}'.")
    progress(f"read {len(y)} rows")
    labels = Labels(path, None)
    codes = np.array(labels.encode([f"{value:g}" for value in y], 1))
    signs, names = labels.signs(codes)
    return Table(path, X, signs, [str(j + 1) for j in range(X.shape[1])], names)
