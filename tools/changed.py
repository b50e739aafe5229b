"""A plugin of pytest for tools/everywhere.py: change what a variable of the environment asks for.

`PTRON_OPTIMIZE`: the library is compiled as by `python -O`, without its assertions and with
`__debug__` false; the tests keep theirs. (With PYTHONOPTIMIZE itself pytest loses every `assert`
of the tests and would pass whatever the library did.)  `PTRON_LOCALE`: that of LC_ALL is set, as
by a program that calls `setlocale`.  `PTRON_ORDER`: the seed of a shuffle.  `PTRON_WITHOUT`: a
package that cannot be imported.
"""

from __future__ import annotations

import importlib.machinery
import locale
import os
import random
import sys

ASKED = os.environ.get


class Optimized(importlib.machinery.SourceFileLoader):
    """Compile as `python -O` does, and neither read nor write what is compiled already."""

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return compile(self.get_data(path), path, "exec", dont_inherit=True, optimize=1)


class Finder:
    """Find the library's modules for the loader above."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.split(".")[0] != "ptronlib":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = Optimized(spec.loader.name, spec.loader.path)
        return spec


def pytest_collection_modifyitems(items):
    if ASKED("PTRON_ORDER"):
        random.Random(ASKED("PTRON_ORDER")).shuffle(items)


def pytest_report_header():
    return [f"{name}={value}" for name, value in os.environ.items() if name.startswith("PTRON_")]


if ASKED("PTRON_OPTIMIZE"):
    sys.meta_path.insert(0, Finder)
if ASKED("PTRON_WITHOUT"):
    sys.modules[ASKED("PTRON_WITHOUT")] = None
if ASKED("PTRON_LOCALE"):
    locale.setlocale(locale.LC_ALL, "")  # that of LC_ALL
