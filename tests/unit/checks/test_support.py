"""What the rules say of support, and which answers of others stand."""

from __future__ import annotations

import msgspec
import pytest

from veridical.ask import Answer, Attachment, NoVerdict, Quote, Role
from veridical.checks.support import PictureSupportAsk, Support, SupportAsk, Verdict, verified
from veridical.checks.verdict import Rest
from veridical.retrieval.passages import Passage, excerpt, whole
from veridical.score import Reason

ICE = (
    "Water expands when it freezes. At 0 °C ice has a density of 917 kg/m³, while liquid water "
    "at the same temperature has a density of 999.84 kg/m³. Few substances behave like this."
)
冰 = "水结冰时体积膨胀约9%。0摄氏度时冰的密度为917千克每立方米，液态水的密度为999.84千克每立方米。"


def ruled(statement: str, *texts: str) -> Answer[Verdict] | NoVerdict:
    """The rules' verdict on a statement over whole texts, verified as a measure does it."""
    passages = tuple(whole(t, source=f"s{n}") for n, t in enumerate(texts))
    return verified(SupportAsk(statement, passages).by_rule(), passages)


@pytest.mark.parametrize(
    ("statement", "source", "expected"),
    [
        ("At 0 °C ice has a density of 917 kg/m³.", ICE, Support.SUPPORTED),
        ("Ice has a density of 917 kg/m³ and liquid water one of 999.84 kg/m³.", ICE,
         Support.SUPPORTED),
        ("At 0 °C ice has a density of 971 kg/m³.", ICE, Support.CONTRADICTED),
        ("Water does not expand when it freezes.", ICE, Support.CONTRADICTED),
        ("The heart pumps five liters of blood per minute.", ICE, Support.NOT_IN_SOURCE),
        ("Photosynthesis stores the energy of light in sugar.", ICE, Support.NOT_IN_SOURCE),
        ("0摄氏度时冰的密度为917千克每立方米。", 冰, Support.SUPPORTED),
        ("0摄氏度时冰的密度为971千克每立方米。", 冰, Support.CONTRADICTED),
        ("心脏每分钟泵出约5升血液。", 冰, Support.NOT_IN_SOURCE),
    ],
)  # fmt: skip
def test_the_rules_verdicts(statement: str, source: str, expected: Support) -> None:
    """Supported by words and numbers, contradicted by a clash, else not in the source."""
    answer = ruled(statement, source)

    assert isinstance(answer, Answer)
    assert answer.value.support is expected


def test_a_number_that_is_nowhere_is_at_most_partly_supported() -> None:
    """The words stand there, a figure of the statement does not."""
    answer = ruled("Ice at 0 °C has a density of 917 kg/m³, measured in 1884 laboratories.", ICE)

    assert isinstance(answer, Answer)
    assert answer.value.support is Support.PARTLY
    assert "1884" in answer.why


@pytest.mark.parametrize("statement", [
    "At 0 °C ice has a density of 917 kg/m³.",
    "At 0 °C ice has a density of 971 kg/m³.",
])  # fmt: skip
def test_every_verdict_on_the_source_quotes_it(statement: str) -> None:
    """``stored[start:end]`` are the quote's words, in the stored source."""
    stored = "A preface that is not shown. " * 3 + ICE
    passages = (Passage("water", stored.index(ICE), ICE),)
    answer = SupportAsk(statement, passages).by_rule()

    assert isinstance(answer, Answer)
    assert answer.quotes
    assert [stored[q.start : q.end] for q in answer.quotes] == [q.text for q in answer.quotes]
    assert {q.source for q in answer.quotes} == {"water"}


def test_two_sources_may_carry_a_statement_together() -> None:
    """One says the density of ice, the other that of water; both are quoted."""
    answer = ruled(
        "Ice has a density of 917 kg/m³ and floats on liquid water of 999.84 kg/m³.",
        "The density of ice is 917 kg/m³, so it floats.",
        "Liquid water has a density of 999.84 kg/m³.",
    )

    assert isinstance(answer, Answer)
    assert answer.value.support is Support.SUPPORTED
    assert {q.source for q in answer.quotes} == {"s0", "s1"}


