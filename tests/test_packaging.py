"""The wheel in an environment that has the packages it needs and nothing else."""

import pkgutil
import re
import shutil
import subprocess
import sys
import textwrap
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

import ptronlib

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[1]
NEEDED = {"numpy", "flint", "scipy"}
OPTIONAL = {  # module: the extra that it needs
    "ptronlib.plots": "plots",
    "ptronlib.widgets": "widgets",
    "ptronlib.sklearn": "sklearn",
    "ptronlib.torch": "torch",
    "ptronlib.course._kernel": "course",
    "ptronlib.course._mark": "course",
    "ptronlib.course.assign": "course",
    "ptronlib.course.feedback": "course",
    "ptronlib.course.grade": "course",
    "ptronlib.course.ledgers": "course",
    "ptronlib.course.printed": "course",
    "ptronlib.course.questions": "course",
}


def run(*command, cwd=None):
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the wheel from a copy, since setuptools leaves folders behind."""
    folder = tmp_path_factory.mktemp("built")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, source)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "ptronlib", source / "ptronlib", ignore=ignore)
    build = f"from setuptools import build_meta as b; b.build_wheel({str(folder)!r})"
    run(sys.executable, "-c", build, cwd=source)
    return folder


@pytest.fixture(scope="module")
def fresh(built, tmp_path_factory):
    """Return the Python of a new environment: the wheel, and links to what it needs."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder / "env", with_pip=False)
    (site,) = (folder / "env").glob("**/site-packages")
    for name in NEEDED:
        package = Path(find_spec(name).origin).parent
        for part in (package, *package.parent.glob(f"*{name}.libs")):
            (site / part.name).symlink_to(part, target_is_directory=True)
    (wheel,) = built.glob("*.whl")
    python = folder / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "-q", "--python", python, "--disable-pip-version-check"]
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    return python


def alone(fresh, folder, *arguments):
    """Run the Python of the new environment, away from this folder."""
    command = [fresh, "-I", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_wheel_holds_every_file_of_the_library(built):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("ptronlib/")}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "ptronlib").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == wanted, "name new packages and kinds of files in pyproject.toml"
    assert "ptronlib/py.typed" in packed


def test_wheel_has_the_version(built):
    assert next(built.glob("*.whl")).name.startswith(f"ptronlib-{ptronlib.__version__}-")


def test_example_of_the_readme_runs(fresh, tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"(?:^ {6}.*\n|^\n)+(?=^ {2}Extras)", text, re.MULTILINE)
    done = alone(fresh, tmp_path, "-c", textwrap.dedent(block))
    assert done.returncode == 0 and done.stdout.strip() == "1 [2. 1.]", done.stderr


def test_command_names_the_extra_that_it_needs(fresh, tmp_path):
    (tmp_path / "t.csv").write_text("a,kind\n1,p\n2,q\n")
    done = alone(fresh, tmp_path, "-m", "ptronlib", "separable", "t.csv")
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "pip install 'ptronlib[tables]'" in done.stderr


@pytest.mark.parametrize("module", OPTIONAL)
def test_module_without_its_package_names_the_extra(fresh, tmp_path, module):
    done = alone(fresh, tmp_path, "-c", f"import {module}")
    assert done.returncode == 1
    assert done.stderr.strip().endswith(f"pip install 'ptronlib[{OPTIONAL[module]}]'"), done.stderr


def test_every_other_module_needs_no_extra(fresh, tmp_path):
    names = {m.name for m in pkgutil.walk_packages(ptronlib.__path__, "ptronlib.")}
    plain = {n for n in names if not n.startswith(tuple(OPTIONAL))} - {"ptronlib.__main__"}
    code = f"from importlib import import_module\nfor name in {plain}: import_module(name)"
    done = alone(fresh, tmp_path, "-c", code)
    assert done.returncode == 0, done.stderr
