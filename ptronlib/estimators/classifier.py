r"""The perceptrons of the book behind scikit-learn's face.

.. math:: \text{predict}(x) = \mathrm{sign}(w\cdot x + b), \qquad (w, b) \text{ from the one loop}
"""

from __future__ import annotations

import warnings
from dataclasses import fields
from numbers import Integral, Real

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state, column_or_1d
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from .._validate import check_choice, check_count, check_real
from ._kernel import Kernel
from ._machines import Machines, Options

RULES = ("plain", "aggressive", "r_independent", "infinity", "cosine")
ORDERS = ("cyclic", "shuffled", "worst")
PREDICTIONS = ("auto", "final", "average", "vote")
PUBLISHED = {
    "coef_",
    "converged_",
    "dual_coef_",
    "intercept_",
    "margins_",
    "n_updates_",
    "support_",
    "support_vectors_",
}


def _streams(model) -> bool:
    """Whether there is a partial_fit: new examples have no inner products with the old."""
    if model._precomputed:
        raise AttributeError("partial_fit cannot go on with a precomputed kernel: use fit.")
    return True


class PerceptronClassifier(ClassifierMixin, BaseEstimator):
    r"""Classify with any perceptron of the book.

    Parameters
    ----------
    rule : str
        "plain": an example is a mistake while its score is <= 0. "aggressive": while it is <= a
        constant threshold. "r_independent": the threshold follows the examples that were used.
        "infinity": it grows with the number of updates. "cosine": only what is plainly wrong is a
        mistake, and w is projected.
    beta : float, >= 0
        Threshold of "aggressive", in units of R^2, R the largest norm of an example; with 1 the
        margin is at least a third of the best.
    factor : float, >= 1
        Of "r_independent": the threshold is factor times the squared norm.
    alpha : float, 1 <= alpha < 2
        Growth exponent of "infinity"; the updates may number (R / eps)^(2 / (2 - alpha)).
    sigma, delta : float, between 0 and 1
        Threshold of "cosine", and the probability with which all its restarts may fail.
    fit_intercept : bool
        Learn b, by a constant feature appended to each example (in the feature space of a kernel).
    intercept_scaling : float, > 0
        That constant. The margin theorems hold for the examples with it.
    order : str
        "shuffled": a fresh permutation each pass. "cyclic": as the examples stand. "worst": the
        smallest score each time.
    kernel : str or callable
        "linear"; "poly", "rbf", "sigmoid", "cosine" or "laplacian", as in
        `sklearn.metrics.pairwise`; "precomputed"; or a function of two matrices. Other than the
        linear one, `fit` holds an (n, n) matrix of inner products.
    gamma, degree, coef0
        Of the kernel, as in `sklearn.svm.SVC`.
    multi_class : str
        For three classes or more. "ovo": one machine for each pair, which vote; "ovr": one for each
        class against the rest, the largest distance wins.
    prediction : str
        "final": by the last weights. "average": by the mean of all weights, each counted as long as
        it was in force. "vote": by their majority. "auto": "final" for a machine that converged,
        else "average". The cosine rule has the final weights only.
    max_updates : int or None
        Budget of each machine; None stands for 10 000, or 20 an example if that is more, and for
        1 000 000 projections of the cosine rule.
    random_state : int, RandomState or None
        Draws permutations, and the starts of the cosine rule.

    Attributes
    ----------
    classes_ : (c,) array
        The labels, sorted; of a pair the second is the positive one.
    n_features_in_ : int
        Features of X.
    coef_, intercept_ : (m, d) and (m,) floats
        One hyperplane a machine, as used for prediction; none with a kernel or a vote.
    n_updates_ : (m,) ints
        Updates of each machine.
    converged_ : (m,) bools
        Whether each machine stopped because nothing violated its threshold.
    margins_ : (m,) floats
        Smallest signed distance of a training example from each hyperplane, negative if there is a
        training error; in the unit of X, or of the feature space. With a vote, the smallest share.
    support_ : (s,) ints
        Rows of X that some machine used.
    dual_coef_ : (m, s) floats
        Signed number of updates of each machine with each of them; none for the cosine rule.
    support_vectors_ : (s, d) array or sparse matrix
        Those rows, kept for a kernel or a vote.

    Notes
    -----
    Pairs are the default for three classes: two classes are often separable where one and the rest
    are not, each machine sees fewer examples, and a vote need not compare scores of machines with
    weights of different lengths. Where "ovr" must compare, it compares distances.

    Sparse X stays sparse: an examination costs as much as its row has entries. The rule "cosine"
    and the order "worst" cost a product with the whole matrix for each update.

    `partial_fit` goes once through the batch, in its order. There is no last clean pass in a
    stream, so "auto" predicts by the average then, and `support_`, `margins_` and (for the linear
    kernel) `dual_coef_` are left to `fit`.

    The order "worst" is for separable samples: where there is no separator it comes back to the
    same few outliers, and no mean of its weights classifies the others well.

    Where the budget ends first, `fit` warns with scikit-learn's ConvergenceWarning;
    `ptronlib.separability` then decides whether the sample is separable. Source: chapters 1, 3, 4,
    5 and 7.

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
        beta=1.0,
        factor=4.0,
        alpha=1.2,
        sigma=0.1,
        delta=0.01,
        fit_intercept=True,
        intercept_scaling=1.0,
        order="shuffled",
        kernel="linear",
        gamma="scale",
        degree=3,
        coef0=0.0,
        multi_class="ovo",
        prediction="auto",
        max_updates=None,
        random_state=None,
    ):
        self.rule = rule
        self.beta = beta
        self.factor = factor
        self.alpha = alpha
        self.sigma = sigma
        self.delta = delta
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.order = order
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.multi_class = multi_class
        self.prediction = prediction
        self.max_updates = max_updates
        self.random_state = random_state

    def fit(self, X, y):
        """Run the machines until each has converged or spent its budget.

        Parameters
        ----------
        X : (n, d) array or sparse matrix
            Examples as rows; (n, n) inner products if the kernel is "precomputed".
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
        DataConversionWarning
            y is a column; it is taken as the labels all the same.

        Raises
        ------
        ValueError, TypeError
            Unusable data or parameters.
        """
        X, codes = self._checked(X, y, None)
        self._machines = Machines(self._options(X), len(self.classes_))
        used = self._machines.learn(X, codes)
        self._publish()
        self.support_ = used
        self.margins_ = self._machines.margins(X, codes)
        if not self.converged_.all():
            warnings.warn(self._spent(), ConvergenceWarning, stacklevel=2)
        return self

    @available_if(_streams)
    def partial_fit(self, X, y, classes=None):
        """Go once through a batch of a stream.

        Parameters
        ----------
        X : (n, d) array or sparse matrix
            Examples as rows.
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
        classes = self.classes_ if classes is None else np.unique(classes)
        if not first and not np.array_equal(classes, self.classes_):
            raise ValueError(f"classes must stay {self.classes_} in a stream; got {classes}.")
        X, codes = self._checked(X, y, classes, reset=first)
        if first:
            self._machines = Machines(self._options(X), len(self.classes_))
        self._machines.learn_once(X, codes)
        self._publish()
        return self

    def decision_function(self, X):
        """Return the scores: above 0 for the second of two classes; largest for the best of more.

        Parameters
        ----------
        X : (m, d) array or sparse matrix
            Examples as rows; (m, n) inner products if the kernel is "precomputed".

        Returns
        -------
        (m,) or (m, c) floats
            w . x + b for two classes, or the share of votes from -1 to 1. For more, the votes of
            the pairs with the sum of distances as a tie-break, or the distances from the rest.
        """
        check_is_fitted(self)
        return self._machines.scores(self._validated(X, reset=False))

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
        tags.input_tags.sparse = not self._precomputed
        tags.input_tags.pairwise = self._precomputed
        tags.classifier_tags.poor_score = self.order == "worst"  # see the notes
        return tags

    # -- what the public methods share

    @property
    def _precomputed(self) -> bool:
        return isinstance(self.kernel, str) and self.kernel == "precomputed"

    def _wanted(self) -> dict:
        return {"accept_sparse": not self._precomputed and "csr", "dtype": np.float64}

    def _validated(self, X, *y, **how):
        """Check the data as scikit-learn does, but name X where its text is no number."""
        try:
            return validate_data(self, X, *y, **how, **self._wanted())
        except ValueError as error:
            if "could not convert" in str(error):
                raise ValueError(f"X must hold numbers; {error}") from None
            raise

    def _checked(self, X, y, classes, reset=True):
        """Check parameters and data; return X and the number of each label among the classes."""
        self._check_parameters()
        with np.errstate(over="ignore"):  # what is too large becomes infinite, and is refused
            X, y = self._validated(X, y, reset=reset, order="C")
        if self._precomputed and X.shape[0] != X.shape[1]:
            raise ValueError(f"A precomputed kernel must be a square matrix; got {X.shape}.")
        check_classification_targets(y)
        y = column_or_1d(y)
        known = np.unique(y) if classes is None else classes
        if len(known) < 2:
            raise ValueError(f"y must hold at least two classes; got one class, {known[0]!r}.")
        strange = ~np.isin(y, known)
        if strange.any():
            raise ValueError(f"Every label must be one of {known}; got {y[strange][0]!r}.")
        self.classes_ = known
        return X, np.searchsorted(known, y)

    def _check_parameters(self) -> None:
        check_choice(self.rule, "rule", RULES)
        check_choice(self.order, "order", ORDERS)
        check_choice(self.multi_class, "multi_class", ("ovo", "ovr"))
        check_choice(self.prediction, "prediction", PREDICTIONS)
        check_real(self.beta, "beta", 0.0)
        check_real(self.factor, "factor", 1.0)
        check_real(self.sigma, "sigma", 0.0, 1.0, ends="()")
        check_real(self.delta, "delta", 0.0, 1.0, ends="()")
        check_real(self.intercept_scaling, "intercept_scaling", 0.0, ends="()")
        if self.max_updates is not None:
            check_count(self.max_updates, "max_updates")
        if self.rule == "cosine" and self.kernel != "linear":
            raise ValueError(
                f"The cosine rule starts in a random direction of the space of the features, so it "
                f"needs kernel='linear'; got {self.kernel!r}. Choose another rule."
            )
        if self.rule == "cosine" and self.prediction in ("average", "vote"):
            raise ValueError(
                f"The cosine rule predicts by its final weights; got prediction="
                f"{self.prediction!r}. Use 'auto' or 'final'."
            )

    def _options(self, X) -> Options:
        """Return the parameters as the machines want them."""
        own = {"kernel", "scale", "rng"}
        names = [field.name for field in fields(Options) if field.name not in own]
        shared = {name: _plain(getattr(self, name)) for name in names}
        kernel = None
        if not (isinstance(self.kernel, str) and self.kernel == "linear"):
            kernel = Kernel.for_sample(self.kernel, X, self.gamma, self.degree, self.coef0)
        return Options(
            **shared,
            kernel=kernel,
            scale=float(self.intercept_scaling) if self.fit_intercept else None,
            rng=check_random_state(self.random_state),
        )

    def _publish(self) -> None:
        """Set the attributes that follow from the machines; drop those that no longer do."""
        for name in PUBLISHED & set(vars(self)):
            delattr(self, name)
        for name, value in self._machines.attributes().items():
            setattr(self, name, value)

    def _spent(self) -> str:
        spent = int((~self.converged_).sum())
        return (
            f"{spent} of {len(self.converged_)} perceptrons stopped after a budget of updates with "
            f"some example still violated; they predict by prediction={self.prediction!r}. "
            f"ptronlib.separability says whether the classes are separable; if so, raise "
            f"max_updates, or scale the features; if not, try a kernel."
        )


def _plain(option):
    """Return a real number of any type, a fraction for one, as the compiled loops want it."""
    if isinstance(option, Integral):
        return int(option)
    return float(option) if isinstance(option, Real) else option
