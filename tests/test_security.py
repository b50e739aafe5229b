"""No secret and no path of a machine is kept."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SECRETS = re.compile(
    r"gh[pousr]_[A-Za-z0-9]{30}|github_pat_\w{20}|AKIA[0-9A-Z]{16}|xox[abprs]-[\w-]{10}|"
    r"-----BEGIN [A-Z ]*PRIVATE KEY|\beyJ[\w-]{10,}\.eyJ[\w-]{10}|\bsk-[A-Za-z0-9]{24}|"
    r"\bpypi-[A-Za-z0-9_-]{30}|npm_[A-Za-z0-9]{36}|[?&]token=[0-9a-f]{16}|"
    r"\b(?:password|api_?key|secret)\s*[:=]\s*['\"][^'\"]{8}"
)
PATHS = re.compile(r"(?<![\w.])/(?:home|Users|root|work|mnt|tmp|private)/\w|\b[A-Z]:\\\\?Users\\")
PATTERNS = (
    *("book/*.md", "book/*.yml", "book/*.ipynb", "ptronlib/**/*.py", "ptronlib/**/*.js"),
    *("site/**/*", "tools/**/*.py", "experiments/**/*.py", "experiments/**/*.json"),
    *(".github/**/*.yml", "*.md", "*.toml", "*.yml", "*.json", "requirements.txt", ".npmrc"),
)
TEXTS = sorted(
    path
    for pattern in PATTERNS
    for path in ROOT.glob(pattern)
    if path.is_file() and path.suffix not in (".png", ".ico", ".woff2")
)


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


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_secret_and_no_path_of_a_machine_is_kept(path):
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join(readable(json.loads(text)))
    assert SECRETS.findall(text) == []
    assert PATHS.findall(text) == []


def test_secrets_and_paths_would_be_found():
    assert SECRETS.search("ghp_" + "a1B2" * 9) and SECRETS.search("api_key = '" + "0123456789'")
    assert PATHS.search("File /" + "home/somebody/x.py") and not PATHS.search("site/tmp/x")
