"""A table is answered about as it is written, digit by digit, or refused with what helps."""

import gzip
import json
import re
from contextlib import redirect_stdout
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from never_false import squared_distance

from ptronlib import Undecided, max_margin, perceptron, radius, separable
from ptronlib.__main__ import main
from ptronlib.geometry import hull_distance

YES, NO, UNUSABLE = 0, 1, 2


def told(capsys, path, *options):
    """Run the command; return its status, what it printed, and what it said besides."""
    status = main(["separable", str(path), *options])
    out, err = capsys.readouterr()
    assert (status == UNUSABLE) == (out == "") and "Traceback" not in err
    return status, out, err


# -- the numbers as they are written

DIGITS = {  # a table, options, the answer, and what is said
    "accounts": ("account,x,label\n1700000000000000001,1,a\n1700000000000000002,1,b\n,2,a\n",
                 "--drop-missing", YES, "margin         0.5 "),
    "long numbers": ("scholar,cites,label\n1189850876250608328701,3,a\n"
                     "1189850876250608328702,3,b\n", "", YES, "margin         0.5 "),
    "beyond 2^53": ("n,label\n9007199254740992,a\n9007199254740993,b\n1.5,a\n", "", YES, "0.5 "),
    "twenty digits": ("x,label\n0.12345678901234567890,a\n0.12345678901234567891,b\n", "",
                      YES, "margin         5e-21 "),
    "one and a bit": ("x,label\n1,a\n1.00000000000000000001,b\n", "", YES, "5e-21 "),
    "halves": ("x,label\n9007199254740992.5,a\n9007199254740993.5,b\n", "", YES, "0.5 "),
    "far away": (f"x,label\n1{'0' * 40}3.25,a\n1{'0' * 40}4,a\n1{'0' * 40}4.5,b\n", "", YES,
                 f"b              -1.{'0' * 40}425e+41\n"),
    "on a line": ("lat,lon,label\n52.1,13.1,a\n52.2,13.2,b\n52.3,13.3,a\n", "", NO, "weight 2"),
    "shares": (".1,.2,.7,a\n.2,.3,.5,b\n.3,.4,.3,a\n", "--no-header --label 4", NO, "weight 2"),
    "plates": ("plate,label\n1_2,a\n1_10,a\n2_1,b\n2_3,b\n", "", UNUSABLE, "if it names the rows"),
    "below doubles": ("x,label\n1e-400,a\n2e-400,b\n", "", UNUSABLE, "multiply the column by a"),
    "above doubles": ("x,label\n1e400,a\n2e400,b\n", "", UNUSABLE, "where a finite number is"),
    "very small": ("p,label\n1e-180,hit\n3e-200,hit\n1e-170,no\n", "", YES, "R       1e-170"),
    "smaller": ("p,label\n0,a\n1e-300,b\n", "", YES, "margin         5e-301 "),
    "small": ("p,label\n1e-162,a\n2e-162,b\n", "", YES, "mistake bound  50"),
    "large": ("p,label\n1e100,a\n2e99,b\n", "", YES, "margin         4e+99 "),
}  # fmt: skip


@pytest.mark.parametrize("case", DIGITS)
def test_a_table_is_answered_about_as_it_is_written(tmp_path, capsys, case):
    text, options, status, said = DIGITS[case]
    (tmp_path / "t.csv").write_text(text)
    found = told(capsys, tmp_path / "t.csv", *options.split())
    assert found[0] == status and said in found[1] + found[2], found


@pytest.mark.parametrize("pair", [
    [[10**29], [10**29 + 1]],
    [[10**32 + 3], [10**32 + 4]],
    [[10**99 + 3], [10**99 + 4]],
    [[Fraction(1, 3)], [Fraction(1, 3) + Fraction(1, 10**30)]],
    [[Decimal("0.1")], [Decimal("0.10000000000000000001")]],
    np.array([[1], [1 + np.finfo(np.longdouble).eps]], dtype=np.longdouble),
    np.array([[2**53], [2**53 + 1]], dtype=object),
    np.array([[2**53], [2**53 + 1]]),
    np.array([[2**63], [2**63 + 1]], dtype=np.uint64),
], ids=repr)  # fmt: skip
def test_numbers_that_no_double_holds_are_answered_about_exactly_or_refused(pair):
    found = separable(pair, [0, 1])
    assert found and found.verify(pair, [0, 1])
    assert not found.verify(np.asarray(pair)[::-1], [0, 1])
    assert found.scores(pair) == pytest.approx([-found.margin, found.margin])
    assert max_margin(pair, [1, 1]).margin == pytest.approx(float(pair[0][0]))
    assert not separable([pair[0], pair[0]], [0, 1])
    for refuse in (lambda: hull_distance(pair[:1], pair[1:]), lambda: perceptron(pair, [-1, 1])):
        with pytest.raises(ValueError, match="doubles|a double tells apart"):
            refuse()


