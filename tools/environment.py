"""Write ``environment.yml``, for conda, from the extras of ``pyproject.toml``.

``python -m tools.environment``; a test compares the file with what this makes, so that nothing is
pinned by hand in two places.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "environment.yml"
# Where conda-forge has another name, and what it does not have.
CONDA = {"PyYAML": "pyyaml", "torch": "pytorch"}
PIP_ONLY = {"sphinx-mathjax-offline"}
HEAD = """# For conda, mamba or micromamba: conda env create -f environment.yml
# Made from pyproject.toml by python -m tools.environment; not tried on every platform.
name: perceptron-book
channels: [conda-forge]
dependencies:
"""


def needed(project: dict, extra: str) -> list[str]:
    """Return what an extra asks for, and the extras that it names in turn."""
    found = []
    for line in project["optional-dependencies"][extra]:
        if parts := re.fullmatch(r"ptronlib\[(.*)\]", line):
            for name in parts[1].split(","):
                found += needed(project, name)
        else:
            found.append(line)
    return found


def text() -> str:
    """Return the content of the file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = dict.fromkeys([*project["dependencies"], *needed(project, "book")])
    conda, pip = [f"python{project['requires-python']}", "pip"], []
    for line in sorted(asked, key=str.lower):
        name, bounds = re.fullmatch(r"([\w.-]+)(.*)", line).groups()
        if name in PIP_ONLY:
            pip.append(line)
        else:
            conda.append(f"{CONDA.get(name, name)}{bounds}")
    lines = [f'  - "{line}"' for line in conda] + ["  - pip:"]
    lines += [f'      - "{line}"' for line in (*pip, "-e .")]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
    print(f"environment: {FILE.name}")
