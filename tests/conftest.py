"""Settings for every test: an example may take its time, since the first one pays for imports.

A test that is skipped has failed: what nobody runs guards nothing.
"""

import pytest
from hypothesis import settings

settings.register_profile("patient", settings(), deadline=None)  # keeps CI's derandomisation
settings.load_profile("patient")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.skipped:
        report.outcome = "failed"
    return report
