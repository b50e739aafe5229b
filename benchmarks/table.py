"""The rows of the table, and how a measured one is written."""

from __future__ import annotations

from collections.abc import Iterator

from .measure import Row


def rows() -> Iterator[Row]:
    """Yield all rows, in the order of the table."""
    from . import absolute, exact, passes, separable

    for module in (passes, separable, exact, absolute):
        yield from module.ROWS


def line(found: dict) -> str:
    """Write one measured row."""
    value, least = found["value"], found["least"]
    spread = f"{number(value['median'])} ({number(value['low'])} to {number(value['high'])})"
    verdict = "" if value["median"] >= least else "   MISSED"
    limits = [
        f"{100 * found[key]:.0f}% of {name}"
        for key, name in (("of_reading", "reading"), ("of_arithmetic", "arithmetic"))
        if key in found
    ]
    text = f"{found['key']:10} {spread:32} at least {number(least):6} {', '.join(limits):36}"
    return f"{text} {found['work']}; {found['peer']}{verdict}"


def number(value: float) -> str:
    """Write a number with three digits."""
    if value >= 1e6:
        return f"{value / 1e6:.3g}M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
