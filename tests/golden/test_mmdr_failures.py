"""Why reports fail Vef., how long they are, and what their page shows: MMDeepResearch-Bench."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.golden.mmdr_built import FULL, Panel, context, lost, ok_page
from veridical.ask import Attachment
from veridical.checks.picture_truth import FailureKind, VisualFailure, VisualVerdict
from veridical.diagnosis import Standing
from veridical.measure import Context, picture_of_query
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.mmdr import failures, length
from veridical.methods.mmdr.asks.failure import FailureAsk
from veridical.methods.mmdr.failures import FailureTally
from veridical.methods.mmdr.method import MMDR
from veridical.methods.mmdr.vef import FailureLabel
from veridical.score import Measured, Reason, Undefined
from veridical.task import Gold, Image, Query, Task, VisualTruth

PAGES = {"https://a.org/ice": ok_page("The density of ice is 917 kg per cubic metre."),
         "https://b.org/water": ok_page("Whales sing.")}  # fmt: skip
FAILS = VisualVerdict((), 2, 0.9)


def seen(asker: Panel, text: str = FULL) -> Context:
    """A report on a query with a picture, of which is known what it shows."""
    bare = context(asker, text, pages=PAGES)
    task = Task(
        "t", Query("Why?", (Image("1", "floe.png"),)), "en", gold=Gold(visual=VisualTruth("A floe"))
    )
    shown = {picture_of_query("t", "1"): Attachment("floe.png", "0" * 64)}
    return replace(bare, task=task, pictures=shown)


def evaluated(asker: Panel, text: str = FULL) -> Evaluation:
    """The report scored by the whole method."""
    return asyncio.run(evaluate_submission(MMDR, seen(asker, text)))


@pytest.mark.parametrize("label", list(FailureLabel))
def test_failure_analysis_counts_one_label_a_failing_report(label: FailureLabel) -> None:
    """The judge says it: 1 for that label, 0 for the four others."""
    told = {"picture_truth": lambda _: FAILS, "mmdr.failure": lambda _: label}
    found = evaluated(Panel(others=told)).scores

    for other in FailureLabel:
        assert found[f"mmdr.failure.{other.value.lower()}"] == Measured(float(other is label))


def test_failure_analysis_leaves_out_reports_that_pass() -> None:
    """Nothing went wrong, and nobody is asked."""
    asker = Panel(others={"picture_truth": lambda _: VisualVerdict((), 8, 0.9)})
    found = evaluated(asker).scores["mmdr.failure.emi"]

    assert isinstance(found, Undefined)
    assert (found.reason, found.detail) == (Reason.NOTHING_TO_CHECK, failures.PASSED)
    assert asker.of(FailureAsk) == []


def test_failure_analysis_without_a_label_has_no_number() -> None:
    """Missing, with bounds; never 0."""
    tally = FailureTally(False, missing=Reason.TIMEOUT, why="no reply")

    found = failures.labelled(tally, label=FailureLabel.EMI)
    assert isinstance(found, Undefined)
    assert found.missing == lost(Reason.TIMEOUT)
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        (FailureKind.WRONG_IDENTITY, FailureLabel.EMI),
        (FailureKind.SWAPPED_LABELS, FailureLabel.RMD),
        (FailureKind.MISREAD, FailureLabel.DTE),
    ],
)
def test_failure_labels_by_rule_follow_from_what_was_said(
    kind: FailureKind, label: FailureLabel
) -> None:
    """Of the places for which it failed; the judge is shown them."""
    verdict = VisualVerdict((VisualFailure(kind, "Ice floats", "a boat"),), 1, 0.9)
    asker = Panel(others={"picture_truth": lambda _: verdict})
    found = evaluated(asker)
    (ask,) = asker.of(FailureAsk)

    assert found.scores[f"mmdr.failure.{label.value.lower()}"] == Measured(1.0)
    assert (ask.told, "a boat" in ask.said, ask.truth) == (label, True, "A floe")


def test_length_is_counted_without_blank_ends() -> None:
    """Characters, also of Chinese."""
    found = asyncio.run(length.MEASURE(context(Panel(), "\n\n冰会浮起来。 \n")))

    assert found.score == Measured(6.0)
    assert length.length(length.LengthTally(6)) == Measured(6.0)


def test_length_is_of_what_a_reader_reads() -> None:
    """4 of "Ice.", 1 + 2 + 2 + 1 of the cells: 10; a rule, a comment, what is hidden are none."""
    cells = "| a | bc |\n|---|---|\n| de | f |"
    shown = f"Ice.\n\n---\n\n<!-- unseen -->\n\n<p hidden>unseen</p>\n\n{cells}\n"

    assert asyncio.run(length.MEASURE(context(Panel(), shown))).score == Measured(10.0)


def test_a_reports_page_shows_channels_claims_and_what_went_wrong() -> None:
    """Every claim under its page with a verdict, and the label of the failure."""
    told = {"picture_truth": lambda _: FAILS, "mmdr.failure": lambda _: FailureLabel.LKC}
    found = evaluated(Panel(marks=(0.1, 0.2, 0.3), others=told))
    titles = [one.title for one in found.exhibits]
    by_title = {one.title: one for one in found.exhibits}
    claims = by_title["Claims and the pages they cite"].rows

    assert titles[:3] == [
        "Quality in both channels",
        "Claims and the pages they cite",
        "Why it fails Vef.",
    ]
    channels = by_title["Quality in both channels"].rows
    assert [row.marks[2].score for row in channels] == [Measured(n) for n in (0.1, 0.2, 0.3)]
    assert [row.standing for row in claims] == [Standing.GOOD, Standing.BAD]
    assert claims[0].quotes[0].text in PAGES["https://a.org/ice"].text
    assert found.diagnosis is not None
    assert "fails Vef.: LKC" in found.diagnosis.summary
    assert "weakest in its evidence" in found.diagnosis.summary
