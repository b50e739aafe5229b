"""Strike at every moment of every job, then fill real disks, and print what was lost.

    python tools/faults.py

Minutes.  The disks are small file systems in memory, in a name space of this process's own, for
which Linux asks no rights where `unshare` may make one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
SIZES = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)  # KiB


def walked_through(job: str, fault: str, url: str) -> tuple[int, int]:
    """Return the number of moments struck, and how many of them ended or went on wrongly."""
    import json

    import walk

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, TESTS / "walk.py", job, fault, folder, url]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = [json.loads(line) for line in lines.splitlines()][:-1]
    wrong = [row for row in rows
             if row["status"] not in walk.ALLOWED[fault] or row["again"] != walk.RIGHT]  # fmt: skip
    return len(rows), len(wrong)


def filled(run) -> tuple[int, int, int]:
    """Run on disks of each size: how many were too small, and how often something was wrong."""
    import walk

    small = wrong = 0
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            disk = ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", folder]
            subprocess.run(disk, check=True)
            place = Path(folder)
            status = walk.struck(run, place, "", 0)[1]
            small += status == walk.REFUSED
            subprocess.run(["mount", "-o", "remount,size=64m", folder], check=True)
            again = walk.struck(run, place, "", 0)[1]
            wrong += status not in (walk.RIGHT, walk.REFUSED) or again != walk.RIGHT
            subprocess.run(["umount", folder], check=True)
    return len(SIZES), small, wrong


def main() -> int:
    """Print a line for each kind of fault; the exit status says whether anything was lost."""
    import walk
    import walked
    from mirrors import good, server

    lost = 0
    with server(good) as url:
        for job in walked.JOBS:
            for fault in walk.FAULTS:
                struck, wrong = walked_through(job, fault, url)
                lost += wrong
                if struck:
                    print(f"{job:8} {fault:8} {struck:4} moments {wrong:3} lost", flush=True)
    for job in ("train", "record", "kernels"):
        disks, small, wrong = filled(walked.JOBS[job](""))
        lost += wrong
        print(f"{job:8} disk     {disks:4} disks, {small} too small {wrong:3} lost", flush=True)
    return int(lost > 0)


if __name__ == "__main__":
    if "PTRON_UNSHARED" not in os.environ and shutil.which("unshare"):
        os.environ["PTRON_UNSHARED"] = "1"
        own = ["unshare", "--map-root-user", "--mount", sys.executable, *sys.argv]
        os.execvp("unshare", own)
    sys.path[:0] = [str(TESTS), str(TESTS.parent)]
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
    sys.exit(main())
