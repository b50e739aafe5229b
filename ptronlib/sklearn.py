r"""The perceptrons of the book as a scikit-learn classifier; the module needs scikit-learn.

.. math:: \text{predict}(x) = \mathrm{sign}(w\cdot x + b), \qquad (w, b) \text{ from the one loop}
"""

from __future__ import annotations

import warnings
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ._arithmetic import norm, products
from ._extras import needs
from ._validate import Array, check_choice, check_count
from .core import betas
from .core.loop import learn
from .geometry.margins import radius
from .samples import lift

with needs("sklearn"):
    from scipy import sparse
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.metrics.pairwise import pairwise_kernels
    from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
    from sklearn.utils import check_random_state
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, validate_data

__all__ = ["PerceptronClassifier"]

RULES = {  # the threshold, where R is the largest norm of an example
    "plain": lambda R: betas.constant(0.0),
    "aggressive": lambda R: betas.constant(R**2),
    "r_independent": lambda R: betas.r_independent(),
    "growing": lambda R: betas.growing(1.2, R),
}
KERNELS = ("cosine", "laplacian", "poly", "rbf")
WANTED = {"accept_sparse": "csr", "dtype": np.float64}  # of X


class PerceptronClassifier(ClassifierMixin, BaseEstimator):
    r"""Classify with a perceptron of the book, its examples reshuffled before each pass.

    Parameters
    ----------
    rule : str or BetaRule
        "plain": an example is a mistake while its score is <= 0. "aggressive": while it is <= R^2,
        R the largest norm of an example, so that the margin is at least a third of the best.
        "r_independent": the threshold follows the examples that were used. "growing": it grows
        with the number of updates, with alpha = 1.2. Or any rule of `ptronlib.betas`.
    kernel : str or callable
        "linear"; "cosine", "laplacian", "poly" or "rbf", as in `sklearn.metrics.pairwise`, with
        gamma = 1 / (d Var(X)); or a function that returns the inner products of the rows of two
        matrices. Other than with the linear one, `fit` holds an (n, n) matrix.
    multi_class : str
        For three classes or more. "ovo": one machine for each pair, which vote; "ovr": one for each
        class against the rest, the largest distance wins.
    prediction : str
        "final": by the last weights. "average": by the mean of all weights, each counted as long as
        it was in force. "auto": "final" for a machine that converged, else "average".
    max_updates : int or None
        Budget of each machine; None stands for 10 000, or 20 an example if that is more.
    random_state : int, RandomState or None
        Draws the permutations.

    Attributes
    ----------
    classes_ : (c,) array
        The labels, sorted; of a pair the second is the positive one.
    n_features_in_ : int
        Features of X.
    coef_, intercept_ : (m, d) and (m,) floats
        One hyperplane a machine, as used for prediction; only with the linear kernel.
    n_updates_ : (m,) ints
        Updates of each machine.
    converged_ : (m,) bools
        Whether each machine stopped because nothing violated its threshold.
    margins_ : (m,) floats
        Smallest signed distance of a training example from each hyperplane, negative if there is a
        training error; in the unit of X, or of the space of the kernel.
    support_ : (s,) ints
        Rows of X that some machine used.
    support_vectors_ : (s, d) floats
        Those rows; only with a kernel that is not linear.

    Notes
    -----
    Each machine learns an intercept, as the weight of a constant feature 1: the theorems hold for
    the examples with it. A kernel is the same loop on rows whose inner products are those of the
    kernel, a square root of its matrix.

    Pairs are the default for three classes: two classes are often separable where one and the rest
    are not, each machine sees fewer examples, and a vote need not compare scores of machines with
    weights of different lengths. Where "ovr" must compare, it compares distances.

    `partial_fit` goes once through the batch, in its order, from the weights that it finds. There
    is no last clean pass in a stream, so "auto" predicts by the average then, over the batches of
    the stream, and `support_` and `margins_` are left to `fit`.

    Where the budget ends first, `fit` warns with scikit-learn's ConvergenceWarning;
    `ptronlib.separability` then decides whether the sample is separable. Source: chapters 1, 3, 4
    and 7.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> found = PerceptronClassifier("aggressive", random_state=0).fit(X[:100], y[:100])
    >>> found.score(X[:100], y[:100]), found.converged_
    (1.0, array([ True]))
    """

    def __init__(
        self,
        rule="plain",
        *,
        kernel="linear",
        multi_class="ovo",
        prediction="auto",
        max_updates=None,
        random_state=None,
    ):
        self.rule = rule
        self.kernel = kernel
        self.multi_class = multi_class
        self.prediction = prediction
        self.max_updates = max_updates
        self.random_state = random_state

    def fit(self, X, y):
        """Run the machines until each has converged or spent its budget.

        Parameters
        ----------
        X : (n, d) array or sparse matrix
            Examples as rows; a sparse matrix is made dense.
        y : (n,) array
            Their labels, two classes or more.

        Returns
        -------
        PerceptronClassifier
            Itself.

        Warns
        -----
        ConvergenceWarning
            Some machine spent its budget.

        Raises
        ------
        ValueError, TypeError
            Unusable data or parameters, or one class only.
        """
        X, y = self._checked(X, y, reset=True)
        self._machines = self._new_machines(X, np.unique(y)).fit(X, y)
        machines = self._publish()
        rows = [np.arange(len(y))] * len(machines)
        if isinstance(self._machines, OneVsOneClassifier):
            pairs = combinations(self.classes_, 2)
            rows = [np.flatnonzero(np.isin(y, pair)) for pair in pairs]
        used = [row[m.support] for row, m in zip(rows, machines, strict=True)]
        self.support_ = np.unique(np.concatenate(used))
        self.margins_ = np.array([machine.margin for machine in machines])
        if self.kernel != "linear":
            self.support_vectors_ = X[self.support_]
        if not self.converged_.all():
            warnings.warn(self._spent(), ConvergenceWarning, stacklevel=2)
        return self

    @available_if(lambda self: self.kernel == "linear")
    def partial_fit(self, X, y, classes=None):
        """Go once through a batch of a stream; with the linear kernel only.

        Parameters
        ----------
        X : (n, d) array or sparse matrix
            Examples as rows; a sparse matrix is made dense.
        y : (n,) array
            Their labels.
        classes : array or None
            All labels that the stream may hold; needed in the first call.

        Returns
        -------
        PerceptronClassifier
            Itself.

        Raises
        ------
        ValueError, TypeError
            Unusable data or parameters, or classes missing, changed or not among them.
        """
        first = not hasattr(self, "_machines")
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        X, y = self._checked(X, y, reset=first)
        if first:
            self._machines = self._new_machines(X, np.unique(classes))
        self._machines.partial_fit(X, y, classes=classes)
        self._publish()
        return self

    def decision_function(self, X):
        """Return the scores: above 0 for the second of two classes; largest for the best of more.

        Parameters
        ----------
        X : (m, d) array or sparse matrix
            Examples as rows.

        Returns
        -------
        (m,) or (m, c) floats
            For two classes the signed distance from the hyperplane. For more, the votes of the
            pairs with the sum of distances as a tie-break, or the distances from the rest.
        """
        check_is_fitted(self)
        X = _dense(validate_data(self, X, reset=False, **WANTED))
        return self._machines.decision_function(X)

    def predict(self, X):
        """Return the label of each row of X.

        Parameters
        ----------
        X : (m, d) array or sparse matrix
            Examples as rows.

        Returns
        -------
        (m,) array
            Labels, of those seen in `fit`.
        """
        scores = self.decision_function(X)
        codes = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return self.classes_[codes]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _checked(self, X, y, reset):
        """Check parameters and data."""
        if not isinstance(self.rule, betas.BetaRule):
            check_choice(self.rule, "rule", tuple(RULES))
        check_choice(self.multi_class, "multi_class", ("ovo", "ovr"))
        check_choice(self.prediction, "prediction", ("auto", "final", "average"))
        if self.max_updates is not None:
            check_count(self.max_updates, "max_updates")
        X, y = validate_data(self, X, y, reset=reset, **WANTED)
        check_classification_targets(y)
        return _dense(X), y

    def _new_machines(self, X, classes):
        """Return one machine for each task, none of them fitted yet."""
        if len(classes) < 2:
            raise ValueError(f"y must hold at least two classes; got one class, {classes[0]!r}.")
        kind = OneVsRestClassifier  # of two classes it makes one machine
        if len(classes) > 2 and self.multi_class == "ovo":
            kind = OneVsOneClassifier
        shared = self.rule, self.prediction, self.max_updates, _kernel(self.kernel, X)
        return kind(_Machine(*shared, check_random_state(self.random_state), X.shape[1]))

    def _publish(self):
        """Set the attributes that follow from the machines, drop those of `fit`; return them."""
        for name in {"coef_", "intercept_", "margins_", "support_", "support_vectors_"}:
            self.__dict__.pop(name, None)
        machines = self._machines.estimators_
        self.classes_ = self._machines.classes_
        self.n_updates_ = np.array([machine.n_updates for machine in machines])
        self.converged_ = np.array([machine.converged for machine in machines])
        if self.kernel == "linear":
            self.coef_ = np.array([machine.w[:-1] for machine in machines])
            self.intercept_ = np.array([machine.w[-1] for machine in machines])
        return machines

    def _spent(self) -> str:
        return (
            f"{(~self.converged_).sum()} of {self.converged_.size} perceptrons stopped after a "
            f"budget of updates with some example still violated; they predict by "
            f"prediction={self.prediction!r}. ptronlib.separability says whether the classes are "
            f"separable; if so, raise max_updates, or scale the features; if not, try a kernel."
        )


