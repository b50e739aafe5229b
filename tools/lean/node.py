"""Ask a script beside this file that runs under Node: JSON in, JSON out."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tools.pages import ROOT


def ask(script: str, question: object) -> object:
    """Return the script's answer.

    Raises
    ------
    SystemExit : if it fails, with what it said.
    """
    done = subprocess.run(
        ["node", str(Path(__file__).with_name(script))],
        cwd=ROOT,
        input=json.dumps(question),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"lean: {script} failed.\n{done.stderr}\nRun: make setup")
    return json.loads(done.stdout)
