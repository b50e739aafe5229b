"""The explorers' JavaScript, the very modules that they ship, against the library."""

import json

import numpy as np
import pytest
from node import ask_javascript
from strategies import UNIT, grid_sample, stopped

from ptronlib import (
    betas,
    bounds,
    cosine_perceptron,
    lift,
    max_margin,
    perceptron,
    proofs,
    radius,
    scores,
    separable,
    widgets,
)
from ptronlib.counting import (
    cover_count,
    enumerate_dichotomies,
    in_general_position,
    separable_fraction,
)
from ptronlib.geometry import Wall, game_value, separate_hulls, sparse_strategies
from ptronlib.learning import descend, risk, subgradient

pytestmark = pytest.mark.needs("node")


def asked(widget, answer, cases, folder):
    """Yield each case with the answer of the widget's JavaScript to it."""
    plain = json.loads(json.dumps(cases, default=lambda array: array.tolist()))
    return zip(cases, ask_javascript(widget, answer, plain, folder), strict=True)


def rows(X, y):
    return np.c_[X, y].tolist()


# -- chapter 1

PERCEPTRON = """({ points, bias }) => ({ run: m.perceptronRun(points, bias, 500),
  best: m.bestMargin(m.signedExamples(points, bias)) })"""
XOR = np.array([[0, 0, -1], [0, 1, 1], [1, 0, 1], [1, 1, -1]])
CROWD = np.random.default_rng(7).integers(-32, 33, (16, 2)) / 16.0
SPECIAL = [
    XOR,
    np.c_[CROWD, np.where(CROWD[:, 0] > 0, 1.0, -1.0)],
    [[1, 1, 1], [1, 1, -1]],  # one point with both labels
    [[0, 0, 1], [1, 1, 1]],  # the origin
    [[1, 0.5, 1], [-2, -1, 1]],  # opposite directions
]


def test_chapter_1_makes_the_mistakes_and_finds_the_margin_of_the_library(tmp_path):
    rng, samples = np.random.default_rng(7), list(map(np.array, SPECIAL))
    for k in range(200):
        samples.append(np.c_[grid_sample(rng, int(rng.integers(1, 13)), 2, planted=k % 2 == 0)[:2]])
    cases = [{"points": s.tolist(), "bias": bias} for s in samples for bias in (False, True)]
    compared, found = 0, {True: 0, False: 0}
    for case, answer in asked(widgets.PerceptronExplorer(), PERCEPTRON, cases, tmp_path):
        points, best = np.array(case["points"], float), answer["best"]
        X, y = lift(points[:, :2], 1.0) if case["bias"] else points[:, :2], points[:, 2]
        Z, coef = y[:, None] * X, np.array(best["coef"])
        exists = bool(separable(X, y, intercept=False))
        found[exists] += 1
        assert best["separable"] == exists
        assert coef.min() >= 0 and coef.sum() == pytest.approx(1, abs=1e-12)
        assert np.linalg.norm(coef @ Z) == pytest.approx(best["margin"], abs=1e-12)
        if exists:
            assert best["margin"] == pytest.approx(max_margin(X, y).margin, abs=1e-9)
            assert (Z @ best["w_star"]).min() == pytest.approx(best["margin"], abs=1e-12)
        try:
            run = stopped(perceptron, X, y, max_updates=500)
        except ValueError:  # an example that is zero, or has both labels: only the picture shows it
            continue
        compared += 1
        assert answer["run"]["mistakes"] == run.mistakes.tolist()
        assert answer["run"]["w"] == run.w.tolist()
        if run.converged:
            assert answer["run"]["examinations"] == run.examinations
    assert compared >= 400 and min(found.values()) >= 50


# -- chapter 2