@pytest.mark.parametrize("X", [
    [[10**32 + 3 + k] for k in range(5)],
    [[0], [1], [2], [10**40], [10**40 + 1]],
    [[0], [1], [2], [2.0**200], [2.0**200 + 2.0**148]],
    [[Decimal(k), Decimal(f"{10**40 + k}.25")] for k in range(5)],
], ids=["far", "far from the center", "neighboring doubles", "decimals"])  # fmt: skip
@pytest.mark.parametrize("y", ["aaaab", "aaabb", "abbbb"])
def test_a_class_that_is_far_away_is_told_from_its_neighbor(X, y):
    found = separable(X, list(y))
    assert found and holds(found, X, y) and found.verify(X, list(y))
    assert found.margin == pytest.approx(found.upper)
    assert [found.classes[int(score > 0)] for score in found.scores(X)] == list(y)
    moved = replace(found, origin=found.origin + 2.0**150)
    assert not moved.verify(X, list(y))
    assert not replace(found, origin=found.origin * 0 + np.inf).verify(X, list(y))


def test_rows_that_only_integers_tell_from_a_line_are_a_contradiction():
    """One of the first three lies one unit off the line of the others, which are 1e34 apart."""
    start, step = [10**34, -1, 6 * 10**33 + 1], [-9 * 10**33 - 2, -8 * 10**33 - 7, 9 * 10**33 + 5]
    rows = [[a + k * b for a, b in zip(start, step, strict=True)] for k in range(4)]
    rows[0][1] += 1
    for places in (0, 30):
        X = [[Decimal(f"{v}e-{places}") for v in row] for row in rows]
        found = separable(X, list("aaba"))
        assert not found and found.verify(X, list("aaba"))


@st.composite
def decimal_tables(draw):
    """Points with decimals of up to 40 digits, often in line, and their labels."""
    digits = draw(st.integers(1, 40))
    number = st.integers(-(10**digits), 10**digits)
    places = draw(st.integers(0, digits))
    d, n = draw(st.integers(1, 3)), draw(st.integers(2, 5))
    start, step = (draw(st.lists(number, min_size=d, max_size=d)) for _ in range(2))
    along = [[a + k * b for a, b in zip(start, step, strict=True)] for k in range(n)]
    free = draw(st.lists(st.lists(number, min_size=d, max_size=d), min_size=n, max_size=n))
    points = along if draw(st.booleans()) else free
    y = draw(
        st.lists(st.sampled_from("ab"), min_size=n, max_size=n).filter(lambda y: len({*y}) > 1)
    )
    return [[Decimal(f"{v}e-{places}") for v in row] for row in points], y


def classes(X, y):
    """Return the points of each class, as matrices."""
    points, y = np.array(X, dtype=object), np.array(y)
    return points[y == "a"], points[y == "b"]


def size(X):
    """Return the largest difference of two coordinates."""
    columns = zip(*X, strict=True)
    return max(Fraction(max(column)) - Fraction(min(column)) for column in columns)