class _Machine(BaseEstimator):
    """One perceptron between the classes 0 and 1, in the space of the kernel.

    All machines of a classifier draw their permutations from the same rng, one after the other. F
    holds the examples in the space of the kernel, with a constant feature 1 for the intercept.

    Attributes
    ----------
    w, last, total : (d + 1,) floats
        Weights, with the intercept at the end: those that predict, those in force, and the sum of
        those in force after each examination.
    beta, R : float
        Threshold in force, and the largest norm of an example so far.
    n_updates, seen : int
        Updates, and examinations.
    """

    def __init__(self, rule, prediction, max_updates, kernel, rng, n_features):
        self.rule, self.prediction, self.max_updates = rule, prediction, max_updates
        self.kernel, self.rng, self.n_features = kernel, rng, n_features
        self.w = self.last = self.total = np.zeros(n_features + 1)
        self.beta, self.R, self.n_updates, self.seen, self.converged = 0.0, 0.0, 0, 0, False

    def __sklearn_clone__(self):
        return type(self)(**self.get_params(deep=False))

    def fit(self, X, y):
        """Go through the examples until a pass is clean, or the budget is spent."""
        signs, n = np.where(y > 0, 1.0, -1.0), len(y)
        F = lift(X if self.kernel is None else _square_root(self.kernel(X, X)))
        self.last, passes, rule = np.zeros(F.shape[1]), [], self._rule_for(F)
        budget = max(10_000, 20 * n) if self.max_updates is None else self.max_updates
        while not self.converged and self.n_updates < budget:
            order = self.rng.permutation(n)
            passes.append(self._examine(F, signs, order, rule, budget - self.n_updates))
            self.converged = passes[-1][0].size == 0
        if not self.converged:  # the last update of the budget may have been the last one needed
            self.converged = bool((signs * products(F, self.last) > self.beta).all())
        used, times = map(np.concatenate, zip(*passes, strict=True))
        late = signs * np.bincount(used, self.seen - times + 1, n)
        self.total = late @ F
        coef = late / self.seen if self._by_mean else signs * np.bincount(used, minlength=n)
        self.w = self.total / self.seen if self._by_mean else self.last
        self.support = np.unique(used)
        self.points, self.coef = X[self.support], coef[self.support]
        self.margin = (signs * self.decision_function(X)).min()
        return self

    def partial_fit(self, X, y, classes=None):
        """Examine each example once, in the order in which they stand."""
        signs, F, before, n = np.where(y > 0, 1.0, -1.0), lift(X), self.last, len(y)
        self.last, self.converged = before.copy(), False
        used, times = self._examine(F, signs, np.arange(n), self._rule_for(F), n)
        self.total = self.total + n * before + ((self.seen - times + 1) * signs[used]) @ F[used]
        self.w = self.total / self.seen if self._by_mean else self.last
        return self

    def _rule_for(self, F: Array) -> betas.BetaRule:
        """Return the rule of the thresholds, for these examples and those before."""
        self.R = max(self.R, radius(F))
        return RULES[self.rule](self.R) if isinstance(self.rule, str) else self.rule

    def _examine(self, F: Array, signs: Array, order: NDArray, rule: betas.BetaRule, room: int):
        """Go once through the examples; return the mistakes, and the examination of each."""
        mistakes = np.empty(min(room, len(order)), np.intp)
        beta = max(self.beta, rule.start)
        thresholds = np.append(beta, rule.ahead(beta, self.n_updates, mistakes.size))
        kind = rule.jump, False, False  # add the mistakes, whichever comes first
        k, seen, _ = learn(
            F, signs, self.last, order.astype(np.uintp), 0, kind, thresholds, mistakes
        )
        place = np.empty(len(order), np.intp)
        place[order] = np.arange(1, len(order) + 1)
        times = self.seen + place[mistakes[:k]]
        self.beta, self.n_updates, self.seen = thresholds[k], self.n_updates + k, self.seen + seen
        return mistakes[:k], times

    @property
    def _by_mean(self) -> bool:
        """Whether the mean of all weights predicts, not the last ones."""
        return self.prediction == "average" or (self.prediction == "auto" and not self.converged)

    def decision_function(self, X):
        """Return the signed distances from the hyperplane, in the space of the kernel."""
        if self.kernel is None:
            heights = X @ self.w[:-1]
        else:
            heights = self.kernel(X, self.points) @ self.coef
        return (heights + self.w[-1]) / (norm(self.w[:-1]) or 1.0)

    def predict(self, X):
        """Return 0 or 1 for each row of X."""
        return (self.decision_function(X) > 0).astype(int)


def _dense(X) -> Array:
    return X.toarray() if sparse.issparse(X) else X


def _kernel(kernel, X: Array):
    """Return the kernel as a function of two matrices, None for the linear one."""
    if callable(kernel):
        return kernel
    if check_choice(kernel, "kernel", ("linear", *KERNELS)) == "linear":
        return None
    variance = X.var()
    gamma = 1 / (X.shape[1] * variance) if variance else 1.0
    return partial(pairwise_kernels, metric=kernel, filter_params=True, gamma=gamma)


def _square_root(K: Array) -> Array:
    """Return rows with the inner products K; eigenvalues below 0, from rounding, count as 0."""
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(np.maximum(values, 0.0))