def test_another_source_that_agrees_takes_a_clash_away() -> None:
    """One source has other figures for another year; the second says just what is said."""
    answer = ruled(
        "The river carries 16 million tons of sediment a year.",
        "The river carries 12 million tons of sediment a year.",
        "The river carries 16 million tons of sediment a year.",
    )

    assert isinstance(answer, Answer)
    assert answer.value.support is Support.SUPPORTED


def test_figures_of_two_things_do_not_clash_across_sources() -> None:
    """Each source has one of the two temperatures, and just that one."""
    answer = ruled(
        "The mean surface temperature is 464 °C on Venus and 167 °C on Mercury.",
        "Venus has a mean surface temperature of 464 °C.",
        "Mercury has a mean surface temperature of 167 °C.",
    )

    assert isinstance(answer, Answer)
    assert answer.value.support is Support.SUPPORTED
    assert {q.source for q in answer.quotes} == {"s0", "s1"}


def test_a_figure_that_no_source_has_is_not_supported() -> None:
    """Two sources, and neither has one of the two temperatures."""
    answer = ruled(
        "The mean surface temperature is 464 °C on Venus and 187 °C on Mercury.",
        "Venus has a mean surface temperature of 464 °C.",
        "Mercury has a mean surface temperature of 167 °C.",
    )

    assert isinstance(answer, Answer)
    assert answer.value.support in (Support.PARTLY, Support.CONTRADICTED)
    assert "187" in answer.why


@pytest.mark.parametrize(("statement", "texts"), [("…", (ICE,)), ("Ice floats.", ())])
def test_nothing_to_compare_is_no_verdict(statement: str, texts: tuple[str, ...]) -> None:
    """No words, or no passage: nothing to check, and not "not in the source"."""
    answer = ruled(statement, *texts)

    assert isinstance(answer, NoVerdict)
    assert answer.reason is Reason.NOTHING_TO_CHECK


def test_the_rules_are_linear_in_the_source() -> None:
    """A source of 200,000 characters and 40,000 brackets is read in a few seconds."""
    text = ICE + " [" * 40_000 + " word" * 24_000
    answer = ruled("At 0 °C ice has a density of 917 kg/m³.", text)

    assert isinstance(answer, Answer)


# ---- what others answer --------------------------------------------------------------------

PASSAGES = (Passage("a", 100, "Ice floats."), Passage("b", 0, "Water flows. Ice floats."))


@pytest.mark.parametrize("label", [Support.SUPPORTED, Support.PARTLY, Support.CONTRADICTED])
def test_a_verdict_without_a_quote_is_no_verdict(label: Support) -> None:
    """Nor is one whose quote stands nowhere."""
    for quotes in ((), (Quote("a", 0, 5, "Stone"),), (Quote("a", 0, 1, " "),)):
        answer = verified(Answer(Verdict(label), "", quotes), PASSAGES)

        assert isinstance(answer, NoVerdict)
        assert answer.reason is Reason.UNREADABLE


def test_a_quote_is_placed_in_the_stored_source() -> None:
    """Whatever offsets a respondent gave: they are found again, in the source it named."""
    answer = verified(
        Answer(Verdict(Support.SUPPORTED), "", (Quote("b", 7, 9, "Ice floats."),)), PASSAGES
    )

    assert isinstance(answer, Answer)
    assert answer.quotes == (Quote("b", 13, 24, "Ice floats."),)


def test_a_quote_is_found_through_copying() -> None:
    """White space and quotation marks change when words are copied."""
    passages = (Passage("a", 10, 'It is  called\nthe "anomaly of water" today.'),)
    quote = Quote("a", 0, 0, "called the “anomaly of water”")
    answer = verified(Answer(Verdict(Support.SUPPORTED), "", (quote,)), passages)

    assert isinstance(answer, Answer)
    assert answer.quotes[0].text == 'called\nthe "anomaly of water'


def test_a_quote_of_an_unknown_source_is_looked_for_everywhere() -> None:
    """A misnamed source does not lose a good quote."""
    answer = verified(
        Answer(Verdict(Support.SUPPORTED), "", (Quote("?", 0, 0, "Water flows"),)), PASSAGES
    )

    assert isinstance(answer, Answer)
    assert answer.quotes[0].source == "b"


def test_not_in_the_source_needs_no_quote() -> None:
    """There is nothing to quote."""
    answer = Answer(Verdict(Support.NOT_IN_SOURCE))

    assert verified(answer, PASSAGES) == answer