def holds(found, X, y):
    """Whether what was found is true of the decimals, by Python's fractions alone."""
    X = [[Fraction(v) for v in row] for row in X]
    if found:
        w = [Fraction(v) for v in found.w]
        origin = [Fraction(v) for v in found.origin]
        signs = {found.classes[0]: -1, found.classes[1]: 1}
        for row, label in zip(X, y, strict=True):
            score = sum(a * (v - o) for a, v, o in zip(w, row, origin, strict=True))
            score = signs[label] * (score + Fraction(found.b))
            if score <= 0 or score**2 < Fraction(found.margin) ** 2 * sum(a * a for a in w):
                return False
        return True
    sums = dict.fromkeys("ab", [0] * (len(X[0]) + 1))
    for i, weight in zip(found.rows, found.weights, strict=True):
        row = [*X[i], Fraction(1)]
        sums[y[i]] = [s + weight * v for s, v in zip(sums[y[i]], row, strict=True)]
    return sums["a"] == sums["b"] and min(found.weights) > 0


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_no_answer_about_decimals_is_false(count):
    @given(decimal_tables())
    @settings(max_examples=count)
    def check(table):
        X, y = table
        try:
            found = separable(X, y)
        except Undecided:  # a margin so small that the digits of a w do not tell the sides
            assert 0 < squared_distance(*classes(X, y)) < size(X) ** 2 / 10**30
            return
        assert holds(found, X, y) and found.verify(X, y)

    check()


def file_of(path, X, y):
    """Write a table of decimals as a file."""
    rows = (",".join([*(f"{v:f}" for v in row), label]) for row, label in zip(X, y, strict=True))
    names = ",".join([*(f"x{j}" for j in range(len(X[0]))), "label"])
    path.write_text("\n".join([names, *rows]) + "\n")


def is_right(found, X, y):
    """Whether the digits of --json are true of the decimals, by Python's fractions alone."""
    X = [[Fraction(v) for v in row] for row in X]
    if found["separable"]:
        w = [Fraction(v) for v in found["w"].values()]
        scores = [
            sum(a * v for a, v in zip(w, row, strict=True)) + Fraction(found["b"]) for row in X
        ]
        low = min(s if k == found["positive"] else -s for s, k in zip(scores, y, strict=True))
        square = low**2 / sum(a * a for a in w)
        best = Fraction(found["margin_squared"])
        most = Fraction(found["best_margin_at_most"]) ** 2
        return low > 0 and Fraction(found["margin"]) ** 2 <= square == best <= most
    proof = [(row["row"] - 1, int(row["weight"])) for row in found["proof"]]
    assert all([Fraction(v) for v in row["x"]] == X[row["row"] - 1] for row in found["proof"])
    sums = [
        sum(weight * (1 if y[i] == "a" else -1) * [*X[i], 1][j] for i, weight in proof)
        for j in range(len(X[0]) + 1)
    ]
    alone = [row["row"] - 1 for row in found["separable_without"]]
    for i in range(len(y)):
        rest = [k for k in range(len(y)) if k != i]
        some = [y[k] for k in rest]
        apart = len({*some}) == 2 and bool(separable([X[k] for k in rest], some))
        assert apart == (i in alone)
    return not any(sums) and min(weight for _, weight in proof) > 0


@given(decimal_tables())
@settings(max_examples=60)
def test_the_command_answers_about_the_digits(tmp_path_factory, table):
    X, y = table
    path = tmp_path_factory.mktemp("tables") / "t.csv"
    file_of(path, X, y)
    try:
        status = YES if separable(X, y) else NO
    except Undecided:
        status = UNUSABLE
    said = StringIO()
    with redirect_stdout(said):
        assert main(["separable", str(path), "--quick", "--json"]) == status
    assert status == UNUSABLE or is_right(json.loads(said.getvalue()), X, y)


PRINTED = {  # values of a and b whose hyperplane needs all its digits
    "thirty digits": (["123456789012345678901234567890"], ["123456789012345678901234567891"]),
    "one unit in the last place": (["0.3", "0.1"], ["0.30000000000000004", "0.9"]),
    "small": (["1e-300"], ["0"]),
    "large": (["1e99"], ["9e98"]),
}


@pytest.mark.parametrize("case", PRINTED)
def test_a_printed_hyperplane_is_right_for_every_row(tmp_path, capsys, case):
    values = [
        (value, label) for label, some in zip("ab", PRINTED[case], strict=True) for value in some
    ]
    rows = "".join(f"{value},{label}\n" for value, label in values)
    (tmp_path / "t.csv").write_text("x,label\n" + rows)
    status, out, _ = told(capsys, tmp_path / "t.csv")
    w, b, margin = (
        Fraction(re.search(rf"^  {name} +(?:x: )?(\S+)", out, re.MULTILINE)[1])
        for name in ("w", "b", "margin")
    )
    assert status == YES and all(
        (w * Fraction(value) + b) * (1 if label == "b" else -1) >= margin * abs(w) > 0
        for value, label in values
    )


