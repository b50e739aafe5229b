"""A downloaded notebook in a new environment, with what its page offers and nothing else."""

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import nbformat
import pytest

from tools import plain
from tools.pages import BUILT
from tools.serve import serving

pytestmark = [pytest.mark.thorough, pytest.mark.needs("book")]
OFFERED = BUILT / "notebooks"
RUN = """
import sys, nbformat
from nbclient import NotebookClient
path = sys.argv[1]
notebook = nbformat.read(path, as_version=4)
try:
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
finally:
    nbformat.write(notebook, path)
"""


def run(jupyter, folder, name):
    """Run a notebook in its folder, with the programs of the new environment."""
    kept = {
        k: os.environ[k] for k in ("HOME", "PIP_INDEX_URL", "PIP_CONFIG_FILE") if k in os.environ
    }
    variables = kept | {"PATH": f"{jupyter / 'bin'}:/usr/bin:/bin", "JUPYTER_PREFER_ENV_PATH": "1"}
    command = [str(jupyter / "bin" / "python"), "-c", RUN, f"{name}.ipynb"]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)


def printed(folder, name):
    """Return what the notebook printed and answered."""
    outputs = [
        output
        for cell in nbformat.read(folder / f"{name}.ipynb", as_version=4).cells
        for output in cell.get("outputs", ())
    ]
    return "\n".join(o.get("text", "") or str(o.get("data", {}).get("text/plain")) for o in outputs)


def download(name, folder, *more):
    for file in (f"{name}.ipynb", *more):
        shutil.copyfile(OFFERED / file, folder / file)
    return folder


def test_the_notebook_alone_says_what_to_do(jupyter, tmp_path):
    done = run(jupyter, download("01_perceptron", tmp_path), "01_perceptron")
    assert done.returncode != 0
    assert f"also offers the library, as the file {plain.WHEEL}" in done.stderr.replace("\n", " ")


@pytest.mark.parametrize("name", ["01_perceptron", "04_sgd", "10_mnist", "practice_classifier"])
def test_with_what_its_page_offers_it_runs_to_the_end(jupyter, tmp_path, name):
    notebook = nbformat.read(plain.ROOT / "book" / f"{name}.ipynb", as_version=4)
    more = ["results.zip"] if plain.reads_results(notebook) else []
    done = run(jupyter, download(name, tmp_path, plain.WHEEL, *more), name)
    assert done.returncode == 0, done.stderr[-3000:]
    if "_" in name and name[0].isdigit():
        assert "not answered yet" in printed(tmp_path, name)


def test_where_the_book_has_an_address_the_notebook_alone_runs(new_environment, tmp_path):
    """In another new environment: the library and the results come from the address."""
    place = new_environment()
    with serving() as address:
        path = plain.ROOT / "book" / "errata.ipynb"
        made = plain.convert(path, address, f"{address}notebooks/{plain.WHEEL}")
        nbformat.write(made, tmp_path / "errata.ipynb")
        done = run(place, tmp_path, "errata")
    assert done.returncode == 0, done.stderr[-3000:]


def test_the_archive_holds_every_study():
    with zipfile.ZipFile(OFFERED / "results.zip") as packed:
        names = set(packed.namelist())
    assert names == {path.name for path in Path(plain.RESULTS).iterdir()}
