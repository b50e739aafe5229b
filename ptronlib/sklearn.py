r"""The perceptrons of the book as a scikit-learn classifier; the module needs scikit-learn.

.. math:: \text{predict}(x) = \mathrm{sign}(w\cdot x + b), \qquad (w, b) \text{ from the one loop}
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable

import numpy as np

from ._arithmetic import norm, norms
from ._extras import needs
from ._validate import Array, check_choice, check_count, check_domain
from .core import betas
from .core.loop import learn

with needs("sklearn"):
    from scipy import sparse
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.utils import check_random_state, compute_class_weight, multiclass
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.validation import check_is_fitted, validate_data

__all__ = ["PerceptronClassifier"]

RULES = {  # the threshold, where R is the largest norm of an example with its constant
    "plain": lambda R: betas.constant(0.0),
    "aggressive": lambda R: betas.constant(R**2),
    "r_independent": lambda R: betas.r_independent(),
}
DEFAULT_EXAMINATIONS = 200_000  # by which max_iter=None sets the number of passes


def _may_stream(model) -> bool:
    """Whether a model can learn from a stream, whose classes cannot be counted."""
    if model.class_weight == "balanced":
        raise AttributeError("class_weight must be a dict or None in a stream; got 'balanced'.")
    return True


class PerceptronClassifier(ClassifierMixin, BaseEstimator):
    r"""Tell two classes apart with a perceptron of the book, reshuffled before each pass.

    For three classes or more put it into scikit-learn's `OneVsOneClassifier`; for other boundaries
    than hyperplanes, behind its `Nystroem` in a pipeline; to stop where held-out examples are best,
    search `max_iter` with its `GridSearchCV`.

    Parameters
    ----------
    rule : str or BetaRule
        "plain": an example is a mistake while its score is <= 0. "aggressive": while it is <= R^2,
        R the largest norm of an example, so that the margin is at least a third of the best.
        "r_independent": the threshold follows the examples that were used. Or any rule of
        `ptronlib.betas`. "plain" was behind the others on seven of ten tables
        (`benchmarks/rules.py`).
    prediction : str
        "final": by the last weights. "average": by the mean of all weights, each counted as long as
        it was in force. "auto": "final" if the run converged, else "average".
    max_iter, max_updates : int or None
        Passes and updates at most. None: 20 passes, or as many as examine 200 000 examples if that
        is more; any number of updates.
    class_weight : dict, "balanced" or None
        What multiplies the steps of each class; "balanced": n / (2 n_k) for n_k of n examples.
    random_state : int, RandomState or None.  Draws the permutations.

    Attributes
    ----------
    classes_ : (2,) array.  The labels, sorted; the second is the positive one.
    n_features_in_ : int.  Features of X.
    coef_, intercept_ : (1, d) and (1,) floats.  The hyperplane, as used for prediction.
    n_iter_, n_updates_ : int.  Passes and updates.
    converged_ : bool.  Whether a pass had no mistake, and the run stopped by itself.
    margin_ : float
        Smallest signed distance of a training example, negative if there is a training error; in
        the unit of X.
    support_ : (s,) ints.  Rows of X that the run used.
    constant_ : float
        The feature whose weight is the intercept: the root of the mean square of the norms of the
        examples, in the unit of X.

    Notes
    -----
    The intercept is learned as the weight of a constant feature. Its size is that of the examples,
    so that the unit of the table does not matter, and the theorems hold for the examples with it:
    `bounds.updates_affine` with `constant_` as its scale. A stream takes it from its first batch.

    The weight of a class changes its steps only: an example of weight s is a mistake at the same
    scores as any other, and is added s times. `fit` divides the weights by the largest. So
    :math:`w \cdot u \ge A\varepsilon` and :math:`\|w\|^2 \le (2\beta + R^2) A`, with A the sum of
    the steps so far: the bounds for a constant threshold hold with A in place of the number of
    updates, and the share of the best margin is the same. Single examples have no weights: one of
    weight 2 would make another run than two of weight 1, which are met at different moments.

    `partial_fit` goes once through the batch, in its order, from the weights that it finds. There
    is no last clean pass in a stream, so "auto" predicts by the average then, over the batches of
    the stream, and `support_` and `margin_` are left to `fit`.

    Where a budget ends first, `fit` warns with scikit-learn's ConvergenceWarning;
    `ptronlib.separable` decides whether the examples are separable. A `fit` interrupted from the
    keyboard leaves the weights so far. Source: chapters 1, 3, 4 and 7.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> found = PerceptronClassifier(random_state=0).fit(X[:100], y[:100])
    >>> found.score(X[:100], y[:100]), found.converged_
    (1.0, True)
    """

    def __init__(
        self,
        rule="aggressive",
        *,
        prediction="auto",
        max_iter=None,
        max_updates=None,
        class_weight=None,
        random_state=None,
    ):
        self.rule = rule
        self.prediction = prediction
        self.max_iter = max_iter
        self.max_updates = max_updates
        self.class_weight = class_weight
        self.random_state = random_state

    def fit(self, X, y):
        """Run until a pass is clean or the budget is spent.

        Parameters
        ----------
        X : (n, d) array or sparse matrix.  Examples as rows; a sparse matrix is made dense.
        y : (n,) array.  Their labels, of two classes.

        Returns
        -------
        PerceptronClassifier.  Itself.

        Warns
        -----
        ConvergenceWarning.  The budget was spent.

        Raises
        ------
        ValueError, TypeError.  Unusable data or parameters, or not two classes.
        """
        X, y = self._checked(X, y, reset=True)
        self._begin(X, np.unique(y))
        F, steps, rule = self._prepared(X, y)
        steps = steps / np.abs(steps).max()
        rows = np.flatnonzero(steps)
        rng = check_random_state(self.random_state)
        passes = self.max_iter or max(20, -(-DEFAULT_EXAMINATIONS // rows.size))
        orders = (rng.permutation(rows) for _ in range(passes))
        try:
            self._learn(F, steps, orders, rule, self.max_updates or passes * rows.size)
        finally:  # also when it is interrupted
            self._publish()
            self.margin_ = float((np.sign(self._sides(y)) * self.decision_function(X)).min())
        if not self.converged_:
            warnings.warn(self._unfinished(), ConvergenceWarning, stacklevel=2)
        return self

    @available_if(_may_stream)
    def partial_fit(self, X, y, classes=None):
        """Go once through a batch of a stream.

        Parameters
        ----------
        X, y : arrays.  As for `fit`, but the weights of classes are not divided by the largest.
        classes : array or None.  Both labels of the stream; needed in the first call.

        Returns
        -------
        PerceptronClassifier.  Itself.

        Raises
        ------
        ValueError, TypeError
            Unusable data or parameters, or classes missing, changed or not among them.
        """
        first = not hasattr(self, "_last")
        X, y = self._checked(X, y, reset=first)
        multiclass._check_partial_fit_first_call(self, classes)
        if not np.isin(y, self.classes_).all():
            labels = ", ".join(map(repr, np.unique(y).tolist()))
            raise ValueError(f"y must be subset of {self.classes_.tolist()}; got labels {labels}.")
        if first:
            self._begin(X, self.classes_)
        F, steps, rule = self._prepared(X, y)
        self._learn(F, steps, [np.flatnonzero(steps)], rule, self.n_updates_ + len(y))
        self.converged_ = False  # the next batch may hold mistakes
        self._publish()
        del self.support_
        self.__dict__.pop("margin_", None)
        return self

    def decision_function(self, X):
        """Return the signed distances from the hyperplane, above 0 for the second class.

        Parameters
        ----------
        X : (m, d) array or sparse matrix.  Examples as rows.

        Returns
        -------
        (m,) floats.  In the unit of X.
        """
        check_is_fitted(self)
        X = self._validated(X, reset=False)
        return (X @ self.coef_[0] + self.intercept_[0]) / (norm(self.coef_[0]) or 1.0)

    def predict(self, X):
        """Return the label of each row of X.

        Parameters
        ----------
        X : (m, d) array or sparse matrix.  Examples as rows.

        Returns
        -------
        (m,) array.  Labels, of those seen in `fit`.
        """
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.multi_class = False
        return tags

    def _checked(self, X, y, reset):
        """Check parameters and data."""
        if not isinstance(self.rule, betas.BetaRule):
            check_choice(self.rule, "rule", tuple(RULES))
        check_choice(self.prediction, "prediction", ("auto", "final", "average"))
        for name in ("max_iter", "max_updates"):
            if getattr(self, name) is not None:
                check_count(getattr(self, name), name)
        X, y = self._validated(X, y, reset=reset)
        multiclass.check_classification_targets(y)
        return X, y

    def _validated(self, X, y="no_validation", *, reset):
        """Check the data; float32 is kept, whose sums the loop makes in float64."""
        kinds = [np.float64, np.float32]
        found = validate_data(self, X, y, reset=reset, accept_sparse="csr", dtype=kinds)
        X, *y = found if isinstance(found, tuple) else (found,)
        X = X.toarray() if sparse.issparse(X) else X
        return (X, *y) if y else X

    def _begin(self, X, classes):
        """Start from zero weights."""
        if len(classes) == 1:
            raise ValueError(f"y must hold two classes; got one class, {classes.tolist()[0]!r}.")
        if len(classes) > 2:
            # scikit-learn's own checks ask for the first five words.
            raise ValueError(
                f"Only binary classification is supported. y holds {len(classes)} classes; use "
                f"sklearn.multiclass.OneVsOneClassifier(PerceptronClassifier())."
            )
        self.classes_ = classes
        self.constant_ = float(np.sqrt(np.mean(norms(X) ** 2))) or 1.0
        self._last, self._total = np.zeros((2, X.shape[1] + 1))  # weights, and their sum
        self._seen, self._beta, self._R = 0, 0.0, 0.0
        self.n_iter_ = self.n_updates_ = 0
        self.converged_ = False

    def _sides(self, y):
        """Return -1 for the first class and +1 for the second."""
        return np.where(y == self.classes_[1], 1.0, -1.0)

    def _prepared(self, X, y):
        """Return the examples with the constant, their signed steps, and the rule."""
        F = np.column_stack([X, np.full(len(X), self.constant_, X.dtype)])
        self._R = max(self._R, float(norms(F).max()))
        rule = RULES[self.rule](self._R) if isinstance(self.rule, str) else self.rule
        weights = compute_class_weight(self.class_weight, classes=self.classes_, y=y)
        weights = check_domain(weights, "class_weight", 0.0)
        return F, self._sides(y) * np.where(y == self.classes_[1], *weights[::-1]), rule

    def _learn(
        self, F: Array, steps: Array, orders: Iterable, rule: betas.BetaRule, max_updates: int
    ) -> None:
        """Go through the rows in one order after another, until one is clean or the budget ends.

        The sum of the weights after all examinations needs no work at each of them: a step made
        with row i at examination m is in it as often as there are examinations from m on.
        """
        n, before, start = len(F), self._last.copy(), self._seen
        made, moments, place = np.zeros(n), np.zeros(n), np.empty(n, np.intp)
        try:
            for order in orders:
                room = min(order.size, max_updates - self.n_updates_)
                used = np.empty(room, np.intp)
                beta = max(self._beta, rule.start)
                thresholds = np.append(beta, rule.ahead(beta, self.n_updates_, room))
                kind = rule.jump, False, False  # add the mistakes, whichever comes first
                sequence = order.astype(np.uintp)
                k, seen, _ = learn(F, steps, self._last, sequence, 0, kind, thresholds, used)
                used, place[order] = used[:k], self._seen + np.arange(1, order.size + 1)
                made += np.bincount(used, steps[used], n)
                moments += np.bincount(used, steps[used] * place[used], n)
                self._beta, self._seen = thresholds[k], self._seen + seen
                self.n_iter_, self.n_updates_ = self.n_iter_ + 1, self.n_updates_ + k
                self.converged_ = k == 0
                if self.converged_ or self.n_updates_ == max_updates:
                    break
        finally:  # also when it is interrupted
            self.support_ = np.flatnonzero(made)
            times = (self._seen + 1) * made - moments
            self._total += (self._seen - start) * before
            self._total += times[self.support_] @ F[self.support_]

    def _publish(self):
        """Set the hyperplane that predicts."""
        final = self.prediction == "final" or (self.prediction == "auto" and self.converged_)
        w = self._last if final else self._total / max(self._seen, 1)
        self.coef_ = w[None, :-1].copy()
        self.intercept_ = w[-1:] * self.constant_

    def _unfinished(self) -> str:
        return (
            f"The perceptron stopped after {self.n_iter_} passes and {self.n_updates_} updates "
            f"with some example violated, and predicts by prediction={self.prediction!r}. "
            f"ptronlib.separable(X, y) says whether the examples are separable; if so, raise "
            f"max_iter, or scale the features; if not, the average is what to use."
        )
