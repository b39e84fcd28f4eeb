"""Numbers of a report kept with their origins, and verified; figures read back; the graph."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from veridical.agents.hka.analysis import Expression, Insight, Operation
from veridical.agents.hka.analysis.results import traced
from veridical.agents.hka.asks.reading import FigureValues, Labelled, ReadFigureAsk
from veridical.agents.hka.graphing import evidence_graph
from veridical.agents.hka.made import Made
from veridical.agents.hka.numbers import Why, outcomes, record, verify
from veridical.agents.hka.read_back import read_back
from veridical.agents.research.evidence import Evidence
from veridical.agents.research.journal import Journal
from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict, Role
from veridical.graph import NodeType
from veridical.picture import PictureText, TextBox
from veridical.report import parse_report
from veridical.report.model import EvidenceList, Report
from veridical.retrieval.tables import Table, table_from_grid
from veridical.task import Item, Modality


def table(*rows: str) -> Table:
    """A table of lines with cells apart by bars."""
    found = table_from_grid([row.split("|") for row in rows], id="solar", title="Solar")
    assert found is not None
    return found


SOLAR = table("Region|Output (TWh)", "North|717", "South|523", "East|31")
HIGHEST = Expression(Operation.MAX, "solar", ("output",), (0, 1, 2), "region")
SAID = "North has the highest output, 717 TWh."
ANALYSIS = Item("analysis-1", SAID, title="Solar")
FIGURE = Item("figure-1", "Output by region", Modality.IMAGE, image_path="figures/figure-1.png")
MADE = Made(
    SOLAR,
    "code",
    b"png",
    ANALYSIS,
    FIGURE,
    (Insight(SAID, (traced(717.0, HIGHEST, SOLAR, label="North"),)),),
    is_ruled=True,
)
SUN = Item("sun", "The sun is old. It shines for 4.6 billion years, with 1,361 W/m² here.")
EVIDENCE = Evidence((ANALYSIS, SUN), (FIGURE,))
REPORT = f"""# Solar

## Output

{SAID[:-1]} [1]. It shines for 4.6 billion years, with 1,361 W/m² here [2]. It is 99 [2].

## Conclusion

