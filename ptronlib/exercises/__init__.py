"""Check answers to the book's programming exercises, without giving the solutions away.

``check("ex-tight", answer)`` says whether an answer is right, and if not, what is wrong with it;
``wanted("ex-tight")`` says what form it should have.
"""

from importlib import import_module

from ._checking import Verdict, check, labels, wanted

__all__ = ["Verdict", "check", "labels", "wanted"]

for chapter in (*(f"chapter{k}" for k in range(1, 11)), "practice"):
    import_module(f".{chapter}", __name__)  # registers its exercises
