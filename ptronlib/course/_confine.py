"""Shut a process in before a submission runs in it, as far as the system allows.

``python -m ptronlib.course._confine JSON COMMAND ...`` is started within namespaces of its own (see
`walls`): no network, no other processes.  It makes every file read-only but those of one folder,
covers what a submission must not see, gives up all rights, sets limits, and becomes the command.
Where a system has no namespaces only the limits are set.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from functools import cache

WALLS = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child",
         "--mount-proc", "--ipc", "--net"]  # fmt: skip
# Numbers of the kernel's interface, from its headers; the call has one number on all machines.
MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, RDONLY = 442, -100, 0x8000, 1
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 24, 38


@cache
def walls() -> list[str]:
    """Return the command that starts another one within walls; empty where there are none."""
    if not shutil.which("unshare"):
        return []
    code = "import ptronlib.course._confine as c; c.shut([], [])"
    tried = [*WALLS, sys.executable, "-P", "-c", code]
    done = subprocess.run(tried, capture_output=True, timeout=60, check=False)
    return [] if done.returncode else WALLS


def dies_with_parent() -> None:
    """Let the system end this process when the one that started it ends, however that does."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def limit(memory: int, seconds: int, inside: bool) -> None:
    """Limit this process and what it starts: bytes of memory, seconds of a processor, files."""
    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: 2**28,
        resource.RLIMIT_CORE: 0,
    }
    if inside:  # outside it would count all processes of the user
        limits[resource.RLIMIT_NPROC] = 256
    for kind, value in limits.items():
        with suppress(ValueError, OSError):  # a system without this limit, or with a lower one
            resource.setrlimit(kind, (value, value))


class _Attributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "userns")]


def shut(open_folders: list[str], covered: list[str]) -> None:
    """Make all files read-only but those in these folders, cover others, give up all rights."""
    libc = ctypes.CDLL(None, use_errno=True)

    def must(result: int) -> None:
        if result:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def mount(source: str, target: str, kind: str | None, flags: int) -> None:
        names = [None if name is None else name.encode() for name in (source, target, kind)]
        must(libc.mount(*names, ctypes.c_ulong(flags), None))

    def set_read_only(folder: str, value: bool) -> None:
        how = _Attributes(set=RDONLY) if value else _Attributes(clear=RDONLY)
        size = ctypes.c_size_t(ctypes.sizeof(how))
        flags = AT_RECURSIVE if value else 0
        must(libc.syscall(MOUNT_SETATTR, AT_FDCWD, folder.encode(), flags, ctypes.byref(how), size))

    mount("none", "/", None, MS_REC | MS_PRIVATE)
    for folder in open_folders:
        mount(folder, folder, None, MS_BIND)
    for folder in covered:
        mount("none", folder, "tmpfs", 0)
    set_read_only("/", True)
    for folder in open_folders:
        set_read_only(folder, False)
    with suppress(OSError):
        mount("none", "/dev/shm", "tmpfs", 0)  # noqa: S108  a memory of its own
    for right in range(64):
        libc.prctl(PR_CAPBSET_DROP, right, 0, 0, 0)
    must(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def main() -> None:
    """Shut this process in, and become the command."""
    told, command = json.loads(sys.argv[1]), sys.argv[2:]
    if told["inside"]:
        shut(told["open"], told["covered"])
    limit(told["memory"], told["seconds"], told["inside"])
    os.chdir(told["open"][0])
    os.execv(command[0], command)  # noqa: S606


if __name__ == "__main__":
    main()
