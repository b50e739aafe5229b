"""What the documents, the images and the workflows name exists, and says the same everywhere."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module

import pytest
import yaml

import ptronlib
from tools import environment, publish_check
from tools.pages import ROOT

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "HARDENING.md", "experiments/README.md", "Dockerfile",
             "book/run.md", "book/teaching.md", "book/teaching_class.md",
             "book/teaching_projects.md", "book/intro.md", ".devcontainer/devcontainer.json",
             ".github/workflows/tests.yml", ".github/workflows/publish.yml")  # fmt: skip
each_document = pytest.mark.parametrize("name", DOCUMENTS)
MADE = ("_build/", ".venv", ".cache/", "node_modules", "my-notebooks", "results/", "notebooks/")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))


def read(name):
    return (ROOT / name).read_text("utf-8")


@each_document
def test_every_command_of_make_exists(name):
    targets = set(re.findall(r"^([a-z][a-z-]*):", read("Makefile"), re.MULTILINE))
    named = re.findall(r"(?:`|^ {4}|run: |: \"|&& )make ([a-z][a-z-]*)", read(name), re.MULTILINE)
    assert set(named) <= targets


@each_document
def test_every_file_that_is_named_exists(name):
    folders = "tools|tests|experiments|benchmarks|ptronlib|book|site|lite"
    for path in set(re.findall(rf"(?<![\w/.])((?:{folders})/[\w/.-]*\w)(?![\w{{*])", read(name))):
        if not path.startswith(MADE) and "results" not in path:
            assert (ROOT / path).exists(), path


@each_document
def test_every_import_works(name):
    for module, names in re.findall(r"from (ptronlib[\w.]*) import ([\w, ]+)", read(name)):
        for word in names.split(","):
            assert hasattr(import_module(module), word.strip()), (module, word)
    for module in re.findall(r"-m (ptronlib[\w.]*|tools[\w.]*|benchmarks)\b", read(name)):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


@each_document
def test_every_extra_exists(name):
    extras = PROJECT["optional-dependencies"]
    for found in re.findall(r'(?:ptronlib|"\.|\\.)\[([a-z,]+)\]', read(name)):
        assert set(found.split(",")) <= extras.keys(), found


def test_the_readme_names_every_folder_and_every_extra():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout
    folders = {path.split("/")[0] for path in listed.splitlines() if "/" in path}
    layout = read("README.md").partition("## Layout")[2].partition("How to change")[0]
    named = set(re.findall(r"^ {4}(\w+)/", layout, re.MULTILINE))
    assert named == {folder for folder in folders if not folder.startswith(".")}
    for extra in PROJECT["optional-dependencies"]:
        assert f"[{extra}]" in read("README.md")


def test_the_python_of_the_class_image_runs():
    (code,) = re.findall(r'python -c "(from ptronlib.*?)"', read("Dockerfile"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_environment_for_conda_is_made_from_the_extras():
    assert environment.FILE.read_text("utf-8") == environment.text(), (
        "run: python -m tools.environment"
    )


def test_the_container_sets_up_as_everybody_does():
    made = json.loads(read(".devcontainer/devcontainer.json"))
    assert made["postCreateCommand"] == "make setup"


def test_one_version_everywhere():
    version = PROJECT["version"]
    citation = yaml.safe_load(read("CITATION.cff"))
    assert version == ptronlib.__version__ == citation["version"]
    first = re.search(r"^## (\S+)", read("CHANGELOG.md"), re.MULTILINE)[1]
    assert first == version
    for page in ("book/intro.md", "site/root/index.html"):
        assert re.findall(r"version (\d+\.\d+\.\d+)", read(page)) == [version], page


def test_the_addresses_agree_where_there_are_any():
    address = CONFIG["repository"]["url"]
    citation = yaml.safe_load(read("CITATION.cff")).get("repository-code", "")
    assert citation in ("", address)
    assert set(PROJECT.get("urls", {}).values()) <= {address}


def test_a_book_without_an_address_is_not_published():
    empty = {"html": {"baseurl": ""}, "repository": {"url": ""}}
    assert len(publish_check.missing(empty)) == 2 and len(publish_check.missing({})) == 2
    full = {"html": {"baseurl": "https://a.example"}, "repository": {"url": "https://b.example"}}
    assert publish_check.missing(full) == []
    half = full | {"repository": {"url": ""}}
    (said,) = publish_check.missing(half)
    assert said.startswith("_config.yml names no repository.url")
