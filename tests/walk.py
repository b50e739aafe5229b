"""Walk all the stages of fetch, train and record, and let a fault strike at each of them in turn.

``python tests/walk.py JOB FAULT FOLDER [URL]`` prints a line of JSON for each moment at which a
process touches a file or a socket: what it was about to do, how the process ended, and whether the
next run came to the right end by itself.  The moments are Python's audit events and the calls of
fsync; the process that is struck is a fork of this one, so that a kill is a real one.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
import time
from pathlib import Path

WRITING = ("open", "os.mkdir", "os.rename", "fsync")
EVERY = (*WRITING, "os.remove", "os.rmdir", "socket.connect")
STRUCK = {  # the moments that a fault can strike
    "kill": EVERY,
    "torn": ("fsync",),
    "full": WRITING,
    "offline": ("socket.connect",),
    "clock": EVERY,
}
RIGHT, REFUSED, WRONG, KILLED = 0, 3, 4, -9  # how a run ends
ALLOWED = {
    "kill": {KILLED},
    "torn": {KILLED},
    "full": {RIGHT, REFUSED},
    "offline": {RIGHT, REFUSED},
    "clock": {RIGHT},
}

FAULTS = tuple(ALLOWED)


class Moments:
    """Count the moments of a run, and strike at one of them."""

    def __init__(self, folder: str, fault: str, at: int):
        self.folder, self.fault, self.at, self.count = folder, fault, at, 0
        self.what = ""
        fsync = os.fsync

        def watched(descriptor: int) -> None:
            self.seen("fsync", (descriptor,))
            fsync(descriptor)

        os.fsync = watched
        sys.addaudithook(self.seen)

    def seen(self, event: str, arguments: tuple) -> None:
        """Be told of an event; strike if it is the chosen one."""
        if event not in STRUCK[self.fault] or not self._ours(event, arguments):
            return
        self.count += 1
        if self.count == self.at:
            self._strike(event, arguments)

    def _ours(self, event: str, arguments: tuple) -> bool:
        if event in ("fsync", "socket.connect"):
            return True
        return isinstance(arguments[0], str | Path) and str(arguments[0]).startswith(self.folder)

    def _strike(self, event: str, arguments: tuple) -> None:
        os.write(3, event.encode())
        if self.fault == "torn":  # half of what was written reached the disk
            os.ftruncate(arguments[0], os.fstat(arguments[0]).st_size // 2)
        if self.fault in ("kill", "torn"):
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fault == "offline":
            raise OSError(errno.ENETUNREACH, "Network is unreachable")
        if self.fault == "full":
            raise OSError(errno.ENOSPC, "No space left on device")
        if self.fault == "clock":
            now = time.time
            time.time = lambda: now() + (-1) ** self.at * 10 * 365 * 86_400.0


def struck(run, folder: Path, fault: str, at: int) -> tuple[str, int]:
    """Run in a fork with the fault at one moment; return the moment and the fork's status."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writing, 3)
        status = WRONG
        try:
            if at:
                Moments(str(folder), fault, at)
            status = RIGHT if run(folder) else WRONG
        except OSError as error:
            status = REFUSED if str(error) else WRONG
        except BaseException as error:
            print(repr(error), file=sys.stderr)
        finally:
            os._exit(status)
    os.close(writing)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        return pipe.read(), os.waitstatus_to_exitcode(status)


def walk(job: str, fault: str, folder: Path, url: str = "") -> None:
    """Strike at the first moment, at the second, ... until a run has no more of them."""
    from walked import JOBS

    run = JOBS[job](url)
    for at in range(1, 1000):
        place = folder / str(at)
        place.mkdir(parents=True)
        moment, status = struck(run, place, fault, at)
        again = struck(run, place, fault, 0)[1] if moment else status
        print(json.dumps({"at": at, "moment": moment, "status": status, "again": again}))
        if not moment:
            return
    raise SystemExit("walk: a run that never ends")


if __name__ == "__main__":
    walk(sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve(), *sys.argv[4:])
