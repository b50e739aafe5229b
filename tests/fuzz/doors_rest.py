"""Files, digits, tables, statistics, exercises, the estimator and the command line."""

from __future__ import annotations

import contextlib
import io
import json
import struct
import tempfile
from pathlib import Path
from unittest import mock

import numpy as np

from ptronlib import (
    command,
    decision,
    digits,
    estimators,
    exercises,
    mnist,
    tables,
    trials,
)

from .doors_samples import draw_bool
from .judge import convex, door, finite, lengths, near, num
from .values import count, generator, labelled, maybe, share, small_points

FOLDER = Path(tempfile.mkdtemp(prefix="ptron-fuzz-"))  # emptied by the tests when they end


# -- MNIST


def idx(array):
    head = bytes([0, 0, 8, array.ndim]) + struct.pack(f">{array.ndim}I", *array.shape)
    return head + array.astype(np.uint8).tobytes()


def _contents():
    labels, images = np.arange(20) % 10, np.arange(20 * 784).reshape(20, 28, 28) % 256
    return {
        f"{part}-{name}": idx(array)
        for part in ("train", "t10k")
        for name, array in (("images-idx3-ubyte", images), ("labels-idx1-ubyte", labels))
    }


CONTENTS = _contents()


def _load(root=None, digits=None):
    """With twenty images, which lie in the memory; a root that is bad is refused all the same."""
    with mock.patch.object(mnist, "obtain", lambda root: (_folder(root), CONTENTS)):
        return mnist.load_mnist(root=root, digits=digits)


def _folder(root):
    from ptronlib._fetch import _folders

    return _folders(root)[0]


def _check_mnist(r, root, digits):
    kept = range(10) if digits is None else [int(d) for d in digits]
    assert r.X_train.shape == (2 * len(kept), 784) and set(r.y_train) == set(kept)
    assert ((r.X_test >= 0) & (r.X_test <= 1)).all()


def _some_digits(draw):
    return generator(draw).permutation(10)[: count(draw, 10)].tolist()


door(
    mnist.load_mnist,
    {"root": lambda d: None, "digits": maybe(_some_digits)},
    _check_mnist,
    call=_load,
)
door(
    mnist.signed_labels,
    lambda draw: {
        "digit_labels": generator(draw).integers(0, 10, count(draw)),
        "positive": count(draw, 10) - 1,
    },
    lambda r, digit_labels, positive: near(
        r,
        np.where(np.asarray(digit_labels) == positive, 1.0, -1.0),
    ),
)


def _content(draw):
    shape = [count(draw, 3) for _ in range(count(draw, 3))]
    whole = idx(generator(draw).integers(0, 256, shape))
    return whole if draw_bool(draw) else whole[: count(draw, len(whole))]


door(
    mnist.parse_idx,
    {"content": _content},
    lambda r, content: idx(r) == bytes(content) or (_ for _ in ()).throw(AssertionError()),
    says=["IDX", "header", "Shape"],
)


# -- pocket networks


def _weights(draw):
    rng, hidden = generator(draw), count(draw, 3)
    return {
        "W1": rng.standard_normal((784, hidden)), "b1": rng.standard_normal(hidden),
        "W2": rng.standard_normal((hidden, 10)), "ink": rng.random(784) < 0.5,
        "beta": 1.0, "label": "a label",
    }  # fmt: skip


def _check_pocket(net, W1, b1, W2, ink, beta, label):
    again = digits.from_bytes(digits.to_bytes(net))
    for name, part in net.tensors.items():
        assert np.array_equal(part, again.tensors[name])
    assert again.beta == net.beta and again.label == label
    error = np.abs(net.Q * net.scale - num(W1)[net.pixels])
    assert (error <= 0.51 * net.scale + 1e-6 * np.abs(num(W1)).max()).all()
    scores = net.scores(np.zeros((2, 784)))
    assert scores.shape == (2, 10) and np.isfinite(scores).all()


door(digits.quantize, _weights, _check_pocket)


def _pocket(draw):
    return digits.quantize(**_weights(draw))


door(digits.to_bytes, {"net": _pocket}, lambda r, net: digits.from_bytes(r).label == net.label)


def _file(draw):
    whole = digits.to_bytes(_pocket(draw))
    if draw_bool(draw):
        return whole
    rng, broken = generator(draw), bytearray(whole)
    for _ in range(count(draw, 4)):
        broken[rng.integers(min(len(broken), 400))] = rng.integers(256)
    return bytes(broken[: count(draw, len(broken))] if draw_bool(draw) else broken)


def _check_read(net, **_):
    assert net.scores(np.zeros((1, 784))).shape == (1, 10)


door(digits.from_bytes, {"content": _file}, _check_read, says=["file"])
door(
    digits.load_pocket,
    {"path": lambda draw: None},
    _check_read,
    says=["file", "path", "directory"],
)