PROOF = """({ points, start, eta, way, chosen }) => {
  const Z = m.signedExamples(points, false);
  const mistakes = [...chosen];
  let run = m.followRun(Z, mistakes, start, eta);
  while (way && mistakes.length < 200) {
    const next = m.CHOICES[way](Z, run);
    if (next === null) break;
    mistakes.push(next);
    run = m.followRun(Z, mistakes, start, eta);
  }
  const facts = { Z, start, eta, best: m.bestMargin(Z), R: m.radius(Z) };
  return { run, chain: m.chainAlong(run.path, facts), meeting: m.meetingPoint(facts) };
}"""
ORDER = {"turn": "cyclic", "worst": "worst"}


def test_chapter_2_makes_the_mistakes_and_evaluates_the_lines_of_the_proof(tmp_path):
    rng, cases = np.random.default_rng(7), []
    for k in range(240):
        X, y, _ = grid_sample(rng, int(rng.integers(1, 9)), 2, planted=k % 3 > 0)
        start = [0.0, 0.0] if k % 2 else (rng.integers(-48, 49, 2) / UNIT).tolist()
        case = {"points": rows(X, y), "start": start, "eta": (0.25, 0.5, 1.0, 2.0)[k % 4]}
        cases.append({**case, "way": ("turn", "worst", "tie")[k % 3], "chosen": []})
    runs = lines = 0
    for case, answer in asked(widgets.ProofExplorer([[1, 1]], [1]), PROOF, cases, tmp_path):
        X, y = np.array(case["points"])[:, :2], np.array(case["points"])[:, 2]
        start, eta, order = np.array(case["start"]), case["eta"], ORDER.get(case["way"])
        exists = bool(separable(X, y, intercept=False))
        if exists:  # every way to choose ends within the bound
            assert len(answer["run"]["mistakes"]) <= answer["meeting"] * (1 + 1e-9)
            most = bounds.updates_from(
                np.linalg.norm(start) / eta, radius(X), max_margin(X, y).margin
            )
            assert answer["meeting"] <= most * (1 + 1e-9)
        else:
            assert answer["meeting"] is None  # Infinity
            assert all(link["floor"] is None for link in answer["chain"])
        try:
            options = {"w_init": start / eta, "order": order, "max_updates": 200}
            run = stopped(perceptron, X, y, **options) if order else None
        except ValueError:  # one point with both labels: only the picture shows it
            continue
        if run is None:
            continue
        runs += 1
        assert answer["run"]["mistakes"] == run.mistakes.tolist()
        assert answer["run"]["w"] == (eta * run.w).tolist()
        if exists:
            lines += 1
            found = proofs.any_start(run, max_margin(X, y).w)
            forward, length, root, _ = found
            chain = {k: [link[k] for link in answer["chain"]][1:] for k in answer["chain"][0]}
            assert chain["floor"] == pytest.approx(eta * forward.lhs, abs=1e-9)
            assert chain["progress"] == pytest.approx(eta * forward.rhs, abs=1e-9)
            assert chain["length"] == pytest.approx(eta * np.sqrt(length.lhs), abs=1e-9)
            assert chain["ceiling"] == pytest.approx(eta * np.sqrt(length.rhs), abs=1e-9)
            if run.n_updates:
                assert answer["meeting"] == pytest.approx(root.rhs[0], rel=1e-6, abs=1e-6)
    assert runs >= 100 and lines >= 100


def test_chapter_2_ends_a_run_at_a_choice_that_is_no_mistake(tmp_path):
    base = {"points": [[1, 0, 1], [0, 1, 1]], "start": [0.0, 0.0], "eta": 1.0, "way": None}
    cases = [{**base, "chosen": chosen} for chosen in ([0, 0, 1], [0, 1, 1], [5], [])]
    told = asked(widgets.ProofExplorer([[1, 1]], [1]), PROOF, cases, tmp_path)
    found = [answer["run"] for _, answer in told]
    assert [run["mistakes"] for run in found] == [[0], [0, 1], [], []]
    assert found[0]["violated"] == [False, True] and found[3]["violated"] == [True, True]


# -- chapter 3

MARGINS = """({ points, kind, value, R, eps }) => ({
  run: m.thresholdRun(m.signedExamples(points, false), kind, value, R, 100000),
  promised: m.guarantee(kind, value, R, eps) })"""


