"""No input is ever run: no pickle, no eval, no shell, no archive unpacked; no secret is kept."""

import ast
import base64
import json
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PARTS = ("ptronlib", "tools", "experiments")
CODE = sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py"))
MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal", "jsonpickle", "pty"}
CALLS = {
    "eval", "exec", "__import__", "os.system", "os.popen", "os.spawnl", "commands.getoutput",
    "subprocess.getoutput", "subprocess.getstatusoutput", "torch.load", "joblib.load",
    "yaml.load", "yaml.load_all", "yaml.unsafe_load", "yaml.full_load", "yaml.unsafe_load_all",
    "yaml.full_load_all", "shutil.unpack_archive", "tempfile.mktemp", "pandas.read_pickle",
    "pd.read_pickle", "ssl._create_unverified_context",
}  # fmt: skip
# Sphinx keeps what it knows of a book as a pickle; that of our own build, minutes old, is read.
ALLOWED = {"tools/plain_names.py": ["import pickle"]}
METHODS = {"extractall", "extract", "set_explode"}
OPTIONS = {("shell", True), ("allow_pickle", True), ("verify", False), ("weights_only", False)}


def dangers(source):
    """Name what this source does that could run or unpack its input."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [f"import {a.name}" for a in node.names if a.name.split(".")[0] in MODULES]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MODULES:
            found.append(f"from {node.module}")
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            constants = [k for k in node.keywords if isinstance(k.value, ast.Constant)]
            given = {(k.arg, k.value.value) for k in constants}
            found += [name] if name in CALLS or name.rpartition(".")[2] in METHODS else []
            found += [f"{name}({key}={value})" for key, value in given & OPTIONS]
    return found


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_that_is_read_is_run(path):
    allowed = ALLOWED.get(path.relative_to(ROOT).as_posix(), [])
    assert dangers(path.read_text("utf-8")) == allowed


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from pickle import loads",
        "import torch\ntorch.load(path)",
        "torch.load(path, weights_only=False)",
        "eval(text)",
        "exec(text)",
        "import os\nos.system('ls ' + name)",
        "subprocess.run(f'ls {name}', shell=True)",
        "np.load(path, allow_pickle=True)",
        "yaml.load(text, Loader=yaml.Loader)",
        "archive.extractall(folder)",
        "requests.get(url, verify=False)",
    ],
)
def test_the_search_finds_what_it_looks_for(source):
    assert dangers(source)


def test_programs_are_started_from_lists():
    """A command line put together from strings is split by a shell; a list of words is not."""
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "subprocess.run", "subprocess.Popen", "subprocess.check_output",
            ):  # fmt: skip
                assert not isinstance(node.args[0], ast.JoinedStr | ast.Constant | ast.BinOp), path


# what is kept in the repository


SECRETS = re.compile(
    r"gh[pousr]_[A-Za-z0-9]{30}|github_pat_\w{20}|AKIA[0-9A-Z]{16}|xox[abprs]-[\w-]{10}|"
    r"-----BEGIN [A-Z ]*PRIVATE KEY|\beyJ[\w-]{10,}\.eyJ[\w-]{10}|\bsk-[A-Za-z0-9]{24}|"
    r"\bpypi-[A-Za-z0-9_-]{30}|npm_[A-Za-z0-9]{36}|[?&]token=[0-9a-f]{16}|"
    r"\b(?:password|api_?key|secret)\s*[:=]\s*['\"][^'\"]{8}"
)
PATHS = re.compile(r"(?<![\w.])/(?:home|Users|root|work|mnt|tmp|private)/\w|\b[A-Z]:\\\\?Users\\")
TEXTS = sorted(
    path
    for pattern in ("book/*.md", "book/*.yml", "ptronlib/**/*.py", "ptronlib/**/*.js", "site/**/*",
                    "tools/*.py", "experiments/**/*.py", "experiments/**/*.json",
                    ".github/**/*.yml",
                    "*.md", "*.toml", "*.yml", "*.json", "requirements.txt", ".npmrc")
    for path in ROOT.glob(pattern)
    if path.is_file() and path.suffix not in (".png", ".ico", ".woff2")
)  # fmt: skip
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))


def readable(value):
    """Yield the texts of a notebook, not its pictures, which may hold any letters."""
    if isinstance(value, dict):
        for key, part in value.items():
            if not key.startswith(("image/png", "image/jpeg")):
                yield from readable(part)
    elif isinstance(value, list):
        yield from [part for each in value for part in readable(each)]
    elif isinstance(value, str) and not re.fullmatch(r"[A-Za-z0-9+/=\s]{200,}", value):
        yield value


@pytest.mark.parametrize("path", TEXTS + NOTEBOOKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_secret_and_no_path_of_a_machine_is_kept(path):
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join(readable(json.loads(text)))
    assert SECRETS.findall(text) == []
    assert PATHS.findall(text) == []


@pytest.mark.parametrize(
    "text",
    ["ghp_" + "a1B2" * 9, "AKIA" + "ABCD" * 4, "http://localhost:8888/?token=" + "0a" * 24,
     "-----BEGIN RSA " + "PRIVATE KEY-----", "api_key = '" + "0123456789'"],
)  # fmt: skip
def test_secrets_would_be_found(text):
    assert SECRETS.search(text)


@pytest.mark.parametrize("start", ["home", "Users", "root", "tmp"])
def test_paths_would_be_found(start):
    assert PATHS.search(f"File /{start}/somebody/x.py") and not PATHS.search(f"site/{start}/x")


def test_pictures_are_not_taken_for_text():
    picture = base64.b64encode(bytes(range(256)) * 4).decode()
    assert list(readable({"image/png": "/home/x", "text/plain": ["a", picture]})) == ["a"]


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda p: p.name)
def test_actions_are_pinned_by_commit_and_rights_are_small(path):
    text = path.read_text("utf-8")
    used = re.findall(r"uses:\s*(\S+)(.*)", text)
    assert used
    for action, comment in used:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r"\s+# v\d+\.\d+\.\d+", comment), f"{action} must say its version"
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in text and "${{ github.event" not in text


def test_every_python_package_is_pinned_and_every_script_has_its_hash():
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    for line in (line for line in lines if line and not line.startswith("#")):
        assert re.fullmatch(r"[\w.-]+==[\w.]+|-e \.", line), line
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for name, entry in packages.items():
        assert not name or entry["integrity"].startswith("sha512-"), name
    # One of them has a program to run when it is installed; none is run.
    assert "ignore-scripts=true" in (ROOT / ".npmrc").read_text("utf-8").splitlines()