def _picture(draw):
    size = count(draw, 40)
    return np.abs(generator(draw).random((size, size)))


def _check_frame(r, picture):
    assert r.shape == (784,) and np.isfinite(r).all()


door(digits.normalize, {"picture": _picture}, _check_frame)


def _strokes(draw):
    rng = generator(draw)
    return [rng.random((count(draw, 4), 2)).tolist() for _ in range(count(draw, 3))]


door(
    digits.draw,
    {"strokes": _strokes, "size": lambda draw: count(draw, 20), "radius": share},
    lambda r, strokes, size, radius: near(r.clip(0, 1), r) or r.shape == (size, size),
)


# -- statistics of trials


def _check_interval(r, values):
    finite(r)
    assert r.low <= r.mean <= r.high and r.n == np.size(num(values))


def _values(draw):
    return small_points(draw, 1, 1 + count(draw))[0]


door(trials.interval, {"values": _values}, _check_interval)
door(
    trials.holm,
    {"p_values": lambda draw: np.array([min(1.0, share(draw)) for _ in range(count(draw))])},
    lambda r, p_values: _check_holm(r, num(p_values)),
)


def _check_holm(r, p):
    assert len(r) == p.size and (np.array(r) >= p).all() and (np.array(r) <= 1).all()


def _errors(draw):
    rng, n = generator(draw), 1 + count(draw, 4)
    rows = ["plain", "beta", "clocks"][: 1 + count(draw, 2)]
    return {
        "errors": {row: rng.random(n).tolist() for row in rows},
        "wrong": {row: rng.random(5) for row in rows},
    }


def _check_compared(r, errors, wrong):
    assert len(r) == len(errors) * (len(errors) - 1) // 2
    assert all(0 <= d.p <= 1 and isinstance(d.real, bool | np.bool_) for d in r)


door(trials.compare, _errors, _check_compared, says=["values", "rows"])


def _runs(draw):
    rng = generator(draw)
    return {
        row: {
            seed: {"wrong": [0, 2], "images": [9, 3]}
            for seed in rng.permutation(5)[: count(draw, 5)].tolist()
        }
        for row in "abc"[: count(draw, 3)]
    }


door(
    trials.common_seeds,
    {"runs": _runs},
    lambda r, runs: _check_seeds(r, runs),
    says=["rows?"],
)


def _check_seeds(r, runs):
    assert r == sorted(r) and all(seed in seeds for seed in r for seeds in runs.values())


def _shares(draw):
    seeds = _runs(draw)["a"]
    return {"seeds": seeds, "chosen": list(seeds)[: count(draw, len(seeds))]}


door(
    trials.wrong_shares,
    _shares,
    lambda r, seeds, chosen: near(r, np.array([1.0, 0.0, 1.0])),
    says=["seeds"],
)
def _results(draw):
    runs = FOLDER / "results" / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    job = {"row": "beta 0", "seed": count(draw, 3)}
    runs.joinpath(f"{job['seed']}.json").write_text(json.dumps({"job": job}))
    return str(FOLDER / ("results" if draw_bool(draw) else "none"))


door(
    trials.load_runs,
    {"folder": _results},
    lambda r, folder: isinstance(r, dict),
    says=["none", "results"],
)


# -- exercises


def _label(draw):
    names = exercises.labels()
    return names[count(draw, len(names)) - 1]


def _answer(draw):
    return (1.0, [1.0, 2.0], lambda *a: a, ([[1.0]], [1.0]), "ten", None)[count(draw, 6) - 1]


door(
    exercises.check,
    {"label": _label, "answer": _answer},
    lambda r, label, answer: bool(r) == r.right and repr(r),
    says=["exercise"],
)
door(
    exercises.wanted,
    {"label": _label},
    lambda r,
    label: isinstance(r, str) and r,
    says=["exercise"],
)
door(exercises.labels, {}, lambda r: r == sorted(r))


# -- tables


def _csv(draw):
    X, y = labelled(draw, most=(6, 3))
    rng = generator(draw)
    rows = [[*map(repr, x.tolist()), "ab"[int(v > 0)]] for x, v in zip(X, y, strict=True)]
    lines = [",".join([*"xyz"[: X.shape[1]], "kind"]), *map(",".join, rows)]
    text = "\n".join(lines)
    if draw_bool(draw):
        k = int(rng.integers(len(text)))
        junk = [",", "\n", '"', "nan", "1e999", "\x00", "é", ""][int(rng.integers(8))]
        text = text[:k] + junk + text[k + 1 :]
    return text


def _libsvm(draw):
    X, y = labelled(draw, most=(6, 3))
    lines = [
        " ".join([str(int(v)), *(f"{j + 1}:{x!r}" for j, x in enumerate(row.tolist()))])
        for row, v in zip(X, y, strict=True)
    ]
    text = "\n".join(lines)
    return text if draw_bool(draw) else text.replace(":", " ", 1)


