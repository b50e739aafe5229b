"""One perceptron of the classifier: passes of the one loop, with weights, that can go on later."""

from __future__ import annotations

import numpy as np

from .core.loop import learn

DEFAULT_EXAMINATIONS = 200_000  # by which max_iter=None sets the number of passes


class Machine:
    """One perceptron between two sides, on rows whose last entry is 1; it keeps none of them.

    Attributes
    ----------
    w, last, total : (d + 1,) floats
        Weights: those that predict, those in force, and the sum of those in force after each
        examination.
    n_iter, n_updates, seen : int.  Passes, updates and examinations.
    support, coef : (s,) arrays
        The rows used in the last `fit`, and what multiplies them in w if it was the only one.
    """

    def __init__(self, task, prediction, size):
        self.task, self.prediction = task, prediction
        self.w, self.last, self.total = np.zeros((3, size))
        self.support = self.coef = np.empty(0, np.intp)
        self.beta, self.n_iter, self.n_updates, self.seen = 0.0, 0, 0, 0
        self.converged = self.spent = False

    def fit(self, F, signed, rows, rule, limits, rng=None, held=None):
        """Go through the rows, in ever new orders, until a pass is clean or a limit is met.

        A row is signed by its side times its weight; by 0 if it has no part in the task. limits:
        numbers of passes and updates, and of passes without progress on the rows held out. Without
        rng: one pass, in the order of the rows.
        """
        n, rows, best, stale = len(F), rows[signed[rows] != 0], -1.0, 0
        if not rows.size:
            return
        held = None if held is None else held[signed[held] != 0]
        passes, updates, patience = limits
        passes = self.n_iter + (passes or max(20, -(-DEFAULT_EXAMINATIONS // rows.size)))
        updates = self.n_updates + (updates or passes * rows.size)
        start = self.total, self.last.copy(), self.seen
        sums, place = np.zeros((2, n)), np.empty(n, np.intp)
        self.converged = self.spent = False
        kind = rule.jump, False, False  # add the mistakes, whichever comes first
        try:
            while not (self.converged or self.spent or stale == patience):
                order = (rows if rng is None else rng.permutation(rows)).astype(np.uintp)
                used = np.empty(min(updates - self.n_updates, order.size), np.intp)
                beta = max(self.beta, rule.start)
                thresholds = np.append(beta, rule.ahead(beta, self.n_updates, used.size))
                k, seen, _ = learn(F, signed, self.last, order, 0, kind, thresholds, used)
                used, place[order] = used[:k], self.seen + np.arange(1, order.size + 1)
                sums += [np.bincount(used, signed[used] * t, n) for t in (1, place[used])]
                self.beta, self.seen = thresholds[k], self.seen + seen
                self.n_iter, self.n_updates = self.n_iter + 1, self.n_updates + k
                self.converged = k == 0 and rng is not None
                ended = self.n_iter == passes or self.n_updates == updates
                self.spent = ended and not self.converged
                if held is not None:
                    self._settle(F, sums, *start)
                    score = np.abs(signed[held]) @ (signed[held] * (F[held] @ self.w) > 0)
                    best, stale = max(best, score), 0 if score > best else stale + 1
        finally:  # also when it is interrupted
            self._settle(F, sums, *start)

    def _settle(self, F, sums, total, before, seen):
        """Set what predicts; sums: of the steps with each row, and of these times their moments."""
        self.support = np.flatnonzero(sums[0])
        self.coef, moments = sums[:, self.support]
        late = (self.seen + 1) * self.coef - moments
        self.total = total + (self.seen - seen) * before + late @ F[self.support]
        self.w = self.last.copy()
        if self.prediction == "average" or (self.prediction == "auto" and not self.converged):
            self.w, self.coef = self.total / max(self.seen, 1), late / max(self.seen, 1)
