"""New environments for downloads: what runs a notebook, and no ptronlib."""

import subprocess
import sys

import pytest

# Kernels of ipykernel 7 now and then miss a request and wait for ever (ipykernel's issue 1554); in
# JupyterLab one runs the cell again, but a test would stand still.
JUPYTER = ("nbclient", "ipykernel<7")


@pytest.fixture(scope="session")
def new_environment(tmp_path_factory):
    """Return a function that makes an environment in which somebody has installed Jupyter."""

    def make():
        place = tmp_path_factory.mktemp("jupyter") / "environment"
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        pip = [place / "bin" / "python", "-m", "pip", "install", "-q", *JUPYTER]
        subprocess.run(pip, check=True)
        return place

    return make


@pytest.fixture(scope="session")
def jupyter(new_environment):
    """One such environment, for all notebooks that bring the library with them."""
    return new_environment()
