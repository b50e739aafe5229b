"""What a refusal advises can be typed: it leads to an answer, or to another refusal, in no loop."""

import re
import shlex

import numpy as np
import pytest
import test_command
from test_table import DIGITS, READ, REFUSED, UNUSABLE, told

from ptronlib.__main__ import options as parser

FLAGS = ("--header", "--no-header", "--drop-missing")
UNTIDY = {  # files as they lie on disks, and what is said of them at first
    "headerless": ("1,82,70,a\n2,75,60,b\n3,90,81,a\n", "--no-header"),
    "headerless and counted": ("0,1,a\n5,1,b\n", "--no-header"),
    "headerless words": ("red,5,a\nblue,6,b\nred,7,b\n", "--no-header"),
    "headerless trailing": ("1,82,70,a,\n2,75,60,b,\n", "--no-header"),
    "bare commas": ("x,y,label\n1,82,70,a\n2,75,60,b\n", "--index ''"),
    "spaces": ("x y label\n1 2 a\n3 4 b\n", "--separator ' '"),
    "two marks": ("x,label\n1,a\nn.d.,b\n--,a\n4,b\n7,a\n9,b\n", "--missing n.d."),
    "words and gaps": ("x,c,s,label\n1,Rome,f,a\n,Oslo,m,b\n2,Rome,m,b\n", "--ignore c --ignore s"),
    "dash": ("x,label\n5,-\n6,-\n7,yes\n8,yes\n", "--not-missing=-"),
    "dashes in numbers": ("x,label\n-,a\n1,b\n2,a\n", "--missing=-"),
    "quoted name": ("it's,label\nfar,a\nnear,b\n", "--ignore 'it'\\''s'"),
    "two titles": ("Report\nof 2020\nx,y,label\n1,2,a\n3,4,b\n", "--skip 2"),
    "three and NA": ("x,label\n1,a\n2,b\n3,c\n4,NA\n", "--drop-missing"),
    "two forms": ("x,label\n1,Ill\n2,ill\n3,well\n", "--look-alikes same"),
    "None": ("x,label\n1,None\n2,mild\n3,None\n", "--not-missing None"),
    "names again": ("x,label\nx,label\n1,a\n2,b\n", "--skip 1"),
    "short": ("x,y,label\n1,2,a\n3,4\n5,6,b\n", "--drop-missing"),
    "commas, headerless": ("1,5;2,25;ja\n2,5;3,75;nein\n", "--no-header"),
    "a column of names": ("id,x,label\nA1,1,a\nA2,2,b\n", "--index id"),
    "no mark of order": ("x,label\n1,a\n2,b\n".encode("utf-16-le"), "--encoding utf-16-le"),
}  # fmt: skip
FILES = {name: (text, "") for name, (text, _) in UNTIDY.items()}
for some in (DIGITS, READ, REFUSED):
    FILES |= {f"table, {name}": case[:2] for name, case in some.items()}
FILES |= {
    f"command, {name}": (case[0], "--label kind")
    for some in (test_command.BAD, test_command.TOLD)
    for name, case in some.items()
}


OPTION = re.compile(
    r"--(?:header|no-header|drop-missing)\b"
    r"|--[a-z-]+[= ](?P<value>'(?:[^'\\]|'\\'')*'|\"[^\"]*\"|[^\s;]+)"
)
SPOKEN_OF = {"names", "must", "and", "both", "is"}  # words after an option that is not advised


def advised(said):
    """Return the options that a refusal advises: each way on as a list of words."""
    found, end = [], None
    for match in OPTION.finditer(said):
        value = match["value"]
        if value in SPOKEN_OF:
            continue
        word, last = match[0], match.end()
        if value and len(value) > 1:  # the sentence goes on, or ends
            word = word.removesuffix(",").removesuffix("." if match.end() == len(said) else ",")
        words = shlex.split(word)
        words = words if len(words) == 1 else [f"{words[0]}={words[1]}"]
        if end is not None and said[end : match.start()] == " ":
            found[-1] += words
        else:
            found.append(words)
        end = last
    return found


