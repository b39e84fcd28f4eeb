"""What a report's page is given of its pictures."""

from __future__ import annotations

from veridical.checks.picture_truth import FailureKind, VisualFailure
from veridical.diagnosis import Exhibit, ExhibitRow, Standing
from veridical.measure import Context, Submission
from veridical.methods.mmdr.mosaic_kinds import Kind
from veridical.methods.mmdr.mosaic_tally import Agreement, By, MosaicItem, MosaicTally, ReadOff
from veridical.methods.mmdr.picture_exhibits import picture_exhibits
from veridical.methods.mmdr.vef import VefTally
from veridical.report import parse_report
from veridical.score import Reason
from veridical.task import Image, Query, Task

TEXT = "# T\n\nThe **bridge** is blue.\n\n![](a.png)\n\nFigure 1: Sales.\n\nSales reached 5.\n"


def exhibits(**tallies: object) -> tuple[Exhibit, ...]:
    """Of a report with one figure, on a question with a picture."""
    task = Task("t", Query("which?", (Image("q", "images/q.png"),)))
    context = Context(task, Submission("s", "t", parse_report(TEXT, name="r.md")), {}, None)  # type: ignore[arg-type]
    return picture_exhibits(context, {f"mmdr.{k}": v for k, v in tallies.items()}, {})


def rows(*items: MosaicItem) -> tuple[ExhibitRow, ...]:
    """The rows of these items."""
    (found,) = exhibits(mosaic=MosaicTally(items))
    return found.rows


def test_a_figure_stands_beside_its_statements_and_what_was_read_off_it() -> None:
    """With its worth, its marks, and each reading."""
    readings = (
        ReadOff("5", "5", Agreement.AGREES, 0.9),
        ReadOff("7", "", Agreement.NOT_SHOWN, 0.9),
    )
    (row,) = rows(
        MosaicItem("figure 1", (0,), (1, 2), Kind.DATACHART, formatting=0.5, accuracy=0.5,
                   vqa=0.5, vqa_by=By.PROBABILITY, readings=readings, why="one of two",
                   asks=("x",))
    )  # fmt: skip

    assert (row.figure, row.group, row.verdict) == (0, "figure 1", "datachart, 0.25")
    assert (row.text, row.standing, row.asks) == ("Figure 1: Sales.", Standing.BAD, ("x",))
    assert row.read == (("5", "5: agrees"), ("7", "is not there"))
    assert row.note == "one of two · f 0.50, Acc. 0.50, VQA (probability) 0.50"
    assert [q.text for q in row.quotes] == ["Figure 1: Sales.", "Sales reached 5."]


def test_an_item_without_a_score_says_whose_fault_it_is() -> None:
    """Unknown, never bad."""
    (row,) = rows(MosaicItem("https://a.org/x.png", missing=Reason.UNREACHABLE, why="gone"))

    assert row.verdict == "unknown kind, unreachable (data accessibility)"
    assert (row.standing, row.figure, row.text) == (Standing.UNKNOWN, None, "https://a.org/x.png")


def test_vef_s_failures_stand_at_their_words() -> None:
    """Found in the source through its markup; a critical one is worse than a misread."""
    failures = (
        VisualFailure(FailureKind.WRONG_IDENTITY, "The bridge is blue", "a red bridge"),
        VisualFailure(FailureKind.MISREAD, "Sales reached 5", "4"),
    )
    (found,) = exhibits(vef=VefTally(8, failures, 0.9, "two places", truth_version="3"))
    whole, first, second = found.rows

    assert "ground truth 3" in found.note
    assert (whole.verdict, whole.standing) == ("8 of 10, fails", Standing.BAD)
    assert (first.standing, second.standing) == (Standing.BAD, Standing.PARTLY)
    assert (first.picture, first.read) == ("images/q.png", (("in its place", "a red bridge"),))
    assert [q.text for q in second.quotes] == ["Sales reached 5"]


def test_nothing_is_shown_of_what_was_not_looked_at() -> None:
    """No ground truth, no pictures, a closed gate."""
    assert exhibits() == ()
    assert exhibits(vef=VefTally(None, missing=Reason.NO_GOLD), mosaic=MosaicTally(())) == ()


def test_a_lost_verdict_is_unknown() -> None:
    """With its reason."""
    (found,) = exhibits(vef=VefTally(None, missing=Reason.TIMEOUT, why="no reply"))

    assert found.rows[0].verdict == "no verdict: timeout"
    assert found.rows[0].standing is Standing.UNKNOWN