@pytest.mark.parametrize("d", [2, 6])
def test_the_digits_of_a_hyperplane_keep_the_margin(tmp_path, capsys, d):
    rng = np.random.default_rng(7)
    X = rng.normal(size=(300, d)) * 10.0 ** rng.integers(-2, 6, d) + 1e9
    X[:, 0] += np.arange(300) % 2 * 10 * np.abs(X[:, 0] - 1e9).max()
    y = ["ab"[k % 2] for k in range(300)]
    words = [[repr(v) for v in row] for row in X.tolist()]
    file_of(tmp_path / "t.csv", [[Decimal(v) for v in row] for row in words], y)
    status, out, _ = told(capsys, tmp_path / "t.csv", "--json")
    found = json.loads(out)
    assert status == YES and is_right(found, words, y)
    assert float(found["margin"]) == pytest.approx(separable(X, y).margin, rel=1e-6)


def test_a_large_table_of_decimals_has_the_answer_of_a_small_one(tmp_path, capsys):
    rng = np.random.default_rng(7)
    X = rng.normal(size=(9000, 3)).round(5) + [1000.1, 0, 0]
    y = np.where(X @ [1, 2, 3] > 1000.1, "p", "q")
    X[:3] = [[52.1, 13.1, 7.0], [52.2, 13.2, 7.0], [52.3, 13.3, 7.0]]
    for labels, status in (("pqp", NO), ("qqq", YES)):
        y[:3] = list(labels)
        pd.DataFrame(X).assign(label=y).to_csv(tmp_path / "t.csv", index=False)
        assert told(capsys, tmp_path / "t.csv")[0] == status


def test_floats_that_only_their_last_digits_separate_say_so():
    found = separable([[52.1, 13.1], [52.2, 13.2], [52.3, 13.3]], list("aba"))
    assert found and "only by the rounding" in repr(found) and "are not separable" in found.note
    assert separable([[1.0], [1 + 2**-52]], [0, 1]).note.startswith("the margin is no larger")
    for X in ([[0.1], [0.2]], [[2.0**53 - 1], [2.0**53 - 2]], [[1e-300], [2e-300]]):
        assert not separable(X, [0, 1]).note


def test_radius_of_small_examples():
    assert radius([[1e-180]]) == 1e-180 and radius([[2e-162], [1e-170]]) == 2e-162


# -- files: read as they are meant, or refused with what helps

LINE = "a,kind\n1,p\n2,q\n"
READ = {  # a file, options, and what the answer holds
    "no header": ("2,2,b\n0,0,a\n4,4,a\n0,3,b\n", "--no-header --label 3", "not separable"),
    "counted names": ("0,1,label\n5,1,a\n6,3,b\n", "", "2 features"),
    "numbers as names": ("2019,2020,label\n5,1,a\n6,3,b\n", "--header", "2 features"),
    "commented": ("# by hand\n#a,b\na,kind\n1,p\n# a gap\n2,q\n", "--label kind", "margin "),
    "header after #": ("#a,kind\n1,p\n2,q\n", "--label kind", "w              a: 1"),
    "trailing commas": ("a,kind,\n1,p,\n2,q,\n", "--label kind", " 1 feature,"),
    "trailing in rows": ("a,kind\n1,p,\n2,q,\n", "--label kind", " 1 feature,"),
    "typed tab": ("a\tkind\n1\tp\n2\tq\n", r"--label kind --separator \\t", "margin "),
    "decimal comma": ("a;kind\n1,5;p\n2,5;q\n", "--label kind --separator ; --decimal ,",
                      "margin         0.5 "),
    "thousands": ('a,kind\n"1,000",p\n"2,001.5",q\n', "--label kind --thousands ,",
                  "margin         500.75 "),
    "a country": ("a,kind\n5,NA\n6,NA\n50,US\n60,US\n", "--label kind --not-missing NA",
                  "'NA' (-1) and 'US'"),
    "spaces": ("a b kind\n1.5  2.25 p\n2.5   3.5 q\n", ["--label", "kind", "--separator", " "],
               "margin         0.800390529"),
    "spaces around": ("a, b , kind\n 1.5 , 2.25 ,p\n2.5,3.5, q\n", "--label kind", "0.800390529"),
    "quoted numbers": ('a,b,kind\n"1.5","2.25","p"\n"2.5","3.5","q"\n', "--label kind",
                       "margin         0.800390529"),
    "blank lines": ("\na,b,kind\n\n1.5,2.25,p\n  \n\n2.5,3.5,q\n\n", "--label kind",
                    "margin         0.800390529"),
    "truth": ("a,kind\n1,True\n2,TRUE\n-1,False\n-2,false\n", "--label kind", "4 examples"),
    "one of three": ("a,kind\n1,p\n2,q\n3,r\n", "--label kind --positive r", "'the rest' (-1)"),
    "quoted lines": ('a,note,kind\n1.25,"x\ny",p\n2.5,"z",q\n', "--label kind --ignore note",
                     "margin         0.625 "),
}  # fmt: skip


