"""``python -m ptronlib separable``: right answers, with proofs, and one line for a bad file."""

import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import dump_svmlight_file

from ptronlib import samples
from ptronlib.__main__ import main
from ptronlib.geometry import separable

SAMPLE = samples.linear(50, 3, 0.1, np.random.default_rng(7))
GOOD = "a,b,kind\n1,2,p\n3,4,q\n"
COMMAND = [sys.executable, "-m", "ptronlib", "separable"]


def table(X, y):
    """The sample as a table, with the labels p and q in the column kind."""
    return pd.DataFrame(X).add_prefix("x").assign(kind=np.where(y > 0, "q", "p"))


def answer(capsys, path, *options, said=""):
    """Run the command; return its status and what it printed, and check what it said besides."""
    status = main(["separable", str(path), "--label", "kind", *options])
    told = capsys.readouterr()
    assert said in told.err and bool(said) == bool(told.err)
    return status, told.out


def numbers(text, name):
    """Return the numbers in the line of a name."""
    (line,) = re.findall(rf"^  {name} .*$", text, re.MULTILINE)
    return [float(number) for number in re.findall(r"(?<![\w.])-?[\d.]+(?:e[+-]\d+)?", line)]


def test_a_separable_file_has_its_best_margin(tmp_path, capsys):
    X, y = SAMPLE.X, SAMPLE.y
    table(X, y).to_csv(tmp_path / "t.csv", index=False)
    status, told = answer(capsys, tmp_path / "t.csv")
    assert status == 0 and "50 examples, 3 features, 'p' (-1) and 'q' (+1)" in told
    found = separable(X, y)
    assert numbers(told, "margin") == pytest.approx([found.margin, found.upper], rel=1e-9)
    assert numbers(told, "radius R")[0] == pytest.approx(np.linalg.norm(X, axis=1).max())
    assert numbers(told, "w") == pytest.approx(found.w, rel=1e-5)
    assert numbers(told, "b") == pytest.approx([found.b], rel=1e-9)


