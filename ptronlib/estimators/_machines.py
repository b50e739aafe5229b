"""All the machines of a classifier: let them learn a batch, and ask them for their scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from .._validate import Array
from ..cosine import MOST
from ._examples import Gram, Ints, Rows
from ._kernel import Kernel
from ._learning import Machine, Trace, beta_rule, learn
from ._memory import Memory, averaged
from ._projecting import project_pass, project_restarts, random_start
from ._tasks import Task, members, tasks, verdict, vote

TINY = 1e-13
FEWEST, EACH = 10_000, 20  # updates granted at least, and for each example, if not told


@dataclass(frozen=True, eq=False)
class Options:
    """The classifier's parameters; no kernel means the linear one, no scale no intercept."""

    rule: str
    beta: float
    factor: float
    alpha: float
    sigma: float
    delta: float
    order: str
    multi_class: str
    prediction: str
    max_updates: int | None
    kernel: Kernel | None
    scale: float | None
    rng: np.random.RandomState


class Machines:
    """One machine for each task, and the examples that they remember."""

    def __init__(self, options: Options, n_classes: int):
        self.options, self.n_classes = options, n_classes
        self.tasks: list[Task] = tasks(n_classes, options.multi_class)
        self.machines = [Machine() for _ in self.tasks]
        self.memory = Memory(len(self.tasks), ordered=options.prediction == "vote")
        self.finished = False

    # -- learning

    def learn(self, X, codes: Ints) -> Ints:
        """Learn until all have converged or spent their budgets; return the rows that were used."""
        self.finished = True
        used = self.memory.take(X, *self._learn(X, codes, np.inf))
        self.lengths = self._lengths()
        return used

    def learn_once(self, X, codes: Ints) -> None:
        """Go once through a batch, in its order."""
        self.finished = False
        learned = self._learn(X, codes, 1)
        for machine in self.machines:
            machine.converged = False
        if self._keeps_points:
            self.memory.take(X, *learned)
        self.lengths = self._lengths()

    def _learn(self, X, codes, passes):
        """Return each machine's rows of X, their labels, and what it did."""
        chosen = [members(codes, task) for task in self.tasks]
        products = None if self.options.kernel is None else self._products(X)
        traces = [
            self._learn_task(k, X, rows, y, products, passes) if rows.size else Trace()
            for k, (rows, y) in enumerate(chosen)
        ]
        rows, signs = zip(*chosen, strict=True)
        return rows, signs, traces

    def _learn_task(self, k, X, rows, y, products, passes) -> Trace:
        machine, options = self.machines[k], self.options
        if products is None:
            examples = self._rows(machine, X if rows.size == X.shape[0] else X[rows], y)
        else:
            within, before = products
            values = self.memory.counts[k] @ before[:, rows]
            examples = Gram(y[:, None] * within[np.ix_(rows, rows)] * y, y * values)
        machine.R = max(machine.R, float(np.sqrt(max(0.0, examples.norms2.max()))))
        if machine.R == 0:
            return Trace()  # nothing but zeros
        if options.rule == "cosine":
            return self._learn_cosine(examples, machine, passes)
        streamed = passes != np.inf
        trace = learn(
            examples,
            machine,
            beta_rule(options, machine.R),
            order="cyclic" if streamed else options.order,
            rng=None if streamed or options.order != "shuffled" else options.rng,
            max_updates=options.max_updates or max(FEWEST, EACH * len(rows)),
            passes=passes,
        )
        if products is None and options.order == "worst" and not streamed:
            machine.late += examples.matrix.T @ np.bincount(trace.mistakes, trace.times, len(rows))
        return trace

    def _rows(self, machine: Machine, X, y: Array) -> Rows:
        if machine.w is None:
            d = X.shape[1] + (self.options.scale is not None)
            machine.w, machine.late = np.zeros(d), np.zeros(d)
        return Rows(X, y, self.options.scale or 0.0, machine.w, machine.late)

    def _learn_cosine(self, examples: Rows, machine: Machine, passes) -> Trace:
        sigma, delta, rng = self.options.sigma, self.options.delta, self.options.rng
        if passes == np.inf:
            trace = project_restarts(
                examples, machine, sigma, delta, rng, self.options.max_updates or MOST
            )
        else:
            if not machine.w.any():
                examples.w = random_start(machine.w.size, rng)
            trace = project_pass(examples, machine, sigma)
        machine.w = examples.w
        return trace

    def _products(self, X) -> tuple[Array, Array]:
        """Return the inner products within a batch, and of the remembered examples with it."""
        kernel, points = self.options.kernel, self.memory.points
        within = (X if kernel.precomputed else kernel.products(X, X)) + self._shift
        if points is None or not points.shape[0]:
            return within, np.zeros((self.memory.counts.shape[1], X.shape[0]))
        return within, kernel.products(points, X) + self._shift

    @property
    def _shift(self) -> float:
        """What the constant feature adds to each inner product."""
        return 0.0 if self.options.scale is None else self.options.scale**2

    @property
    def _keeps_points(self) -> bool:
        return self.options.kernel is not None or self.options.prediction == "vote"

    # -- what was learned

    def attributes(self) -> dict:
        """Return the fitted attributes of the classifier."""
        found = {
            "n_updates_": np.array([machine.n_updates for machine in self.machines]),
            "converged_": np.array([machine.converged for machine in self.machines]),
        }
        if self._keeps_points:
            found["support_vectors_"] = self.memory.points
        if self.options.rule != "cosine" and (self.finished or self._keeps_points):
            found["dual_coef_"] = self.memory.counts
        if not self._keeps_points:
            found["coef_"], found["intercept_"] = self._hyperplanes()
        return found

    def scores(self, X) -> Array:
        """Return the values of the one machine, or the score of each class."""
        values = self.values(X)
        if self.n_classes == 2:
            return values[:, 0]
        return verdict(values / self.lengths, self.tasks, self.n_classes)

    def margins(self, X, codes: Ints) -> Array:
        """Return the smallest signed distance of a training example from each hyperplane."""
        distances = self.values(X) / self.lengths
        chosen = [members(codes, task) for task in self.tasks]
        return np.array([(y * distances[rows, k]).min() for k, (rows, y) in enumerate(chosen)])

    def values(self, X) -> Array:
        """Return w . x + b of each machine, or its vote, (m, n_machines)."""
        if self.options.prediction == "vote":
            S = self._inner(X) + self._shift
            seen = [machine.seen for machine in self.machines]
            steps = zip(self.memory.steps, seen, strict=True)
            return np.column_stack([vote(S, *step, n) for step, n in steps])
        if self.options.kernel is None:
            W, b = self._hyperplanes()
            values = np.asarray(X @ W.T) + b
            if self.options.rule == "cosine":  # what was projected lies on w's hyperplane
                values[np.abs(values) <= TINY * (abs(X) @ abs(W).T + abs(b))] = 0.0
            return values
        C = self._coefficients()
        return (self._inner(X) + self._shift) @ C.T

    def _lengths(self) -> Array:
        """Return the norm of each machine's weights, 1 where there is none."""
        if self.options.prediction == "vote":
            return np.ones(len(self.machines))
        if self.options.kernel is None:
            squares = np.square(self._hyperplanes()[0]).sum(axis=1)
        else:
            C, K = self._coefficients(), self._inner(self.memory.points)
            squares = np.einsum("ij,jk,ik->i", C, K, C)
        return np.sqrt(np.where(squares > 0, squares, 1.0))

    def _hyperplanes(self) -> tuple[Array, Array]:
        """Return the weights and intercepts that predict, (m, d) and (m,)."""
        W = np.array([self._mean(m, m.w, m.late) for m in self.machines])
        scale = self.options.scale
        return (W, np.zeros(len(W))) if scale is None else (W[:, :-1], scale * W[:, -1])

    def _coefficients(self) -> Array:
        """Return the coefficients of the remembered examples that predict, (m, s)."""
        every = zip(self.machines, self.memory.counts, self.memory.late, strict=True)
        return np.array([self._mean(*one) for one in every])

    def _mean(self, machine: Machine, final: Array, late: Array) -> Array:
        """Return the final weights or their mean over all examinations, as was asked for."""
        wanted = self.options.prediction
        if self.options.rule == "cosine" or wanted == "final" or not machine.seen:
            return final
        if wanted == "auto" and machine.converged:
            return final
        return averaged(final, late, machine.seen)

    def _inner(self, X) -> Array:
        """Return the inner products of X with the remembered examples."""
        kernel, points = self.options.kernel, self.memory.points
        if kernel is None:
            products = X @ points.T
            return products.toarray() if sparse.issparse(products) else np.asarray(products)
        return X[:, self.memory.rows] if kernel.precomputed else kernel.products(X, points)
