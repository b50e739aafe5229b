import numpy as np
from strategies import RIGHT

from ptronlib import samples

SMALL = samples.small_margin(0.07)


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c3-hand", ([0, 1, 0, 1], [0, 1, 1, 1]), RIGHT),
    ("ex-c3-hand", ([0, 1, 1], [0, 1, 1, 1]), "a tie is a mistake"),
    ("ex-c3-hand", ([0, 0, 1, 1], [0, 1, 1, 1]), "it is the turn of z_2"),
    ("ex-c3-hand", ([0, 1, 0, 1], [0, 1, 0, 1]), "Which of the two scores"),
    ("ex-c3-price", (4.5, 380), RIGHT),
    ("ex-c3-price", (4.5, 19), "That is j"),
    ("ex-c3-price", (4.5, 361), "Worst first it is not 361."),
    ("ex-c3-scale", lambda beta, s: s**2 * beta, RIGHT),
    ("ex-c3-scale", lambda beta, s: s * beta, "made of examples too"),
    ("ex-c3-scale", lambda beta, s: beta, "Compare the"),
    ("ex-c3-limit", 4 / np.sqrt(17), RIGHT),
    ("ex-c3-limit", 8 / np.sqrt(34), "divide it by the best one"),
    ("ex-c3-limit", 1.0, "It is not 1."),
    ("ex-c3-order", ([[2, -3], [3, 1]], [1, 1], 16), RIGHT),
    ("ex-c3-order", ([[2, 0], [1, 1]], [1, 1], 100.0), "worst first"),
    ("ex-c3-order", ([[2, 0], [1, 1]], [1, 1], -1.0), "beta"),
    ("ex-c3-jump", (SMALL.X, SMALL.y), RIGHT),
    ("ex-c3-jump", (samples.small_margin(0.2).X, SMALL.y), "share of the best margin is"),
]
