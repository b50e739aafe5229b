"""The first steps of the five projects that the page for lecturers proposes.

    python experiments/projects.py run          all five, and record them (a minute)
    python experiments/projects.py run ledger   one of them: tight, other, bounds, rescaled, ledger
    python experiments/projects.py table        what is recorded, as book/teaching_projects.md says

Each is what a student may start from, and shows that the project can be done.
"""

from __future__ import annotations

import argparse
import gzip
import json
from itertools import combinations
from pathlib import Path

import numpy as np

from ptronlib import betas, bounds, load_mnist, max_margin, perceptron, radius, samples
from ptronlib.core.betas import constant
from ptronlib.core.cosine_perceptron import cosine_rule, random_start
from ptronlib.core.perceptron import run_until_right
from ptronlib.proofs.inequality import Inequality, line

RESULT = Path(__file__).parent / "results" / "projects.json"


# -- 1. Is the guarantee of a fixed threshold tight?


def tight(eps: float = 0.1, thresholds: tuple[int, ...] = (1, 4, 25, 100)) -> dict:
    """Run the adversary of each threshold, R = 1: updates and margin beside their bounds."""
    found = {}
    for beta in thresholds:
        sample = samples.threshold_adversary(betas.constant(beta), 1.0, eps)
        run = perceptron(sample.X, sample.y, beta)
        promised = float(bounds.margin_constant(beta, 1.0, eps))
        found[str(beta)] = {
            "bound": round(float(bounds.updates_constant(beta, 1.0, eps))),
            "updates": run.n_updates,
            "share": run.margin / eps,
            "promised": promised / eps,
        }
    return found


# -- 2. Other data


def idx(path: Path) -> np.ndarray:
    """Read a file of MNIST's format, gzipped or not, as Fashion-MNIST and others come, too."""
    raw = path.read_bytes()
    raw = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    sizes = np.frombuffer(raw, ">i4", count=raw[3], offset=4)
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * raw[3]).reshape(sizes)


RULES = {
    "0": lambda R: betas.constant(0.0),
    "R^2": lambda R: betas.constant(R**2),
    "growing, 1.5": lambda R: betas.growing(1.5, R),
}


