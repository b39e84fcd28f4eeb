"""What a source said in an older snapshot of its address is told apart from *wrong*."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.unit.findings.reading import source
from veridical.ask import Answer, Ask, Asker, NoVerdict
from veridical.findings.cited import page_key
from veridical.findings.faults import Fault, faults
from veridical.findings.known import Known
from veridical.findings.support import judge_statements
from veridical.findings.unsupported import support_findings
from veridical.findings.verdict import StatementVerdict
from veridical.measure import Page
from veridical.report import parse_report
from veridical.report.model import Report
from veridical.respondents import Roles
from veridical.score import Reason

SAID = "The museum was founded in 1901."
NOW = "The museum was founded in 1921."
SILENT = "Whales sing in the deep sea."
ZH_SAID, ZH_NOW = "该博物馆成立于1901年。", "该博物馆成立于1921年。"


def report_of(statement: str) -> Report:
    """A report of one statement and its source."""
    return parse_report(f"{statement[:-1]} [1]{statement[-1]}\n\n[1] https://site.org/a\n")


def older(*texts: str) -> tuple[Page, ...]:
    """Older snapshots, the newest first."""
    return tuple(
        Page(f"https://site.org/a as of 2026-01-0{9 - n}", "ok", text, time=f"2026-01-0{9 - n}")
        for n, text in enumerate(texts)
    )


def looked_at(
    statement: str, now: str, before: Sequence[Page], asker: Asker | None = None
) -> tuple[Report, Known, tuple[StatementVerdict, ...]]:
    """The verdict where the source says `now` and said `before`."""
    report = report_of(statement)
    (key,) = {str(page_key(report, c)) for c in report.citations}
    known = Known({key: Page("site", "ok", now, time="2026-02-01")}, older={key: tuple(before)})
    judged = judge_statements(report, lambda _: (source(now),), asker or Roles(), older=known.older)
    return report, known, asyncio.run(judged)


@pytest.mark.parametrize(
    ("statement", "now", "before", "fault", "kind"),
    [
        (SAID, NOW, (SAID,), "changed", "changed_since"),
        (SAID, SILENT, (SAID,), "changed", "changed_since"),
        (SAID, NOW, (SILENT, SAID), "changed", "changed_since"),
        (ZH_SAID, ZH_NOW, (ZH_SAID,), "changed", "changed_since"),
        (SAID, NOW, (SILENT,), "wrong", "contradicted"),
        (SAID, NOW, (), "wrong", "contradicted"),
        (SAID, SILENT, (NOW,), "unsupported", "not_in_source"),
    ],
)  # fmt: skip
def test_evidence_that_changed_makes_nothing_wrong(
    statement: str, now: str, before: tuple[str, ...], fault: str, kind: str
) -> None:
    """An older snapshot has to carry the statement; another that does not changes nothing."""
    report, known, verdicts = looked_at(statement, now, older(*before))

    assert {f.value for f, n in faults(report, verdicts, known).items() if n} == {fault}
    assert [f.kind.value for f in support_findings(report, verdicts, known)] == [kind]


def test_the_finding_quotes_both() -> None:
    """The words of before, under the name of their snapshot, then those of now, with the day."""
    report, known, verdicts = looked_at(SAID, NOW, older(SAID))
    (finding,) = support_findings(report, verdicts, known)

    assert finding.message == (
        "The evidence changed since: the source said this on 2026-01-09 and says otherwise since."
    )
    assert [(q.source, q.text) for q in finding.quotes] == [
        ("https://site.org/a as of 2026-01-09", SAID),
        ("s1", NOW),
    ]


def test_what_the_source_says_now_is_not_asked_before() -> None:
    """A source that carries the statement is asked once, whatever it said before."""
    _, _, (verdict,) = looked_at(SAID, SAID, older(NOW))

    assert verdict.sources[0].earlier is None


def test_changed_is_no_zero_where_there_is_nothing_older() -> None:
    """Nobody could tell; with an older snapshot that differs, none is a number."""
    report, known, verdicts = looked_at(SAID, SAID, older(NOW))

    assert faults(report, verdicts, known)[Fault.CHANGED] == 0
    assert faults(report, verdicts, replace(known, older={}))[Fault.CHANGED] is None


def test_another_source_that_says_otherwise_stays() -> None:
    """One source changed, one never said it: the statement is contradicted."""
    report = parse_report(
        "The museum was founded in 1901 [1][2].\n\n[1] https://a.org/a\n[2] https://b.org/b\n"
    )
    first, second = (str(page_key(report, c)) for c in report.citations)
    pages = {key: Page(key, "ok", NOW, time="2026-02-01") for key in (first, second)}
    known = Known(pages, older={first: older(SAID)})
    judged = judge_statements(
        report, lambda c: (source(NOW, id=c.label),), Roles(), older=known.older
    )
    verdicts = asyncio.run(judged)

    assert [f.kind.value for f in support_findings(report, verdicts, known)] == ["contradicted"]
    counted = faults(report, verdicts, known)
    assert (counted[Fault.CHANGED], counted[Fault.WRONG]) == (1, 1)


class _Fails(Roles):
    """Answers by the rules what is asked of the newest snapshot, and nothing else."""

    async def ask(self, ask: Ask, draw=None):  # type: ignore[no-untyped-def, type-arg, override]
        """No answer about what was said before."""
        if any("as of" in passage.source for passage in getattr(ask, "passages", ())):
            return NoVerdict(Reason.TIMEOUT, "no reply")
        return await super().ask(ask)


def test_an_older_snapshot_that_nobody_could_ask_is_an_absence() -> None:
    """The citation is wrong by what is known, and the lost ask is on record."""
    report, known, (verdict,) = looked_at(SAID, NOW, older(SAID), _Fails())

    assert [a.reason for a in verdict.absent] == [Reason.TIMEOUT]
    assert isinstance(verdict.sources[0].answer, Answer)
    assert faults(report, [verdict], known)[Fault.WRONG] == 1
