"""How each column was read is said, and what is unusual in it."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from test_table import UNUSABLE, told

SAID = {  # a file, options, and the line of a column
    "whole": ("x,label\n1,a\n3,b\n-2,a\n", "", "  x              whole numbers from -2 to 3\n"),
    "decimals": ("x,label\n1.5,a\n.25,b\n", "", "  x              decimals from 0.25 to 1.5\n"),
    "binary": ("x,label\n1,a\n0,b\n", "", "  x              0 and 1\n"),
    "constant": ("x,z,label\n1,5.5,a\n0,5.5,b\n", "", "  z              constant 5.5\n"),
    "booleans": ("x,label\ntrue,a\nFALSE,b\n", "", "true and false as 1 and 0\n"),
    "mixed": ("x,label\ntrue,a\n0,b\n", "", "true and false as 1 and 0\n"),
    "decimal comma": ("x;label\n1,5;a\n2,5;b\n", "--separator ; --decimal ,", "decimal commas\n"),
    "thousands": ('x,label\n"1,500",a\n20,b\n', "--thousands ,", "digits grouped by thousands\n"),
    "narrow": ("x,label\n1\u202f000,a\n2,b\n", "", "digits grouped by thousands\n"),
    "counts": ("n,x,label\n1,3,a\n2,3,a\n3,1,b\n4,1,b\n5,1,b\n", "", "all different and sorted\n"),
    "sorted": ("x,label\n9,a\n7.5,a\n3,b\n1,b\n0,b\n", "", "all different and sorted downwards\n"),
    "large": ("x,label\n1700000000000000001,a\n1700000000000000002,b\n", "",
              "whole numbers 1.7e+18\n"),
    "point or thousands": ("x,label\n1.234,a\n980,b\n", "", "1.234 beside 980 is read as a decim"),
    "and zeros": ("x,label\n1.000,a\n12,b\n2.500,b\n", "", "1.000 beside 12 is read as a decimal"),
    "a minus": ("x,z,label\n-1.234,.5,a\n,7,a\n980,1,b\n", "--drop-missing", "1.234 beside 980"),
}  # fmt: skip
NOT_SAID = {  # where points can mean but one thing, or an option has said what they mean
    "it is said": ("x,label\n1.234,a\n980,b\n", "--decimal ."),
    "small": ("x,label\n0.234,a\n1.234,a\n980,b\n", ""),
    "other decimals": ("x,label\n1.234,a\n1.5,a\n980,b\n", ""),
    "long": ("x,label\n1.234,a\n1980,b\n", ""),
    "always three": ("x,label\n1.234,a\n1.500,b\n", ""),
    "no points": ("x,label\n1,a\n,b\n980,b\n", "--drop-missing"),
    "thousands": ("x,label\n1.234,a\n980,b\n", "--decimal , --thousands ."),
}


def lines(tmp_path, capsys, text, options):
    (tmp_path / "t.csv").write_text(text)
    status, out, err = told(capsys, tmp_path / "t.csv", *options.split())
    assert status != UNUSABLE, err
    return out


@pytest.mark.parametrize("case", SAID)
def test_how_a_column_was_read_is_said(tmp_path, capsys, case):
    text, options, said = SAID[case]
    assert said in lines(tmp_path, capsys, text, options)


@pytest.mark.parametrize("case", NOT_SAID)
def test_nothing_is_said_of_a_point_that_is_certain(tmp_path, capsys, case):
    assert "beside" not in lines(tmp_path, capsys, *NOT_SAID[case])


def test_thousands_that_are_said_to_be_some_are_read(tmp_path, capsys):
    """What the line about a point advises can be typed, and changes the answer."""
    text = "x,label\n1.234,a\n980,b\n"
    for options, margin in (("", "489.383"), ("--decimal .", "489.383"),
                            ("--decimal , --thousands .", "127 ")):  # fmt: skip
        assert f"margin         {margin}" in lines(tmp_path, capsys, text, options)
    for separator in ";\t|":
        text = f"x{separator}label\n1,234{separator}a\n980{separator}b\n"
        (tmp_path / "t.csv").write_text(text)
        status, _, err = told(capsys, tmp_path / "t.csv", f"--separator={separator}")
        assert status == UNUSABLE and "--thousands , reads it; if decimals, --decimal ," in err


def test_json_has_the_reading_of_each_column(tmp_path, capsys):
    out = lines(tmp_path, capsys, "x,z,label\n1.5,1,1\n2,0,1.0\n0,0,2\n", "--json")
    found = json.loads(out)
    assert found["read"] == [
        {"name": "x", "kind": "decimals", "least": 0.0, "most": 2.0, "notes": []},
        {"name": "z", "kind": "0 and 1", "least": 0.0, "most": 1.0, "notes": []},
    ]
    assert found["labels_read_as_one"] == [["1", "1.0"]]


def test_many_columns_are_summed_up(tmp_path, capsys):
    rng = np.random.default_rng(7)
    X = np.c_[rng.normal(size=(50, 30)).round(2), rng.integers(0, 9, (50, 20)), np.arange(50) * 2]
    frame = pd.DataFrame(X).add_prefix("x").assign(label=np.arange(50) % 2)
    out = lines(tmp_path, capsys, frame.to_csv(index=False), "")
    told_of = out.split("columns as they were read\n")[1].split("\nseparable by")[0].split("\n")
    assert re.fullmatch(r"  30 columns +decimals from -\S+ to \S+", told_of[0])
    assert told_of[1:] == [
        "  21 columns     whole numbers from 0 to 98",
        "  x50            whole numbers from 0 to 98; all different and sorted",
    ]
    for k in range(12):
        frame[f"t{k}"] = np.arange(50) * (k + 1.5)
    out = lines(tmp_path, capsys, frame.to_csv(index=False), "")
    assert "  3 more columns with remarks, which --json lists\n" in out


def test_a_step_that_is_not_tried_is_said(tmp_path, capsys):
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(2000, 60)).round(2), rng.integers(0, 2, 2000)
    frame = pd.DataFrame(X).add_prefix("x").assign(label=y)
    large = lines(tmp_path, capsys, frame.to_csv(index=False), "")
    assert "not tried, as the table is large" in large
    small = lines(tmp_path, capsys, "x,label\n1,a\n2,b\n3,a\n", "")
    assert "not tried" not in small and "separable without" in small


ADVICE = {  # a column of odd numbers, and what helps; never that it names the rows
    "units": ("12 kg\n13 kg\n14.5 kg", "without its units"),
    "fractions": ("1/2\n1/3\n3/4", "write fractions as decimals"),
    "ranges": ("10-20\n20-30\n30-40", "one number, its middle"),
    "times": ("12:30\n1:15\n7:00", "write times as numbers"),
    "limits": ("<5\n>7\n<6", "without such signs"),
    "hexadecimal": ("0x1f\n0x2a\n0xff", "hexadecimal"),
    "in brackets": ("(12)\n(13.5)\n(14)", "not in parentheses"),
    "versions": ("1.2.3\n1.2.4\n1.3.0", "as plain numbers"),
    "stars": ("5*\n6*\n7*", "as plain numbers"),
}


@pytest.mark.parametrize("case", ADVICE)
def test_odd_numbers_are_no_names_of_rows(tmp_path, capsys, case):
    words, said = ADVICE[case]
    rows = "".join(f"{w},{'ab'[k % 2]}\n" for k, w in enumerate(words.split("\n")))
    (tmp_path / "t.csv").write_text("x,label\n" + rows)
    status, _, err = told(capsys, tmp_path / "t.csv")
    assert status == UNUSABLE and said in err and "--index" not in err, err


def test_one_thing_is_not_many(tmp_path, capsys):
    out = lines(tmp_path, capsys, "# one\nx,label\n# two\n1,a\n2,b\n,a\n", "--drop-missing")
    head = out.splitlines()[0]
    assert "2 examples (1 with a missing value left out, 1 line of comment left out)" in head
    assert "1 feature," in head
