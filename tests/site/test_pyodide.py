"""What Pyodide, in node_modules, says of the packages that the site serves."""

from __future__ import annotations

from tools import lite_packages, pyodide


def test_the_lock_names_what_the_site_serves():
    packages = pyodide.read_lock()["packages"]
    served = pyodide.with_needs(lite_packages.FROM_PYODIDE, packages)
    assert {"numpy", "openblas", "pillow", "joblib"} <= served
    versions = [packages[name]["version"] for name in lite_packages.FROM_PYODIDE]
    assert versions == ["2.0.2", "1.14.1", "3.8.4", "1.6.1"]