def test_no_verdict_stays_one() -> None:
    """A failed ask is not verified into anything."""
    assert verified(NoVerdict(Reason.TIMEOUT), PASSAGES) == NoVerdict(Reason.TIMEOUT)


# ---- the ask -------------------------------------------------------------------------------


def test_the_prompt_fences_all_that_is_not_ours() -> None:
    """Passages and statement are untrusted parts; the statement stands last but one."""
    parts = SupportAsk("It is so.", PASSAGES, language="zh").prompt()

    assert [p.title for p in parts if p.untrusted] == ["passages", "statement"]
    assert "<a>\nIce floats." in next(p.text for p in parts if p.title == "passages")
    assert not parts[-1].untrusted


def test_passages_of_one_source_in_a_row_stand_under_its_name_once() -> None:
    """What is left out between them is marked; another source has a name of its own."""
    rows = (Passage("a", 0, "Ice."), Passage("a", 90, "Water."), Passage("b", 0, "Steam."))

    texts = [part.text for part in SupportAsk("Ice floats.", rows).prompt() if part.untrusted]

    assert texts[0] == "<a>\nIce.\n\n[…]\n\nWater.\n\n<b>\nSteam."


def test_a_quote_across_what_is_left_out_is_none() -> None:
    """The words do not follow each other in the source."""
    rows = (Passage("a", 0, "Ice is light."), Passage("a", 90, "Water is heavy."))
    quote = Quote("a", 0, 0, "Ice is light.\n\n[…]\n\nWater is heavy.")

    found = verified(Answer(Verdict(Support.SUPPORTED), "said", (quote,)), rows)

    assert found == NoVerdict(Reason.UNREADABLE, "no quote of it stands in the source")


def test_answers_are_kept_and_read_again() -> None:
    """A kept answer is the answer."""
    ask = SupportAsk("It is so.", PASSAGES)
    answer = Answer(Verdict(Support.PARTLY), "why", (Quote("a", 100, 103, "Ice"),))

    assert ask.read(ask.write(answer)) == answer


def test_an_answer_of_the_first_version_is_read_as_its_label() -> None:
    """What an old ledger keeps still recomputes; nothing is said of rest or condition."""
    quote = '{"end": 103, "source": "a", "start": 100, "text": "Ice"}'
    kept = f'{{"quotes": [{quote}], "value": "partly", "why": "w"}}'.encode()
    answer = SupportAsk("It is so.", PASSAGES).read(kept)

    assert answer == Answer(Verdict(Support.PARTLY), "w", (Quote("a", 100, 103, "Ice"),))


def test_the_rules_leave_the_rest_unverifiable() -> None:
    """A clash is found before a part is: what is left over is nowhere."""
    answer = ruled("Ice at 0 °C has a density of 917 kg/m³, measured in 1884 laboratories.", ICE)

    assert isinstance(answer, Answer)
    assert answer.value == Verdict(Support.PARTLY, Rest.UNVERIFIABLE)


def test_unknown_labels_are_refused() -> None:
    """No verdict is called "maybe"."""
    with pytest.raises(msgspec.ValidationError):
        SupportAsk("It is so.", PASSAGES).read(b'{"value": "maybe", "why": "", "quotes": []}')


def test_pictures_are_shown_to_one_who_sees() -> None:
    """Captions can settle a statement; what they leave open is not assessed."""
    picture = Attachment("chart.png", "0" * 64)
    passages = (whole("Bar chart: the river is 6300 km long.", source="c"),)
    said, open_ = (
        PictureSupportAsk(s, passages, pictures=(picture,))
        for s in ("The river is 6300 km long.", "The bars are blue and of equal width.")
    )

    assert (said.role, said.attachments()) == (Role.VISION, (picture,))
    settled = said.by_rule()
    assert isinstance(settled, Answer)
    assert settled.value.support is Support.SUPPORTED
    assert open_.by_rule() == NoVerdict(Reason.NOT_ASSESSED, "the built-in rules see no pictures")


def test_an_ask_is_the_same_for_the_same_input() -> None:
    """Identity is input, not object."""
    shown = excerpt("Ice", ICE, source="s").passages

    assert SupportAsk("Ice", shown).identity() == SupportAsk("Ice", shown).identity()
    assert SupportAsk("Ice", shown).identity() != SupportAsk("Ice!", shown).identity()
