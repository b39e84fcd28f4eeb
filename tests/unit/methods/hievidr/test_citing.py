"""What the writer was given and what the report cites, counted without judging."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden.built import TOY, context, report, script
from veridical.measure import Context
from veridical.methods.hievidr.citing import (
    cites,
    citing_statements,
    evidence_text,
    given,
    item_of,
    quotes_of,
    searched,
)
from veridical.report.model import EvidenceList, Report
from veridical.report.parse import parse_report
from veridical.task import Item
from veridical.trajectory import Step, StepKind

STEPS = (
    Step(1, StepKind.SEARCH, query="q"),
    Step(2, StepKind.RETRIEVE, item="E1"),
    Step(2, StepKind.RETRIEVE, item="E2"),
    Step(3, StepKind.RETRIEVE, item="E1"),
    Step(3, StepKind.READ, item="E3"),
)


def of(built: Report, given: tuple[str, ...] | None = ("E1", "E2"), **options: object) -> Context:
    """A context of one report."""
    return context(TOY, built, script(), given=given, **options)  # type: ignore[arg-type]


def test_the_evidence_list_is_what_was_given() -> None:
    """Texts and images, each once, whatever the trajectory says."""
    case = of(report(items=()), ("E1", "E2", "E1"), images=("E4",), steps=STEPS)

    assert given(case.submission) == ("E1", "E2", "E4")
    assert searched(case.submission) == ("E1", "E2")


def test_without_a_list_the_retrieve_steps_are() -> None:
    """Each item once; searches and readings are no retrieval."""
    assert given(of(report(items=()), None, steps=STEPS).submission) == ("E1", "E2")


def test_without_both_nobody_knows() -> None:
    """None, not an empty list."""
    assert given(of(report(items=()), None).submission) is None


def test_an_empty_list_is_known_to_be_empty() -> None:
    """The writer was given nothing."""
    assert given(of(report(items=()), ()).submission) == ()


def test_markers_cite_items_and_wrong_ones_are_kept() -> None:
    """[E1] twice, [E2] once, [9] leads nowhere."""
    built = report(("One.", "E1 E2"), ("Two.", "E1 9"), items=("E1", "E2"))
    found = cites(of(built))

    assert {item: len(places) for item, places in found.places.items()} == {"E1": 2, "E2": 1}
    assert found.invalid == ("9",)
    assert found.is_known


def test_a_placed_picture_cites_its_item() -> None:
    """|image1| is the first image; it speaks for the statements beside it."""
    built = report(("Before.", ""), "|1|", ("After.", ""), ("Far.", ""), items=())
    found = cites(of(built, images=("E4",)))

    assert list(found.places) == ["E4"]
    assert found.places["E4"][0].statements == (0, 1)
    assert found.places["E4"][0].is_figure


def test_a_picture_number_beyond_the_list_is_invalid() -> None:
    """|image3| of one image."""
    found = cites(of(report("|3|", items=()), images=("E4",)))

    assert (dict(found.places), found.invalid) == ({}, ("|image3|",))


def test_a_picture_by_its_file_cites_its_item() -> None:
    """A rendered report shows the file; "./" before it does not matter."""
    built = report("!./images/c.png", "!elsewhere.png", items=())
    case = of(built)
    corpus = {"E2": Item("E2", "a chart", image_path="images/c.png")}

    assert list(cites(replace(case, corpus=corpus)).places) == ["E2"]


def test_statements_of_another_section_are_not_beside_a_picture() -> None:
    """The picture closes its section."""
    built = report(("Before.", ""), "|1|", "# Next", ("After.", ""), items=())

    assert cites(of(built, images=("E4",))).places["E4"][0].statements == (0,)


@pytest.mark.parametrize(
    ("pieces", "is_known"),
    [((("One.", "1"),), False), (("|1|",), False), ((("One.", ""),), True), ((), True)],
)
def test_what_is_cited_is_unknown_without_a_list(pieces: tuple[str, ...], is_known: bool) -> None:
    """A report that cites is not read as one that cites nothing."""
    assert cites(of(report(*pieces, items=()), None)).is_known is is_known


def test_a_parsed_report_cites_each_picture_once() -> None:
    """The parser's own citations of pictures are not counted a second time."""
    evidence = EvidenceList(("E1", "E2"), ("E4",))
    source = "Text [1] and [2, 7].\n\n|image1|\n\nFigure 1: a chart.\n\n|image5|\n"
    case = of(parse_report(source, evidence=evidence), images=("E4",))
    found = cites(case)

    assert {item: len(places) for item, places in found.places.items()} == {
        "E1": 1,
        "E2": 1,
        "E4": 1,
    }
    assert set(found.invalid) == {"7", "|image5|"}


def test_contexts_are_the_statements_as_written() -> None:
    """Each once, in order, with its marker and its place."""
    built = report(("One.", "E1"), ("Two.", "E2"), ("Three.", "E1"), items=("E1", "E2"))
    contexts = citing_statements("E1", cites(of(built)), built)

    assert [c.text for c in contexts] == ["One.", "Three."]
    assert [c.written for c in contexts] == ["One. [E1]", "Three. [E1]"]
    assert [built.source[c.start :].startswith(c.written) for c in contexts] == [True, True]


def test_quotes_are_the_reports_own_words() -> None:
    """``report[start:end]``."""
    built = report(("One.", "E1"), items=("E1",))
    quotes = quotes_of("E1", cites(of(built)), built)

    assert [(q.source, built.source[q.start : q.end]) for q in quotes] == [("report", "One. [E1]")]


def test_an_unknown_item_leaves_the_nodes_words() -> None:
    """Without a corpus the gold node says what its evidence says."""
    node = TOY.by_id["E1"]

    assert item_of(node) == "E1"
    assert evidence_text(node, {"E1": Item("E1", "the item")}) == "the item"
    assert evidence_text(node, {}) == "text of E1"
