"""Fabricated, dead, wrong and unsupported are four numbers; later evidence is apart."""

from __future__ import annotations

import pytest

from tests.unit.findings.reading import judged, source
from veridical.findings.cited import page_key
from veridical.findings.dating import is_later, stated_date
from veridical.findings.faults import Fault, faults
from veridical.findings.known import Known
from veridical.findings.unsupported import support_findings
from veridical.measure import Page
from veridical.report import parse_report
from veridical.trajectory import Step, StepKind

ICE = "Ice has a density of 917 kg per cubic meter at 0 °C. It floats on water."
TEXT = """Ice has a density of 719 kg per cubic meter at 0 °C [1].
Volcanoes are formed by rising magma [1].
Ice floats on water [1].
It is cold there [2].
Sales rose [3].

## References

[1] https://ice.org/a
[2] https://sea.org/b
[3] https://example.com/c
"""


def counted(
    published: str = "", as_of: str = "", steps: tuple[Step, ...] | None = None
) -> dict[str, int]:
    """The numbers of the report above, without the zeros."""
    report = parse_report(TEXT)
    keys = list(dict.fromkeys(k for c in report.citations if (k := page_key(report, c))))
    pages = [
        Page("ice", "ok", ICE, published=published, time="2026-01-02"),
        Page("sea", "not_found", time="2026-01-02"),
        Page("sales", "timeout", time="2026-01-02"),
    ]
    known = Known(dict(zip(keys, pages, strict=True)), steps, as_of)
    verdicts = judged(report, {"1": source(ICE)})
    return {f: n for f, n in faults(report, verdicts, known).items() if n}


def test_four_numbers() -> None:
    """A clash, a statement that is not there, a dead page, a placeholder; one stands."""
    assert counted() == {"fabricated": 1, "dead": 1, "wrong": 1, "unsupported": 1}


def test_a_dead_address_that_was_never_retrieved_is_fabricated() -> None:
    """One that was retrieved has died since."""
    other = (Step(1, StepKind.FETCH, url="https://ice.org/a"),)
    both = (*other, Step(2, StepKind.READ, url="https://sea.org/b"))

    assert counted(steps=other)["fabricated"] == 2
    assert counted(steps=both) == counted()


def test_evidence_of_a_later_day_makes_nothing_wrong() -> None:
    """The report could not know it."""
    found = counted(published="2026-03-01", as_of="2025-11-30")

    assert found == {"fabricated": 1, "dead": 1, "later": 1, "unsupported": 1}
    assert counted(published="2024", as_of="2025-11-30")["wrong"] == 1


def test_later_evidence_is_a_finding_of_its_own() -> None:
    """With both days, and the words of the source."""
    report = parse_report(
        "Ice has a density of 719 kg per cubic meter at 0 °C [1].\n\n[1] https://ice.org/a\n"
    )
    (key,) = {page_key(report, c) for c in report.citations}
    page = Page("ice", "ok", ICE, published="2026-03")
    verdicts = judged(report, {"1": source(ICE)})
    kinds = {
        as_of: [
            f.kind for f in support_findings(report, verdicts, Known({str(key): page}, None, as_of))
        ]
        for as_of in ("2025-11-30", "2026-05-01", "")
    }

    assert kinds == {
        "2025-11-30": ["later_evidence"],
        "2026-05-01": ["contradicted"],
        "": ["contradicted"],
    }


@pytest.mark.parametrize(
    ("published", "as_of", "expected"),
    [
        ("2026-03-01", "2026-02-28", True),
        ("2026-03-01", "2026-03-01", False),
        ("2026-03", "2026-03-15", False),
        ("2026", "2025-12-31", True),
        ("2026", "2026-01-01", False),
        ("", "2026-01-01", None),
        ("2026", "", None),
    ],
)
def test_later_means_all_of_it(published: str, as_of: str, expected: bool | None) -> None:
    """A year is later only if its first day is; where a day is unknown, nothing is said."""
    assert is_later(Page("x", "ok", published=published), as_of) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\ntitle: X\ndate: 2025-11-03\n---\n\nIce floats.", "2025-11-03"),
        ("---\ntitle: X\ndate: 3 November 2025\n---\n\nIce floats.", "2025-11-03"),
        ("---\n日期: 2025年11月3日\n---\n\n冰浮在水上。", "2025-11-03"),
        ('<html><head><meta name="date" content="2025-11-03"></head><p>Ice</p>', "2025-11-03"),
        ("Published 2025-11-03. Ice floats.", ""),
        ("---\ntitle: 2025-11-03\n---\n\nIce floats.", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_the_day_of_a_report_is_in_its_metadata(text: str, expected: str) -> None:
    """A date in the text is about something else."""
    assert stated_date(parse_report(text)) == expected


def test_what_nobody_could_tell_is_no_zero() -> None:
    """Nothing read, nothing fetched, no day: only what is made up can be told."""
    report = parse_report(TEXT)
    unread = faults(report, judged(report, None), Known())
    read = faults(report, judged(report, {"1": source(ICE)}), Known())

    assert unread == {**dict.fromkeys(Fault), Fault.FABRICATED: 1}
    assert read == {
        Fault.FABRICATED: 1,
        Fault.DEAD: None,
        Fault.WRONG: 1,
        Fault.LATER: None,
        Fault.CHANGED: None,
        Fault.UNSUPPORTED: 1,
    }


def test_a_placeholder_whose_text_is_at_hand_is_not_made_up() -> None:
    """Somebody put it into the folder."""
    report = parse_report("Sales rose [1].\n\n[1] https://example.com/c\n")
    (key,) = {page_key(report, c) for c in report.citations}
    known = Known({str(key): Page("sales", "ok", "Sales rose.")})

    assert faults(report, judged(report, {"1": source("Sales rose.")}), known)["fabricated"] == 0
