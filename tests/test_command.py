"""``python -m ptronlib separable``: right answers, with proofs, and one line for a bad file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import dump_svmlight_file

from ptronlib import margins, samples
from ptronlib.__main__ import main
from ptronlib.geometry import decide

SAMPLE = samples.linear(50, 3, 0.1, np.random.default_rng(7))
GOOD = "a,b,kind\n1,2,p\n3,4,q\n"


def table(X, y):
    """The sample as a table, with the labels p and q in the column kind."""
    return pd.DataFrame(X).add_prefix("x").assign(kind=np.where(y > 0, "q", "p"))


def answer(capsys, path, *options):
    """Run the command; return its status and what it printed."""
    status = main(["separable", str(path), *options])
    told = capsys.readouterr()
    assert not told.err
    return status, told.out


def numbers(text, name):
    """Return the numbers in the line of a name."""
    (line,) = re.findall(rf"^  {name} .*$", text, re.MULTILINE)
    return [float(number) for number in re.findall(r"(?<![\w.])-?[\d.]+(?:e[+-]\d+)?", line)]


def test_a_separable_file_has_its_best_margin(tmp_path, capsys):
    X, y = SAMPLE.X, SAMPLE.y
    table(X, y).to_csv(tmp_path / "t.csv", index=False)
    status, told = answer(capsys, tmp_path / "t.csv", "--label", "kind")
    assert status == 0 and "50 examples, 3 features, 'p' (-1) and 'q' (+1)" in told
    found = decide(X, y)
    assert numbers(told, "margin") == pytest.approx([found.margin, found.upper], rel=1e-9)
    assert numbers(told, "radius R")[0] == pytest.approx(margins.radius(X))
    assert numbers(told, "w") == pytest.approx(found.w, rel=1e-5)
    assert numbers(told, "b") == pytest.approx([found.b], rel=1e-9)
    status, told = answer(capsys, tmp_path / "t.csv", "--label", "kind", "--ignore", "x1")
    assert " 2 features, " in told and status == (decide(X[:, [0, 2]], y).rows.size > 0)


def test_xor_is_proved_inseparable(tmp_path, capsys):
    sample = samples.xor()
    table(sample.X[:, :2], sample.y).to_csv(tmp_path / "t.csv", index=False)
    status, told = answer(capsys, tmp_path / "t.csv", "--label", "kind")
    assert status == 1 and "not separable by a hyperplane with an intercept" in told
    rows = re.findall(r"row (\d+) +label (\w) +weight 0\.25$", told, re.MULTILINE)
    assert [int(row) for row, _ in rows] == [1, 2, 3, 4]
    assert [label for _, label in rows] == ["q" if s > 0 else "p" for s in sample.y]


def test_one_point_with_both_labels_is_a_proof(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("a,kind\n0,p\n1,q\n0,q\n")
    status, told = answer(capsys, tmp_path / "t.csv", "--label", "kind")
    assert status == 1 and re.search(r"row 1 .* 0\.5\n(.*\n)?  row 3 .* 0\.5\n", told)


def test_every_kind_of_file_gives_the_same_answer(tmp_path, capsys):
    X, y = SAMPLE.X, SAMPLE.y
    frame = table(X, y)
    frame.to_csv(tmp_path / "t.csv", index=False)
    frame.to_csv(tmp_path / "t.tsv", index=False, sep="\t")
    frame.to_csv(tmp_path / "t.txt", index=False, sep=";")
    frame.to_parquet(tmp_path / "t.parquet")
    dump_svmlight_file(X, y, str(tmp_path / "t.svm"), zero_based=False)
    np.savez(tmp_path / "t.npz", X=X, y=y)
    np.save(tmp_path / "t.npy", np.c_[X, y])
    kind = ["--label", "kind"]
    options = {"txt": [*kind, "--separator", ";"], "svm": [], "npz": [], "npy": ["--label", "3"]}
    found = []
    for end in ("csv", "tsv", "txt", "parquet", "svm", "npz", "npy"):
        status, told = answer(capsys, tmp_path / f"t.{end}", *options.get(end, kind))
        assert status == 0
        found.append(numbers(told, "margin"))
    assert np.allclose(found, found[0], rtol=1e-9)


# -- bad input: one line on stderr, a status, no traceback

BAD = {
    "empty": ("", "No columns to parse from file"),
    "header only": ("a,b,kind\n", "the file has no rows"),
    "no label column": ("a,b,c\n1,2,p\n", "there is no column 'kind'; there are 'a', 'b', 'c'."),
    "other separator": ("a;b;kind\n1;2;p\n3;4;q\n", "Is another --separator used?"),
    "no feature": ("kind\np\nq\n", "there is no column besides the label's"),
    "one class": ("a,kind\n1,p\n2,p\n", "of two classes; got 1: 'p'"),
    "three classes": ("a,kind\n1,p\n2,q\n3,r\n", "of two classes; got 3: 'p', 'q', 'r'"),
    "no label": ("a,b,kind\n1,2,p\n3,4,\n", "row 2 has no label in column 'kind'"),
    "text": (
        "a,b,kind\n1,2,p\n3,four,q\n",
        "row 2 has 'four' in column 'b', where a finite number",
    ),
    "nothing": ("a,b,kind\n1,2,p\n3,,q\n", "row 2 has '' in column 'b'"),
    "infinity": ("a,b,kind\n-inf,2,p\n3,4,q\n", "row 1 has '-inf' in column 'a'"),
    "short line": ("a,b,kind\n1,2,p\n3,4,q\n5,6", "row 3 has no label"),
    "long line": ("a,b,kind\n1,2,p\n3,4,q,8\n", "Expected 3 fields in line 3, saw 4"),
    "open quote": ('a,b,kind\n1,2,p\n3,4,"q\n', "EOF inside string"),
    "encoding": ("größe,kind\n1,p\n2,q\n", "it is not text in UTF-8"),
}


def refused(capsys, path, message):
    assert main(["separable", str(path), "--label", "kind"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1, told.err
    assert told.err.startswith(f"ptronlib separable: {path}: ") and message in told.err


@pytest.mark.parametrize("case", BAD)
def test_bad_csv(tmp_path, capsys, case):
    text, message = BAD[case]
    (tmp_path / "t.csv").write_text(text, encoding="latin-1")
    refused(capsys, tmp_path / "t.csv", message)


def test_bad_files_of_other_kinds(tmp_path, capsys):
    refused(capsys, tmp_path / "none.csv", "No such file")
    refused(capsys, tmp_path / "t.xlsx", "the name must end in .csv")
    for end, message in (
        ("parquet", "not a parquet file"),
        ("svm", "could not convert"),
        ("npy", "must hold a matrix of numbers"),
    ):
        (tmp_path / f"t.{end}").write_text(GOOD)
        refused(capsys, tmp_path / f"t.{end}", message)
    (tmp_path / "t.svm").write_text("1 1:2\n2 1:nan\n")
    refused(capsys, tmp_path / "t.svm", "row 2 has 'nan' in column '1'")
    pd.DataFrame({"a": [1.0, None], "kind": ["p", "q"]}).to_parquet(tmp_path / "t.parquet")
    refused(capsys, tmp_path / "t.parquet", "row 2 has 'nan' in column 'a'")


# -- as a program


def test_ctrl_c_ends_it_with_one_line(tmp_path):
    """While a named pipe is waited for, which never says anything."""
    os.mkfifo(tmp_path / "t.csv")
    process = subprocess.Popen(
        [sys.executable, "-m", "ptronlib", "separable", str(tmp_path / "t.csv")],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's & ignores it
    )
    with open(tmp_path / "t.csv", "w"):  # blocks until the program reads
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130 and told.count("\n") == 1 and "interrupted" in told
