"""Check answers to the book's programming exercises, without giving the solutions away.

``check("ex-tight", answer)`` says whether an answer is right, and if not, what is wrong with it;
``wanted("ex-tight")`` says what form it should have.
"""

from . import chapter1, chapters2to3, chapters4to5, chapters6to8, chapters9to10, practice  # noqa: F401
from ._checking import Verdict, check, labels, wanted

__all__ = ["Verdict", "check", "labels", "wanted"]
