"""A text file of separated values: its header, its rows as csv reads them, and its numbers.

A row may reach over several lines, inside quotes, and a comment is a line that begins with # where
a row could begin. Nothing is taken for a number that a reader of the table would not take for one.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

MISSING = ["", "na", "n/a", "#n/a", "#na", "<na>", "nan", "-nan", "nat", "none", "null", "?"]
TRUTH = {"true": 1, "false": 0}
SEPARATORS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a bar"}
DECIMALS = ".,·٫"
THOUSANDS = {",": ",", ".": ".", "'": "'’", "’": "'’", " ": " ", "_": "_", "·": "·", "٬": "٬"}
NARROW = "\u00a0\u2007\u2009\u202f"  # spaces that do not end a word: they only group digits
MINUS = "\u2212"


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
        raw = _bytes(options.file)
        text = _decoded(raw, options.encoding)
        self.text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
        if not (text is self.text and raw.isascii() and text.isascii() and len(raw) == len(text)):
            raw = self.text.encode()
        _check_signs(options)
        start, line = 0, 1
        announced = re.match(r"sep=(.)\n", self.text)  # a line that Excel reads, and writes
        if announced:
            usual, start, line = announced[1], announced.end(), 2
        for _ in range(line - 1, options.skip):
            start, line = self._end(start) + 1, line + 1
        self.separator = {None: usual, r"\t": "\t"}.get(options.separator, options.separator)
        _check_separator(self.separator)
        self.how: dict[str, Any] = {"delimiter": self.separator, "skipinitialspace": True}
        self.number = _reader(options.decimal, options.thousands)
        self.comments, self._comment_line, self._width = 0, 0, 0
        self._ends: list[int] = []  # of the rows in the body, if each line is one
        self._rows: list[str] = []  # if not, with the numbers of the lines where they begin
        self._numbers: list[int] = []
        self.body, self._begin = b"", 0
        self.names: list[str] = []
        self.short: list[int] = []
        self._plain = options.decimal == "." and not options.thousands
        self.head, start, line = self._header(start, line, options)
        self._split(raw, start, line)

    def stream(self) -> BytesIO:
        """Return the rows as a file in UTF-8."""
        found = BytesIO(self.body)
        found.seek(self._begin)
        return found

    def row(self, row: int) -> str:
        """Return one row as it is written."""
        if self._rows:
            return self._rows[row]
        return self.body[self._ends[row] + 1 : self._ends[row + 1]].decode()

    def words(self, row: int) -> list[str]:
        """Return the words of one row, without spaces around them."""
        line = self.row(row)
        lines = [line] if "\n" not in line else [part + "\n" for part in line.split("\n")]
        return [word.strip() for word in next(csv.reader(lines, **self.how))]

    def line(self, row: int) -> int:
        """Return the number of the line of the file in which a row begins."""
        return self._numbers[row] if self._numbers else self._first_line + row

    def decimals(self, word: str) -> tuple[int, int]:
        """Return a word as a whole number, and how many of its digits are decimals."""
        if not self._plain or not word.isascii() or word.isalpha():
            word = self.number(word) or ""
        digits, _, exponent = word.lower().partition("e")
        before, _, after = digits.partition(".")
        found = int(before + after)
        return found, len(after) - int(exponent or 0) if found else 0

    def ragged(self, expected: int) -> ValueError:
        """Return what to say of the first rows that have more or fewer values than expected."""
        found: dict[bool, str] = {}
        for k in range(self.n_rows):
            saw = len(self.words(k))
            if saw != expected and (saw > expected) not in found:
                value = "value" if saw == 1 else "values"
                found[saw > expected] = f"line {self.line(k)} has {saw} {value}"
            if len(found) == 2:
                break
        hint = self.other_separator() or (
            "a value with the separator in it must be quoted, a decimal comma as well, and "
            "--separator names another one"
        )
        if len(self.first) > expected:
            hint += "; --skip N leaves out N lines at the top"
        told = " and ".join(found.values()) or "some line has another number of values"
        return ValueError(f"{told} where {expected} {'is' if expected == 1 else 'are'} expected; "
                          f"{hint}.")  # fmt: skip

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
        if times[sign] <= line.count(self.separator):
            return ""
        shown = r"'\t'" if sign == "\t" else f"'{sign}'"
        return f"its first line is separated by {SEPARATORS[sign]}: --separator {shown}"

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


def _reader(decimal: str, thousands: str | None) -> Callable[[str], str | None]:
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


def _check_signs(options: Namespace) -> None:
    """Refuse signs of numbers that are none, or that mean two things."""
    decimal, thousands = options.decimal, options.thousands
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


def _check_separator(separator: str) -> None:
    if len(separator) != 1:
        raise ValueError(rf"--separator must be one character, or \t; got {separator!r}.")
    if separator.isalnum() or separator in '"+-.#\n\r':
        raise ValueError(f"--separator must not occur in numbers or quotes; got {separator!r}.")


def _bytes(file: str) -> bytes:
    """Return the bytes of a file, unpacked, whatever it is called; - is standard input."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:4] == b"PK\x03\x04":
        raise ValueError("it is a zip archive or a workbook; unpack it, or save the table as CSV.")
    if data[:4] == b"PAR1":
        raise ValueError("it is a Parquet file; its name must end in .parquet.")
    return data


def _decoded(data: bytes, encoding: str | None) -> str:
    """Return the text of a file: UTF-8, UTF-16 with a byte order mark, or as it is asked for."""
    if encoding is not None:
        try:
            codecs.lookup(encoding)
            return data.decode(encoding).removeprefix("\ufeff")
        except LookupError:
            raise ValueError(
                f"--encoding must be a name that Python knows, such as latin-1, cp1252 or "
                f"utf-16; got {encoding!r}."
            ) from None
        except UnicodeError as error:
            raise ValueError(f"it is not text in {encoding}: {error}.") from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    if b"\0" in data[:1000]:
        raise ValueError("it holds zero bytes, which no text in UTF-8 does; save it as UTF-8.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(
            f"it is not text in UTF-8: line {line} holds the byte {data[error.start]:#x}; "
            f"--encoding cp1252 or --encoding latin-1 reads what Western Europe wrote."
        ) from None
