"""The jobs that tests/walk.py interrupts: each returns whether a run came to the right end."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]


def stand_ins() -> dict[str, bytes]:
    """Four small files in the place of MNIST's."""
    from ptronlib._fetch import FILES

    rng = np.random.default_rng(7)
    parts = (rng.integers(0, 256, (60, 28, 28)), rng.integers(0, 10, 60))
    arrays = [np.asarray(part[:n], dtype=np.uint8) for n in (60, 20) for part in parts]
    return {
        name: bytes([0, 0, 8, values.ndim])
        + struct.pack(f">{values.ndim}I", *values.shape)
        + values.tobytes()
        for name, values in zip(FILES, arrays, strict=True)
    }


def zipped() -> dict[str, bytes]:
    """The same as a mirror has them."""
    return {f"{name}.gz": gzip.compress(data, mtime=0) for name, data in stand_ins().items()}


def instead(url: str) -> dict[str, bytes]:
    """Let ptronlib take the stand-ins for MNIST, and the address for its mirror."""
    from ptronlib import _fetch

    contents = stand_ins()
    _fetch.FILES = {
        name: (hashlib.sha256(data).hexdigest(), len(data)) for name, data in contents.items()
    }
    _fetch.MIRRORS = (url,)
    _fetch.READ_SECONDS = 5
    os.environ.update(NO_PROXY="127.0.0.1", PATH="", TQDM_DISABLE="1")
    return contents


def fetch(url: str) -> Callable[[Path], bool]:
    """Fetch from the mirror, and read what was fetched."""
    contents = instead(url)
    import pooch  # noqa: F401  # so that its own files are no moments
    import requests  # noqa: F401

    from ptronlib.mnist import load_mnist

    def run(folder: Path) -> bool:
        with contextlib.redirect_stderr(io.StringIO()):
            found = load_mnist(root=folder / "cache")
        arrays = (found.X_train, found.y_train, found.X_test, found.y_test)
        names = dict(zip(contents, arrays, strict=True))
        return all(
            np.array_equal(np.rint(255 * got) if got.ndim == 2 else got, expected(name, got.shape))
            for name, got in names.items()
        )

    def expected(name: str, shape: tuple) -> np.ndarray:
        start = 16 if len(shape) == 2 else 8
        return np.frombuffer(contents[name], np.uint8, offset=start).reshape(shape)

    return run


def training():
    """Return a plan, images and digits that are learnt in a moment."""
    import torch
    from test_neural import SMALL, blobs

    torch.set_num_threads(1)
    return SMALL, *blobs(60)


def train(_url: str) -> Callable[[Path], bool]:
    """Train with a checkpoint, and compare every bit with a training that nothing struck."""
    from test_neural import same

    import ptronlib.neural as neural

    plan, X, y = training()
    whole = neural.train(plan, X, y, seed=5)

    def run(folder: Path) -> bool:
        found = neural.train(plan, X, y, seed=5, checkpoint=folder / "checkpoint")
        return same(found.network, whole.network) and found.log == whole.log

    return run


def record(_url: str) -> Callable[[Path], bool]:
    """Carry out two jobs of the experiment and sum them up; compare every file."""
    sys.path.insert(0, str(ROOT / "experiments"))
    import joblib  # noqa: F401
    import jobs
    from summary import write_summary

    _, X, y = training()
    X = np.hstack([X, np.zeros((len(X), 784 - X.shape[1]), dtype=X.dtype)])
    jobs.data = lambda _stage, _small: (X, y, X, y)
    given = [jobs.Job("runs", "one", seed, 0.1, 1) for seed in (0, 1)]
    first: dict[str, str] = {}

    def run(folder: Path) -> bool:
        results = jobs.Results(folder / "results")
        (folder / "checkpoints").mkdir(exist_ok=True)
        with contextlib.redirect_stderr(io.StringIO()):
            jobs.carry_out(given, results, folder / "checkpoints", None)
        write_summary(results, ["one"])
        files = {path.name: path.read_text() for path in results.folder.rglob("*.json")}
        left = [path.name for path in (folder / "checkpoints").glob("[!.]*")]
        return (
            first in ({}, files)
            and set(files) == {"format.json", "one-0.json", "one-1.json", "summary.json"}
            and all(json.loads(text) for text in files.values())
            and left == ["runs-one-0.safetensors"]
        )

    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        assert_(run(Path(folder)))
        first.update(
            (path.name, path.read_text()) for path in Path(folder, "results").rglob("*.json")
        )
    return run


def assert_(held: bool) -> None:
    if not held:
        raise RuntimeError("The run that nothing strikes must come to the right end.")


def kernels(_url: str) -> Callable[[Path], bool]:
    """Compile a kernel with a cache of its own, and compare with the length that it computes."""
    from numba import config

    from ptronlib import _compile, _kernels

    source = getattr(_kernels._length, "py_func", _kernels._length)
    a = np.array([3.0, 0.0, -4.0])

    def run(folder: Path) -> bool:
        config.CACHE_DIR = str(folder / "numba")
        return _compile.njit(cache=True)(source)(a) == 5.0

    return run


JOBS = {"fetch": fetch, "train": train, "record": record, "kernels": kernels}
