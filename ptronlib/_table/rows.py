"""A text file of separated values: its header, and its rows as csv reads them.

A row may reach over several lines, inside quotes, and a comment is a line that begins with # where
a row could begin.
"""

from __future__ import annotations

import csv
import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .files import decoded, file_bytes
from .numbers import check_separator, check_signs, reader

LONG = re.compile(rb"\d[\d.]{16,}")  # more digits than a double has
SEPARATORS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a bar"}


def place_of(row: int, written: Written | None) -> str:
    """Return how a row is called: by its number, and where it stands in the file."""
    return f"row {row + 1} (line {written.line(row)})" if written else f"row {row + 1}"


class Record(NamedTuple):
    """A row of a file: where it begins and ends, its line, and its words."""

    start: int
    end: int
    line: int
    words: list[str]


class Written:
    """The text of a file: its header, and its rows, whose words are read when they matter.

    Attributes
    ----------
    head : list of str.  The words of the header, none with --no-header.
    first : list of str.  The words of the first row.
    body : bytes.  The rows in UTF-8, without comments and empty lines, after the header, if it is
        there as well.
    comments : int.  Lines below the header that are left out.
    names : list of str.  Of the columns, once they have been found.
    short : list of int.  Rows with fewer values than the others, once they have been looked for.
    """

    def __init__(self, options: Namespace, usual: str):
        raw = file_bytes(options.file)
        text = decoded(raw, options.encoding)
        self.text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
        if not (text is self.text and raw.isascii() and text.isascii() and len(raw) == len(text)):
            raw = self.text.encode()
        check_signs(options)
        start, line = 0, 1
        announced = re.match(r"sep=(.)\n", self.text)  # a line that Excel reads, and writes
        if announced:
            usual, start, line = announced[1], announced.end(), 2
        for _ in range(line - 1, options.skip):
            start, line = self._end(start) + 1, line + 1
        self.separator = {None: usual, r"\t": "\t"}.get(options.separator, options.separator)
        check_separator(self.separator)
        self.how: dict[str, Any] = {"delimiter": self.separator, "skipinitialspace": True}
        self.number = reader(options.decimal or ".", options.thousands)
        self.comments, self._comment_line, self._width = 0, 0, 0
        self._ends: list[int] = []  # of the rows in the body, if each line is one
        self._rows: list[str] = []  # if not, with the numbers of the lines where they begin
        self._numbers: list[int] = []
        self.body, self._begin = b"", 0
        self.names: list[str] = []
        self.short: list[int] = []
        self._long: bool | None = None
        self._plain = options.decimal in (None, ".") and not options.thousands
        self.head, start, line = self._header(start, line, options)
        self._split(raw, start, line)

    def stream(self) -> BytesIO:
        """Return the rows as a file in UTF-8."""
        found = BytesIO(self.body)
        found.seek(self._begin)
        return found

    def has_long_numbers(self) -> bool:
        """Whether a number may have more digits than a double has."""
        if self._long is None:
            self._long = LONG.search(self.body) is not None
        return self._long

    def row(self, row: int) -> str:
        """Return one row as it is written."""
        if self._rows:
            return self._rows[row]
        return self.body[self._ends[row] + 1 : self._ends[row + 1]].decode()

    def words(self, row: int) -> list[str]:
        """Return the words of one row, without spaces around them."""
        line = self.row(row)
        if '"' not in line and self.separator != " ":
            return [word.strip() for word in line.split(self.separator)]
        lines = [line] if "\n" not in line else [part + "\n" for part in line.split("\n")]
        return [word.strip() for word in next(csv.reader(lines, **self.how))]

    def line(self, row: int) -> int:
        """Return the number of the line of the file in which a row begins."""
        return self._numbers[row] if self._numbers else self._first_line + row

    def decimals(self, words: list[str]) -> tuple[list[int], list[int]]:
        """Return numbers as whole ones, and how many of the digits of each are decimals."""
        if self._plain:
            try:
                parts = [word.partition(".") for word in words]
                digits = [int(before + after) for before, _, after in parts]
                return digits, [len(after) for _, _, after in parts]
            except ValueError:  # there are other ways to write a number
                pass
        pairs = [_decimal(self.number(word) or "") for word in words]
        return [digits for digits, _ in pairs], [decimals for _, decimals in pairs]

    def ragged(self, expected: int) -> ValueError:
        """Return what to say of the first rows that have more or fewer values than expected."""
        found: dict[bool, str] = {}
        for k in range(self.n_rows):
            saw = len(self.words(k))
            if saw != expected and (saw > expected) not in found:
                found[saw > expected] = f"line {self.line(k)} has {saw} value{'s' * (saw != 1)}"
            if len(found) == 2:
                break
        hint = self.other_separator() or (
            "a value with the separator in it must be quoted, a decimal comma as well"
        )
        if [*found] == [False]:
            hint += "; --drop-missing leaves out such rows"
        widths = [len(self.words(k)) for k in range(min(20, self.n_rows))]
        usual = max(widths, key=widths.count)
        if usual > expected and self.head:  # a title, or other lines, above the header
            last = self.line(widths.index(usual)) - 1
            hint += f"; if the table begins in line {last + 1}, --skip {last} leaves out the rest"
        told = " and ".join(found.values()) or "some line has another number of values"
        be = "is" if expected == 1 else "are"
        return ValueError(f"{told} where {expected} {be} expected; {hint}.")

    def below(self, name: str) -> str:
        """Return a hint if the name of a column stands in a line further down, else nothing."""
        for k in range(min(20, self.n_rows)) if self.head else ():
            if name in re.split(r"[,;\t|]", self.row(k).replace('"', "")):
                line = self.line(k)
                return f"line {line} has it: --skip {line - 1} leaves out what stands above"
        return ""

    def other_separator(self) -> str:
        """Return a hint if the first line is full of another separator, else an empty text."""
        line = self._top
        times = {sign: line.count(sign) for sign in SEPARATORS if sign != self.separator}
        sign = max(times, key=lambda s: times[s])
        if times[sign] > line.count(self.separator):
            shown = r"'\t'" if sign == "\t" else f"'{sign}'"
            return f"its first line is separated by {SEPARATORS[sign]}: --separator {shown}"
        rows = [line.strip(), *(self.row(k).strip() for k in range(min(3, self.n_rows)))]
        spaces = {row.count(" ") for row in rows}
        if self.separator not in line and len(spaces) == 1 and spaces != {0}:
            return "its first line is separated by spaces: --separator ' '"
        return ""

    def _header(self, start: int, line: int, options: Namespace) -> tuple[list[str], int, int]:
        """Return the words of the header, none with --no-header, and where the rows begin."""

        def words(raw: str) -> list[str]:
            return [word.strip() for word in next(csv.reader([raw.lstrip("# ")], **self.how), [])]

        def comment(raw: str) -> bool:
            return options.no_header or options.label not in words(raw)

        record = next(self._records(start, line, comment), None)
        if record is None and options.no_header:  # each row begins with #
            record = next(self._records(start, line, lambda _: False), None)
        if record is None:
            raise ValueError("it is empty.")
        self.comments = 0
        self._top = self.text[record.start : record.end]
        found = [re.sub(r"\s*\n\s*", " ", word.strip()) for word in record.words]
        self._width = len(found)
        if options.no_header:
            return [], start, line
        if self._top.startswith("#"):
            found = words(self._top)
        return found, record.end + 1, record.line + self._top.count("\n") + 1

    def _split(self, raw: bytes, start: int, line: int) -> None:
        """Find the rows: each line is one, unless there are quotes, comments or empty lines."""
        self._first_line = line
        begin, end = len(self.text[:start].encode()), len(raw)
        while end > begin and raw[end - 1] == 10:
            end -= 1
        some = end > begin
        ends = _newlines(raw, begin, end)
        starts = np.frombuffer(raw, dtype=np.uint8)[np.append(begin, ends + 1)] if some else ends
        if raw.find(b'"', begin) < 0 and not np.isin(starts, [*b"# \t\n"]).any():
            self.body, self._begin = raw if end > len(raw) - 2 else raw[:end], begin
            self._ends = [begin - 1, *ends.tolist(), end]
            self.n_rows = len(ends) + some
            self.first = self.words(0) if some else []
            return
        marked = 0
        for record in self._records(start, line, self._is_comment):
            self._rows.append(self.text[record.start : record.end])
            self._numbers.append(record.line)
            marked += self._rows[-1].startswith("#")
        if marked and self.comments:
            raise ValueError(
                f"line {self._comment_line} begins with # and has another number of values than "
                f"the rows, of which others begin with # as well; is it a comment or a row? Remove "
                f"it, or complete it."
            )
        self.body, self.n_rows = "\n".join(self._rows).encode(), len(self._rows)
        self.first = self.words(0) if self._rows else []

    def _is_comment(self, raw: str) -> bool:
        """Whether a line that begins with # has another number of values than the header."""
        return len(next(csv.reader([raw], **self.how))) != self._width

    def _records(self, at: int, line: int, comment: Callable[[str], bool]) -> Iterator[Record]:
        """Yield the rows from a place on, each from the line where it begins."""
        text, how = self.text, self.how
        while at < len(text):
            end = self._end(at)
            raw, first, start = text[at:end], line, at
            at, line = end + 1, line + 1
            if not raw.strip(" ") or not (raw.strip() or self.separator in raw):
                continue
            if raw[0] == "#" and comment(raw):
                self._comment_line = first if not self.comments else self._comment_line
                self.comments += 1
                continue
            if '"' not in raw:
                yield Record(start, end, first, next(csv.reader([raw], **how)))
                continue

            def lines(begin: int = start, first: int = first) -> Iterator[str]:
                nonlocal at, line
                at, line = begin, first
                while at < len(text):
                    begin, at, line = at, self._end(at) + 1, line + 1
                    yield text[begin : at - 1] + "\n"

            try:
                words = next(csv.reader(lines(), **how))
            except csv.Error:  # a value of very many lines
                raise _never_closed(first) from None
            record = text[start : min(at - 1, len(text))]
            if at >= len(text) and _is_open(record, how):
                raise _never_closed(first)
            yield Record(start, start + len(record), first, words)

    def _end(self, start: int) -> int:
        end = self.text.find("\n", start)
        return len(self.text) if end < 0 else end


def _newlines(raw: bytes, begin: int, end: int) -> NDArray[np.intp]:
    """Return the places of the ends of lines, block by block, which large files need."""
    signs, step = np.frombuffer(raw, dtype=np.uint8), 1 << 20
    starts = range(begin, end, step)
    found = [np.flatnonzero(signs[k : min(k + step, end)] == 10) + k for k in starts]
    return np.concatenate([np.empty(0, dtype=np.intp), *found])


def _is_open(record: str, how: dict[str, Any]) -> bool:
    """Whether a quotation mark is open at the end of a row."""
    lines = [*(line + "\n" for line in record.split("\n")), "another"]
    reader = csv.reader(lines, **how)
    next(reader)
    return reader.line_num == len(lines)


def _never_closed(line: int) -> ValueError:
    return ValueError(
        f"it is no table of separated values: in line {line} a quotation mark is opened and never "
        f"closed."
    )


def _decimal(number: str) -> tuple[int, int]:
    """Return a number as a whole one, and how many of its digits are decimals."""
    digits, _, exponent = number.lower().partition("e")
    before, _, after = digits.partition(".")
    found = int(before + after)
    return found, len(after) - int(exponent or 0) if found else 0
