"""Networks: losses against their formulas, and trainings of a few passes over a few images."""

from __future__ import annotations

from contextlib import chdir

import numpy as np
import torch

from ptronlib import betas, neural

from .doors_rest import FOLDER
from .doors_samples import draw_bool
from .judge import door, near
from .values import count, generator, length, maybe, share


def _digits(draw, n=None):
    n = count(draw) if n is None else n
    return torch.from_numpy(generator(draw).integers(0, 10, n))


def _scored(draw, **more):
    digits = _digits(draw)
    scores = torch.from_numpy(generator(draw).standard_normal((len(digits), 10)).astype("f4"))
    with_targets = more.pop("signed", True)
    other = {"targets": neural.signs(digits)} if with_targets else {"digits": digits}
    return {"scores": scores, **other, **more}


door(
    neural.signs,
    {"digits": _digits},
    lambda r, digits: near(r.sum(-1), np.full(len(digits), -8.0)),
)


def _check_loss(r, scores, targets, beta):
    y, s = targets.double().numpy(), scores.double().numpy()
    near(r.item(), np.maximum(0, float(beta) - y * s).sum(axis=1).mean(), 1e-5, 1e-3)


door(neural.beta_loss, lambda draw: _scored(draw, beta=share(draw)), _check_loss)


def _check_slopes(r, scores, targets, beta):
    wanted = targets * (targets * scores <= float(beta))
    assert torch.equal(r, wanted)


door(neural.slopes, lambda draw: _scored(draw, beta=share(draw)), _check_slopes)


def _check_gaps(r, scores, digits):
    s = scores.double().numpy()
    k = np.arange(len(s))
    right = s[k, digits.numpy()]
    s[k, digits.numpy()] = -np.inf
    near(r.double().numpy(), right - s.max(axis=1), 1e-5, 1.0)


door(neural.margins, lambda draw: _scored(draw, signed=0), _check_gaps)
door(
    neural.threshold,
    lambda draw: {"rule": betas.growing(1 + 0.9 * min(1.0, share(draw))), "t": count(draw, 50) - 1},
    lambda r, rule, t: near(r, rule.next(rule.start, int(t), 1.0) if t else rule.start),
)


def _images(draw, n=None):
    n = count(draw, 8) if n is None else n
    rng = generator(draw)
    return (rng.random((n, 6)) * (rng.random((n, 6)) < 0.6)).astype(np.float32)


door(
    neural.resident,
    {"X": _images, "device": lambda draw: "cpu"},
    lambda r, X, device: len(r) == len(X),
)


def _network(draw):
    return {"d": count(draw), "hidden": count(draw), "rng": generator(draw), "gain": length(draw)}


def _check_network(net, d, hidden, rng, gain):
    assert net.W1.shape == (d, hidden) and net.W2.shape == (hidden, 10)
    X = np.ones((2, d), np.float32)
    assert net.scores(X).shape == (2, 10) and net.predict(X).shape == (2,)
    assert all(torch.isfinite(part).all() for part in net.copy().tensors.values())


door(neural.Network.draw, _network, _check_network)


def plan_of(draw, **more):
    options = {
        "beta": maybe(lambda d: betas.constant(min(1.0, share(d))))(draw),
        "step": 0.1 + min(1.0, share(draw)), "passes": count(draw, 2), "batch": count(draw, 5),
        "decay": ("linear", "none")[count(draw, 2) - 1], "hidden": count(draw, 3), "gain": 1.0,
        **more,
    }  # fmt: skip
    return options


def _plan(draw):
    return plan_of(
        draw,
        wait=draw_bool(draw),
        clock=maybe(lambda d: betas.power(0.5))(draw),
        weight_decay=share(draw),
    )


door(
    neural.Plan,
    _plan,
    lambda r, **_: r.describe() and r.rate(0.5) > 0,
)


def _training(draw):
    X = _images(draw)
    options = plan_of(draw)
    if options["beta"] is not None:
        options["wait"] = draw_bool(draw)
    y = _digits(draw, len(X)).numpy()
    return {
        "plan": neural.Plan(**options), "X": X, "y": y, "seed": count(draw),
        "held_out": maybe(lambda d: (X, y))(draw), "device": "cpu",
    }  # fmt: skip


def _check_training(r, plan, X, y, held_out, **_):
    for training in r if isinstance(r, tuple) else (r,):
        assert 1 <= len(training.log) <= plan.passes
        assert all(torch.isfinite(part).all() for part in training.network.tensors.values())
        assert training.clocks.shape == (plan.hidden,)
        assert (training.clocks <= training.updates).all()


door(neural.train, _training, _check_training, says=["images?", "held_out\\[[01]\\]"])


def _trainings(draw):
    arguments = _training(draw)
    seed = arguments.pop("seed")
    return {**arguments, "seeds": [seed, seed + 1]}


door(
    neural.train_seeds,
    _trainings,
    _check_training,
    says=["images?", "held_out\\[[01]\\]", "seed"],
)


def _check_written(r, path, content):
    assert FOLDER.joinpath(path).read_bytes() == bytes(content)


def _write(path, content):
    with chdir(FOLDER):  # for a path that is relative
        neural.write_whole(path, content)


door(
    neural.write_whole,
    {
        "path": lambda draw: str(FOLDER / "whole"),
        "content": lambda draw: generator(draw).bytes(count(draw)),
    },
    _check_written,
    call=_write,
    says=["whole"],
)
