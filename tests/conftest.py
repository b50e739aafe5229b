"""Settings for every test: an example may take its time, since the first one pays for imports."""

from hypothesis import settings

settings.register_profile("patient", settings(), deadline=None)  # keeps CI's derandomisation
settings.load_profile("patient")