READ |= {
    "# in quotes": ('x,label,note\n1,a,"first\n# second"\n9,a,"ok"\n5,b,"k"\n6,b,\n0,a,\n',
                    "--ignore note", "5 examples, 1 feature, 'a' (-1) and 'b' (+1)\n"),
    "rows begin with #": ("#1,5,a\n#2,6,b\n", "--no-header --label 3 --index 1",
                          "margin         0.5 "),
    "comments": ("x,label\n# one\n1,a\n# and, one, more\n2,b\n", "",
                 "(2 lines of comment left out)"),
    "names of rows": ("x,label\nA,5,a\nB,6,b\n", ["--index", ""], "margin         0.5 "),
    "points of thousands": ("x;label\n1.100;a\n950;b\n",
                            "--separator ; --decimal , --thousands .", "margin         75 "),
    "points of decimals": ("x;label\n12.500;a\n9.100;b\n", "--separator ; --decimal .",
                           "margin         1.7 "),
    "names of rows by tabs": ("x\tlabel\nA\t5\ta\nB\t6\tb\n", ["--separator", "\t"],
                              "margin         0.5 "),
    "numbers of rows": ("x label\n1 5 a\n2 6 b\n", ["--separator", " "], "margin         0.5 "),
    "quoted names": ('x,label\n"1",5,a\n"2",6,b\n', "", "margin         0.5 "),
    "no name": ("x,label\n1,5,a\n2,6,b\n", ["--index", ""], "margin         0.5 "),
    "line in the header": ('x,"y\n(mm)",label\n1,2,a\n5,6,b\n', "", "y (mm): 0.707107"),
    "and first": ('label,"x\n(mm)"\na,1\nb,4\n', "", "x (mm): 1\n"),
    "Excel": ("sep=;\nx;label\n1;a\n2;b\n", "", "margin         0.5 "),
    "skipped": ("Sales\n\nx,label\n1,a\n2,b\n", "--skip 2", "margin         0.5 "),
    "narrow spaces": ("x,label\n1\u202f000,a\n2\u00a0000.5,b\n", "", "margin         500.25 "),
    "spaced": ("x,label\n1 000,a\n2 000.5,b\n", ["--thousands", " "], "margin         500.25 "),
    "minus": ("x,label\n\u22125,a\n7,b\n", "", "margin         6 "),
    "missing": ("x,label\n.,a\n5,b\n4,a\n-9,b\n", "--missing . --missing=-9 --drop-missing",
                "2 examples (2 with a missing value left out)"),
    "German": ("x;label\n1.200,5;a\n1.300,5;b\n", "--separator ; --decimal , --thousands .",
               "margin         50 "),
    "raw units": (LINE, "--label kind", "in the raw units of the columns"),
    "few digits": ("x,y,label\n1.1,2.1,a\n1.2,2.2,b\n1.4,2.3,a\n", "", "below half a unit"),
    "which to remove": ("a,kind\n0,p\n2,q\n3,p\n4,q\n5,q\n", "--label kind",
                        "separable without any single one of the rows 2, 3"),
    "not one": ("a,kind\n1,p\n1,q\n2,p\n2,q\n3,q\n", "--label kind", "no single row, if removed"),
}  # fmt: skip


