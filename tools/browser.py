"""Find a Chromium-like browser for the browser tests; as a script, install one if there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
QUIET = (
    "--no-sandbox",  # containers run as root, where Chromium's sandbox refuses to start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PLAYWRIGHT = (sys.executable, "-m", "playwright", "install", "--with-deps", "chromium")
# What Chromium recommends beside the fonts is for a desktop: printers, power, notifications.
DEBIAN = ("apt-get", "install", "-yqq", "--no-install-recommends", "chromium", "fonts-liberation")


def find_browser() -> str | None:
    """Return the browser to test with: ``PTRON_BROWSER``, the system's, or Playwright's own."""
    if asked := os.environ.get("PTRON_BROWSER"):
        if not os.access(asked, os.X_OK):
            raise FileNotFoundError(f"PTRON_BROWSER must name an executable file; got {asked}.")
        return asked
    for name in (*NAMES, MAC):
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    for command in (("apt-get", "update", "-qq"), DEBIAN, PLAYWRIGHT):
        if not find_browser() and shutil.which(command[0]):
            print(f"browser: none found; {' '.join(command)}", flush=True)
            subprocess.run(command, check=False)
    if not find_browser():
        sys.exit("browser: install Chromium, or set PTRON_BROWSER to its executable.")
    print(f"browser: {find_browser()}")
