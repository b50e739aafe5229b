"""Check answers to the book's programming exercises, without giving the solutions away.

``check("ex-tight", answer)`` says whether an answer is right, and if not, what is wrong with it;
``wanted("ex-tight")`` says what form it should have.
"""

from importlib import import_module

from ._checking import Verdict, check, labels, wanted

__all__ = ["Verdict", "check", "labels", "wanted"]

for chapters in ("chapters_1_to_5", "chapters_6_to_10", "practice"):
    import_module(f".{chapters}", __name__)  # registers its exercises
