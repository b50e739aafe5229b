"""Buttons that lead elsewhere are there when the repository has an address, and not otherwise."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from tools.launch_sphinx import launches

REPOSITORY = "https://github.com/owner/book"
HUB = "https://hub.example.org/"


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