def ways_on(capsys, path, given, before=(), depth=4):
    """Follow all that is advised; return how many ways ended with an answer."""
    status, _, err = told(capsys, path, *given)
    refusal = "\n".join(line for line in err.splitlines() if "warning: " not in line)
    if status != UNUSABLE:
        return 1
    assert refusal not in before and "by a mistake" not in refusal, (refusal, given)
    answers = 0
    for words in advised(refusal) if depth else ():
        try:
            parser().parse_args([str(path), *given, *words])
        except SystemExit:  # an option that excludes one that is given
            pytest.fail(f"{words} is advised beside {given}: {refusal}")
        answers += ways_on(capsys, path, [*given, *words], (*before, refusal), depth - 1)
    return answers


@pytest.mark.parametrize("case", FILES)
def test_what_is_advised_leads_on(tmp_path, capsys, case):
    text, options = FILES[case]
    data = text if isinstance(text, bytes) else text.encode()
    (tmp_path / "t.csv").write_bytes(data)
    options = options.replace(r"\\", "\\").split() if isinstance(options, str) else options
    ways_on(capsys, tmp_path / "t.csv", options)


@pytest.mark.parametrize("case", UNTIDY)
def test_a_way_that_is_advised_ends_with_an_answer(tmp_path, capsys, case):
    text, said = UNTIDY[case]
    (tmp_path / "t.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    _, _, err = told(capsys, tmp_path / "t.csv")
    assert said in err
    # which words to encode, and which of the numbered columns holds labels, no option knows
    assert ways_on(capsys, tmp_path / "t.csv", []) or case in ("quoted name",)


def test_advice_is_found_in_a_sentence():
    said = "--decimal , --thousands . reads it; --ignore 'a b' leaves it out, --missing=- says so."
    assert advised(said) == [["--decimal=,", "--thousands=."], ["--ignore=a b"], ["--missing=-"]]
    assert advised("--separator names it; --header says that; --index ''.") == [
        ["--header"], ["--index="]]  # fmt: skip


def spoiled(rng):
    """Draw a table that is untidy in one or two ways, with the label in a column of that name."""
    n, d = int(rng.integers(4, 9)), int(rng.integers(1, 4))
    rows = [[str(v) for v in row] for row in rng.integers(0, 2000, (n, d)) / rng.choice([1, 8])]
    kinds = [["p", "q"], ["1", "1.0", "0"], ["Yes", "yes", "no"], ["NA", "US"], ["a", "b", "c"]]
    labels = kinds[rng.integers(len(kinds))]
    rows = [[*row, labels[k % len(labels)]] for k, row in enumerate(rows)]
    head = [*(f"x{j}" for j in range(d)), "label"]
    odd = ["", "NA", "-", "n/a", "inf", "1,5", "1,234", "12 kg", "<5", "1.2.3", "x y", "3%", "# 1"]
    for _ in range(int(rng.integers(1, 3))):
        way = rng.integers(5)
        if way == 0:
            head = None
        elif way == 1:
            for row in rows:
                row[0] = str(rng.choice(odd)) if rng.random() < 0.4 else row[0]
        elif way == 2:
            rows[int(rng.integers(n))] += ["7"]
        elif way == 3:
            rows = [[f"r{k}", *row] for k, row in enumerate(rows)]
            head = head and ["", *head]
        else:
            rows = [[*row, ""] for row in rows]
    sign = rng.choice([",", ";", "\t"])
    lines = [sign.join(f'"{w}"' if sign in w else w for w in row) for row in rows]
    lines = lines if head is None else [sign.join(head), *lines]
    return "\n".join(["A title"] * int(rng.random() < 0.2) + lines) + "\n"


@pytest.mark.parametrize("count", [60, pytest.param(1500, marks=pytest.mark.thorough)])
def test_advice_about_drawn_files_leads_on(tmp_path, capsys, count):
    rng = np.random.default_rng(7)
    for _ in range(count):
        (tmp_path / "t.csv").write_text(spoiled(rng))
        ways_on(capsys, tmp_path / "t.csv", [])
