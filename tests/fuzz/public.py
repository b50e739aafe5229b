"""Which callables are public: those in `__all__` of each module whose name has no underscore."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module

import ptronlib

from . import doors_pictures, doors_rest, doors_sets, doors_torch  # noqa: F401 they register doors
from .judge import DOORS, name_of

# Records come out of functions: the door of the function reads them.
RECORDS = {
    "compression.KernelRun": "compression.kernel_perceptron",
    "data.sample.Sample": "data.drawn.linear",
    "decision.Mixture": "decision.decide",
    "decision.Plane": "decision.decide",
    "digits.PocketNetwork": "digits.quantize",
    "exercises._checking.Verdict": "exercises._checking.check",
    "farkas.Combination": "farkas.farkas",
    "farkas.Solution": "farkas.farkas",
    "games.Game": "games.game_value",
    "games.SparseStrategies": "games.sparse_strategies",
    "margins.Inseparable": "margins.separability",
    "margins.MaxMargin": "margins.max_margin",
    "margins.Separable": "margins.separability",
    "matrix_games.MatrixGame": "matrix_games.matrix_game",
    "matrix_games.Play": "matrix_games.regret_matching",
    "mnist.MNIST": "mnist.load_mnist",
    "nearest.Approach": "nearest.approach",
    "nearest.HullDistance": "nearest.hull_distance",
    "neural.network.Network": "neural.network.Network.draw",
    "neural.training.Training": "neural.training.train",
    "population.LeaveOneOut": "population.leave_one_out_sums",
    "population.Online": "population.online_sums",
    "position.Degenerate": "position.in_general_position",
    "position.GeneralPosition": "position.in_general_position",
    "projection.HadamardMap": "projection.hadamard_map",
    "proofs.inequality.Inequality": "proofs.novikoff.novikoff",
    "run.Run": "perceptron.perceptron",
    "separation.Close": "separation.separate_hulls",
    "separation.Wall": "separation.separate_hulls",
    "sgd.Descent": "sgd.descend",
    "tables._table.Table": "tables._csv.read_csv",
    "trials.Interval": "trials.interval",
}
# Parts of those records, and exceptions: `test_parts_and_exceptions` makes each of them.
PARTS = {
    "decision.Interrupted",
    "run.UpdateBudgetExceeded",
    "separation.Picks",
    "separation.SeparationBudgetExceeded",
    "tables._table.TableError",
    "trials.Difference",
    "_fetch.MNISTError",
}


def public_modules():
    """Yield the modules and packages directly in ptronlib whose names have no underscore."""
    for module in pkgutil.iter_modules(ptronlib.__path__):
        if not module.name.startswith("_"):
            yield import_module(f"ptronlib.{module.name}")


def public_callables() -> dict[str, object]:
    """Return every public function and class by its name, each once."""
    found = {}
    for module in public_modules():
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value) and not inspect.ismodule(value):
                found[name_of(value)] = value
    return found


def missing() -> set[str]:
    """Return the names of public callables that nothing here knows."""
    return set(public_callables()) - set(DOORS) - set(RECORDS) - PARTS
