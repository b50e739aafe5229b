"""Labels in several forms are one where it is certain, and refused where they look alike."""

import json
import re

import numpy as np
import pytest
from test_table import NO, UNUSABLE, YES, told

ONE = {  # labels that are certainly of two classes, and what they are called
    "numbers": ("1 1.0 +1 0 0.0 -0", "'0' (-1) and '1' (+1)"),
    "more zeros": ("1.50 1.5 2.5 2.500", "'1.50' (-1) and '2.5' (+1)"),
    "powers": ("1e2 100 7", "'7' (-1) and '1e2' (+1)"),
    "truth": ("True true TRUE False false", "'False' (-1) and 'True' (+1)"),
    "yes": ("Yes yes NO No", "'NO' (-1) and 'Yes' (+1)"),
    "signs": ("+ - + -", "'+' (-1) and '-' (+1)"),
}
ALIKE = {  # labels that may be of two classes, and which look alike
    "decimal comma": ("1;1,0;1.0;0", "'1' and '1,0' and '1.0'"),
    "case": ("Yes;yes;maybe", "'Yes' and 'yes'"),
    "two of them": ("ill;Ill", "'ill' and 'Ill'"),
    "a remark": ("ill;ill # sure;well", "'ill' and 'ill # sure'"),
    "a number with a remark": ("1;1 # first;0", "'1' and '1 # first'"),
    "truth and numbers": ("1;TRUE;0", "'1' and 'TRUE'"),
    "letters": ("y;yes;no", "'y' and 'yes'"),
    "a point": ("<=50K;<=50K.;>50K;>50K.", "'<=50K' and '<=50K.'; '>50K' and '>50K.'"),
    "hyphens": ("not ill;not-ill;not_ill;ill", "'not ill' and 'not-ill' and 'not_ill'"),
    "quotes": ("'a';a;b", "\"'a'\" and 'a'"),
    "invisible": ("a\u200b;a;b", "'a\\u200b' and 'a'"),
    "wide": ("\uff21;A;b", "'\uff21' and 'A'"),
    "numbers and a word": ("1;1.0;unknown", "'1' and '1.0'"),
}
APART = ["+1 -1", "grade+ grade-", "type#1 type#2", "C C#", "A B", "0 1", "no-one one", "<5 >5"]


def table(path, labels, separator=";"):
    """Write a table with one feature, whose numbers tell no two labels apart."""
    rows = "".join(f"{k}{separator} {label}\n" for k, label in enumerate(labels))
    path.write_text(f"x{separator}label\n{rows}")
    return path


def run(capsys, path, *options):
    return told(capsys, path, *(["--separator", ";", *options]))


@pytest.mark.parametrize("case", ONE)
def test_labels_that_are_certainly_the_same_are_one(tmp_path, capsys, case):
    labels, said = ONE[case]
    path = table(tmp_path / "t.csv", labels.split())
    status, out, _ = run(capsys, path)
    assert status in (YES, NO) and said in out
    assert ("as one" in out) == (len({*labels.split()}) > 2)
    named = re.search(r"and '(.*?)' \(\+1\)", out)[1]
    assert run(capsys, path, f"--positive={named}")[1] == out
    many = len({*labels.split()})
    status, _, err = run(capsys, path, "--look-alikes", "different")
    assert status != UNUSABLE if many == 2 else f"two classes; got {many}" in err


@pytest.mark.parametrize("case", ALIKE)
def test_labels_that_look_alike_are_refused(tmp_path, capsys, case):
    labels, said = ALIKE[case]
    quoted = [f'"{label}"' if '"' not in label else label for label in labels.split(";")]
    path = table(tmp_path / "t.csv", quoted, ",")
    path.write_text(path.read_text().replace(", ", ","))
    for options in ([], ["--positive", labels.split(";")[-1]]):
        status, _, err = told(capsys, path, *options)
        assert status == UNUSABLE and f"some labels look alike: {said}" in err, err
        assert "--look-alikes same makes one class" in err
    status, out, err = told(capsys, path, "--look-alikes", "same")
    assert (" as one" in out) if case != "two of them" else "got 1" in err
    status, out, err = told(capsys, path, "--look-alikes", "different")
    assert status != UNUSABLE or "--positive" in err


@pytest.mark.parametrize("labels", APART)
def test_labels_that_differ_are_two(tmp_path, capsys, labels):
    status, out, _ = run(capsys, table(tmp_path / "t.csv", labels.split()))
    assert status == YES and "as one" not in out


def test_forms_that_are_drawn_are_one_or_refused(tmp_path, capsys):
    """Two classes in drawn spellings: never more than two of them, and none lumped with another."""
    rng = np.random.default_rng(7)
    forms = [
        (["1", "1.0", "+1", "1.", "01", "1e0"], ["0", "0.0", "-0", "+0.00"]),
        (["True", "true", "TRUE", " True "], ["False", "false", "FALSE"]),
        (["Yes", "yes", "YES", " yes", "yes # by hand", "Yes."], ["no", "No", "NO", "no "]),
        (["healthy", "Healthy", "HEALTHY "], ["ill", "Ill", "ill # 2020"]),
    ]
    for _ in range(150):
        low, high = forms[rng.integers(len(forms))]
        y = rng.permutation([0, 1, *rng.integers(0, 2, 8)])
        labels = [str(rng.choice(low if k else high)) for k in y]
        path = table(tmp_path / "t.csv", labels)
        for options in ([], ["--look-alikes", "same"]):
            status, out, err = run(capsys, path, "--json", *options)
            if status == UNUSABLE:
                assert "some labels look alike" in err and not options
                continue
            found = json.loads(out)
            assert {found["negative"].strip(), found["positive"].strip()} <= {
                label.strip() for label in labels
            }
            proof = found.get("proof", [])
            assert (status == NO) == bool(proof)
            # as if each class had been written in one way
            plain = table(tmp_path / "u.csv", ["b" if k else "a" for k in y])
            assert run(capsys, plain)[0] == status


MARKS = ["NA", "", "?", "nan", "null", "None", "-", "N/A", "n.a.", ".", "NULL"]


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_of_a_missing_label_is_no_class(tmp_path, capsys, mark):
    """It is refused, left out if that is asked for, and a label if that is said."""
    for others in (["US"], ["US", "UK"]):
        path = table(tmp_path / "t.csv", [mark, *others, mark, *others])
        status, _, err = run(capsys, path)
        assert status == UNUSABLE and "--drop-missing leaves out such rows" in err
        status, out, err = run(capsys, path, "--drop-missing")
        assert ("got 1: 'US'" in err) if others == ["US"] else "'UK' (-1) and 'US' (+1)" in out
        if mark:
            _, _, err = run(capsys, path)
            assert re.search(r"--not-missing[ =]\S+ takes it for a label", err)
            status, out, err = run(capsys, path, f"--not-missing={mark}")
            assert "got 3" in err if len(others) == 2 else (status == NO and repr(mark) in out)


def test_a_mark_cannot_be_both(tmp_path, capsys):
    path = table(tmp_path / "t.csv", ["NA", "US"])
    _, _, err = run(capsys, path, "--missing", "NA", "--not-missing", "NA")
    assert "--missing and --not-missing both name 'NA'; choose one" in err
