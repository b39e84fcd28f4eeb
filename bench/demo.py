"""The whole main job on the shipped bench, by every method: both runs, memory, installed size."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.row import Row

ROOT = Path(__file__).parents[1]
PROGRAM = str(Path(sys.executable).with_name("veridical"))


def run_once(folder: str) -> tuple[float, float, float]:
    """Wall and processor seconds of one demo, and its peak memory in MB."""
    begin = time.perf_counter()
    process = subprocess.Popen([PROGRAM, "demo", "--out", folder], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"demo: left with {process.returncode}, expected 0.")
    worked = usage.ru_utime + usage.ru_stime
    return time.perf_counter() - begin, worked, usage.ru_maxrss / 1024


def installed_mb() -> float:
    """Size of the core with all that it needs, in an empty folder."""
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    with tempfile.TemporaryDirectory() as folder:
        command = [uv, "pip", "install", "-q", "--python", sys.executable, "--target", folder, "."]
        subprocess.run(command, check=True, cwd=ROOT)
        files = [p for p in Path(folder).rglob("*") if p.is_file() and not p.is_symlink()]
        return sum(p.stat().st_size for p in files) / 1e6


def measure() -> list[Row]:
    """First and second run of the demo, and the size of the core."""
    with tempfile.TemporaryDirectory() as folder:
        first, worked, memory = run_once(folder)
        second, _, _ = run_once(folder)
    return [
        Row("demo, first run", first, "s"),
        Row("demo, first run, processor time", worked, "s"),
        Row("demo, second run", second, "s", 5),
        Row("demo, peak memory", memory, "MB"),
        Row("core installed", installed_mb(), "MB", 100),
    ]
