"""Margins, nearest points of hulls, walls, alternatives and games: each answer with its proof."""

from .bodies import Body, Ellipsoid, Picks, Polytope
from .certificates import (
    Certificate,
    Close,
    Combination,
    Contradiction,
    Game,
    HullDistance,
    MatrixGame,
    Refutation,
    Separator,
    Solution,
    Undecided,
    Verdict,
    Wall,
)
from .games import (
    Play,
    SparseStrategies,
    game_value,
    matrix_game,
    multiplicative_weights,
    regret_matching,
    sparse_strategies,
)
from .hulls import Approach, approach, hull_distance
from .points import margin, radius, scores
from .separability import max_margin, separable
from .walls import farkas, separate_hulls

__all__ = [
    "Approach", "Body", "Certificate", "Close", "Combination", "Contradiction", "Ellipsoid", "Game",
    "HullDistance", "MatrixGame", "Picks", "Play", "Polytope", "Refutation", "Separator",
    "Solution", "SparseStrategies", "Undecided", "Verdict", "Wall", "approach", "farkas",
    "game_value", "hull_distance", "margin", "matrix_game", "max_margin",
    "multiplicative_weights", "radius", "regret_matching", "scores", "separable",
    "separate_hulls", "sparse_strategies",
]  # fmt: skip
