r"""The perceptrons of the book as a scikit-learn classifier; the module needs scikit-learn.

.. math:: \text{predict}(x) = \mathrm{sign}(w\cdot x + b), \qquad (w, b) \text{ from the one loop}
"""

from __future__ import annotations

import warnings
from functools import partial
from itertools import combinations

import numpy as np

from ._arithmetic import norm, norms
from ._extras import needs
from ._machine import Machine
from ._validate import Array, check_choice, check_count, check_domain, check_real
from .core import betas

with needs("sklearn"):
    from scipy import sparse
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.metrics.pairwise import pairwise_kernels
    from sklearn.model_selection import train_test_split
    from sklearn.utils import check_random_state, compute_class_weight, multiclass
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.validation import check_is_fitted, validate_data

__all__ = ["PerceptronClassifier"]

RULES = {  # the threshold, where R is the largest norm of an example
    "plain": lambda R: betas.constant(0.0),
    "aggressive": lambda R: betas.constant(R**2),
    "r_independent": lambda R: betas.r_independent(),
    "growing": lambda R: betas.growing(1.2, R),
}
KERNELS = ("cosine", "laplacian", "poly", "rbf")


class PerceptronClassifier(ClassifierMixin, BaseEstimator):
    r"""Classify with a perceptron of the book, its examples reshuffled before each pass.

    Parameters
    ----------
    rule : str or BetaRule
        "plain": an example is a mistake while its score is <= 0. "aggressive": while it is <= R^2,
        R the largest norm of an example, so that the margin is at least a third of the best.
        "r_independent": the threshold follows the examples that were used. "growing": it grows
        with the number of updates, with alpha = 1.2. Or any rule of `ptronlib.betas`. "plain" was
        behind the others on nine of ten tables (`benchmarks/rules.py`).
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
    max_iter, max_updates : int or None
        Passes and updates of each machine at most. None: 20 passes, or as many as examine 200 000
        examples if that is more; any number of updates.
    class_weight : dict, "balanced" or None
        What multiplies the steps of each class; "balanced": n / (c n_k) for n_k of n examples in
        one of c classes.
    early_stopping : bool
        Hold out a `validation_fraction` of each class, and stop a machine when for
        `n_iter_no_change` passes it has been right on no more of them than before.
    random_state : int, RandomState or None.  Draws the permutations, and the examples held out.

    Attributes
    ----------
    classes_ : (c,) array.  The labels, sorted; of a pair the second is the positive one.
    n_features_in_ : int.  Features of X.
    coef_, intercept_ : (m, d) and (m,) floats
        One hyperplane a machine, as used for prediction; only with the linear kernel.
    n_iter_, n_updates_ : (m,) ints.  Passes and updates of each machine.
    converged_ : (m,) bools.  Whether each machine stopped because nothing violated its threshold.
    margins_ : (m,) floats
        Smallest signed distance of a training example from each hyperplane, negative if there is a
        training error; in the unit of X, or of the space of the kernel.
    support_ : (s,) ints.  Rows of X that some machine used.
    support_vectors_ : (s, d) floats
        Those rows; only with a kernel that is not linear. No other examples are kept.

    Notes
    -----
    Each machine learns an intercept, as the weight of a constant feature 1: the theorems hold for
    the examples with it. A kernel is the same loop on rows whose inner products are those of the
    kernel, a square root of its matrix.

    The weight of a class changes its steps only: an example of weight s is a mistake at the same
    scores as any other, and is added s times. `fit` divides the weights by the largest. So
    :math:`w \cdot u \ge A\varepsilon` and :math:`\|w\|^2 \le (2\beta + R^2) A`, with A the sum of
    the steps so far: the bounds for a constant threshold hold with A in place of the number of
    updates, and the share of the best margin is the same. Single examples have no weights: one of
    weight 2 would make another run than two of weight 1, which are met at different moments.

    Pairs are the default for three classes: two classes are often separable where one and the rest
    are not, each machine sees fewer examples, and a vote need not compare scores of machines with
    weights of different lengths. Where "ovr" must compare, it compares distances.

    `partial_fit` goes once through the batch, in its order, from the weights that it finds. There
    is no last clean pass in a stream, so "auto" predicts by the average then, over the batches of
    the stream, and `support_` and `margins_` are left to `fit`.

    Where a budget ends first, `fit` warns with scikit-learn's ConvergenceWarning;
    `ptronlib.separable` decides whether the examples are separable. A `fit` interrupted from the
    keyboard leaves the weights so far. Source: chapters 1, 3, 4 and 7.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> found = PerceptronClassifier(random_state=0).fit(X[:100], y[:100])
    >>> found.score(X[:100], y[:100]), found.converged_
    (1.0, array([ True]))
    """

    def __init__(
        self,
        rule="aggressive",
        *,
        kernel="linear",
        multi_class="ovo",
        prediction="auto",
        max_iter=None,
        max_updates=None,
        class_weight=None,
        early_stopping=False,
        validation_fraction=0.1,
        n_iter_no_change=5,
        random_state=None,
    ):
        self.rule = rule
        self.kernel = kernel
        self.multi_class = multi_class
        self.prediction = prediction
        self.max_iter = max_iter
        self.max_updates = max_updates
        self.class_weight = class_weight
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.random_state = random_state

    def fit(self, X, y):
        """Run the machines until each has converged or spent its budget.

        Parameters
        ----------
        X : (n, d) array or sparse matrix.  Examples as rows; a sparse matrix is made dense.
        y : (n,) array.  Their labels, two classes or more.

        Returns
        -------
        PerceptronClassifier.  Itself.

        Warns
        -----
        ConvergenceWarning.  Some machine spent its budget.

        Raises
        ------
        ValueError, TypeError.  Unusable data or parameters, or one class only.
        """
        X, y = self._checked(X, y, reset=True)
        self._new_machines(X, np.unique(y))
        F, codes, steps, rule = self._prepared(X, y)
        rng = check_random_state(self.random_state)
        rows, held, share = np.arange(len(y)), None, self.validation_fraction
        if self.early_stopping:
            rows, held = train_test_split(rows, test_size=share, stratify=y, random_state=rng)
        limits = self.max_iter, self.max_updates, self.n_iter_no_change
        try:
            for machine, sides in zip(self._machines, self._sides, strict=True):
                signed = sides[codes] * steps / steps.max()
                machine.fit(F, signed, np.sort(rows), rule, limits, rng, held)
        finally:  # also when it is interrupted
            self._publish()
            self.support_ = np.unique(np.concatenate([m.support for m in self._machines]))
            if self._kernel is not None:
                dual = np.zeros((len(self._machines), len(y)))
                for row, machine in zip(dual, self._machines, strict=True):
                    row[machine.support] = machine.coef
                self.support_vectors_, self._dual = X[self.support_], dual[:, self.support_]
            for machine in self._machines:
                machine.support = machine.coef = np.empty(0, np.intp)
            sides = self._sides[:, codes]
            distances = np.where(sides, sides * self._distances(X).T, np.inf)
            self.margins_ = distances.min(axis=1)
        spent = [machine.task for machine in self._machines if machine.spent]
        if spent:
            warnings.warn(self._unfinished(spent), ConvergenceWarning, stacklevel=2)
        return self

    @available_if(lambda self: self.kernel == "linear")
    def partial_fit(self, X, y, classes=None):
        """Go once through a batch of a stream; with the linear kernel only.

        Parameters
        ----------
        X, y : arrays.  As for `fit`, but the weights of classes are not divided by the largest.
        classes : array or None.  All labels that the stream may hold; needed in the first call.

        Returns
        -------
        PerceptronClassifier.  Itself.

        Raises
        ------
        ValueError, TypeError
            Unusable data or parameters, or classes missing, changed or not among them.
        """
        first = not hasattr(self, "_machines")
        X, y = self._checked(X, y, reset=first)
        multiclass._check_partial_fit_first_call(self, classes)
        if not np.isin(y, self.classes_).all():
            raise ValueError(f"y must be subset of {self.classes_}; got labels {np.unique(y)}.")
        if self.class_weight == "balanced":
            raise ValueError("class_weight must be a dict or None in a stream; got 'balanced'.")
        if first:
            self._new_machines(X, self.classes_)
        F, codes, steps, rule = self._prepared(X, y)
        for machine, sides in zip(self._machines, self._sides, strict=True):
            machine.fit(F, sides[codes] * steps, np.arange(len(y)), rule, (1, None, 1))
        self._publish()
        return self

    def decision_function(self, X):
        """Return the scores: above 0 for the second of two classes; largest for the best of more.

        Parameters
        ----------
        X : (m, d) array or sparse matrix.  Examples as rows.

        Returns
        -------
        (m,) or (m, c) floats
            For two classes the signed distance from the hyperplane. For more, the votes of the
            pairs with the sum of distances as a tie-break, or the distances from the rest.
        """
        check_is_fitted(self)
        distances, sides = self._distances(self._validated(X, reset=False)), self._sides
        if len(sides) == 1:
            return distances[:, 0]
        if sides.all():  # each class against the rest
            return distances
        sums, wins = distances @ sides, np.where(distances > 0, 0.5, -0.5) @ sides
        return wins + (len(self.classes_) - 1) / 2 + sums / (3 * (np.abs(sums) + 1))

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
        for name in ("max_iter", "max_updates", "n_iter_no_change"):
            if getattr(self, name) is not None:
                check_count(getattr(self, name), name)
        check_real(self.validation_fraction, "validation_fraction", 0.0, 1.0, ends="()")
        X, y = self._validated(X, y, reset=reset)
        multiclass.check_classification_targets(y)
        return X, y

    def _validated(self, X, y="no_validation", *, reset):
        """Check the data; the linear kernel keeps float32, whose sums the loop makes in float64."""
        kinds = [np.float64, np.float32] if self.kernel == "linear" else np.float64
        found = validate_data(self, X, y, reset=reset, accept_sparse="csr", dtype=kinds)
        X, *y = found if isinstance(found, tuple) else (found,)
        X = X.toarray() if sparse.issparse(X) else X
        return (X, *y) if y else X

    def _new_machines(self, X, classes):
        """Make a machine for each task; _sides has the side of each class in it: -1, 0 or 1."""
        if len(classes) < 2:
            raise ValueError(f"y must hold at least two classes; got one class, {classes[0]!r}.")
        self.classes_, self._kernel, one = classes, _kernel(self.kernel, X), np.eye(len(classes))
        if len(classes) == 2 or self.multi_class == "ovo":
            tasks = [f"{a} against {b}" for a, b in combinations(classes, 2)]
            self._sides = np.array([b - a for a, b in combinations(one, 2)])
        else:
            tasks, self._sides = [f"{a} against the rest" for a in classes], 2 * one - 1
        size = 1 + (X.shape[1] if self._kernel is None else len(X))
        self._R, self._machines = 0.0, [Machine(task, self.prediction, size) for task in tasks]

    def _prepared(self, X, y):
        """Return the rows and what the machines need: classes, steps and the rule of thresholds."""
        F = X if self._kernel is None else _square_root(self._kernel(X, X))
        F = np.column_stack([F, np.ones(len(F), F.dtype)])
        codes = np.searchsorted(self.classes_, y)
        of_class = compute_class_weight(self.class_weight, classes=self.classes_, y=y)
        self._R = max(self._R, norms(F).max())
        rule = RULES[self.rule](self._R) if isinstance(self.rule, str) else self.rule
        steps = check_domain(of_class, "class_weight", 0.0)[codes]
        return F, codes, steps, rule

    def _publish(self):
        """Set the attributes that follow from the machines, drop those of `fit`."""
        for name in {"coef_", "intercept_", "margins_", "support_", "support_vectors_"}:
            self.__dict__.pop(name, None)
        for name in ("n_iter", "n_updates", "converged"):
            setattr(self, f"{name}_", np.array([getattr(m, name) for m in self._machines]))
        weights = np.array([machine.w for machine in self._machines])
        self._biases, normals = weights[:, -1].copy(), weights[:, :-1].copy()
        self._lengths = np.array([norm(normal) or 1.0 for normal in normals])
        if self._kernel is None:
            self.coef_, self.intercept_ = normals, self._biases

    def _distances(self, X):
        """Return the signed distances from all hyperplanes, (m, number of machines)."""
        if self._kernel is None:
            heights = X @ self.coef_.T
        else:
            heights = self._kernel(X, self.support_vectors_) @ self._dual.T
        return (heights + self._biases) / self._lengths

    def _unfinished(self, tasks) -> str:
        more = f" and {len(tasks) - 5} more" if len(tasks) > 5 else ""
        return (
            f"{len(tasks)} of {len(self._machines)} perceptrons stopped after a budget of passes "
            f"or updates with some example violated: {', '.join(tasks[:5])}{more}. They predict by "
            f"prediction={self.prediction!r}. ptronlib.separable(X, y, intercept=True), with the "
            f"examples of one of them, says whether these are separable; if so, raise max_iter, or "
            f"scale the features; if not, try a kernel."
        )


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
