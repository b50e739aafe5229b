"""The JavaScript of the explorer of chapter 9 against the library."""

import json
import shutil
import subprocess

import numpy as np
import pytest

from ptronlib.separation import Wall, separate_hulls, verify
from ptronlib.widgets import HullExplorer
from ptronlib.widgets.hulls import HULLS

SCRIPT = """
import {{ readFileSync }} from "node:fs";
const {{ separateHulls, hull }} = await import({module});
const answers = JSON.parse(readFileSync(0, "utf8")).map(({{ P, Q, eps }}) => ({{
  ...separateHulls(P, Q, eps), hull: hull(P) }}));
console.log(JSON.stringify(answers));
"""


def cases():
    rng = np.random.default_rng(9)
    for _ in range(400):
        P, Q = (rng.integers(-32, 33, (rng.integers(1, 7), 2)) / 16 for _ in range(2))
        eps = int(rng.integers(2, 33)) / 16
        if eps <= np.linalg.norm(P[:, None] - Q, axis=2).max():
            yield P, Q, eps
    yield *map(np.array, HULLS), 0.625


@pytest.mark.statement("A-Lem1.6")
def test_javascript_gives_the_library_s_answers(tmp_path):
    node = shutil.which("node")
    assert node, "Node.js is missing: install it, the explorer is tested through it."
    module = tmp_path / "explorer.mjs"
    module.write_text(HullExplorer()._esm, "utf-8")
    batch = list(cases())
    done = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT.format(module=json.dumps(module.as_uri()))],
        input=json.dumps([{"P": P.tolist(), "Q": Q.tolist(), "eps": eps} for P, Q, eps in batch]),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    for (P, Q, eps), answer in zip(batch, json.loads(done.stdout), strict=True):
        found = separate_hulls(P, Q, eps)
        assert verify(found, P, Q)
        assert answer["kind"] == type(found).__name__
        assert P[answer["picks"][0]].tolist() == found.P.taken.tolist()
        assert Q[answer["picks"][1]].tolist() == found.Q.taken.tolist()
        if isinstance(found, Wall):
            assert (answer["w"], answer["b"]) == (found.w.tolist(), found.b)
            assert answer["gap"] == pytest.approx(found.gap, rel=1e-15)
        else:
            assert answer["distance"] == pytest.approx(found.distance, rel=1e-15)
        assert {tuple(corner) for corner in answer["hull"]} <= set(map(tuple, P.tolist()))


def test_bad_input():
    with pytest.raises(TypeError, match="P and Q go together"):
        HullExplorer([[0, 0]])
    with pytest.raises(ValueError, match="square from -2 to 2"):
        HullExplorer([[3, 0]], [[0, 0]])
    with pytest.raises(ValueError, match="two columns"):
        HullExplorer([[1, 0]], [[0, 0, 1]])
    with pytest.raises(ValueError, match="eps must lie in"):
        HullExplorer(eps=0.0)
