"""The runs and samples of same_mistakes.py in the Pyodide that the site serves, under Node."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from same_mistakes import digests, generated

from tools.pages import LITE

PYODIDE = LITE / "static" / "pyodide"
COUNT = 500
SCRIPT = """
import { readFileSync } from "node:fs";
const { folder, source, count } = JSON.parse(readFileSync(0, "utf8"));
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${folder}/` });
await python.loadPackage("ptronlib", { messageCallback() {} });
python.FS.writeFile("same_mistakes.py", source);
const found = python.runPython(`
import json, same_mistakes
json.dumps([same_mistakes.digests(${count}), same_mistakes.generated()])`);
console.log(found);
"""


@pytest.mark.thorough
@pytest.mark.needs("lite", "node")
def test_the_same_mistakes_and_samples_in_pyodide():
    source = (Path(__file__).parents[1] / "same_mistakes.py").read_text("utf-8")
    asked = {"folder": str(PYODIDE), "source": source, "count": COUNT}
    command = [shutil.which("node"), "--input-type=module", "-e", SCRIPT]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [digests(COUNT), generated()]
