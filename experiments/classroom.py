"""What a student costs in memory: a Jupyter server, and a kernel that has run a chapter.

    python experiments/classroom.py measure [CHAPTER ...]   into results/classroom.json
    python experiments/classroom.py table                   what book/teaching_class.md says

The set of all kernels of a machine shares the pages of the libraries that they map.  So the memory
of one is its *proportional* share (PSS), and its peak is that of its resident memory.  The last
rows run the first chapter in several kernels at once: what one more adds is what one more costs.
Linux only: nothing else tells the proportional share.
"""

from __future__ import annotations

import argparse
import json
import platform
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

import nbformat
import psutil
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "book"
RESULT = ROOT / "experiments" / "results" / "classroom.json"
MIB = 2**20
AT_ONCE = 4
CLASS = 200
WAIT = 60  # seconds that a server may take to answer


def memory(pid: int) -> dict[str, float]:
    """Return proportional, own and peak memory of a process and its children, in MiB."""
    parent = psutil.Process(pid)
    total = dict.fromkeys(("shared", "own", "peak"), 0.0)
    for process in (parent, *parent.children(recursive=True)):
        full = process.memory_full_info()
        status = Path(f"/proc/{process.pid}/status").read_text("utf-8")
        (peak,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
        total["shared"] += full.pss / MIB
        total["own"] += full.uss / MIB
        total["peak"] += int(peak) / 1024
    return {name: round(value, 1) for name, value in total.items()}


def measure_server() -> dict[str, float]:
    """Return the memory of an idle server that has served the lab's page once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        options = (f"--port={port}", "--no-browser", "--allow-root", "--IdentityProvider.token=")
        command = (sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={folder}")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, **quiet) as server:
            try:
                _wait(f"http://127.0.0.1:{port}/lab")
                return memory(server.pid)
            finally:
                server.terminate()


def _wait(address: str) -> None:
    end = time.monotonic() + WAIT
    while True:
        try:
            with urlopen(address) as answer:
                answer.read()
            return
        except OSError as error:
            if time.monotonic() > end:
                raise SystemExit(f"classroom: {address} did not answer in {WAIT} s.") from error
            time.sleep(0.2)


class Student:
    """A kernel that runs a chapter from top to bottom and then waits."""

    def __init__(self, path: Path):
        notebook = nbformat.read(path, as_version=4)
        self.manager = KernelManager()
        options = {"resources": {"metadata": {"path": str(BOOK)}}, "timeout": 1200}
        self.client = NotebookClient(notebook, km=self.manager, **options)

    def run(self) -> float:
        """Run the chapter and return the seconds it took."""
        begin = time.perf_counter()
        self.client.execute(cleanup_kc=False)
        return time.perf_counter() - begin

    def memory(self) -> dict[str, float]:
        """Return what the kernel takes now."""
        return memory(self.manager.provisioner.process.pid)

    def leave(self) -> None:
        """Shut the kernel down."""
        self.client.kc.stop_channels()
        self.manager.shutdown_kernel(now=True)


def measure_chapter(path: Path) -> dict[str, float]:
    """Return the memory of one kernel after a chapter, and the seconds it took."""
    student = Student(path)
    try:
        seconds = student.run()
        return {**student.memory(), "seconds": round(seconds, 1)}
    finally:
        student.leave()


def measure_together(path: Path, count: int) -> list[float]:
    """Return what 1, 2, ... kernels that have run a chapter take together, in MiB."""
    students, totals = [], []
    try:
        for _ in range(count):
            students.append(Student(path))
            students[-1].run()
            totals.append(round(sum(student.memory()["shared"] for student in students), 1))
    finally:
        for student in students:
            student.leave()
    return totals


def measure(names: list[str]) -> dict:
    """Measure, printing as it goes, and add to what is recorded of the same machine."""
    paths = [path for path in sorted(BOOK.glob("[0-9][0-9]_*.ipynb")) if _wanted(path, names)]
    if not paths:
        raise SystemExit(f"classroom: no chapter begins with {', '.join(names)}; try 01 or 10.")
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{python}, {platform.system()} {platform.machine()}"
    found = json.loads(RESULT.read_text("utf-8")) if RESULT.is_file() else {}
    if found.get("machine") != machine:
        found = {"machine": machine, "unit": "MiB", "server": measure_server(), "chapters": {}}
    for path in paths:
        found["chapters"][path.stem] = measure_chapter(path)
        print(path.stem, found["chapters"][path.stem], flush=True)
    if "together" not in found:
        found["together"] = measure_together(paths[0], AT_ONCE)
    found["chapters"] = dict(sorted(found["chapters"].items()))
    return found


def _wanted(path: Path, names: list[str]) -> bool:
    return not names or any(path.stem.startswith(name) for name in names)


def table(found: dict) -> str:
    """Return the table of the page for lecturers."""
    rows = ["| process | share (PSS) | its own (USS) | peak (RSS) |", "|---|---:|---:|---:|"]
    named = {"a server, with JupyterLab opened": found["server"]}
    for stem, taken in found["chapters"].items():
        named[f"a kernel after chapter {int(stem[:2])}"] = taken
    for name, taken in named.items():
        numbers = " | ".join(f"{taken[key]:.0f}" for key in ("shared", "own", "peak"))
        rows.append(f"| {name} | {numbers} |")
    return "\n".join(rows)


def summary(found: dict) -> dict[str, int]:
    """Return the numbers that the page derives: for one more student, and for a class."""
    one_more = (found["together"][-1] - found["together"][0]) / (len(found["together"]) - 1)
    largest = max(taken["shared"] for taken in found["chapters"].values())
    peak = max(taken["peak"] for taken in found["chapters"].values())
    server = found["server"]
    return {
        "one_more": round(one_more),
        "class_gib": round(CLASS * (one_more + server["own"]) / 1024),
        "worst_gib": round(CLASS * (largest + server["shared"]) / 1024),
        "limit_gib": -(-round(peak + server["peak"]) // 1024),
    }


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure what a student costs in memory.")
    parser.add_argument("do", choices=("measure", "table"))
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="as 01; all by default")
    options = parser.parse_args()
    if options.do == "measure":
        if platform.system() != "Linux":
            raise SystemExit("classroom: only Linux tells the proportional share of a process.")
        found = measure(options.chapters)
        RESULT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    else:
        found = json.loads(RESULT.read_text("utf-8"))
    print(table(found), *(f"{k} {v}" for k, v in summary(found).items()), sep="\n")


if __name__ == "__main__":
    main()
