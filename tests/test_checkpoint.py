"""Nothing is lost: killed at any moment and started again, a training ends with the same bits."""

import errno
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file, save_file
from test_neural import SMALL, blobs, same

from ptronlib.betas import power
from ptronlib.neural import Network, Plan, train, training, write_whole

KILLS = int(os.environ.get("PTRON_KILLS", "3"))  # 20 for the record
CHILD = """
import sys, torch
sys.path.insert(0, "tests")
from test_neural import blobs
from test_checkpoint import LONG
from ptronlib.neural import train
torch.set_num_threads(1)
X, y = blobs(400)
print("ready", flush=True)
run = train(LONG, X, y, seed=11, held_out=(X, y), checkpoint=sys.argv[1])
"""
LONG = Plan(power(0.6), step=0.1, passes=150, batch=10, hidden=60, clock=power(0.5, 0.001))


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


class Interrupted(Exception):  # noqa: N818
    """Stands for a kill right after a checkpoint was written."""


def interrupted(plan, X, y, path, after):
    """Train as far as `after` passes, then as a new process would: from the file."""
    save = training.save_state

    def counted(path, state, identity):
        save(path, state, identity)
        if state.passes == after:
            raise Interrupted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "save_state", counted)
        with pytest.raises(Interrupted):
            train(plan, X, y, seed=5, checkpoint=path)
    return train(plan, X, y, seed=5, checkpoint=path)


@pytest.mark.parametrize("change", [{}, {"wait": True, "batch": 7}, {"clock": power(0.5, 0.01)}])
def test_a_continued_training_ends_with_the_same_bits(tmp_path, change):
    X, y = blobs(90)
    plan = replace(SMALL, beta=power(0.6), passes=6, **change)
    whole = train(plan, X, y, seed=5)
    for after in (1, 3, 5):
        resumed = interrupted(plan, X, y, tmp_path / f"{after}.safetensors", after)
        assert same(whole.network, resumed.network)
        assert (whole.log, whole.updates) == (resumed.log, resumed.updates)
        assert (whole.clocks == resumed.clocks).all()


@pytest.mark.thorough
def test_kills_at_random_moments_change_no_bit(tmp_path):
    X, y = blobs(400)
    whole = train(LONG, X, y, seed=11, held_out=(X, y))
    rng, landed = random.Random(7), 0
    for k in range(KILLS):
        path = tmp_path / f"{k}.safetensors"
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout.readline().strip() == "ready"
        time.sleep(rng.uniform(0.0, 1.2))
        landed += child.poll() is None
        child.send_signal(signal.SIGKILL)
        child.communicate()
        again = train(LONG, X, y, seed=11, held_out=(X, y), checkpoint=path)
        assert same(whole.network, again.network) and whole.log == again.log
    assert landed, "no kill came before the end: make LONG longer"


def test_a_finished_training_is_read_not_repeated(tmp_path):
    X, y = blobs()
    first = train(SMALL, X, y, seed=0, checkpoint=tmp_path / "a")
    stamp = (tmp_path / "a").stat().st_mtime_ns
    again = train(SMALL, X, y, seed=0, checkpoint=tmp_path / "a")
    assert same(first.network, again.network) and (tmp_path / "a").stat().st_mtime_ns == stamp


@pytest.mark.parametrize("part", ["plan", "seed", "data"])
def test_a_checkpoint_of_another_training_is_refused(tmp_path, part):
    X, y = blobs()
    train(SMALL, X, y, seed=0, checkpoint=tmp_path / "a")
    content = (tmp_path / "a").read_bytes()
    plan = replace(SMALL, step=0.2) if part == "plan" else SMALL
    if part == "data":
        y = (y + 1) % 10
    with pytest.raises(ValueError, match=f"must belong to this training; .* differs in {part}"):
        train(plan, X, y, seed=int(part == "seed"), checkpoint=tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == content


def test_damaged_and_foreign_files_are_refused(tmp_path):
    X, y = blobs()
    path = tmp_path / "a"
    train(SMALL, X, y, seed=0, checkpoint=path)
    whole = path.read_bytes()
    foreign = tmp_path / "foreign"
    save_file({"W1": torch.zeros(3)}, foreign)
    flipped = bytearray(whole)
    flipped[-5] ^= 1
    for content in (b"", whole[:10], whole[: len(whole) // 2], whole[:-1], flipped, b"pickle?"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="must be a whole file written by a training"):
            train(SMALL, X, y, seed=0, checkpoint=path)
        assert path.read_bytes() == content
    with pytest.raises(ValueError, match="must be a whole file"):
        train(SMALL, X, y, seed=0, checkpoint=foreign)


def test_a_checkpoint_is_safetensors_with_everything_in_it(tmp_path):
    X, y = blobs()
    run = train(SMALL, X, y, seed=0, checkpoint=tmp_path / "a")
    tensors = load_file(tmp_path / "a")
    assert same(run.network, Network(**{k: tensors[k] for k in run.network.tensors}))
    assert (tensors["clocks"].numpy() == run.clocks).all()


def test_a_full_disk_leaves_the_file_before(tmp_path, monkeypatch):
    write_whole(tmp_path / "a", b"before")

    def full(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="could not be written .No space left.*intact"):
        write_whole(tmp_path / "a", b"after")
    assert (tmp_path / "a").read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
