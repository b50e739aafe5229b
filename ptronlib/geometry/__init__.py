"""Margins, nearest points of hulls, walls, alternatives and games: each answer with its proof."""

from .alternative import Combination, Solution, farkas
from .bodies import Ellipsoid, Polytope
from .convex_sets import Close, Picks, Wall, separate_hulls
from .games import (
    Game,
    MatrixGame,
    Play,
    SparseStrategies,
    game_value,
    matrix_game,
    multiplicative_weights,
    regret_matching,
    sparse_strategies,
)
from .hull import Approach, HullDistance, approach, hull_distance
from .margins import margin, max_margin, radius, scores
from .separability import Contradiction, Separator, Undecided, separable

__all__ = [
    "Approach", "Close", "Combination", "Contradiction", "Ellipsoid", "Game", "HullDistance",
    "MatrixGame", "Picks", "Play", "Polytope", "Separator", "Solution", "SparseStrategies",
    "Undecided", "Wall", "approach", "farkas", "game_value", "hull_distance", "margin",
    "matrix_game", "max_margin", "multiplicative_weights", "radius", "regret_matching", "scores",
    "separable", "separate_hulls", "sparse_strategies",
]  # fmt: skip
