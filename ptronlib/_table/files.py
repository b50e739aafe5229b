"""The bytes of a file of text, and its characters."""

from __future__ import annotations

import codecs
import gzip
import sys
from pathlib import Path


def file_bytes(file: str) -> bytes:
    """Return the bytes of a file, unpacked, whatever it is called; - is standard input."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:4] == b"PK\x03\x04":
        raise ValueError("it is a zip archive or a workbook; unpack it, or save the table as CSV.")
    if data[:4] == b"PAR1":
        raise ValueError("it is a Parquet file; its name must end in .parquet.")
    return data


def decoded(data: bytes, encoding: str | None) -> str:
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
    zeros = [data[k:1000:2].count(0) for k in (0, 1)]
    if max(zeros) > 3 * min(zeros) + min(len(data), 1000) // 4:  # of UTF-16 without its mark
        order = "le" if zeros[1] > zeros[0] else "be"
        raise ValueError(f"every other byte is zero: --encoding utf-16-{order} reads it.")
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
