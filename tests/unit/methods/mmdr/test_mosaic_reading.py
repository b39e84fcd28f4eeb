"""What the built-in rules make of words that were read off a picture."""

from __future__ import annotations

import hashlib

import pytest

from tests.unit.methods.mmdr.test_mosaic_words import items
from veridical.ask import Answer, Attachment, NoVerdict
from veridical.checks.likelihood import Decision
from veridical.checks.reading import Said
from veridical.methods.mmdr.asks.mosaic import (
    ASKS,
    ChartMarks,
    DataChartAsk,
    DiagramAsk,
    DiagramMarks,
    KindAsk,
    PhotoAsk,
    TogetherAsk,
)
from veridical.methods.mmdr.mosaic_kinds import Kind
from veridical.methods.mmdr.mosaic_reading import ChartRead, kind_by_text, read_chart, read_diagram
from veridical.methods.mmdr.mosaic_tally import Agreement
from veridical.picture import PictureText, TextBox
from veridical.runs.vef_study import SHIPPED
from veridical.score import Reason

A, D, N = Agreement.AGREES, Agreement.DIFFERS, Agreement.NOT_SHOWN


def picture(*words: tuple[str, float, float]) -> PictureText:
    """Words by the middle of each: across and down, in pixels; 14 high, 8 a letter."""
    boxes = [
        TextBox(text, 0.99, x - 4 * len(text), y - 7, x + 4 * len(text), y + 7)
        for text, x, y in words
    ]
    return PictureText("0" * 64, "by hand", 480, 300, tuple(boxes))


BARS = picture(
    ("Mean width (cm)", 240, 20), ("1.2", 100, 120), ("3.4", 240, 60), ("0.5", 380, 180),
    ("oak", 100, 270), ("elm", 240, 270), ("ash", 380, 270),
)  # fmt: skip
LYING = picture(
    ("Range", 240, 20), ("oak", 60, 80), ("elm", 60, 140), ("1.0 to 1.9", 160, 105),
    ("3.0 to 5.1", 260, 165), ("0", 100, 250), ("2", 200, 250), ("4", 300, 250), ("6", 400, 250),
)  # fmt: skip
TABLE = picture(
    ("2023", 200, 30), ("2024", 300, 30), ("Spain", 60, 70), ("12.5", 200, 70), ("14.1", 300, 70),
    ("Italy", 60, 100), ("22.5", 200, 100), ("24.9", 300, 100),
)  # fmt: skip
DRAWN = picture(("Sun", 50, 50), ("Earth", 200, 50), ("Moon", 300, 50))
EMPTY = picture()


def chart(text: PictureText, *told: str) -> ChartRead:
    """What is read of these sentences, the first being the caption."""
    found = read_chart(told, text)
    assert found is not None
    return found


def agreements(text: PictureText, *told: str) -> list[tuple[str, Agreement]]:
    """What each number came to."""
    return [(r.said, r.agreement) for r in chart(text, *told).readings]


def test_numbers_at_their_labels_agree() -> None:
    """In the order of the sentence, or one label a clause."""
    assert agreements(BARS, "Oak has 1.2 cm, elm 3.4 cm and ash 0.5 cm.") == [
        ("1.2 cm", A),
        ("3.4 cm", A),
        ("0.5 cm", A),
    ]


def test_swapped_labels_differ_and_say_what_stands_there() -> None:
    """Both numbers stand in the picture, at each other's label."""
    found = chart(BARS, "Oak has 3.4 cm, elm 1.2 cm and ash 0.5 cm.").readings

    assert [r.agreement for r in found] == [D, D, A]
    assert [r.read for r in found] == ["oak: 1.2", "elm: 3.4", "0.5"]


def test_a_misread_number_differs() -> None:
    """Of a label that has another one; of no label it is not there."""
    assert agreements(BARS, "Elm has 4.3 cm.") == [("4.3 cm", D)]
    assert agreements(BARS, "The widest has 4.3 cm.") == [("4.3 cm", N)]