def other() -> dict:
    """Compare thresholds on all pairs of the small digits that scikit-learn brings."""
    from sklearn.datasets import load_digits

    data = load_digits()
    X, label = np.c_[data.data, np.full(len(data.data), 16.0)], data.target
    rows: dict[str, list] = {name: [] for name in RULES}
    for a, b in combinations(range(10), 2):
        here = np.flatnonzero((label == a) | (label == b))
        train, test = here[: 2 * len(here) // 3], here[2 * len(here) // 3 :]
        y = np.where(label == b, 1.0, -1.0)
        best, R = max_margin(X[train], y[train]).margin, radius(X[train])
        for name, rule in RULES.items():
            run = perceptron(X[train], y[train], rule(R), max_updates=10**6)
            wrong = (y[test] * (X[test] @ run.w) <= 0).mean()
            rows[name].append((run.n_updates, run.margin / best, wrong))
    return {
        name: dict(zip(("updates", "share", "error"), np.mean(found, axis=0), strict=True))
        for name, found in rows.items()
    }


# -- 3. Three bounds and the error, on fours and nines


def errors(sizes: tuple[int, ...] = (500, 1000, 2000), delta: float = 0.05) -> dict:
    """Run on the first n fours and nines; what is used, three bounds, and the error measured."""
    digits = load_mnist(digits=(4, 9))
    X, X_test = (np.rint(255.0 * A) for A in (digits.X_train, digits.X_test))
    y, y_test = (np.where(d == 9, 1.0, -1.0) for d in (digits.y_train, digits.y_test))
    found = {}
    for n in sizes:
        run = perceptron(X[:n], y[:n], max_updates=10**6)
        q, R, eps = run.support.size, radius(X[:n]), max_margin(X[:n], y[:n]).margin
        found[str(n)] = {
            "used": q,
            "compression": float(bounds.consistent_error(q, n, delta / n)),
            "stable": min(1.0, float(bounds.stable_error(q, n, delta / n))) if 2 * q < n else 1.0,
            "Rademacher": min(1.0, float(bounds.svm_error(R, eps, n, delta))),
            "test": float((y_test * (X_test @ run.w) <= 0).mean()),
        }
    return found


# -- 4. How far can the constants of the rescaled perceptron drop?


def rescale(Z: np.ndarray, sigma: float, phase: int, rng: np.random.Generator) -> tuple[int, int]:
    """Run the rescaled perceptron with constants of one's own; updates and stretches needed."""
    d, ones, own = Z.shape[1], np.ones(len(Z)), Z / np.linalg.norm(Z, axis=1)[:, None]
    most = max(1, int(bounds.updates_cosine(sigma, 1 / np.sqrt(d))))
    changed, updates, stretches = np.eye(d), 0, 0
    while updates < 10**7:
        run = run_until_right(own, ones, np.zeros(d), constant(0.0), phase)
        updates += run.n_updates
        if (Z @ changed @ run.w > 0).all():
            return updates, stretches
        run = run_until_right(own, ones, random_start(d, rng), cosine_rule(sigma), most,
                              project=True)  # fmt: skip
        updates += run.n_updates
        if run.converged:
            w = run.w / np.linalg.norm(run.w)
            changed = changed @ (np.eye(d) + np.outer(w, w))
            own = Z @ changed
            own /= np.linalg.norm(own, axis=1)[:, None]
            stretches += 1
    raise RuntimeError(f"No separator after {updates} updates and {stretches} stretches.")


def rescaled(d: int = 12, seeds: int = 5) -> dict:
    """Let the constants drop on the exponential sample: the median of the updates needed."""
    sample = samples.exponential(d)
    Z, found = sample.y[:, None] * sample.X, {}
    for sigma, phase in ((32, 256), (8, 64), (2, 16)):
        runs = [rescale(Z, 1 / (sigma * d), phase * d, np.random.default_rng(k))
                for k in range(seeds)]  # fmt: skip
        updates, stretches = np.median(runs, axis=0)
        found[f"{sigma}, {phase}"] = {"updates": int(updates), "stretches": int(stretches)}
    return found


# -- 5. A ledger for another algorithm: the passive-aggressive perceptron


def passive_aggressive(Z: np.ndarray, passes: int = 20, step: float = 1.0):
    """Return the weights before and after each update, the examples used, and their losses."""
    w, used, losses = [np.zeros(Z.shape[1])], [], []
    for z in np.tile(Z, (passes, 1)):
        loss = 1.0 - w[-1] @ z
        if loss > 0:
            w.append(w[-1] + step * loss / (z @ z) * z)
            used.append(z)
            losses.append(loss)
    return np.array(w), np.array(used), np.array(losses)


def ledger(w, used, losses, u, R: float) -> tuple[Inequality, ...]:
    """Evaluate the proof that the squared losses add up to at most R^2 norm(u)^2.

    u is any vector with z . u >= 1 for all examples.  Source: Crammer et al., 2006, theorem 2.
    """
    away = ((w - u) ** 2).sum(axis=1)
    gained, total = losses**2 / (used**2).sum(axis=1), np.cumsum(losses**2)
    left = r"\|w_{t-1}-u\|^2 - \|w_t-u\|^2"
    return (
        line("eq-pa-margin", r"1 \le z_t\cdot u", 1.0, used @ u),
        line("eq-pa-step", rf"\ell_t^2/\|z_t\|^2 \le {left}", gained, away[:-1] - away[1:]),
        line("eq-pa-length", r"\|z_t\|^2 \le R^2", (used**2).sum(axis=1), R**2),
        line("eq-pa-sum", r"\sum \ell_s^2 \le R^2\|u\|^2", total, R**2 * (u @ u)),
    )


def ledgers() -> dict:
    """Evaluate that proof with all its hypotheses, and with one of them broken at a time."""
    sample = samples.linear(60, 5, 0.2, np.random.default_rng(7))
    Z = sample.y[:, None] * sample.X
    u, R = sample.w_star / (Z @ sample.w_star).min(), radius(Z)
    run, far = passive_aggressive(Z), passive_aggressive(Z, step=2.5)
    cases = {
        "as it should be": ledger(*run, u, R),
        "u too short": ledger(*run, 0.5 * u, R),
        "R too small": ledger(*run, u, 0.9 * R),
        "steps too long": ledger(*far, u, R),
    }
    return {
        name: {"updates": lines[0].lhs.size, "fail": [x.name for x in lines if not x.holds]}
        for name, lines in cases.items()
    }


PROJECTS = {
    "tight": tight, "other": other, "bounds": errors, "rescaled": rescaled, "ledger": ledgers,
}  # fmt: skip


def table(found: dict) -> str:
    """Return what the page says: a table for each project, numbers as they are printed there."""
    parts = [
        "| threshold | updates allowed | made | share of the margin promised | reached |\n"
        "|---|---:|---:|---:|---:|\n"
        + "\n".join(
            f"| ${'' if b == '1' else b}R^2$ | {r['bound']:,} | {r['updates']:,} | "
            f"{r['promised']:.3f} | {r['share']:.3f} |"
            for b, r in found["tight"].items()
        ),
        "| threshold | updates | share of the best margin | error |\n|---|---:|---:|---:|\n"
        + "\n".join(
            f"| {name if name == '0' else f'${name}$' if '^' in name else name} | "
            f"{r['updates']:,.0f} | {r['share']:.2f} | {100 * r['error']:.2f} % |"
            for name, r in found["other"].items()
        ),
        "| images | used | compression | stable | Rademacher | test |\n"
        "|---:|---:|---:|---:|---:|---:|\n"
        + "\n".join(
            f"| {int(n):,} | {r['used']} | {r['compression']:.2f} | {r['stable']:.2f} | "
            f"{r['Rademacher']:.2f} | {r['test']:.3f} |"
            for n, r in found["bounds"].items()
        ),
        "| $1/(\\sigma d)$, updates of a phase over $d$ | updates | stretches |\n|---|---:|---:|\n"
        + "\n".join(
            f"| {name} | {r['updates']:,} | {r['stretches']} |"
            for name, r in found["rescaled"].items()
        ),
        "| what is broken | updates | lines that fail |\n|---|---:|---|\n"
        + "\n".join(
            f"| {name.replace('as it should be', 'nothing')} | {r['updates']} | "
            f"{', '.join(f'`{x}`' for x in r['fail']) or 'none'} |"
            for name, r in found["ledger"].items()
        ),
    ]
    return "\n\n".join(parts)


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description="Start the five projects.")
    parser.add_argument("do", choices=("run", "table"))
    parser.add_argument("names", nargs="*", help=f"of {', '.join(PROJECTS)}; by default all")
    options = parser.parse_args()
    found = json.loads(RESULT.read_text("utf-8")) if RESULT.is_file() else {}
    if unknown := set(options.names) - set(PROJECTS):
        raise SystemExit(f"projects: there is no {min(unknown)}; choose from {', '.join(PROJECTS)}")
    if options.do == "run":
        for name in options.names or PROJECTS:
            found[name] = PROJECTS[name]()
            print(name, found[name], flush=True)
        found = {name: found[name] for name in PROJECTS if name in found}
        RESULT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    else:
        print(table(found))


if __name__ == "__main__":
    main()
