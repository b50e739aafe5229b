"""Say which extra of ptronlib brings a package that is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around imports: if one of them finds no package, name the extra that brings it.

    Examples
    --------
    >>> with needs("plots"):
    ...     import no_such_package
    Traceback (most recent call last):
      ...
    ModuleNotFoundError: This part of ptronlib needs the package no_such_package, which is not...
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").split(".")[0]
        if package == "ptronlib":  # a mistake in the library is not a missing package
            raise
        raise ModuleNotFoundError(
            f"This part of ptronlib needs the package {package}, which is not installed. "
            f"Install it with: pip install 'ptronlib[{extra}]'",
            name=error.name,
        ) from None
