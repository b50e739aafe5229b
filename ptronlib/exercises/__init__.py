"""Check answers to the book's programming exercises, without giving the solutions away.

``check("ex-tight", answer)`` says whether an answer is right, and if not, what is wrong with it;
``wanted("ex-tight")`` says what form it should have.
"""

from . import (  # each registers its checkers
    chapter1,
    chapter2,
    chapter3,
    chapter4,
    chapter5,
    chapter6,
    chapter7,
    chapter8,
    chapter9,
    chapter10,
    practice,
)
from ._checking import Verdict, check, labels, wanted

__all__ = ["Verdict", "check", "labels", "wanted"]

del chapter1, chapter2, chapter3, chapter4, chapter5
del chapter6, chapter7, chapter8, chapter9, chapter10, practice
