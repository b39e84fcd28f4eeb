"""How long a start takes, against its budgets, and against a bare interpreter."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.row import Row

RUNS = 7
PARAGRAPH = (
    "Solar capacity grew by 24 % to 1,177 GW in 2022 [1]. Wind reached 906 GW, of which "
    "64.3 GW stood at sea [2]. 中国新增光伏装机87.4吉瓦，同比增长60%[3]。\n\n"
)
LIST = "## References\n\n" + "".join(f"[{k}] Site {k}. https://site-{k}.org/a\n" for k in (1, 2, 3))


def wall_ms(command: list[str]) -> float:
    """Median wall time of a whole process over several runs, one warm-up first."""
    times = []
    for _ in range(RUNS + 1):
        begin = time.perf_counter()
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times[1:])


def import_ms() -> float:
    """What `import veridical` adds to an interpreter that has started."""
    code = "import time; t = time.perf_counter(); import veridical; print(time.perf_counter() - t)"
    command = [sys.executable, "-c", code]
    times = [float(subprocess.check_output(command)) * 1000 for _ in range(RUNS)]
    return statistics.median(times)


def measure() -> list[Row]:
    """Import, help, and `check` on a report of 17,000 characters."""
    program = str(Path(sys.executable).with_name("veridical"))
    bare = wall_ms([sys.executable, "-c", "pass"])
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.md")
        body = "# Energy\n\n" + PARAGRAPH * (17_000 // len(PARAGRAPH)) + LIST
        report.write_text(body, encoding="utf-8")
        cold = wall_ms([program, "check", str(report), "--out", folder])
    return [
        Row("bare interpreter", bare, "ms"),
        Row("import veridical", import_ms(), "ms", 60),
        Row("veridical --help", wall_ms([program, "--help"]), "ms", 300),
        Row("veridical check, 17k characters, cold", cold, "ms", 1500),
    ]