def test_another_unit_differs() -> None:
    """The digits agree, and the axis says centimeters."""
    assert agreements(BARS, "Elm has 3.4 mm.") == [("3.4 mm", D)]
    assert agreements(BARS, "Elm has 34 mm.") == [("34 mm", A)]


OUTPUT = picture(("L/min", 30, 30), ("4.9", 150, 200), ("20", 400, 60),
                 ("rest", 150, 280), ("heavy exercise", 400, 280))  # fmt: skip


@pytest.mark.parametrize(
    "told",
    [
        "Figure 1. Output: about 4.9 liters of blood a minute at rest.",
        "Figure 1. Output at rest: 4.9 liters per minute.",
        "Figure 1. Output at rest: 4,900 mL in one minute.",
        "图1：rest 时每分钟约4.9升。",
    ],
)
def test_a_rate_told_in_words_agrees(told: str) -> None:
    """The chart has L/min on its axis; a text says liters, and the minute elsewhere."""
    assert [found for _, found in agreements(OUTPUT, told)] == [Agreement.AGREES]


def test_another_amount_or_another_thing_differs_from_a_rate() -> None:
    """Liters of another number, kilograms of the same."""
    for told in ("Figure 1. At rest: 7.2 liters.", "Figure 1. At rest: 4.9 kg."):
        assert [found for _, found in agreements(OUTPUT, told)] == [Agreement.DIFFERS], told


def test_bars_that_lie_have_their_values_under_them() -> None:
    """As many values as names in a column: each takes one, from top to bottom."""
    assert agreements(LYING, "Oak runs from 1.0 to 1.9 and elm from 3.0 to 5.1.")[0][1] is A
    assert agreements(LYING, "Oak: 3.0 to 5.1. Elm: 1.0 to 1.9.")[0][1] is D


def test_sentences_beside_the_picture_are_passed_over() -> None:
    """They name no label and point at nothing; or a label, and none of its numbers."""
    told = ("The trees.", "Some 150 trees were felled.", "Oak was felled 77 times.")

    assert chart(BARS, *told).readings == ()


def test_a_table_s_cell_needs_its_column() -> None:
    """Two numbers stand at Spain: one of them agrees, a third differs."""
    assert agreements(TABLE, "Spain reached 14.1.") == [("14.1", A)]
    assert agreements(TABLE, "Spain reached 17.7.") == [("17.7", D)]
    assert chart(TABLE, "Spain reached 24.9.").readings == ()


def test_how_much_agrees_and_how_many_words_are_said() -> None:
    """One of two; two of four lines of words."""
    found = chart(BARS, "Oak has 1.2 cm.", "In the chart, elm has 9.9 cm.")

    assert found.share == pytest.approx(0.5)
    assert found.semantics == pytest.approx(0.5)


def test_a_diagram_s_words_are_looked_up() -> None:
    """Sun and Earth are in it; a number of the caption is not."""
    found = read_diagram(("The Sun, the Earth and 9 planets.",), DRAWN)

    assert found is not None
    assert dict(found.things) == {"Sun": True, "Earth": True, "9": False}


@pytest.mark.parametrize(
    ("text", "kind"),
    [(BARS, "datachart"), (TABLE, "ocrchart"), (DRAWN, "diagram"), (EMPTY, "photo"),
     (picture(("Exit", 50, 50)), None)],
)  # fmt: skip
def test_the_kind_by_what_is_written(text: PictureText, kind: str | None) -> None:
    """Nothing is written in most photographs; a word or two tells nothing."""
    assert kind_by_text(text) == kind


def test_nothing_written_is_no_reading() -> None:
    """Neither right nor wrong."""
    assert read_chart(("Oak has 1.2 cm.",), EMPTY) is None
    assert read_diagram(("Oak.",), EMPTY) is None


SHOWN = (Attachment("/p.png", "0" * 64),)
SAID = (Said(0, "Oak has 1.2 cm."),)


