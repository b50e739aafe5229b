"""The kernel of one student: shut in, with limits, and spoken to in texts."""

from __future__ import annotations

import ast
import json
import os
import queue
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from .._extras import needs

with needs("course"):
    import ipykernel  # noqa: F401  what is started below
    from jupyter_client.blocking.client import BlockingKernelClient
    from jupyter_client.connect import write_connection_file

from . import _wire
from ._confine import dies_with_parent

PACKAGE = str(Path(__file__).parents[2])
GRACE = 3.0  # seconds for a cell to end after it was interrupted
WIRE = '__import__("ptronlib.course._wire", fromlist=["sent"])'


class Ended(Exception):  # noqa: N818  it says what became of the kernel
    """The kernel runs no more, and why."""


class Kernel:
    """A kernel in a folder of its own.

    Parameters
    ----------
    folder : Path.  The only one in which it can write.
    told : dict.  `walls`, the command that shuts it in; `covered`, what it must not see; `memory`
        in bytes; `seconds`, for a cell or a call; `total`, seconds of a processor.
    """

    def __init__(self, folder: Path, told: dict[str, Any]):
        self.folder, self.seconds, self.why = folder, float(told["seconds"]), ""
        self.interrupted = 0  # how often something took too long
        name, _ = write_connection_file(
            str(folder / "kernel.json"), transport="ipc", ip=str(folder / "k")
        )
        confined = {
            "inside": bool(told["walls"]),
            "open": [str(folder)],
            "covered": told["covered"],
            "memory": told["memory"],
            "seconds": told["total"],
        }
        python = [sys.executable, "-P", "-m"]
        kernel = [*python, "ipykernel_launcher", "-f", name, "--HistoryManager.enabled=False"]
        shut = [*python, "ptronlib.course._confine", json.dumps(confined)]
        nothing = subprocess.DEVNULL
        self.process = subprocess.Popen(
            [*told["walls"], *shut, *kernel], cwd=folder, env=environment(folder),
            stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True,
            preexec_fn=dies_with_parent,  # no thread runs yet
        )  # fmt: skip
        self.client = BlockingKernelClient(connection_file=name)
        self.client.load_connection_file()
        self.client.start_channels(shell=True, iopub=False, stdin=True, hb=False, control=True)  # noqa: S604  no shell of a system
        self._wait(self.client.kernel_info(), "the start of the kernel", 60.0)

    def run(self, source: str) -> str:
        """Run a cell; return what it raised, in one line, or nothing."""
        reply = self._wait(self.client.execute(source, allow_stdin=False, stop_on_error=False))
        if reply["status"] == "ok":
            return ""
        return f"{reply.get('ename', 'stopped')}: {reply.get('evalue', '')}"[:500]

    def look(self, name: str) -> str:
        """Return a variable as text."""
        return self._expression(f"{WIRE}.sent({name})")

    def call(self, number: int, arguments: str) -> str:
        """Call one of the student's functions."""
        return self._expression(f"{WIRE}.called({number}, {arguments!r})", asks=True)

    def _expression(self, expression: str, asks: bool = False) -> str:
        asked = self.client.execute(
            "", silent=True, allow_stdin=asks, user_expressions={"it": expression}
        )
        found = self._wait(asked, asks=asks).get("user_expressions", {}).get("it", {})
        if found.get("status") == "ok":
            return str(ast.literal_eval(found["data"]["text/plain"]))
        name, said = found.get("ename", "Error"), found.get("evalue", "no answer was given")
        return json.dumps({"kind": "lost", "said": f"{name}: {said}"})

    def _wait(
        self, asked: str, what: str = "", seconds: float | None = None, asks: bool = False
    ) -> dict[str, Any]:
        """Return the reply to a message; interrupt what takes too long, and end what goes on."""
        if self.why:
            raise Ended(self.why)
        limit = self.seconds if seconds is None else seconds
        deadline, interrupted = time.monotonic() + limit, False
        while True:
            try:
                reply = self.client.get_shell_msg(timeout=0.1)
                if reply["parent_header"].get("msg_id") == asked:
                    return reply["content"]
            except queue.Empty:
                pass
            if asks:
                self._answer()
            if self.process.poll() is not None:
                self.end("the kernel has ended, by an exit or for want of memory")
            if time.monotonic() > deadline:
                if interrupted or what:
                    self.end(f"{what or 'a cell'} took more than {limit:g} s")
                interrupted, deadline = True, time.monotonic() + GRACE
                self.interrupted += 1
                message = self.client.session.msg("interrupt_request", {})
                self.client.control_channel.send(message)

    def _answer(self) -> None:
        """Answer a question of the kernel's: a call of a function that a checker passed to it."""
        with suppress(queue.Empty):
            message = self.client.get_stdin_msg(timeout=0)
            try:
                number, arguments = json.loads(message["content"]["prompt"])
                said = _wire.called(int(number), str(arguments), self.call)
            except (KeyError, TypeError, ValueError):  # a student's own question
                said = ""
            self.client.input(said)

    def end(self, why: str) -> None:
        """End the kernel, for this reason."""
        self.why = self.why or why
        self.close()
        raise Ended(self.why)

    def close(self) -> None:
        """Kill the kernel with all that it started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, 9)
        self.process.wait()


def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a kernel: nothing of the user's, and a home in its folder."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    homes = ("HOME", "TMPDIR", "IPYTHONDIR", "MPLCONFIGDIR", "JUPYTER_CONFIG_DIR")
    threads = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return {
        **kept,
        **dict.fromkeys(homes, str(folder)),
        **dict.fromkeys(threads, "1"),
        "NUMBA_CACHE_DIR": str(folder / "numba"),
        "PYTHONPATH": PACKAGE,
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }
