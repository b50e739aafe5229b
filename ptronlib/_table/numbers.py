"""What is a number in a file, what is a missing value, and what words look like that are neither.

Nothing is taken for a number that a reader of the table would not take for one.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable

MISSING = ["", "na", "n/a", "#n/a", "#na", "<na>", "nan", "-nan", "nat", "none", "null", "?"]
TRUTH = {"true": 1, "false": 0}
DECIMALS = ".,·٫"
THOUSANDS = {",": ",", ".": ".", "'": "'’", "’": "'’", " ": " ", "_": "_", "·": "·", "٬": "٬"}
NARROW = "\u00a0\u2007\u2009\u202f"  # spaces that do not end a word: they only group digits
MINUS = "\u2212"
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
HINTS = {  # how words look that are nearly numbers, and what helps
    r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?":
        "if the comma groups thousands, --thousands , reads it; if decimals, --decimal ,",
    r"[+-]?\d+,\d+": "if the comma is a decimal one, --decimal , reads it",
    r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?": "--decimal , --thousands . reads it",
    r"[+-]?[1-9]\d{0,2}( \d{3})+([.,]\d*)?":
        "if the space groups thousands, --thousands ' ' reads it",
    r"[+-]?[1-9]\d{0,2}(['’]\d{3})+([.,]\d*)?": "--thousands \"'\" reads it",
    r"[+-]?[\d.,]+\s?[%‰]":
        "write the column without its percent signs, in the program that made the file",
    r"([+-]?[$€£¥₹]\s?[+-]?[\d.,]+|[+-]?[\d.,]+\s?[$€£¥₹])":
        "write the column without its currency signs, in the program that made the file",
    r"[+-]?[\d.]+d[+-]?\d+": "write the exponents with E in the place of D",
    r"[+-]?\d+\s?/\s?\d+": "write fractions as decimals",
    r"[\d.]+\s?[-–]\s?[\d.]+": "write each range as one number, its middle for instance",
    r"\([\d.,]+\)": "write negative numbers with a minus sign, not in parentheses",
    r"[<>≤≥~≈]=?\s?[\d.,]+": "write the column without such signs",
    r"\d+:\d\d(:\d\d)?(\.\d+)?(\s?[ap]m)?": "write times as numbers, as minutes for instance",
    r"0x[\da-f]+": "write hexadecimal numbers as decimal ones",
    r"\d{4}[-/.]\d\d?[-/.]\d\d?.*|\d\d?[-/.]\d\d?[-/.]\d{2,4}.*":
        "write dates as numbers, as days since the first one",
}  # fmt: skip


def plain(word: str) -> str | None:
    """Return a number as it is, None for other words."""
    word = str(TRUTH.get(word.lower(), word))
    return word if NUMBER.fullmatch(word) else None


def typed(name: str) -> str:
    """Return a name as it is typed in a shell."""
    return name if re.fullmatch(r"[\w.-]+", name) else "'" + name.replace("'", "'\\''") + "'"


def option(name: str, value: str) -> str:
    """Return an option with its value as it is typed in a shell."""
    return f"{name}{'=' if value.startswith('-') else ' '}{typed(value)}"


def reader(decimal: str, thousands: str | None) -> Callable[[str], str | None]:
    """Return a function that writes a number as Python does, and gives None for other words."""
    point = re.escape(decimal)
    signs = NARROW + THOUSANDS.get(thousands or "", "")
    group = f"[{re.escape(signs)}]"
    grouped = rf"[1-9]\d{{0,2}}(?P<sign>{group})\d{{3}}(?:(?P=sign)\d{{3}})*"
    number = re.compile(
        rf"[+-]?(?:(?:{grouped}|\d+)(?:{point}\d*)?|{point}\d+)(?:e[+-]?\d+)?", re.IGNORECASE
    )
    between = re.compile(group)

    def plain(word: str) -> str | None:
        word = word.strip().replace(MINUS, "-")
        if word.lower() in TRUTH:
            return str(TRUTH[word.lower()])
        if not number.fullmatch(word):
            return None
        return between.sub("", word).replace(decimal, ".")

    return plain


def check_signs(options: Namespace) -> None:
    """Refuse signs of numbers that are none, or that mean two things."""
    decimal, thousands = options.decimal or ".", options.thousands
    if options.skip < 0:
        raise ValueError(f"--skip must be at least 0; got {options.skip}.")
    if len(decimal) != 1 or decimal not in DECIMALS:
        raise ValueError(f"--decimal must be a point or a comma; got {decimal!r}.")
    if thousands is not None and (len(thousands) != 1 or thousands not in THOUSANDS):
        raise ValueError(
            f"--thousands must be a comma, a point, an apostrophe, a space or an underscore; got "
            f"{thousands!r}."
        )
    if decimal == thousands:
        raise ValueError(
            f"--decimal and --thousands must differ; both are {decimal!r}. Without --decimal it is "
            f"a point."
        )


def check_separator(separator: str) -> None:
    if len(separator) != 1:
        raise ValueError(rf"--separator must be one character, or \t; got {separator!r}.")
    if separator.isalnum() or separator in '"+-.#\n\r':
        raise ValueError(f"--separator must not occur in numbers or quotes; got {separator!r}.")