{SAID[:-1]} [1].
"""


def parsed(text: str) -> Report:
    """A report with its evidence."""
    listed = EvidenceList(tuple(i.id for i in EVIDENCE.texts), ("figure-1",))
    return parse_report(text.encode(), evidence=listed)


NUMBERS = record(parsed(REPORT), EVIDENCE, [MADE])
TABLES, ITEMS = {"solar": SOLAR}, {"sun": SUN}


def told(
    text: str = REPORT,
    tables: dict[str, Table] = TABLES,
    items: dict[str, Item] = ITEMS,
) -> list[tuple[Why, str, str]]:
    """What verifying finds wrong, but for the number that nobody can trace."""
    found = verify(NUMBERS, parsed(text), tables, items)
    wrong = (*found.mismatches, *found.changed)
    return [(one.why, one.written, one.now) for one in wrong if one.why is not Why.UNTRACED]


def test_each_number_has_an_origin_or_is_told_to_have_none() -> None:
    """A cell by its expression, a sentence by its place; 99 stands nowhere."""
    first, second, third, last = NUMBERS.lines
    assert first.numbers[0].cell is not None
    assert first.numbers[0].cell.expression == HIGHEST
    assert (first.is_computed, second.is_computed, last.is_computed) == (True, False, True)
    quoted = [one.quoted for one in second.numbers]
    assert [(one.item, one.place) for one in quoted if one] == [("sun", 0), ("sun", 1)]
    assert NUMBERS.untraced == (("99", third.text),)
    assert NUMBERS.drawn[0].figures == ("figure-1",)
    assert msgspec.json.decode(msgspec.json.encode(NUMBERS), type=type(NUMBERS)) == NUMBERS


def test_as_it_was_written_all_follows() -> None:
    """Two numbers from cells, two from sentences, one from nowhere."""
    found = verify(NUMBERS, parsed(REPORT), TABLES, ITEMS)
    assert (found.numbers, found.of_cells, found.of_texts) == (5, 2, 2)
    assert [one.why for one in found.mismatches] == [Why.UNTRACED]
    assert (found.cells, found.changed) == (6, ())


WRONG = [
    ("717 TWh [1]. It", "711 TWh [1]. It", [(Why.DIFFERS, "711", "717 (North)")]),
    ("1,361", "1,461", [(Why.DIFFERS, "1,461", "1,361")]),
    ("4.6", "4.9", [(Why.DIFFERS, "4.9", "4.6")]),
    ("highest output, 717 TWh [1]. It", "best, 717 TWh [1]. It", [(Why.UNRECORDED, "717", "")]),
]


@pytest.mark.parametrize(("old", "new", "wrong"), WRONG)
def test_a_number_that_was_changed_in_the_report(
    old: str, new: str, wrong: list[tuple[Why, str, str]]
) -> None:
    """Named as it stands now, with what its origin gives; other words are no statement written."""
    assert REPORT.count(old) == 1
    assert told(REPORT.replace(old, new)) == wrong


def test_a_cell_that_was_changed() -> None:
    """The number, and the figure that was drawn from it; another row may be the largest now."""
    lower = table("Region|Output (TWh)", "North|707", "South|523", "East|31")
    assert told(tables={"solar": lower}) == [
        (Why.DIFFERS, "717", "707 (North)"),
        (Why.DIFFERS, "717", "707 (North)"),
        (Why.DIFFERS, "717", "707"),
    ]
    other = table("Region|Output (TWh)", "North|717", "South|923", "East|31")
    assert (Why.DIFFERS, "717", "923 (South)") in told(tables={"solar": other})
    assert {one[0] for one in told(tables={})} == {Why.GONE}


def test_a_sentence_that_was_changed_or_is_gone() -> None:
    """By its number, or as a whole."""
    changed = {"sun": Item("sun", SUN.text.replace("4.6", "4.7"))}
    assert told(items=changed) == [(Why.DIFFERS, "4.6", "4.7")]
    assert [one[0] for one in told(items={})] == [Why.GONE, Why.GONE]


def test_only_what_code_wrote_is_settled_by_code() -> None:
    """A sentence from cells, all of whose numbers follow."""
    found = outcomes(NUMBERS, parsed(REPORT), TABLES, ITEMS)
    assert [one.is_computed for one in found] == [True, False, False, True]
    wrong = outcomes(NUMBERS, parsed(REPORT.replace("717", "719")), TABLES, ITEMS)
    assert not any(one.is_computed for one in wrong)


def test_the_graph_of_a_report() -> None:
    """What the conclusion repeats rests on claims; evidence feeds claims alone."""
    graph = evidence_graph(parsed(REPORT), EVIDENCE, "Which region?")
    assert graph is not None
    assert [node.item for node in graph.evidence] == ["analysis-1", "sun"]
    assert len(graph.claims) == 3
    assert graph.conclusion.text == SAID
    assert all(graph.by_id[end].type is not NodeType.EVIDENCE for _, end in graph.edges)
    alone = evidence_graph(parsed(f"# T\n\n## Conclusion\n\n{SAID[:-1]} [1].\n"), EVIDENCE, "Q")
    assert alone is not None
    assert len(alone.claims) == 1
    assert evidence_graph(parsed("# T\n\nNothing is cited.\n"), EVIDENCE, "Q") is None


@dataclass(frozen=True)
class ByHand:
    """Eyes that read what a test wrote."""

    boxes: tuple[TextBox, ...] | None
    identity: str = "by hand"

    def read(self, picture: Attachment) -> PictureText | None:
        """The boxes; None where nothing can be read."""
        if self.boxes is None:
            return None
        return PictureText(picture.sha256, self.identity, 400, 300, self.boxes)


@dataclass
class Seeing:
    """Answers what stands in a figure; None = nobody sees."""

    values: FigureValues | None

    async def ask(self, ask: Ask[Any], draw: Draw = ONCE) -> Answer[Any] | NoVerdict:
        """The values."""
        assert isinstance(ask, ReadFigureAsk)
        return ask.by_rule() if self.values is None else Answer(self.values)


def bars(**values: str) -> tuple[TextBox, ...]:
    """Names and numbers in lines, as of lying bars."""
    return tuple(
        box
        for n, (name, value) in enumerate(values.items())
        for box in (
            TextBox(name, 0.99, 10, 40 * n + 10, 60, 40 * n + 26),
            TextBox(value, 0.99, 200, 40 * n + 10, 240, 40 * n + 26),
        )
    )


def read(boxes: tuple[TextBox, ...] | None, values: FigureValues | None = None) -> list[str]:
    """The states of a figure's readings."""
    found = asyncio.run(
        read_back(
            Attachment("f.png", "0" * 64),
            SOLAR,
            eyes=ByHand(boxes),
            journal=Journal(Seeing(values)),
            language="en",
        )
    )
    return [f"{one.reader}: {one.state.value}" for one in found]


def test_a_figure_that_shows_its_table_agrees() -> None:
    """Values, or their differences from the mean of 423.67."""
    assert read(bars(North="717", South="523", East="31")) == ["by hand: agrees"]
    assert read(bars(North="+293.3", South="+99.3", East="-392.7")) == ["by hand: agrees"]


def test_a_figure_that_shows_something_else_differs() -> None:
    """One wrong number is enough."""
    assert read(bars(North="717", South="532", East="31")) == ["by hand: differs"]


def test_absent_eyes_assess_nothing() -> None:
    """Nobody who reads, and nothing that can be read."""
    assert read(None) == [": not_assessed"]
    assert read(bars(Elsewhere="717", Nowhere="3", Other="9")) == ["by hand: not_assessed"]


def test_whoever_sees_is_asked_without_the_table() -> None:
    """And held against it beside the eyes."""
    right = FigureValues((Labelled("north", 717.0),))
    wrong = FigureValues((Labelled("North", 523.0),))
    assert read(bars(North="717", South="523"), right) == ["by hand: agrees", "vision: agrees"]
    assert read(None, wrong) == ["vision: differs"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_ask_shows_the_figure_alone(language: str) -> None:
    """The reader must not know what the table says."""
    picture = Attachment("f.png", "0" * 64)
    ask = ReadFigureAsk(picture, language)
    assert ask.attachments() == (picture,)
    assert ask.role is Role.VISION
    assert all(not part.untrusted for part in ask.prompt())
    assert isinstance(ask.by_rule(), NoVerdict)
    assert ask.objection(FigureValues((Labelled("a", 1.0),) * 61))
