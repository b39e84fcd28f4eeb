"""A report whose list was lost: every number is found, and named missing."""

import json
import re
from pathlib import Path

import pytest

from veridical.findings import FindingKind, audit
from veridical.report import parse_report

REAL = Path(__file__).parents[3] / "shared/data/deepresearcheval"
PLAIN = re.compile(r"\[(\d+)\]")


def missing(text: str) -> list[str]:
    """What the audit says of markers without a reference."""
    found = audit(parse_report(text))
    return [f.message for f in found if f.kind is FindingKind.MISSING_REFERENCE]


def test_a_number_that_is_a_link_counts_entries_too() -> None:
    """Beside a plain number without entry, a linked one has none either."""
    text = "Sales rose. [1](https://a.site.org/x) Costs fell. [2]\n"

    assert missing(text) == [
        "[1](https://a.site.org/x) names 1, which is in no list of references; "
        "the link itself leads somewhere.",
        "[2] names 2, which is in no list of references.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Sales rose. [1](https://a.site.org/x) Costs fell. [2](https://a.site.org/y)\n",
        "Sales rose. [1](https://a.site.org/x)\n\n## References\n\n[1] A. https://a.site.org/x\n",
        "Sales rose, says [the site](https://a.site.org/x).\n",
    ],
)
def test_links_alone_miss_nothing(text: str) -> None:
    """Where numbers are only how links are written, no list is missing."""
    assert missing(text) == []


def test_every_marker_of_the_real_reports_without_a_list_is_named() -> None:
    """333 markers in three reports, counted by a plain pattern."""
    if not REAL.is_dir():
        pytest.skip("no ../shared/data/deepresearcheval")
    files = sorted(REAL.glob("deep_research_*.json"))
    texts = [json.loads(p.read_text("utf-8"))["entries"][0]["response"] for p in files]

    assert [len(missing(t)) for t in texts] == [len(PLAIN.findall(t)) for t in texts]
    assert sum(len(missing(t)) for t in texts) == 333