def test_chapter_3_makes_the_updates_of_every_position_of_its_sliders(tmp_path):
    """In other dimensions and on other samples: test_portable.py."""
    points = np.array(widgets.MarginExplorer().points)
    X, y = points[:, :2], points[:, 2]
    samples = [(X, y, "beta", k / 16) for k in range(101)]
    samples += [(X, y, "alpha", 1 + k / 16) for k in range(13)]
    cases = [
        {"points": rows(X, y), "kind": kind, "value": value, "R": radius(X), "eps": eps}
        for X, y, kind, value in samples
        for eps in [max_margin(X, y).margin]
    ]
    for case, answer in asked(widgets.MarginExplorer(), MARGINS, cases, tmp_path):
        points, kind, value, R, eps = case.values()
        X, y = np.array(points)[:, :2], np.array(points)[:, 2]
        rule = value if kind == "beta" else betas.growing(value, R)
        run, told = perceptron(X, y, rule), answer["run"]
        assert told["mistakes"] == run.mistakes.tolist() and told["converged"]
        assert told["w"] == run.w.tolist() and told["examinations"] == run.examinations
        assert told["beta"] == pytest.approx(run.betas[-1], rel=1e-12)
        updates, margin = {
            "beta": (bounds.updates_constant, bounds.margin_constant),
            "alpha": (bounds.updates_growing, bounds.margin_growing_guarantee),
        }[kind]
        assert answer["promised"]["updates"] == pytest.approx(updates(value, R, eps))
        assert answer["promised"]["margin"] == pytest.approx(margin(value, R, eps), abs=1e-12)


# -- chapter 4

DESCENT = """({ points, eta, batch }) => { const Z = m.signedExamples(points, false);
  const run = m.descend(Z, eta, batch, 30);
  return { ...run, risks: run.path.map((w) => m.risk(Z, w)) }; }"""


def test_chapter_4_descends_like_the_library(tmp_path):
    rng, cases, ended = np.random.default_rng(4), [], 0
    for _ in range(200):
        n = int(rng.integers(1, 10))
        X, y, _ = grid_sample(rng, n, 2, planted=True)
        eta, batch = int(rng.integers(1, 33)) / 4, int(rng.integers(1, n + 1))
        cases.append({"points": rows(X, y), "eta": eta, "batch": batch})
    for case, told in asked(widgets.DescentExplorer(), DESCENT, cases, tmp_path):
        points, eta, batch = np.array(case["points"]), case["eta"], case["batch"]
        X, y = points[:, :2], points[:, 2]
        turns = np.arange(30 * batch).reshape(30, batch) % len(y)
        steps = iter(turns)

        def gradient(w, X=X, y=y, steps=steps):
            drawn = next(steps)
            return subgradient(w, X[drawn], y[drawn], 1.0)

        walk = descend(gradient, np.zeros(2), np.full(30, eta)).iterates[: len(told["path"])]
        assert np.array(told["path"]) == pytest.approx(walk, abs=1e-9)
        assert told["risks"] == pytest.approx([risk(w, X, y, 1.0) for w in walk], abs=1e-9)
        assert told["mistakes"] == turns[: len(walk) - 1, -1].tolist()
        assert told["converged"] == (len(walk) < 31)
        ended += told["converged"]
    assert 50 < ended < 200


def test_chapter_4_draws_the_landscape_where_it_is(tmp_path):
    answer = "(points) => m.contours(m.signedExamples(points, false))"
    points = np.array(widgets.DescentExplorer().points)
    ((_, rings),) = asked(widgets.DescentExplorer(), answer, [points], tmp_path)
    for ring, level in zip(rings, [3, 2, 1.5, 1, 0.75, 0.5, 0.25, 0.1, 0], strict=True):
        heights = np.array([risk(w, points[:, :2], points[:, 2], 1.0) for w in ring])
        near = np.linalg.norm(ring, axis=1) < 30
        assert heights[near] == pytest.approx(level, abs=1e-4) and near.sum() > 20


# -- chapter 5

