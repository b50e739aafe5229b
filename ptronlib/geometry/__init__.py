"""Margins, nearest points of hulls, walls, alternatives and games: each answer with its proof."""

from .alternative import Combination, Solution, farkas
from .bodies import Ball, Box, Ellipsoid, MinkowskiSum, Polytope
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
from .hyperplane import Mixture, Plane, decide
from .margins import (
    Inseparable,
    MaxMargin,
    Separable,
    margin,
    max_margin,
    radius,
    scores,
    separability,
)
from .separation import (
    Close,
    Picks,
    Wall,
    separate_hulls,
    verify,
)

__all__ = [
    "Approach",
    "Ball",
    "Box",
    "Close",
    "Combination",
    "Ellipsoid",
    "Game",
    "HullDistance",
    "Inseparable",
    "MatrixGame",
    "MaxMargin",
    "MinkowskiSum",
    "Mixture",
    "Picks",
    "Plane",
    "Play",
    "Polytope",
    "Separable",
    "Solution",
    "SparseStrategies",
    "Wall",
    "approach",
    "decide",
    "farkas",
    "game_value",
    "hull_distance",
    "margin",
    "matrix_game",
    "max_margin",
    "multiplicative_weights",
    "radius",
    "regret_matching",
    "scores",
    "separability",
    "separate_hulls",
    "sparse_strategies",
    "verify",
]
