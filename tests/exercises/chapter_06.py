import numpy as np
from scipy.linalg import hadamard
from strategies import RIGHT

HADAMARD = hadamard(4)  # orthogonal rows of length 2

CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c6-three", (4, 6), RIGHT),
    ("ex-c6-three", (6, 6), "always have the same label"),
    ("ex-c6-three", (4, 3), "its opposite are two"),
    ("ex-c6-small", (22, 30), RIGHT),
    ("ex-c6-small", (10, 30), "The bias is one of them"),
    ("ex-c6-small", (22, 15), "a labeling and its opposite"),
    ("ex-c6-weights", 537, RIGHT),
    ("ex-c6-weights", 500, "the probability is 0.5000"),
    ("ex-c6-weights", 1000, "but so are 999"),
    ("ex-c6-weights", 536.5, "a whole number"),
    ("ex-c6-shatter", 0.5 * HADAMARD, RIGHT),
    ("ex-c6-shatter", HADAMARD, "has norm 2"),
    ("ex-c6-shatter", 0.4 * HADAMARD, "the best margin is 0.4"),
    ("ex-c6-shatter", np.eye(3), "four points; got shape (3, 3)"),
    ("ex-c6-shatter", [[0.6], [0.7], [0.8], [0.9]], "the best margin is 0."),
    ("ex-c6-wendel", (0.5, 0.875), RIGHT),
    ("ex-c6-wendel", (0.5, 0.125), "surround the centre"),
    ("ex-c6-circle", (512, 652), RIGHT),
    ("ex-c6-circle", (764, 652), "general position"),
    ("ex-c6-circle", (512, 512), "independent"),
]
