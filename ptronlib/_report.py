"""What the command line says: the same answer as a dictionary, and in words."""

from __future__ import annotations

import json

import numpy as np
from scipy import sparse

from . import bounds
from ._validate import Array
from .decision import Mixture, Plane
from .tables import Table

__all__: list[str] = []  # `command` uses it, with what it has checked


def as_dict(found: Plane | Mixture, table: Table, *, intercept: bool) -> dict:
    """Return the answer in plain types, ready for JSON.

    Parameters
    ----------
    found : Plane or Mixture
        The answer.
    table : Table
        What it is about.
    intercept : bool
        Whether the hyperplane may miss the origin.

    Returns
    -------
    dict
        With "separable", and either the hyperplane, its margin, R and the mistake bound, or the
        certificate. Rows count from 1.
    """
    n, d = table.X.shape
    answer = {
        "file": table.path,
        "separable": isinstance(found, Plane),
        "intercept": intercept,
        "examples": n,
        "features": d,
        "labels": {"-1": table.labels[0], "+1": table.labels[1]},
    }
    return answer | (
        _certificate(found, table)
        if isinstance(found, Mixture)
        else _plane(found, table, intercept)
    )


def _plane(found: Plane, table: Table, intercept: bool) -> dict:
    R = _radius(table.X)
    if intercept:
        bound = bounds.updates_affine(R, found.margin, bias=abs(found.b), scale=R)
    else:
        bound = bounds.updates_constant(0.0, R, found.margin)
    return {
        "margin": found.margin,
        "margin_at_most": found.upper if np.isfinite(found.upper) else None,
        "radius": R,
        "mistake_bound": float(bound),
        "constant_feature": R if intercept else None,
        "w": dict(zip(table.columns, found.w.tolist(), strict=True)),
        "b": found.b,
    }


def _certificate(found: Mixture, table: Table) -> dict:
    return {
        "certificate": [
            {"row": int(i) + 1, "label": table.labels[int(table.y[i] > 0)], "weight": float(c)}
            for i, c in zip(found.rows, found.coef, strict=True)
        ],
        "residual": found.residual,
    }


def _radius(X) -> float:
    """The largest norm of an example, without a copy of X."""
    squares = X.multiply(X).sum(axis=1) if sparse.issparse(X) else np.einsum("ij,ij->i", X, X)
    return float(np.sqrt(np.max(squares)))


def as_text(answer: dict) -> str:
    """Return the answer in words.

    Parameters
    ----------
    answer : dict
        From `as_dict`.

    Returns
    -------
    str
        Some lines.
    """
    through = "an intercept" if answer["intercept"] else "no intercept, through the origin"
    head = (
        f"{answer['file']}: {answer['examples']} examples, {answer['features']} features, "
        f"{answer['labels']['-1']!r} (-1) and {answer['labels']['+1']!r} (+1)"
    )
    if answer["separable"]:
        return "\n".join([head, f"separable by a hyperplane with {through}", *_plane_text(answer)])
    lines = [head, f"not separable by a hyperplane with {through}"]
    lines += ["proof: these examples, with these weights, cancel"]
    lines += [
        f"  row {item['row']:<9} label {item['label']:<12} weight {item['weight']:.6g}"
        for item in answer["certificate"]
    ]
    if answer["intercept"]:
        lines += ["  the weighted mean of one class is that of the other, so both lie on one side"]
    lines += [f"  they cancel up to {answer['residual']:.3g}"]
    return "\n".join(lines)


def _plane_text(answer: dict) -> list[str]:
    most = answer["margin_at_most"]
    best = "at most that was not computed" if most is None else f"the best is at most {most:.10g}"
    lifted = " (with a constant feature of the size of R)" if answer["intercept"] else ""
    w = ", ".join(f"{name}: {value:.6g}" for name, value in answer["w"].items())
    return [
        f"  margin         {answer['margin']:.10g} ({best})",
        f"  radius R       {answer['radius']:.10g}",
        f"  mistake bound  {answer['mistake_bound']:.6g} updates of the perceptron{lifted}",
        f"  w              {w}",
        f"  b              {answer['b']:.10g}",
    ]


def best_so_far(best: tuple[Array, float, int] | None, as_json: bool) -> str:
    """Return what an interrupted search has found.

    Parameters
    ----------
    best : (w, b, errors) or None
        The hyperplane with the fewest examples on the wrong side.
    as_json : bool
        In one line of JSON.

    Returns
    -------
    str
        A line.
    """
    if best is None:
        return json.dumps({"interrupted": True}) if as_json else "interrupted: no answer yet"
    w, b, errors = best
    if as_json:
        found = {"interrupted": True, "errors": errors, "w": w.tolist(), "b": float(b)}
        return json.dumps(found | ({"separable": True} if errors == 0 else {}))
    if errors == 0:
        return "interrupted: separable, and the best margin was still being looked for"
    return f"interrupted: not decided; the best hyperplane so far has {errors} errors"