@pytest.mark.parametrize("case", READ)
def test_what_is_certain_is_read_as_it_is_meant(tmp_path, capsys, case):
    text, options, said = READ[case]
    (tmp_path / "t.csv").write_text(text)
    options = options.replace(r"\\", "\\").split() if isinstance(options, str) else options
    status, out, err = told(capsys, tmp_path / "t.csv", *options)
    assert status != UNUSABLE and said in out, (out, err)


def untidy(rng, X, y):
    """Write a table in one of the ways in which tables lie on disks; return it and its options."""
    separator = rng.choice([",", ";", "\t", "|"])
    decimal = "," if separator != "," and rng.random() < 0.4 else "."
    quote = '"' if rng.random() < 0.3 else ""
    end = rng.choice(["\n", "\r\n"])
    space = " " if separator != "\t" and rng.random() < 0.3 else ""
    rows = [[*(str(v).replace(".", decimal) for v in row), k] for row, k in zip(X, y, strict=True)]
    options = ["--separator", {"\t": r"\t"}.get(separator, separator), "--decimal", decimal]
    header = [*(f"x{j}" for j in range(len(X[0]))), "kind"]
    if rng.random() < 0.3:
        options += ["--no-header", "--label", str(len(header))]
    else:
        rows, options = [header, *rows], [*options, "--label", "kind"]
    lines = [(separator + space).join(quote + word + quote for word in row) for row in rows]
    if rng.random() < 0.3:
        lines = [line + separator for line in lines]
    if rng.random() < 0.3:
        lines.insert(int(rng.integers(len(lines))), "# made by hand")
    if rng.random() < 0.3:
        lines.insert(int(rng.integers(len(lines))), "")
    text = end.join(lines) + end * int(rng.integers(2))
    data = text.encode(rng.choice(["utf-8", "utf-8-sig", "utf-16"]))
    return gzip.compress(data) if rng.random() < 0.2 else data, options


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.thorough)])
def test_untidy_files_say_the_same_as_their_numbers(tmp_path, capsys, count):
    rng = np.random.default_rng(7)
    for _ in range(count):
        n, d = rng.integers(2, 6), rng.integers(1, 4)
        X = [[Decimal(int(v)).scaleb(-3) for v in row] for row in rng.integers(-3000, 3000, (n, d))]
        y = ["p", "q", *rng.choice(["p", "q"], n - 2)]
        data, options = untidy(rng, X, y)
        (tmp_path / "t.csv").write_bytes(data)
        status, out, err = told(capsys, tmp_path / "t.csv", *options)
        found = separable(X, y)
        assert status == (YES if found else NO), (data, options, err)
        shown = re.search(r"^  margin +(\S+)", out, re.MULTILINE)
        assert not found or float(shown[1]) == pytest.approx(found.margin, rel=2e-9), (data, out)


@pytest.mark.parametrize("data", [
    gzip.compress(LINE.encode(), mtime=0), LINE.encode("utf-16"), LINE.encode("utf-8-sig"),
    LINE.replace("\n", "\r\n").encode(), LINE.replace("\n", "\r").encode(),
], ids=["gzip", "utf-16", "utf-8 with a mark", "Windows", "old Mac"])  # fmt: skip
def test_packed_and_encoded_files_need_no_name_for_it(tmp_path, capsys, data):
    (tmp_path / "t.csv").write_bytes(data)
    status, out, err = told(capsys, tmp_path / "t.csv", "--label", "kind")
    assert status == YES and "margin         0.5 " in out and not err


REFUSED = {  # a file, options, and what is said
    "a row first": ("2,2,b\n0,0,a\n4,4,a\n0,3,b\n", "--label b", "--no-header"),
    "years": ("2019,2020,label\n5,1,a\n6,3,b\n", "", "--header says that it names the columns"),
    "label twice": ("label,x,label\na,1,0\na,2,0\nb,3,1\n", "", "names 'label' more than once"),
    "separator": (LINE, "--label kind --separator ||", "must be one character"),
    "decimal comma": ("a;kind\n1,5;p\n2,5;q\n", "--label kind --separator ;", "--decimal ,"),
    "thousands": ('a,kind\n"1,000",p\n"2,000",q\n', "--label kind", "--thousands ,"),
    "ragged": ("a,kind\n1,p\n2,q\n3,q,r\n", "--label kind", "line 4 has 3 values where 2 are"),
    "three classes": ("a,kind\n1,p\n2,q\n3,r\n", "--label kind",
                      "--positive r, for instance, sets one apart"),
    "words": ("city,kind\nRome,p\nOslo,q\nRome,q\n", "--label kind", "pandas.get_dummies"),
    "columns of words": ("city,sex,a,kind\nRome,f,1,p\nOslo,m,2,q\n", "--label kind",
                         "--ignore city --ignore sex"),
    "workbook": ("PK\x03\x04", "", "zip archive or a workbook"),
    "zeros": ("a\0\0b", "", "save it as UTF-8"),
}  # fmt: skip


