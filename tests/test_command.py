"""``python -m ptronlib separable``: right answers, with proofs, and one line for a bad file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sklearn.datasets import dump_svmlight_file

from ptronlib import data, margins
from ptronlib._report import best_so_far
from ptronlib.command import main
from ptronlib.hull import hull_distance
from ptronlib.tables import read_csv


def write(path, X, y, header=None):
    """Write a CSV file and return its name."""
    header = header or ",".join([f"x{j}" for j in range(X.shape[1])] + ["kind"])
    lines = [
        ",".join([*map(repr, row), f"{int(s):+d}"]) for row, s in zip(X.tolist(), y, strict=True)
    ]
    path.write_text("\n".join([header, *lines, ""]))
    return str(path)


def text_file(tmp_path, text, name="t.csv", encoding="utf-8"):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return str(path)


def answer(capsys, *arguments):
    """Run the command; return its status and its JSON."""
    status = main([*arguments, "--json", "--no-progress"])
    return status, json.loads(capsys.readouterr().out)


# -- the command


@pytest.mark.parametrize("through", [[], ["--through-origin"]], ids=["intercept", "origin"])
def test_separable_file(tmp_path, capsys, through):
    sample = data.linear(60, 3, 0.1, np.random.default_rng(7))
    name = write(tmp_path / "t.csv", sample.X, sample.y)
    status, found = answer(capsys, "separable", name, "--label", "kind", *through)
    assert status == 0 and found["separable"] and found["labels"] == {"-1": "+1", "+1": "-1"}
    w = np.array([found["w"][f"x{j}"] for j in range(3)])
    scores = -sample.y * (sample.X @ w + found["b"])  # "+1" comes first in the alphabet
    assert scores.min() == pytest.approx(found["margin"])
    if through:
        best = margins.max_margin(sample.X, sample.y).margin
        assert found["b"] == 0 and found["mistake_bound"] == pytest.approx(
            (found["radius"] / best) ** 2
        )
    else:
        P, Q = sample.X[sample.y > 0], sample.X[sample.y < 0]
        best = hull_distance(P, Q).distance / 2
    assert found["margin"] == pytest.approx(best) == pytest.approx(found["margin_at_most"])
    assert found["radius"] == pytest.approx(margins.radius(sample.X))


def test_xor_is_proved_inseparable(tmp_path, capsys):
    sample = data.xor()
    name = write(tmp_path / "t.csv", sample.X[:, :2], sample.y)
    status, found = answer(capsys, "separable", name, "--label", "kind")
    assert status == 1 and not found["separable"]
    assert [item["row"] for item in found["certificate"]] == [1, 2, 3, 4]
    assert [item["weight"] for item in found["certificate"]] == pytest.approx([0.25] * 4)


def test_words(tmp_path, capsys):
    sample = data.xor()
    name = write(tmp_path / "t.csv", sample.X[:, :2], sample.y)
    assert main(["separable", name, "--label", "kind"]) == 1
    told = capsys.readouterr().out
    assert "not separable by a hyperplane with an intercept" in told
    assert "row 4 " in told and "weight 0.25" in told
    assert main(["separable", name, "--label", "kind", "--ignore", "x1"]) == 2  # now contradictory


def test_parquet_and_libsvm_give_the_same_answer(tmp_path, capsys):
    sample = data.linear(50, 3, 0.1, np.random.default_rng(7))
    csv = write(tmp_path / "t.csv", sample.X, sample.y)
    columns = {f"x{j}": sample.X[:, j] for j in range(3)}
    pq.write_table(pa.table(columns | {"kind": sample.y.astype(int)}), tmp_path / "t.parquet")
    dump_svmlight_file(sample.X, sample.y, str(tmp_path / "t.svm"), zero_based=False)
    _, first = answer(capsys, "separable", csv, "--label", "kind")
    status, second = answer(capsys, "separable", str(tmp_path / "t.parquet"), "--label", "kind")
    assert status == 0 and second["margin"] == pytest.approx(first["margin"], rel=1e-12)
    status, third = answer(capsys, "separable", str(tmp_path / "t.svm"))
    assert status == 0 and third["margin"] == pytest.approx(first["margin"], rel=1e-9)


def test_other_separators_encodings_and_quotes(tmp_path, capsys):
    text = '"größe";"a,b";art\n1;2;"für"\n\n3;4;wider\n'
    name = text_file(tmp_path, text, encoding="latin-1")
    status, found = answer(
        capsys, "separable", name, "--label", "art", "--separator", ";", "--encoding", "latin-1"
    )
    assert status == 0 and found["examples"] == 2 and list(found["w"]) == ["größe", "a,b"]
    marked = text_file(tmp_path, "a,k\n1,p\n2,q", encoding="utf-8-sig")
    assert answer(capsys, "separable", marked, "--label", "k")[1]["margin"] == pytest.approx(0.5)


def test_tabs(tmp_path, capsys):
    text = GOOD.replace(",", "\t")
    for name, options in (("t.tsv", []), ("t.txt", ["--separator", "tab"])):
        status, found = answer(
            capsys, "separable", text_file(tmp_path, text, name), "--label", "kind", *options
        )
        assert status == 0 and list(found["w"]) == ["a", "b"]
    wide = ["separable", text_file(tmp_path, GOOD), "--label", "kind", "--separator", ";;"]
    refused(wide, capsys, "the separator must be one character; got ';;'")


# -- bad input: one line on stderr, a status, no traceback

GOOD = "a,b,kind\n1,2,p\n3,4,q\n"
BAD = {
    "empty": ("", "the file is empty"),
    "header only": ("a,b,kind\n", "has a header, but no rows"),
    "no label column": ("a,b,c\n1,2,p\n3,4,q\n", "there is no column 'kind'; there are 'a', 'b'"),
    "other separator": ("a;b;kind\n1;2;p\n3;4;q\n", "Is another --separator used?"),
    "one class": ("a,kind\n1,p\n2,p\n", "of two classes; got 1: 'p'"),
    "three classes": ("a,kind\n1,p\n2,q\n3,r\n", "of two classes; got 3: 'p', 'q', 'r'"),
    "many classes": (
        "a,kind\n" + "".join(f"{i},{i}\n" for i in range(50)),
        "got 50 or more: '0', '1', '10', '11', '12', ...",
    ),
    "text": ("a,b,kind\n1,2,p\n3,four,q\n", "row 2 has the text 'four' in column 'b'"),
    "nothing": ("a,b,kind\n1,2,p\n3,,q\n", "row 2 has nothing in column 'b'"),
    "NaN": ("a,b,kind\n1,2,p\n3,NaN,q\n", "row 2 has nan in column 'b'"),
    "infinity": ("a,b,kind\n-inf,2,p\n3,4,q\n", "row 1 has -inf in column 'a'"),
    "no label": ("a,b,kind\n1,2,p\n3,4,\n", "row 2 has no label in column 'kind'"),
    "opposite labels": (
        "a,b,kind\n1,2,p\n0,0,p\n1.0,2e0,q\n",
        "rows 1 and 3 are the same point with opposite labels",
    ),
    "signed zeros": ("a,kind\n0,p\n1,q\n-0,q\n", "rows 1 and 3 are the same point"),
    "broken last line": (GOOD + "5,6", "row 3 has 2 fields, and the header has 3. Its last line"),
    "broken line": ("a,b,kind\n1,p\n3,4,q\n", "row 1 has 2 fields, and the header has 3."),
    "open quote": ('a,b,kind\n1,2,p\n3,4,"q\n', "it is not a CSV file"),
    "equal names": ("a,a,kind\n1,2,p\n3,4,q\n", "two columns are called 'a'"),
    "no feature": ("kind\np\nq\n", "there is no column besides the label's"),
    "huge": ("a,b,kind\n1e200,2,p\n3,4,q\n", "so that they can be squared"),
}


def refused(arguments, capsys, message):
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and message in told.err, told.err


@pytest.mark.parametrize("case", BAD)
def test_bad_file(tmp_path, capsys, case):
    text, message = BAD[case]
    refused(["separable", text_file(tmp_path, text), "--label", "kind"], capsys, message)


def test_bad_places(tmp_path, capsys):
    label = ["--label", "kind"]
    refused(["separable", str(tmp_path / "none.csv"), *label], capsys, "there is no such file")
    (tmp_path / "d.csv").mkdir()
    refused(["separable", str(tmp_path / "d.csv"), *label], capsys, "it cannot be read")
    refused(["separable", "t.xlsx", *label], capsys, "the name must end in one of .csv")
    good = text_file(tmp_path, GOOD)
    refused(["separable", good], capsys, "name the column of the labels with --label")
    refused(["separable", good, *label, "--ignore", "z"], capsys, "there is no column 'z'")
    refused(["separable", good, *label, "--encoding", "klingon"], capsys, "no encoding 'klingon'")


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_other_encodings(tmp_path, capsys, encoding):
    name = text_file(tmp_path, "größe,kind\n1,p\n2,q\n", encoding=encoding)
    refused(["separable", name, "--label", "kind"], capsys, "it is not text in utf-8")
    assert main(["separable", name, "--label", "kind", "--encoding", encoding]) == 0


def test_bad_parquet(tmp_path, capsys):
    label = ["--label", "kind"]
    name = text_file(tmp_path, GOOD, "t.parquet")
    refused(["separable", name, *label], capsys, "it is not a Parquet file")
    refused(["separable", str(tmp_path / "no.parquet"), *label], capsys, "there is no such file")
    cases = [
        ({"a": ["x", "y"], "kind": ["p", "q"]}, "column 'a' holds string"),
        ({"a": [1.0, None], "kind": ["p", "q"]}, "row 2 has nan in column 'a'"),
        ({"a": [1.0, 2.0], "kind": ["p", None]}, "row 2 has no label in column 'kind'"),
        ({"a": [1.0, 2.0], "kind": ["p", "p"]}, "of two classes; got 1: 'p'"),
        ({"a": [1.0, 2.0], "b": ["p", "q"]}, "there is no column 'kind'"),
        ({"a": pa.array([], "float64"), "kind": pa.array([], "string")}, "but no rows"),
    ]
    for columns, message in cases:
        pq.write_table(pa.table(columns), tmp_path / "t.parquet")
        refused(["separable", name, *label], capsys, message)
    message = "a parquet file has no option --separator"
    refused(["separable", name, *label, "--separator", ";"], capsys, message)


def test_bad_libsvm(tmp_path, capsys):
    cases = [
        ("", "the file is empty"),
        ("1 1:2 2:x\n", "it is not a LIBSVM file"),
        ("1 1:2\n1 1:3\n", "of two classes; got 1: '1'"),
        ("1 1:2\n2 1:nan\n", "row 2 has nan in column '1'"),
        ("1 1:2\n2 1:3\n3 1:4\n", "of two classes; got 3: '1', '2', '3'"),
        ("1 1:2 3:4\n2 1:3\n-1 1:2 3:4\n1 1:7\n".replace("2 1:3", "1 1:3"), "rows 1 and 3 are"),
    ]
    for text, message in cases:
        refused(["separable", text_file(tmp_path, text, "t.svm")], capsys, message)
    good = text_file(tmp_path, "1 1:2\n2 1:3\n", "t.svm")
    refused(["separable", good, "--label", "kind"], capsys, "drop --label")


def test_too_close_to_the_border_is_said(tmp_path, capsys, monkeypatch):
    def undecided(*_, **__):
        raise ArithmeticError("The sample is too close to the border\nto decide.")

    monkeypatch.setattr("ptronlib.command.decide", undecided)
    assert main(["separable", text_file(tmp_path, GOOD), "--label", "kind"]) == 3
    told = capsys.readouterr()
    assert told.err.count("\n") == 1 and "too close to the border to decide" in told.err


@pytest.mark.parametrize("through", [[], ["--through-origin"]], ids=["intercept", "origin"])
def test_the_constant_feature_is_told_where_there_is_one(tmp_path, capsys, through):
    file = text_file(tmp_path, GOOD)
    status, told = answer(capsys, "separable", file, "--label", "kind", *through)
    wanted = None if through else told["radius"]
    assert status == 0 and told["constant_feature"] == wanted


def test_progress_that_nobody_wants_is_silent(tmp_path, capsys):
    assert main(["separable", text_file(tmp_path, GOOD), "--label", "kind", "--no-progress"]) == 0
    assert capsys.readouterr().err == ""


def test_interrupted_after_the_last_error_it_is_separable():
    told = best_so_far((np.array([1.0, 0.0]), -1.0, 0), as_json=True)
    assert json.loads(told)["separable"] is True


# -- as a program


def run(*arguments, **options):
    command = [sys.executable, "-m", "ptronlib", "separable", *arguments]
    return subprocess.run(command, capture_output=True, text=True, **options)


def test_program_has_no_traceback(tmp_path):
    done = run(str(tmp_path / "none.csv"), "--label", "kind")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    done = run(text_file(tmp_path, GOOD), "--label", "kind", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["separable"] and not done.stderr


def test_interrupt_ends_with_its_own_status(tmp_path):
    """Ctrl-C while a named pipe is waited for, which never says anything."""
    os.mkfifo(tmp_path / "t.csv")
    command = [sys.executable, "-m", "ptronlib", "separable", str(tmp_path / "t.csv")]
    process = subprocess.Popen(
        [*command, "--label", "kind"],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's & ignores it
    )
    with open(tmp_path / "t.csv", "w"):  # blocks until the program reads
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130 and told.count("\n") == 1 and "interrupted" in told


@pytest.mark.thorough
def test_memory_is_bounded_by_the_array(tmp_path):
    """Reading and deciding take at most three arrays more than a tiny file does.

    PTRON_ROWS=1000000 in the environment makes it the large test.
    """
    n = int(os.environ.get("PTRON_ROWS", "60000"))
    rng = np.random.default_rng(7)
    X = rng.normal(size=(n, 20))
    y = np.where(X[:, 0] > 0, 1, -1)
    X[:, 0] += 0.05 * y
    header = ",".join([f"x{j}" for j in range(20)] + ["kind"])
    large = tmp_path / "large.csv"
    np.savetxt(large, np.c_[X, y], fmt="%.5g", delimiter=",", header=header, comments="")
    small = tmp_path / "small.csv"
    np.savetxt(small, np.c_[X, y][:100], fmt="%.5g", delimiter=",", header=header, comments="")
    peaks = [_peak(str(path)) for path in (small, large)]
    assert peaks[1] - peaks[0] <= 3 * X.nbytes, f"{(peaks[1] - peaks[0]) / X.nbytes:.2f} arrays"


def _peak(name) -> int:
    """Return the largest memory of a run, in bytes."""
    code = (
        "import resource, sys; from ptronlib.command import main; "
        f"status = main(['separable', {name!r}, '--label', 'kind', '--json']); "
        "print(status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    status, peak = done.stdout.splitlines()[-1].split()
    assert status == "0"
    return int(peak) * (1 if sys.platform == "darwin" else 1024)


def test_reader_takes_what_it_wrote(tmp_path):
    X = np.random.default_rng(7).normal(size=(25_000, 2))  # more than two blocks
    y = np.where(np.arange(25_000) % 3, 1, -1)
    table = read_csv(write(tmp_path / "t.csv", X, y), "kind")
    assert np.array_equal(table.X, X) and table.labels == ("+1", "-1")
    assert np.array_equal(table.y, -y)


def test_the_first_bad_number_of_a_libsvm_file_is_told(tmp_path, capsys):
    file = text_file(tmp_path, "1 1:2.0 2:1e999\n-1 1:nan 2:1\n1 1:3 2:1\n", "t.svm")
    assert main(["separable", file]) == 2
    assert "row 1 has inf in column '2'" in capsys.readouterr().err
