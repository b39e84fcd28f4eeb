"""`python -m bench [TOPIC …]`: measure, print, write bench/out/<topic>.json."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.row import Row

TOPICS = (
    "start",
    "parse",
    "demo",
    "defects",
    "attacks",
    "verifier",
    "human_facts",
    "model_calls",
    "statistics_coverage",
    "fact_checking",
    "fact",
    "speed",
    "method_costs",
    "key_points",
    "eyes",
    "retrieval",
    "construction",
)
OUT = Path(__file__).parent / "out"


def main(topics: list[str]) -> None:
    """Measure each topic."""
    OUT.mkdir(exist_ok=True)
    for topic in topics or TOPICS:
        rows: list[Row] = importlib.import_module(f"bench.{topic}").measure()
        write(topic, rows)
        show(topic, rows)


def write(topic: str, rows: list[Row]) -> None:
    """One JSON list of {name, value, unit, goal, holds}."""
    listed = [
        {"name": r.name, "value": r.value, "unit": r.unit, "goal": r.goal, "holds": r.holds}
        for r in rows
    ]
    (OUT / f"{topic}.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


def show(topic: str, rows: list[Row]) -> None:
    """The same as a table."""
    table = Table(topic, "value", "unit", "goal", "holds", box=None, pad_edge=False)
    for r in rows:
        sign = "≤" if r.better == "less" else "≥"
        goal = "" if r.goal is None else f"{sign} {r.goal:g}"
        holds = {None: "", True: "yes", False: "NO"}[r.holds]
        table.add_row(r.name, f"{r.value:.4g}", r.unit, goal, holds)
    Console(width=110).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
