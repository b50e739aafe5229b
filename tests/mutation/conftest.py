"""The scripts of this folder are no tests."""

collect_ignore_glob = ["*.py"]
