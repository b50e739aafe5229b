"""Mark one submission: this process runs the checkers, the student's kernel runs in another.

``python -m ptronlib.course._mark`` reads from its input what is to be marked and writes a line of
JSON for each exercise, as soon as it is marked.  The kernel gets code and gives back texts, which
`_wire` reads; it holds no checker that counts, and it cannot reach this process.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..exercises import Reply, check
from ._kernel import Ended, Kernel
from ._wire import received
from .exercises import cell_name
from .variants import check_variant

MEMORY = 2**32  # for this process: the values of an answer, and what its checker makes of them


def verdict(exercise: dict[str, Any], kernel: Kernel) -> Reply:
    """Return the reply of an exercise's checker to the answer that the kernel holds."""
    label = exercise["label"]
    try:
        answer = received(kernel.look(exercise["name"]), kernel.call)
        if exercise["seed"] is None:
            return check(label, answer)
        return check_variant(label, exercise["seed"], answer)
    except Ended:
        raise
    except Exception as error:  # whatever an answer may do to a checker, it is not right
        said = " ".join(str(error).split())[:300]
        return Reply(label, said or f"The checker could not read it: {type(error).__name__}.")


def mark(cells: list[dict], exercises: list[dict], kernel: Kernel):
    """Run the cells in their order; yield each exercise's number, whether it is right, and why.

    An answer is looked at where the cell stands that would mark it, and at the end if there is
    none.  That cell is never run.
    """
    left = {exercise["number"]: exercise for exercise in exercises if exercise["checked"]}
    tests = {f"test-{cell_name(number)}": number for number in left}
    raised: list[str] = []
    where, stopped = "The submission", set()

    def judged(number: str) -> dict[str, Any]:
        slow = kernel.interrupted
        said = told(left.pop(number), kernel)
        if kernel.interrupted > slow:
            raised.append(f"Exercise {number}: a call of the answer was {_stopped(kernel)}.")
        if "NameError" in said["said"] and f"answer-{cell_name(number)}" in stopped:
            said["said"] = f"There is no answer, since its cell was {_stopped(kernel)}."
        return said

    try:
        for k, cell in enumerate(cells, 1):
            if cell["name"] in tests:
                if (number := tests[cell["name"]]) in left:
                    where = f"Exercise {number}: its answer"
                    yield judged(number)
                continue
            where, slow = _place(cell["name"], k), kernel.interrupted
            said = kernel.run(cell["source"])
            if kernel.interrupted > slow:
                raised.append(f"{where} was {_stopped(kernel)}.")
                stopped.add(cell["name"])
            elif said:
                raised.append(f"{where} ended with {said}")
        for number in list(left):
            where = f"Exercise {number}: its answer"
            yield judged(number)
    except Ended as ended:
        raised.append(f"{where} was stopped: {ended}; nothing after it was marked.")
        for number in left:
            yield {"number": number, "right": False, "said": f"Not marked, since {ended}."}
    yield {"raised": raised}


def _place(name: str, k: int) -> str:
    """Return what a cell is called in the notes: by its exercise, where it has one."""
    kind, _, number = name.partition("-")
    if kind in ("answer", "reason") and number.replace("-", "").isdigit():
        return f"Exercise {number.replace('-', '.')}: its cell"
    return f"Code cell {k}"


def _stopped(kernel: Kernel) -> str:
    return f"stopped after {kernel.seconds:g} seconds"


def told(exercise: dict[str, Any], kernel: Kernel) -> dict[str, Any]:
    """Return the verdict on an exercise for the report."""
    reply = verdict(exercise, kernel)
    if kernel.why and not reply:  # it ended while a function was called
        return {"number": exercise["number"], "right": False,
                "said": f"Not right, since {kernel.why}."}  # fmt: skip
    return {"number": exercise["number"], "right": bool(reply), "said": reply.message[:1000]}


def main() -> None:
    """Mark what the input names."""
    given = json.loads(sys.stdin.read())
    # The checkers' own alarm stays off: it would break into the talk with the kernel, which has
    # limits of its own.  This one is the last resort, and ends the process.
    signal.setitimer(signal.ITIMER_REAL, 2.0 * given["limits"]["total"])
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        kernel = Kernel(Path(given["folder"]), given["limits"])
    except Ended as ended:
        print(json.dumps({"failed": str(ended)}), flush=True)
        return

    def stop(number, frame) -> None:
        kernel.close()
        os._exit(1)

    signal.signal(signal.SIGTERM, stop)
    try:
        for line in mark(given["cells"], given["exercises"], kernel):
            print(json.dumps(line), flush=True)
    finally:
        kernel.close()
        sys.stdout.flush()
    os._exit(0)  # messages to a kernel that has spoiled its channels would be waited for


if __name__ == "__main__":
    main()
