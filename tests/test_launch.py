"""Buttons that lead elsewhere are there when the repository has an address, and not otherwise."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from urllib.parse import parse_qs, urlsplit

import pytest

from tools.launch_sphinx import launches
from tools.notebooks import BOOK
from tools.pages import ROOT

REPOSITORY = "https://github.com/owner/book"
HUB = "https://hub.example.org/"
CONFIG = """
extensions = ["myst_nb", "sphinx_proof", "sphinx_exercise", "launch_sphinx"]
html_theme = "sphinx_book_theme"
nb_execution_mode = "off"
html_theme_options = {{"repository_url": {url!r}, "repository_branch": "main"}}
ptron_launch = {{"hub": {hub!r}}}
suppress_warnings = ["image", "ref", "toc", "myst"]
"""


def build(folder, url="", hub="") -> str:
    """Build a book of one chapter and one page, and return both pages' HTML."""
    (folder / "book").mkdir(parents=True)
    shutil.copy(BOOK / "practice_libraries.ipynb", folder / "book" / "chapter.ipynb")
    (folder / "conf.py").write_text(CONFIG.format(url=url, hub=hub))
    (folder / "index.md").write_text("# Index\n\n```{launches} chapter\nNothing.\n```\n")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(folder), str(folder / "out")]
    subprocess.run(command, check=True, env={"PYTHONPATH": str(ROOT / "tools")})
    pages = ("book/chapter.html", "index.html")
    return "\n".join((folder / "out" / page).read_text("utf-8") for page in pages)


def links(html: str) -> set[str]:
    return {urlsplit(url).netloc for url in re.findall(r'<a[^>]* href="(https://[^"]+)"', html)}


@pytest.mark.thorough
def test_buttons_appear_with_an_address(tmp_path):
    services = {"mybinder.org", "colab.research.google.com", "github.com", "hub.example.org"}
    html = build(tmp_path / "none")
    assert "Nothing." in html and not links(html) & services
    html = build(tmp_path / "some", REPOSITORY, HUB)
    assert "Nothing." not in html and services <= links(html)


def test_they_open_the_plain_notebook_on_its_branch():
    found = launches(REPOSITORY, {"hub": HUB}, "01_x.ipynb")
    assert found["Binder"] == (
        "https://mybinder.org/v2/gh/owner/book/notebooks?urlpath=lab/tree/book/01_x.ipynb"
    )
    assert found["Colab"] == (
        "https://colab.research.google.com/github/owner/book/blob/notebooks/book/01_x.ipynb"
    )
    asked = parse_qs(urlsplit(found["JupyterHub"]).query)
    assert asked["repo"] == [REPOSITORY] and asked["branch"] == ["notebooks"]
    assert asked["urlpath"] == ["lab/tree/book/book/01_x.ipynb"]


@pytest.mark.parametrize(
    ("repository", "settings", "expected"),
    [
        ("", {"hub": HUB}, []),
        (REPOSITORY, {}, ["Binder", "Colab"]),
        ("https://git.example.org/owner/book", {}, ["Binder"]),  # Colab opens GitHub's only
        (REPOSITORY, {"binder": "", "colab": "", "hub": HUB}, ["JupyterHub"]),
    ],
)
def test_each_service_is_offered_where_it_can_serve(repository, settings, expected):
    assert sorted(launches(repository, settings, "01_x.ipynb")) == expected