def written(name, text):
    path = FOLDER / name
    path.write_text(text, "utf-8")
    return str(path)


def _check_table(table, **_):
    assert set(np.unique(table.y)) == {-1.0, 1.0} and len(table.labels) == 2
    X = table.X.toarray() if hasattr(table.X, "toarray") else table.X
    assert X.shape == (len(table.y), len(table.columns)) and np.isfinite(X).all()


def _csv_options(draw):
    return {"path": written("one.csv", _csv(draw)), "label": "kind"}


FILE = ("one", "file", "column", "columns")
door(tables.read_csv, _csv_options, _check_table, says=FILE)
door(tables.read_table, _csv_options, _check_table, says=FILE)
door(
    tables.read_libsvm,
    lambda draw: {"path": written("one.libsvm", _libsvm(draw))},
    _check_table,
    says=FILE,
)


def _parquet(draw):
    import pandas as pd

    X, y = labelled(draw, most=(5, 3))
    frame = pd.DataFrame(X, columns=list("xyz")[: X.shape[1]])
    frame["kind"] = np.where(y > 0, "b", "a")
    path = FOLDER / "one.parquet"
    frame.to_parquet(path)
    return {"path": str(path), "label": "kind"}


door(tables.read_parquet, _parquet, _check_table, says=FILE)


def table_of(X, y):
    return tables.Table("one.csv", X, y, [f"x{j}" for j in range(X.shape[1])], ("a", "b"))


def _table(draw):
    X, y = labelled(draw)
    y[0] = -1.0
    return table_of(np.concatenate([X, X[:1] + 1]), np.append(y, 1.0))


door(tables.check_contradictions, {"table": _table}, lambda r, table: r is None, says=FILE)


# -- deciding


def _decided(draw):
    X, y = labelled(draw)
    if len(set(y)) < 2:
        X, y = np.concatenate([X, X[:1]]), np.append(y, -y[0])
    return {"X": X, "y": y, "intercept": draw_bool(draw)}


def _check_decision(found, X, y, intercept):
    X, y = num(X), num(y)
    if isinstance(found, decision.Plane):
        size = lengths(X).max()
        near(lengths(found.w), 1.0)
        assert (y * (X @ found.w + found.b) > 0).all() and found.margin > 0
        assert found.upper >= found.margin * (1 - 1e-9) - 1e-12 * size
    else:
        convex(found.coef)
        Z = y[found.rows, None] * np.column_stack([X, np.ones(len(X))])[found.rows]
        Z = Z if intercept else Z[:, :-1]
        assert lengths(found.coef @ Z) <= 1e-6 * (found.coef @ lengths(Z))


door(decision.decide, _decided, _check_decision, says=["sample", "examples", "hulls", "border"])


def _main(text, options):
    """Run the command with its output caught."""
    path = written("main.csv", text)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            return command.main(["separable", path, *options])
        except SystemExit as stopped:  # argparse has said what is wrong
            return stopped.code


OPTIONS = (
    [], ["--json"], ["--through-origin"], ["--label", "x"], ["--ignore", "y"], ["--separator", ";"],
    ["--encoding", "utf-16"], ["--encoding", "none"], ["--format", "libsvm"], ["--nonsense"],
)  # fmt: skip


def _options(draw):
    return ["--label", "kind", *OPTIONS[count(draw, len(OPTIONS)) - 1]]


def _check_status(r, text, options):
    assert r in (0, 1, 2, 3)




def _command(text, options):
    texts = isinstance(options, list) and all(isinstance(option, str) for option in options)
    return _main(text, options) if isinstance(text, str) and texts else 2


door(command.main, {"text": _csv, "options": _options}, _check_status, call=_command)


# -- the estimator


def _learned(draw):
    X, y = labelled(draw)
    rules = ("plain", "aggressive", "r_independent", "infinity", "cosine")
    return {
        "X": X, "y": y, "rule": rules[count(draw, 5) - 1],
        "order": ("cyclic", "shuffled", "worst")[count(draw, 3) - 1], "beta": share(draw),
        "sigma": share(draw), "max_updates": count(draw, 300), "random_state": count(draw),
    }  # fmt: skip


def _fit(X, y, **options):
    import warnings

    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # documented: the budget is spent
        return estimators.PerceptronClassifier(**options).fit(X, y)


def _check_fitted(model, X, y, **_):
    X = np.asarray(X, float)
    labels = model.predict(X)
    assert labels.shape == (len(X),) and set(labels.tolist()) <= set(model.classes_.tolist())
    assert np.isfinite(model.decision_function(X)).all() and np.isfinite(model.margins_).all()


door(
    estimators.PerceptronClassifier,
    _learned,
    _check_fitted,
    call=_fit,
    says=["class", "classes", "samples?", "features?", "array", "input", "dtype", "seed", "Found",
          "real number", "Complex data", "Seed"],
)
