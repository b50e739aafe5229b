from strategies import RIGHT

CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c10-images", 49_000, RIGHT),
    ("ex-c10-images", 12_270, "once its standard error"),
    ("ex-c10-images", 24_541, "twice the variance"),
    ("ex-c10-layers", lambda L, lam: (lam**L, lam ** (2 - L)), RIGHT),
    ("ex-c10-layers", lambda L, lam: (lam**L, lam ** (L - 2)), "not the other way round"),
    ("ex-c10-layers", lambda L, lam: (lam**2, 1.0), "By what are scores multiplied"),
    ("ex-c10-break", (1, 0.5, 1), RIGHT),
    ("ex-c10-break", (3, 3, 1), "both runs take"),
    ("ex-c10-break", (0, 1, 1), "positive"),
    ("ex-c10-design", 20, RIGHT),
    ("ex-c10-design", 10, "power is about one half"),
    ("ex-c10-design", 42, "the number of networks"),
]
