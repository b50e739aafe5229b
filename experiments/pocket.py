r"""Make the network of the page: the best row, seed 0, the large matrix rounded to bytes.

    python experiments/pocket.py

trains it once more (a minute), and writes ptronlib/explore/digits.safetensors and
the record "pocket" of results/mnist.json.

.. math:: W_1 \approx Q \operatorname{diag}(q), \qquad Q_{pj} \in \{-127, \dots, 127\}
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from jobs import Results
from records import opened, write
from rows import PASSES, ROWS, plan_of
from safetensors.numpy import save_file
from study import STUDY
from training import trained

from ptronlib.mnist import Network, load_mnist
from ptronlib.mnist.pocket_network import FILE, load_pocket

LIMIT = 700_000  # bytes


def store(net: Network, ink: np.ndarray, path: Path, *, beta: float, label: str) -> None:
    """Round the weights of the hidden layer to one byte each, off by at most half a scale.

    `ink` says which pixels ever held ink in training; the others are left out. The threshold and a
    label are written as metadata.
    """
    pixels = np.flatnonzero(ink).astype(np.uint16)
    used = net.W1[pixels]
    scale = np.abs(used).max(axis=0, initial=1e-30) / np.float32(127)
    Q = np.round(used / scale).astype(np.int8)
    parts = {"pixels": pixels, "Q": Q, "scale": scale, "bias": net.b1, "W2": net.W2}
    save_file(parts, path, {"beta": repr(beta), "label": label})


def main() -> None:
    """Write the file and say what rounding cost."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--row", default="decay-10", choices=tuple(ROWS))
    parser.add_argument("--results", type=Path, help="another folder; nothing is kept then")
    given = parser.parse_args()
    with opened(STUDY, given.results) as folder:
        make(given.row, Results(folder))


def make(row: str, results: Results) -> None:
    """Train the network of a row once more, write its file, and what rounding cost."""
    mnist = load_mnist()
    step, scale = results.chosen()[row]
    plan = plan_of(row, step, PASSES, scale, len(mnist.X_train))
    found, run = trained(plan, mnist.X_train, mnist.y_train, 0)
    # Scores are homogeneous of degree two: divided so, the threshold of the end is 1.
    unit = np.float32(np.sqrt(run.log[-1]["beta"]) * run.log[-1]["kept"])
    net = Network(*(part / unit for part in (found.W1, found.b1, found.W2)))
    label = f"{ROWS[row].label}, seed 0"
    store(net, mnist.X_train.any(axis=0), FILE, beta=1.0, label=label)
    if (size := FILE.stat().st_size) > LIMIT:
        sys.exit(f"pocket: the file must have at most {LIMIT} bytes; it has {size}.")
    before, after = (
        100 * float((found.scores(mnist.X_test).argmax(axis=1) != mnist.y_test).mean())
        for found in (net, load_pocket())
    )
    facts = {"row": row, "bytes": size, "error": after, "before": before, "beta": 1.0}
    write(results.folder / "pocket.json", json.dumps(facts, indent=1))
    print(facts)


if __name__ == "__main__":
    main()
