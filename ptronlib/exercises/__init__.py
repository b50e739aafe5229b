"""Check answers to the book's programming exercises, without giving the solutions away.

``check("ex-tight", answer)`` says whether an answer is right, and if not, what is wrong with it;
``wanted("ex-tight")`` says what form it should have.
"""

from importlib import import_module
from pkgutil import iter_modules

from ._checking import Reply, check, labels, wanted

__all__ = ["Reply", "check", "labels", "wanted"]

for module in iter_modules(__path__):
    import_module(f".{module.name}", __name__)  # registers its exercises