TOLD = {  # a table, options, and what its answer says
    "xor": ("a,b,kind\n0,0,p\n0,1,q\n1,0,q\n1,1,p\n", "", r"(\n  row \d +label [pq] +weight 1){4}"),
    "both labels": ("a,kind\n0,p\n1,q\n0,q\n", "", r"row [13] .* 1\n  row [13] .* weight 1\n"),
    "long weights": (
        "a,kind\n.12345678912,p\n.3456789123,q\n.5678912345,p\n",
        "",
        r"\(rounded .*\n.* 0.5\n",
    ),
    "numbers": (f"a,kind\n1,1{'0' * 16}\n2,{'9' * 16}\n", "", r"'9+' \(-1\) and '10+' \(\+1\)"),
    "signs": ("a,kind\n1,-1\n2,+1\n3,1.0\n", "", r"'-1' \(-1\) and '\+1' \(\+1\)"),
    "positive": ("a,kind\n1,p\n2,q\n", "--positive p", r"'q' \(-1\) and 'p' \(\+1\)"),
    "ignored": ("a,b,kind\n0,0,p\n1,9,q\n", "--ignore b", r" 1 feature,(.*\n)+  w +a: 1\n"),
    "quick": ("a,kind\n1,p\n2,q\n", "--quick", r"margin +0\.[1-5]"),
    "booleans": ("a,kind\nTRUE,p\nfalse,q\n,q\n1,\n", "--drop-missing", r"\(2 with (.*\n)+.*a: -1"),
    "index": ("id,a,kind\n07,1,p\n08,1,q\n", "--index id", r"row \d \(07\) +label p "),
    "no name": (",a,kind\nx,1,p\ny,1,q\n", "", r" 1 feature,(.*\n)+  row 2 \(y\) +label q "),
    "far away": (
        "a,kind\n8e15,p\n8000000000000001,q\n",
        "",
        r"w +a: 1\n +b +-8000000000000000.5\n",
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_answer_of_a_small_table(tmp_path, capsys, case):
    text, options, told = TOLD[case]
    (tmp_path / "t.csv").write_text(text)
    said = "taken for an index" * (case == "no name")
    status, out = answer(capsys, tmp_path / "t.csv", *options.split(), said=said)
    assert re.search(told, out) and status == ("cancel exactly" in out)


def test_every_kind_of_file_gives_the_same_answer(tmp_path, capsys):
    X, y = SAMPLE.X, SAMPLE.y
    frame = table(X, y)
    frame.to_csv(tmp_path / "t.csv", index=False)
    frame.to_csv(tmp_path / "t.csv.gz", index=False)
    frame.to_csv(tmp_path / "t.tsv", index=False, sep="\t")
    frame.to_csv(tmp_path / "t.txt", index=False, sep=";")
    frame.to_parquet(tmp_path / "t.parquet")
    dump_svmlight_file(X, 1234567.5 + y / 2, str(tmp_path / "t.svm"), zero_based=False)
    np.savez(tmp_path / "t.npz", X=X, y=y)
    np.save(tmp_path / "t.npy", np.c_[X, y])
    options = {"txt": ["--separator", ";"], "npy": ["--label", "3"]}
    found = []
    for end in ("csv", "tsv", "txt", "parquet", "svm", "npz", "npy", "csv.gz"):
        status, told = answer(capsys, tmp_path / f"t.{end}", *options.get(end, []))
        assert status == 0
        found.append(numbers(told, "margin"))
    assert np.allclose(found, found[0], rtol=1e-9)


# -- bad input: one line on stderr, a status, no traceback

BAD = {
    "empty": ("", "it is empty"),
    "header only": ("a,b,kind\n", "the file has no rows"),
    "no label column": ("a,b,c\n1,2,p\n", "there is no column 'kind'; there are 'a', 'b', 'c'."),
    "other separator": ("a;b;kind\n1;2;p\n3;4;q\n", "separated by a semicolon: --separator ';'"),
    "no feature": ("kind\np\nq\n", "there is no column besides the label's"),
    "one class": ("a,kind\n1,p\n2,p\n", "of two classes; got 1: 'p'"),
    "three classes": ("a,kind\n1,p\n2,q\n3,r\n", "of two classes; got 3: 'p', 'q', 'r'"),
    "no label": ("a,b,kind\n1,2,p\n3,4,\n", "row 2 (line 3) has no value in column 'kind'"),
    "text": (
        "a,b,kind\n1,2,p\n3,four,q\n",
        "row 2 (line 3) has 'four' in column 'b', where a finite",
    ),
    "nothing": ("a,b,kind\n1,2,p\n3,,q\n", "row 2 (line 3) has no value in column 'b'"),
    "infinity": ("a,b,kind\n-inf,2,p\n3,4,q\n", "row 1 (line 2) has '-inf' in column 'a'"),
    "short line": ("a,b,kind\n1,2,p\n3,4,q\n5,6", "line 4 has 2 values where 3 are expected"),
    "long line": ("a,b,kind\n1,2,p\n3,4,q,8\n", "line 3 has 4 values where 3 are expected"),
    "open quote": ('a,b,kind\n1,2,p\n3,4,"q\n', "a quotation mark is opened and never closed"),
    "encoding": ("größe,kind\n1,p\n2,q\n", "it is not text in UTF-8"),
}


def refused(capsys, path, message, *options):
    assert main(["separable", str(path), "--label", "kind", *options]) == 2
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
    bad = {"parquet": "not a parquet", "svm": "could not convert", "npy": "must hold a matrix"}
    for end, message in bad.items():
        (tmp_path / f"t.{end}").write_text(GOOD)
        refused(capsys, tmp_path / f"t.{end}", message)
    (tmp_path / "t.svm").write_text("1 1:2\n2 1:nan\n")
    refused(capsys, tmp_path / "t.svm", "row 2 has no value in column '1'")
    pd.DataFrame({"a": [1.0, None], "kind": ["p", "q"]}).to_parquet(tmp_path / "t.parquet")
    refused(capsys, tmp_path / "t.parquet", "row 2 has no value in column 'a'")
    head = {"descr": "<f8", "fortran_order": False, "shape": (2**57, 2)}  # of a file cut short
    with open(tmp_path / "t.npy", "wb") as file:
        np.lib.format.write_array_header_1_0(file, head)
    refused(capsys, tmp_path / "t.npy", "it does not fit into memory. Leave out columns")
    (tmp_path / "t.csv").write_text(GOOD)
    refused(capsys, tmp_path / "t.csv", "--positive must be 'p' or 'q'; got 'r'", "--positive", "r")


# -- as a program


@pytest.mark.parametrize(("file", "listens"), [("-", True), ("/dev/stdin", False)])
def test_it_reads_a_pipe_and_ends_quietly_when_nobody_listens(file, listens):
    pipes = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE)
    process = subprocess.Popen([*COMMAND, file, "--label", "kind"], **pipes)
    if not listens:
        process.stdout.close()
    out, err = process.communicate(GOOD.encode())
    assert process.returncode == 0 and err == b"" and (b"margin" in out) == listens


@pytest.mark.parametrize(("known", "said"), [(True, "best hyperplane so"), (False, "no answer")])
def test_ctrl_c_ends_it_with_what_is_known_so_far(tmp_path, capsys, monkeypatch, known, said):
    def interrupted(X, y, **options):
        stop = KeyboardInterrupt()
        if known:
            stop.run = separable(X, y)
        raise stop

    (tmp_path / "t.csv").write_text(GOOD)
    monkeypatch.setattr("ptronlib.__main__.separable", interrupted)
    status, told = answer(capsys, tmp_path / "t.csv", said=said)
    assert status == 130
    assert not known or numbers(told, "margin") == pytest.approx([2**0.5, 2**0.5])
