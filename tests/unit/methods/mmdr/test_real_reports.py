"""MMDR-Bench's formulas, protocol and claims on real reports: no crash, and they differ."""

from __future__ import annotations

import asyncio
import json
from math import fsum
from pathlib import Path

import pytest

from veridical.measure import Context, Submission
from veridical.methods.evaluator import evaluate_submission
from veridical.methods.mmdr.features import Three, features, formula
from veridical.methods.mmdr.method import MMDR
from veridical.methods.mmdr.protocol import audit_protocol
from veridical.methods.mmdr.settings import Regime
from veridical.methods.mmdr.signals import signals
from veridical.report import Report, parse_report
from veridical.respondents import Roles
from veridical.score import Measured, Reason, Undefined
from veridical.task import Query, Task

SHARED = Path(__file__).parents[5] / "shared" / "data" / "deepresearch_bench"
SOME = 12


def reports(name: str) -> list[Report]:
    """The first reports of a file; skips where it is absent."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"no ../shared/data/deepresearch_bench/{name}")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    some = rows[: SOME // 2] + rows[-SOME // 2 :]  # both languages
    return [parse_report(row["article"].encode(), format="markdown") for row in some]


def scored(report: Report) -> Three:
    """The formula channel."""
    return formula(features(report, signals(report, Regime.RESEARCH)))


def mean(values: list[float]) -> float:
    """Of them."""
    return fsum(values) / len(values)


def test_the_formulas_tell_reports_from_the_same_without_citations() -> None:
    """What was taken out moves insight and structure, not readability."""
    raw = [scored(r) for r in reports("reports_claude_3_7.jsonl")]
    cleaned = [scored(r) for r in reports("reports_claude_3_7_cleaned.jsonl")]

    assert mean([s.insightfulness for s in raw]) > mean([s.insightfulness for s in cleaned]) + 0.05
    assert mean([s.structure for s in raw]) > mean([s.structure for s in cleaned]) + 0.1
    assert mean([s.readability for s in raw]) == pytest.approx(
        mean([s.readability for s in cleaned]), abs=0.05
    )
    assert all(0.1 < one < 0.95 for s in raw for one in s.all)


def test_both_languages_lie_in_one_range() -> None:
    """A long Chinese sentence, and a Chinese word, are counted as such."""
    every = reports("reports_claude_3_7.jsonl")
    by_language = {
        code: [scored(r).readability for r in every if r.language.startswith(code)]
        for code in ("zh", "en")
    }

    assert all(by_language.values())
    assert abs(mean(by_language["zh"]) - mean(by_language["en"])) < 0.15


def test_protocol_findings_have_places_in_the_report() -> None:
    """Every one, on every report."""
    for report in reports("reports_claude_3_7.jsonl"):
        for finding in audit_protocol(report, regime=Regime.RESEARCH):
            assert 0 <= finding.span.start <= finding.span.end <= len(report.source)
            assert finding.message.endswith(".")


def test_the_method_runs_on_a_real_report_whose_pages_nobody_looked_up() -> None:
    """Quality has a number, evidence is missing with a reason, nothing is taken for 0."""
    report = reports("reports_claude_3_7.jsonl")[0]
    task = Task("t", Query("Why?"), "zh")
    bare = Context(task, Submission("s", "t", report), {}, Roles())
    found = asyncio.run(evaluate_submission(MMDR, bare))

    assert isinstance(found.scores["mmdr.flae"], Measured)
    evidence = found.scores["mmdr.evidence"]
    assert isinstance(evidence, Undefined)
    assert evidence.reason is Reason.OFFLINE
    assert evidence.missing.total > 10