def test_the_rules_answer_from_what_was_read() -> None:
    """A yes from a half on."""
    good = DataChartAsk("Bars.", SAID, SHOWN, "en").by_rule_seeing([BARS])
    bad = DataChartAsk("Oak has 9.9.", (), SHOWN, "en").by_rule_seeing([BARS])
    drawn = DiagramAsk("The Sun and the Earth.", (), SHOWN, "en").by_rule_seeing([DRAWN])
    assert isinstance(good, Answer)
    assert isinstance(bad, Answer)
    assert isinstance(drawn, Answer)

    assert isinstance(good.value, ChartMarks)
    assert (good.value.shown, good.value.degree) == (Decision.YES, 1.0)
    assert (bad.value.shown, bad.value.degree) == (Decision.NO, 0.0)
    assert isinstance(drawn.value, DiagramMarks)
    assert [t.name for t in drawn.value.things] == ["Sun", "Earth"]


@pytest.mark.parametrize("kind", [PhotoAsk, TogetherAsk])
def test_rules_see_no_photographs(kind: type[PhotoAsk]) -> None:
    """And hold no two pictures against each other: not assessed, also with eyes."""
    ask = kind("A bridge.", SAID, SHOWN, "en")
    found = [ask.by_rule(), ask.by_rule_seeing([BARS])]

    assert all(isinstance(one, NoVerdict) for one in found)
    assert {one.reason for one in found if isinstance(one, NoVerdict)} == {Reason.NOT_ASSESSED}


@pytest.mark.parametrize("kind", [*ASKS.values(), KindAsk])
def test_without_eyes_nothing_is_seen(kind: type[DataChartAsk]) -> None:
    """Nor where the picture cannot be read."""
    ask = kind("Oak has 1.2 cm.", SAID, SHOWN, "en")
    found = [ask.by_rule(), ask.by_rule_seeing([None])]

    assert all(isinstance(one, NoVerdict) for one in found)


def test_words_tell_the_kind_to_the_rules_before_what_is_written() -> None:
    """With eyes and without; where words tell nothing, what is written does."""
    named = KindAsk("Oaks.", SAID, SHOWN, "en", "flow chart of oaks")
    loose = KindAsk("Oaks.", SAID, SHOWN, "en", "Apple pie")
    found = [named.by_rule(), named.by_rule_seeing([BARS]), loose.by_rule_seeing([BARS])]
    kinds = [one.value.kind.value if isinstance(one, Answer) else None for one in found]

    assert kinds == ["diagram", "diagram", "datachart"]
    assert isinstance(loose.by_rule(), NoVerdict)


def test_every_kind_has_its_ask() -> None:
    """All but sets of pictures."""
    assert set(ASKS) == set(Kind) - {Kind.TOGETHER}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", [*ASKS.values(), KindAsk, TogetherAsk])
def test_prompts_show_captions_and_sentences_as_material(
    kind: type[DataChartAsk], language: str
) -> None:
    """Never among the trusted words; without a caption its paragraph is left out."""
    ask = kind("CAPTION", (Said(3, "WORDS"),), SHOWN, language)
    parts = ask.prompt()
    bare = kind("", (Said(3, "WORDS"),), SHOWN, language).prompt()

    assert [p.text for p in parts if p.untrusted] == ["CAPTION", "<3> WORDS"]
    assert [p.text for p in bare if p.untrusted] == ["<3> WORDS"]
    assert not any("CAPTION" in p.text or "{{" in p.text for p in parts if not p.untrusted)


def test_real_eyes_read_a_real_chart() -> None:
    """The whole way: a PNG, its words, the sentence; and a swapped one."""
    pytest.importorskip("rapidocr")
    from veridical.sources.eyes.rapid import RapidEyes

    path = SHIPPED.parent / "planets_temperature.png"
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    text = RapidEyes().read(Attachment(str(path), sha256))
    assert text is not None

    right = "Mercury 167 °C, Venus 464 °C, Earth 15 °C, Mars −63 °C."
    assert [one for _, one in agreements(text, right)] == [A, A, A, A]
    assert [one for _, one in agreements(text, "Mercury 464 °C, Venus 167 °C.")] == [D, D]


def test_items_are_built_without_any_picture() -> None:
    """A report that shows nothing has none."""
    assert items("Only words.") == ()
