"""A pytest plugin: which test executes which lines of the library, and how long it computes.

``PTRON_RECORD`` is "FILE UNTIL": where to write, and when to stop for this time.  A test that
fails, or needs more than ``LONGEST`` seconds without compiled kernels, is left out.  A
case that was not recorded is taken to execute the lines of the recorded cases of its test: once one
of them was slow, the others are passed over.
"""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import coverage
import pytest
from hypothesis import HealthCheck, Phase, settings

LONGEST, SLOW = 20.0, 1.0

settings.register_profile(
    "mutation",
    settings.get_profile("ci"),
    phases=[Phase.explicit, Phase.generate],  # the first example that fails is enough
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


class Recorder:
    """Goes on with the record in a file, one case of each test, until a time (seconds, epoch)."""

    def __init__(self, file, until):
        self.file, self.until = Path(file), float(until)
        self.record = {"cases": {}, "seconds": {}, "failed": [], "lines": {}}
        if self.file.is_file():
            self.record |= json.loads(self.file.read_text(encoding="utf-8"))
        lines = {"data_file": None, "include": ["*/ptronlib/*"], "branch": False}
        self.coverage = coverage.Coverage(config_file=False, **lines)
        self.coverage.start()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        cases = {}
        for item in items:
            cases.setdefault(test_of(item.nodeid), []).append(item.nodeid)
        self.record["cases"].update(cases)
        done = {*self.record["seconds"], *self.record["failed"]}
        items[:] = [item for item in items if item.nodeid not in done]

    @pytest.hookimpl(tryfirst=True, specname="pytest_runtest_protocol")
    def pass_over(self, item):
        """Leave out the other cases of a slow test."""
        cases = self.record["cases"][test_of(item.nodeid)]
        return max(self.record["seconds"].get(case, 0.0) for case in cases) > SLOW or None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        if time.time() > self.until:
            item.session.shouldstop = "that is enough for now"
        self.coverage.switch_context(item.nodeid)
        signal.signal(signal.SIGPROF, self.give_up)
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        start = sum(os.times()[:4])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.record["seconds"][item.nodeid] = round(sum(os.times()[:4]) - start, 3)
            self.coverage.switch_context("")

    def give_up(self, *_):
        pytest.fail(f"more than {LONGEST} s of computing")

    def pytest_runtest_logreport(self, report):
        if report.outcome != "passed":
            self.record["failed"].append(report.nodeid)

    def pytest_sessionfinish(self):
        self.coverage.stop()
        data = self.coverage.get_data()
        for path in data.measured_files():
            lines = self.record["lines"].setdefault(os.path.relpath(path), {})
            for line, tests in data.contexts_by_lineno(path).items():
                lines[str(line)] = sorted({*lines.get(str(line), ()), *tests} - {""})
        for test in self.record["failed"]:
            self.record["seconds"].pop(test, None)
        self.file.write_text(json.dumps(self.record), encoding="utf-8")


def test_of(case: str) -> str:
    return case.partition("[")[0]


def pytest_configure(config):
    if "PTRON_RECORD" in os.environ:
        config.pluginmanager.register(Recorder(*os.environ["PTRON_RECORD"].split()))
