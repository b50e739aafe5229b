"""What this machine can do at best: read memory in a stream, and multiply large matrices."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version

import numpy as np
from threadpoolctl import threadpool_limits

from .measure import seconds

WORDS = 2**26  # 512 MiB of float64, more than any cache holds
SIDE = 2000
PACKAGES = ("numba", "numpy", "scikit-learn", "scipy", "torch")


def limits() -> dict[str, float]:
    """Return bytes a second read by one core, and operations a second on one core and on all."""
    with threadpool_limits(1):
        one = _flops()
        stream = np.ones(WORDS)
        read = max(stream.nbytes / seconds(stream.sum) for _ in range(7))
    return {"read": read, "flops": one, "flops_all": _flops()}


def _flops() -> float:
    A = np.random.default_rng(7).standard_normal((SIDE, SIDE))
    return max(2.0 * SIDE**3 / seconds(lambda: A @ A) for _ in range(5))


def description() -> dict:
    """Return processor, cores, system and versions."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            lines = [line for line in file if line.startswith("model name")]
    except OSError:
        lines = []
    named = lines[0].split(":", 1)[1].strip() if lines else platform.processor()
    return named or platform.machine()
