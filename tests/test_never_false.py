"""No answer claims what is false, and none that was tampered with passes its own check."""

from bisect import bisect_left
from contextlib import suppress
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from never_false import KNOWN, TRIALS, UpdateBudgetExceeded, arrays, drawn, first_false, tried


def moved(value, at, k):
    """Return a number, or some numbers, of which one is moved by k units in its last place."""
    if isinstance(value, tuple):
        return *value[:at], value[at] + k, *value[at + 1 :]
    new = np.array(value, dtype=float)
    new.flat[at] += k * np.spacing(abs(new.flat[at]))
    return new if new.ndim else float(new)


def forged(name, k):
    """Return the k-th answer and its data, one number moved as little as makes a claim false."""
    ask, made, solved = TRIALS[name]
    data, rng = made(*drawn(k)), np.random.default_rng(k)
    found = ask(*data)
    fields = [n for n, v in vars(found).items() if n == "weights" or np.array(v).dtype == float]
    field = rng.choice(["data", *fields])
    value = data[0] if field == "data" else getattr(found, field)
    at, best = int(rng.integers(np.size(value))), solved(*data)

    def after(steps):
        new = moved(value, at, steps)
        if field == "data":
            return found, solved(new, *data[1:]), new, *data[1:]
        return replace(found, **{field: new}), best, *data

    way = next(way for way in (1, -1) if first_false(*after(way * 2**54)))
    steps = bisect_left(range(2**54), True, key=lambda k: bool(first_false(*after(way * k))))
    return after(way * steps)


@pytest.mark.parametrize("name", TRIALS)
@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_no_answer_is_false(name, count):
    outcomes = [tried(name, k) for k in range(count)]
    assert not [(k, out) for k, out in enumerate(outcomes) if {"false", "refused"} & {*out[0]}]
    assert all(counted == ["right"] for counted, _ in outcomes[: len(KNOWN)])


@pytest.mark.parametrize("count", [40, pytest.param(400, marks=pytest.mark.thorough)])
def test_no_forged_answer_is_accepted(count):
    kinds, accepted = set(), []
    for k, name in product(range(count), TRIALS):
        with suppress(ArithmeticError, UpdateBudgetExceeded, StopIteration):
            found, _, *data = forged(name, k)
            verdict = found.verify(*arrays(data))
            kinds.add(type(found).__name__)
            accepted += [(name, k)] if verdict or not verdict.line else []
    assert len(kinds) == 9 and not accepted