COSINE = """({ points, sigma, start, c }) => ({
  run: m.cosineRun(points, sigma, start, 60), bound: m.updateBound(sigma, c) })"""


def test_chapter_5_makes_the_mistakes_and_knows_the_bound_of_the_library(tmp_path):
    rng, cases = np.random.default_rng(7), []
    for k in range(300):
        X, y, u = grid_sample(rng, int(rng.integers(1, 17)), 2, planted=k % 4 > 0)
        keep, angle = X.any(axis=1), np.radians(int(rng.integers(0, 360)))
        start = [np.cos(angle), np.sin(angle)]
        case = {"sigma": float(rng.uniform(0.01, 0.95)), "start": start, "c": float(u @ start)}
        cases.append({"points": rows(X[keep], y[keep]), **case})
    updates = endless = 0
    for case, answer in asked(widgets.CosineExplorer(), COSINE, cases, tmp_path):
        points, sigma, c = np.array(case["points"]), case["sigma"], case["c"]
        X, y, options = points[:, :2], points[:, 2], {"w_init": case["start"], "max_updates": 60}
        run = stopped(cosine_perceptron, X, y, sigma, **options)
        assert answer["run"]["mistakes"] == run.mistakes.tolist()
        assert np.array(answer["run"]["path"]) == pytest.approx(run.replay(), abs=1e-12)
        assert answer["run"]["converged"] == run.converged
        if run.converged:
            assert answer["run"]["examinations"] == run.examinations
        bound = pytest.approx(bounds.updates_cosine(sigma, c), rel=1e-12) if c > 0 else None
        assert answer["bound"] == bound  # None: infinity, in JSON
        endless += not run.converged
        updates += run.n_updates
    assert endless > 20 and updates > 500


# -- chapter 6


def test_chapter_6_counts_like_the_library(tmp_path):
    rng = np.random.default_rng(6)
    samples = [rng.integers(-4, 5, (rng.integers(1, 8), 2)) / 4 for _ in range(150)]
    degenerate, one = 0, widgets.CountExplorer()
    for X, gains in asked(one, "m.gains", samples, tmp_path):
        counts = [len(enumerate_dichotomies(lift(X[: k + 1]))) for k in range(len(X))]
        assert np.cumsum(gains).tolist() == counts
        degenerate += counts[-1] < cover_count(len(X), 3)
    assert degenerate > 30
    answer = "(points) => m.dichotomies(points).map((w) => m.sides(points, w))"
    general = [X for X in samples if len(set(map(tuple, X))) == len(X)]
    complete = 0
    for X, signs in asked(one, answer, general, tmp_path):
        found = {tuple(row) for row in signs if 0 not in row}
        possible = {tuple(row) for row in enumerate_dichotomies(lift(X))}
        assert found <= possible
        if in_general_position(lift(X)) or len(X) < 2:
            complete += 1
            assert found == possible
    assert complete > 20
    pairs = [[P, N] for P in range(1, 60, 3) for N in range(1, 30, 4)] + [[400, 100]]
    answer = "([P, N]) => [String(m.coverCount(P, N)), m.separableFraction(P, N)]"
    for pair, (count, share) in asked(one, answer, pairs, tmp_path):
        assert int(count) == cover_count(*pair)
        assert share == pytest.approx(float(separable_fraction(*pair)), rel=1e-10)


# -- chapter 7


def test_chapter_7_runs_on_what_is_kept(tmp_path):
    points, rng, cases = widgets.CompressionExplorer().points, np.random.default_rng(7), []
    for k in range(300):
        if k % 3:
            points = rows(*grid_sample(rng, int(rng.integers(2, 17)), 2, planted=True)[:2])
        dropped = rng.permutation(len(points))[: rng.integers(0, len(points))].tolist()
        cases.append({"points": points, "dropped": dropped})
    answer = "({ points, dropped }) => m.rerun(points, dropped)"
    same = erring = 0
    for case, told in asked(widgets.CompressionExplorer(), answer, cases, tmp_path):
        X, y = np.array(case["points"])[:, :2], np.array(case["points"])[:, 2]
        kept = np.setdiff1d(np.arange(len(y)), case["dropped"])
        run = perceptron(X[kept], y[kept])
        assert told["kept"] == kept.tolist() and told["mistakes"] == kept[run.mistakes].tolist()
        assert np.array(told["w"], float).tobytes() == run.w.tobytes()
        wrong = [i for i in sorted(case["dropped"]) if scores(run.w, X, y)[i] <= 0]
        assert told["wrong"] == wrong
        same += bool(case["dropped"]) and (run.w == perceptron(X, y).w).all()
        erring += bool(wrong)
    assert same > 10 and erring > 50


