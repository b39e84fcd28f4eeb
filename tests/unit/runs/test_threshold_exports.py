"""Thresholds of a run as JUnit XML and Markdown: as the exit code says, and whole in any case."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from tests.unit.runs.test_thresholds import one, run
from veridical.runs.export.thresholds import thresholds_junit, thresholds_markdown
from veridical.runs.records import RunStatus
from veridical.runs.thresholds import Threshold, ending_of
from veridical.score import Measured, Reason, Score, Undefined

FIFTY = (Threshold("published", 50.0),)
HOSTILE = "a<b>|&\x00 [x](https://e.org)"


@pytest.mark.parametrize(
    ("total", "outcome"),
    [
        (Measured(50.0, 1), None),
        (Measured(49.0, 1), "failure"),
        (Undefined(Reason.BUDGET), "skipped"),
    ],
)
def test_a_case_for_each_system_and_threshold(total: Score, outcome: str | None) -> None:
    """Failed, passed, or skipped where nothing was measured."""
    runs = [run(one(total), one(Measured(60.0, 1), system="two"))]
    root = ET.fromstring(thresholds_junit(runs, FIFTY))
    first, second, whole = root.findall("testsuite")
    (case,) = first.findall("testcase")

    assert (case.attrib["classname"], case.attrib["name"]) == ("one", "published at least 50")
    assert [child.tag for child in case] == ([outcome] if outcome else [])
    assert [len(c) for c in second.findall("testcase")] == [0]
    assert (whole.attrib["name"], whole.attrib["failures"]) == ("the run", "0")


def test_an_incomplete_run_fails_no_system() -> None:
    """It is skipped, in a suite of its own."""
    runs = [run(one(Measured(60.0, 1)), status=RunStatus.INCOMPLETE)]
    root = ET.fromstring(thresholds_junit(runs, FIFTY))

    assert (root.attrib["failures"], root.attrib["skipped"]) == ("0", "1")
    assert root.findall("testsuite")[-1].attrib["skipped"] == "1"


def test_the_summary_says_what_the_program_says() -> None:
    """The verdict, its lines, and the means."""
    runs = [run(one(Measured(49.0, 1)), one(Undefined(Reason.BUDGET), system="two"))]
    told = thresholds_markdown(runs, FIFTY).decode()
    rows = [line.split(" | ") for line in told.splitlines() if line.startswith("| ")]

    assert "**Failed.**" in told
    assert len([line for line in told.splitlines() if line.startswith("- ")]) == len(
        ending_of(runs, FIFTY).lines
    )
    assert (rows[2][0], rows[2][1]) == ("| one", "49.000")
    assert (rows[3][0], rows[3][1]) == ("| two", "–")


def test_any_name_of_a_system_makes_whole_files() -> None:
    """XML that can be read, and a table of as many columns."""
    runs = [run(one(Measured(49.0, 1), system=HOSTILE))]
    root = ET.fromstring(thresholds_junit(runs, FIFTY))
    told = thresholds_markdown(runs, FIFTY).decode()
    columns = {line.count("|") for line in told.splitlines() if line.startswith("|")}

    assert root.findall("testsuite")[0].attrib["name"] == HOSTILE.replace("\x00", "\ufffd")
    assert len(columns) == 1
    assert "<b>" not in told
    assert "](" not in told
