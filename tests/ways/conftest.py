"""One new environment for all downloads: JupyterLab's kernel and client, and no ptronlib."""

import subprocess
import sys

import pytest


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory):
    """Return the folder of a new environment in which somebody has installed Jupyter."""
    place = tmp_path_factory.mktemp("jupyter") / "environment"
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    pip = [place / "bin" / "python", "-m", "pip", "install", "-q"]
    subprocess.run([*pip, "nbclient", "ipykernel"], check=True)
    return place
