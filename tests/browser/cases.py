"""Of which cases ``make test`` takes one, and ``make test-all`` all."""

import pytest


def one_quick(cases):
    """Mark every case but the first as thorough."""
    first, *others = cases
    more = [case if isinstance(case, tuple) else (case,) for case in others]
    return [first, *(pytest.param(*case, marks=pytest.mark.thorough) for case in more)]
