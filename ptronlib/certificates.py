"""Certificates: claims about given data that can be checked without trusting whoever made them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["Verdict"]


@dataclass(frozen=True)
class Verdict:
    """Whether a certificate is right, true or false as a condition, and the first line that fails.

    Examples
    --------
    >>> bool(Verdict("")), Verdict("every weight is positive")
    (True, refused: every weight is positive)
    """

    line: str

    def __bool__(self) -> bool:
        return not self.line

    def __repr__(self) -> str:
        return f"refused: {self.line}" if self.line else "right"


class Certificate:
    """A claim in lines, each of them true or false of the data as they are."""

    def verify(self, *data: Any) -> Verdict:
        """Check the certificate in exact rational arithmetic.

        Parameters
        ----------
        *data
            What the answer was asked about, as it was passed: a sample X, y; sets P, Q; points V.

        Returns
        -------
        Verdict
            True as a condition only if the claim is true of these very numbers; else it names the
            first line that fails.
        """
        return Verdict(next((line for line, true in self._lines(*data) if not true), ""))

    def _lines(self, *data: Any, **more: Any) -> Iterator[tuple[str, bool]]:
        raise NotImplementedError
