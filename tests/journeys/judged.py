"""The demo bench with a served judge that answers as the rules do."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path

from tests.rule_server import JUDGE, asked_by_rule, table_of
from veridical.ask import Role
from veridical.ledger import open_ledger
from veridical.methods.registry import METHODS
from veridical.respondents import Roles
from veridical.runs.demo import BENCH
from veridical.runs.evaluate import evaluate_bench
from veridical.runs.submissions import read_submissions
from veridical.task import read_bench

DATE = "2026-01-15"
METHOD = next(m for m in METHODS if m.name == "hievidr")


@dataclass(frozen=True)
class Reference:
    """What a judge that answers as the rules do gives, without any server.

    Attributes:
        table: replies by prompts, for the server.
        results: by (system, task), the result as JSON.
        asks: how many different asks the judge was put.
    """

    table: Path
    results: dict[tuple[str, str], dict]
    asks: int


def reference(folder: Path) -> Reference:
    """Made in this process."""
    bench = read_bench(BENCH)
    submitted = read_submissions(BENCH / "reports", bench)
    noted = asyncio.run(asked_by_rule(bench, submitted, METHOD))
    table = table_of(noted, folder / "table.ledger")
    (folder / "table.json").write_text(json.dumps(table, ensure_ascii=False), "utf-8")
    with open_ledger(folder / "reference.ledger") as ledger:
        asyncio.run(
            evaluate_bench(
                bench,
                submitted,
                METHOD,
                ledger=ledger,
                roles=Roles({Role.JUDGE: JUDGE}),
                out=folder / "reference",
                date=DATE,
            )
        )
    judged = [ask for ask in noted.asks.values() if ask.role is Role.JUDGE]
    return Reference(folder / "table.json", results(folder / "reference"), len(judged))


def results(run: Path) -> dict[tuple[str, str], dict]:
    """A run's results, by (system, task)."""
    lines = (run / "results.jsonl").read_text("utf-8").splitlines()
    return {(one["system"], one["task"]): one for one in map(json.loads, lines)}


def verdicts(found: dict[tuple[str, str], dict]) -> dict[tuple[str, str, str], str]:
    """The hash of each answer, by (system, task, ask)."""
    return {
        (*key, asked["ask"]): asked["answer_sha256"]
        for key, one in found.items()
        for asked in one["asked"]
        if "key" in asked
    }


def numbers(found: dict[tuple[str, str], dict]) -> dict[tuple[str, str], list]:
    """Scores, gates and totals alone."""
    return {key: [one["scores"], one["gates"], one["totals"]] for key, one in found.items()}
