"""Make the network of the page: the best row, seed 0, the large matrix rounded to bytes.

    python experiments/pocket.py

reads the checkpoint that `table1.py run` leaves of seed 0, checks that it is the recorded network,
and writes ptronlib/explore/digits.safetensors and results/pocket.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from jobs import Job, Results
from safetensors.numpy import load_file
from table1 import CHECKPOINTS, RESULTS, best

from ptronlib.digits import from_bytes, quantize, to_bytes
from ptronlib.mnist import load_mnist
from ptronlib.neural import write_whole

TARGET = Path(__file__).parents[1] / "ptronlib" / "explore" / "digits.safetensors"
LIMIT = 700_000  # bytes


def main() -> None:
    """Write the file and say what rounding cost."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--row", default="best")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--checkpoints", type=Path, default=CHECKPOINTS)
    given = parser.parse_args()
    results = Results(given.results)
    job = Job("runs", given.row, 0, *best(results, given.row))
    recorded = results.read(job)
    parts = load_file(given.checkpoints / f"runs-{job.name}.safetensors")
    digest = hashlib.sha256(parts["W1"].tobytes() + parts["W2"].tobytes()).hexdigest()
    if digest != recorded["digest"]:
        sys.exit("pocket: the checkpoint must be the recorded network; their digests differ.")
    mnist = load_mnist()
    # Scores are homogeneous of degree two: divided so, the threshold of the end is 1.
    unit = np.float32(np.sqrt(recorded["log"][-1]["beta"]))
    net = quantize(
        *(parts[name] / unit for name in ("W1", "b1", "W2")), mnist.X_train.any(axis=0),
        beta=1.0, label=f"{recorded['label']}, seed 0",
    )  # fmt: skip
    content = to_bytes(net)
    if len(content) > LIMIT:
        sys.exit(f"pocket: the file must have at most {LIMIT} bytes; it has {len(content)}.")
    wrong = int((from_bytes(content).scores(mnist.X_test).argmax(axis=1) != mnist.y_test).sum())
    facts = {"row": given.row, "bytes": len(content), "error": 100 * wrong / len(mnist.y_test),
             "before": recorded["error"], "beta": net.beta,
             "largest_rounding": float(np.max(net.scale) / 2)}  # fmt: skip
    write_whole(TARGET, content)
    write_whole(results.folder / "pocket.json", json.dumps(facts, indent=1).encode())
    print(facts)


if __name__ == "__main__":
    main()
