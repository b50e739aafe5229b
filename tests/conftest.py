"""Settings for every test: an example may take its time, since the first one pays for imports.

The statements that a test checks go into its report, where ``tools/tested.py`` looks for them.
"""

from hypothesis import settings

settings.register_profile("patient", settings(), deadline=None)  # keeps CI's derandomisation
settings.load_profile("patient")


def pytest_collection_modifyitems(items):
    for item in items:
        names = [name for mark in item.iter_markers("statement") for name in mark.args]
        item.user_properties += [("statement", name) for name in names]