# -- chapter 9


def test_chapter_9_separates_polygons_like_the_library(tmp_path):
    rng, cases = np.random.default_rng(9), []
    for _ in range(400):
        P, Q = (rng.integers(-32, 33, (rng.integers(1, 7), 2)) / 16 for _ in range(2))
        eps = int(rng.integers(2, 33)) / 16
        if eps <= np.linalg.norm(P[:, None] - Q, axis=2).max():
            cases.append((P, Q, eps))
    corners = np.array(widgets.HullExplorer().points)
    cases.append((*(corners[corners[:, 2] == side, :2] for side in (1, -1)), 0.625))
    answer = "([P, Q, eps]) => ({ ...m.separateHulls(P, Q, eps), hull: m.hull(P) })"
    for (P, Q, eps), told in asked(widgets.HullExplorer(), answer, cases, tmp_path):
        found = separate_hulls(P, Q, eps)
        assert found.verify(P, Q) and told["kind"] == type(found).__name__
        assert P[told["picks"][0]].tolist() == found.P.taken.tolist()
        assert Q[told["picks"][1]].tolist() == found.Q.taken.tolist()
        if isinstance(found, Wall):
            assert (told["w"], -told["b"]) == (found.w.tolist(), found.b)
            assert told["gap"] == pytest.approx(found.margin, rel=1e-15)
        else:
            assert told["distance"] == pytest.approx(found.distance, rel=1e-15)
        assert {tuple(corner) for corner in told["hull"]} <= set(map(tuple, P.tolist()))


def test_chapter_9_picks_the_points_of_the_library(tmp_path):
    rng = np.random.default_rng(59)
    cases = [(np.array(widgets.GameExplorer().points), 160)]
    while len(cases) < 300:
        V = rng.integers(-32, 33, (int(rng.integers(1, 11)), 2)) / 16
        if len(cases) % 3:
            V[:, 1] = np.abs(V[:, 1])
        if len(cases) % 5 == 0:
            V[-1] = V[0]
        if V.any(axis=1).all():
            cases.append((V, int(rng.integers(0, 360))))
    answer = """([V, angle, rounds]) => { const play = m.playRounds(V, rounds);
      return { ...play, ...m.bracket(V, angle, play) }; }"""
    games = [sparse_strategies(V, order="worst", max_updates=200) for V, _ in cases]
    asking = [(V, angle, sparse.run.n_updates)
              for (V, angle), sparse in zip(cases, games, strict=True)]  # fmt: skip
    answers = asked(widgets.GameExplorer(), answer, asking, tmp_path)
    for ((V, angle, t), told), sparse in zip(answers, games, strict=True):
        turn, value = np.radians(angle), game_value(V).value
        assert told["picks"] == sparse.run.mistakes.tolist()
        assert told["used"] == sparse.sizes[-1]
        assert told["upper"] == pytest.approx(sparse.losses[-1], rel=1e-14)
        assert np.array(told["counts"]) / t == pytest.approx(sparse.mixture(t))
        lower = (V @ [np.cos(turn), np.sin(turn)]).min()
        assert told["lower"] == pytest.approx(lower, abs=1e-14)
        assert told["value"] == pytest.approx(value, abs=1e-12)
        assert lower - 1e-12 <= value <= told["upper"] + 1e-12
    assert 100 < sum(sparse.run.converged for sparse in games) < 290
