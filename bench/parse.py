"""How long a report takes to parse, against its limit and against the Markdown parser alone."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pyromark

from bench.row import Row
from tools.rewrite_styles import cited_numbers, reached_numbers
from veridical.report import parse_report

REAL = Path(__file__).parents[2] / "shared/data/deepresearch_bench/reports_claude_3_7.jsonl"
MADE = (
    "## Part {0}\n\nCapacity grew {0}.5 % to 1,{0}77 GW in 2022 [1]. Wind gave 906 GW [2, 3].\n\n"
    "- 中国新增光伏装机87.4吉瓦[1]。同比增长60%[3]！\n- Others stayed.\n\n"
    "| a | b |\n|---|---|\n| x [1] | {0} |\n\n"
)
TAIL = "## References\n" + "".join(f"[{k}] https://site-{k}.org - Site {k}\n" for k in (1, 2, 3))


def reports() -> list[str]:
    """Forty real reports where they are at hand, else forty made ones of their size."""
    if REAL.exists():
        return [json.loads(line)["article"] for line in REAL.read_text("utf-8").splitlines()]
    tail = "## References\n" + "".join(
        f"[{k}] https://site-{k}.org - Site {k}\n" for k in (1, 2, 3)
    )
    return ["".join(MADE.format(k) for k in range(90)) + tail] * 40


def best_ms(call: Callable[[], object]) -> float:
    """The best of three calls."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        call()
        times.append((time.perf_counter() - begin) * 1000)
    return min(times)


def measure() -> list[Row]:
    """Median and worst over the reports; the share that pyromark alone would take."""
    texts = reports()
    ours = [best_ms(lambda t=text: parse_report(t)) for text in texts]  # type: ignore[misc]
    peer = [best_ms(lambda t=text: pyromark.html(t)) for text in texts]  # type: ignore[misc]
    long = "\n".join(texts)[:200_000]
    return [
        *(_every_style(texts) if REAL.exists() else ()),
        Row("parse, median", statistics.median(ours), "ms", 50),
        Row("parse, slowest", max(ours), "ms"),
        Row("parse / pyromark to HTML", statistics.median(ours) / statistics.median(peer), "ratio"),
        Row("parse, 200,000 characters", best_ms(lambda: parse_report(long)), "ms", 2000),
        Row("parse, 40,000 open brackets", best_ms(lambda: parse_report("[" * 40_000)), "ms", 2000),
    ]


def _every_style(texts: list[str]) -> list[Row]:
    """Cited numbers that lead to their source in the style that reads worst, of all."""
    cited = sum(len(cited_numbers(text)) for text in texts)
    lost = cited - min(reached_numbers(texts).values())
    return [
        Row("cited numbers of the reports", cited, "numbers"),
        Row("cited numbers lost in any of the other styles", lost, "numbers", 0),
    ]