REFUSED |= {
    "a group that begins with 0": ("x;label\n0.125;a\n0.500;b\n",
                                   "--separator ; --decimal , --thousands .", "finite number"),
    "both signs": ('x,label\n"1,5",a\n"2,5",b\n', "--decimal , --thousands ,", "must differ"),
    "no sign of numbers": (LINE, "--thousands 2", "--thousands must be a comma, a point"),
    "no decimal sign": (LINE, "--decimal e", "--decimal must be a point or a comma; got 'e'"),
    "a separator in numbers": (LINE, "--separator -", "must not occur in numbers"),
    "groups of two": ('x,label\n"12,25",a\n"1,000",b\n', "--thousands ,", "has '12,25' in"),
    "groups of one": ('x,label\n"1,2,3",a\n"1,000",b\n', "--thousands ,", "have three digits"),
    "bare decimal commas": ("x,label\n1,5,a\n1,7,a\n2,1,b\n2,3,b\n", "", "--index '' says"),
    "two of them": ("x,y,label\n1,5,2,5,a\n2,5,3,5,b\n", "", "a decimal comma as well"),
    "two roles": ("x,label\n1,a\n2,b\n", "--ignore label", "--label and --ignore both name"),
    "an index of labels": ("x,label\n1,a\n2,b\n", "--index label", "--label and --index both"),
    "an index left out": ("x,z,label\n1,2,a\n", "--index z --ignore z", "--ignore and --index"),
    "comment or row": ("x,label\n#1,a\n2,b\n# note\n", "", "is it a comment or a row?"),
    "quote": ('x,label\n1,a\n2,"b\n', "", "in line 3 a quotation mark is opened and never closed"),
    "semicolons": ("a;b;label\n1,1;2;a\n3,2;4;b\n", "", "by a semicolon: --separator ';'"),
    "tabs": ("a\tlabel\n1\ta\n2\tb\n", "", r"by a tab: --separator '\t'"),
    "other thousands": ("x;label\n1.200,5;a\n1.300,5;b\n", "--separator ;",
                        "--decimal , --thousands . reads it"),
    "odd one": ("x,label\nTrue,a\nTRUE,b\nno,a\n", "", "only one that is not true or false"),
    "short and long": ("x,y,label\n1,2,a\n3,4\n5,6,b,9\n", "",
                       "line 3 has 2 values and line 4 has 4 values where 3 are expected"),
    "two lines of a header": ("sales,cost,label\n2019,2020,label\n20,68,a\n30,70,b\n", "",
                              "--skip 1 leaves out the first"),
    "points, beside whole numbers": ("x;label\n1.100;a\n950;a\n3;b\n", "--separator ;",
                                     "--decimal , --thousands . groups thousands"),
    "points, all with three digits": ("x;label\n12.500;a\n13.250;a\n9.100;b\n", "--separator ;",
                                      "may hold decimals or thousands, such as '12.500'"),
    "euros": ("price,label\n€12,50,a\n€13,20,a\n€14,10,b\n", "", "--index '' says that the first"),
    "francs": ("price,label\n1'234,50,a\n2'345,20,b\n", "", "--index '' says that the first"),
    "dollars": ("price,label\n$1,200,a\n$2,345,b\n", "", "--index '' says that the first"),
    "at most": ("x,label\n<0,5,a\n<1,5,b\n", "", "--index '' says that the first"),
    "two names": ("name,age,label\nSmith, 34,1.5,a\nJones, 35,2.5,b\n", "", "--index '' says"),
    "title": ("Sales\n\nx,label\n1,a\n2,b\n", "", "Line 3 has it: --skip 2 leaves out"),
    "title with a year": ("Sales, 2020\n\nx,label\n1,a\n2,b\n", "", "--skip 2 leaves out"),
    "percent": ("x,label\n10%,a\n20%,b\n", "", "column 'x', where a finite number is needed; "
                "write the column without its percent signs"),
    "currency": ("x,label\n$2,a\n$3.5,b\n", "", "without its currency signs"),
    "Fortran": ("x,label\n1.5D+02,a\n2D1,b\n", "", "with E in the place of D"),
    "dates": ("d,label\n2020-01-02,a\n2021-03-04,b\n", "", "as days since the first one"),
    "spaces as thousands": ("x,label\n1 000,a\n2 000,b\n", "", "--thousands ' ' reads it"),
    "a mark": ("x,label\n.,a\n5,b\n4,a\n", "", "if it marks a missing value, --missing . says"),
    "a dash": ("x,label\n-,a\n5,b\n4,a\n", "", "--missing=- says so"),
    "NA beside two": ("x,label\n1,a\n5,b\n4,NA\n", "", "where it may mark a missing one"),
    "remarks": ("x,note,label\n" + "".join(f"{k},note {k % 40},{k % 2}\n" for k in range(99)), "",
                "it may be a remark; --ignore note"),
    "encoding": (LINE, "--encoding klingon", "--encoding must be a name that Python knows"),
    "lines": (LINE, "--skip -1", "--skip must be at least 0"),
    "sizes": ("x,label\n1e-300,a\n1e300,b\n", "", "has '1e300' in column 'x', where sizes from"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_certain_is_refused_in_one_sentence(tmp_path, capsys, case):
    text, options, said = REFUSED[case]
    (tmp_path / "t.csv").write_text(text)
    status, _, err = told(capsys, tmp_path / "t.csv", *options.split())
    assert status == UNUSABLE and said in err and err.count("\n") == 1, err


def test_the_bytes_of_an_encoding_are_read_if_it_is_named(tmp_path, capsys):
    (tmp_path / "t.csv").write_bytes("größe,label\n1,a\n2,b\n".encode("latin-1"))
    status, _, err = told(capsys, tmp_path / "t.csv")
    assert status == UNUSABLE and "line 1 holds the byte 0xf6; --encoding cp1252" in err
    status, out, _ = told(capsys, tmp_path / "t.csv", "--encoding", "latin-1")
    assert status == YES and "größe: 1" in out


def test_a_column_that_counts_the_rows_is_named(tmp_path, capsys):
    rows = "".join(f"{k},{k % 3},{'p' if k < 5 else 'q'}\n" for k in range(10))
    (tmp_path / "t.csv").write_text("case,x,kind\n" + rows)
    status, _, err = told(capsys, tmp_path / "t.csv", "--label", "kind")
    assert status == YES and "column 'case' counts the rows" in err and "--index case" in err
    status, _, err = told(capsys, tmp_path / "t.csv", "--label", "kind", "--index", "case")
    assert status == NO and not err


def test_what_nobody_foresaw_is_no_answer(tmp_path, capsys, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("a slip")

    (tmp_path / "t.csv").write_text(LINE)
    monkeypatch.setattr("ptronlib.__main__.separable", broken)
    status, _, err = told(capsys, tmp_path / "t.csv", "--label", "kind")
    assert status == UNUSABLE and "ZeroDivisionError: a slip" in err


# -- other holders of numbers


def test_boolean_tables_work_wherever_numbers_do():
    dummies = pd.get_dummies(pd.DataFrame({"c": list("xxyy")}))
    assert separable(dummies, [0, 0, 1, 1]).margin == pytest.approx(2**-0.5)
    assert radius(dummies) == 1.0 and perceptron(dummies, [1, 1, -1, -1]).converged


def test_a_parquet_file_of_decimals_and_large_integers(tmp_path, capsys):
    for values in (
        [Decimal("52.1"), Decimal("52.2"), Decimal("52.3")],
        [2**60, 2**60 + 1, 2**60 + 2],
    ):
        frame = pd.DataFrame({"a": values, "b": values, "label": list("pqp")})
        frame.to_parquet(tmp_path / "t.parquet")
        assert told(capsys, tmp_path / "t.parquet")[0] == NO
        frame.assign(label=list("pqq")).to_parquet(tmp_path / "t.parquet")
        assert told(capsys, tmp_path / "t.parquet")[0] == YES
