"""Find a Chromium-like browser for the browser tests, or install one.

Imported: ``find_browser()`` returns the path of an executable, or None.
Run as a script: makes sure there is one, and fails with everything it tried if there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
MAC = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


QUIET = (
    "--no-sandbox",  # containers run as root, where Chromium's sandbox refuses to start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_browser() -> str | None:
    """Return the browser to test with: ``PTRON_BROWSER``, the system's, or Playwright's own."""
    asked = os.environ.get("PTRON_BROWSER")
    if asked:
        if not os.access(asked, os.X_OK):
            raise FileNotFoundError(
                f"PTRON_BROWSER must name an executable file; got {asked}. "
                "Correct it, or unset it to let the tests look for a browser."
            )
        return asked
    for name in NAMES:
        if found := shutil.which(name):
            return found
    for path in MAC:
        if os.access(path, os.X_OK):
            return path
    return _playwrights_own()


def _playwrights_own() -> str | None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _run(*command: str) -> str | None:
    """Run a command; return None when it succeeds, else what went wrong."""
    shown = " ".join(command)
    print(f"browser: {shown}", flush=True)
    try:
        code = subprocess.run(command, check=False).returncode
    except OSError as error:
        return f"{shown}: {error}"
    return None if code == 0 else f"{shown}: exit status {code}"


def _from_debian() -> str | None:
    if not shutil.which("apt-get"):
        return "apt-get: not on this machine"
    prefix = ()
    if os.geteuid() != 0:
        sudo = shutil.which("sudo")
        if not sudo or subprocess.run([sudo, "-n", "true"], capture_output=True).returncode != 0:
            return "apt-get install chromium: needs root, or sudo without a password"
        prefix = (sudo, "-n")
    # A failed update may still leave usable lists, so only the installation decides.
    _run(*prefix, "apt-get", "update", "-qq")
    # Through env, because sudo drops the caller's variables.  What Chromium recommends beside the
    # fonts is for a desktop: printers, power, notifications.
    quiet = ("env", "DEBIAN_FRONTEND=noninteractive")
    wanted = ("--no-install-recommends", "chromium", "fonts-liberation")
    return _run(*prefix, *quiet, "apt-get", "install", "-y", "-qq", *wanted)


def _from_playwright() -> str | None:
    install = (sys.executable, "-m", "playwright", "install")
    if (failed := _run(*install, "--with-deps", "chromium")) is None:
        return None
    # --with-deps needs root; the browser alone often does not.
    again = _run(*install, "chromium")
    return None if again is None else f"{failed}\n  {again}"


def ensure_browser() -> str:
    """Return a browser's path, after installing one if there is none."""
    if found := find_browser():
        return found
    print("browser: none found, installing one (once)", flush=True)
    tried = []
    for install in (_from_debian, _from_playwright):
        if problem := install():
            tried.append(problem)
        if found := find_browser():
            return found
    raise SystemExit(
        "The browser tests need a Chromium or Chrome; none was found. Tried:\n  "
        + "\n  ".join(("PTRON_BROWSER: not set", "on PATH: " + ", ".join(NAMES), *tried))
        + "\nInstall Chromium, or set PTRON_BROWSER to its executable, and run make again."
    )


if __name__ == "__main__":
    print(f"browser: {ensure_browser()}")
