"""Every ask of the method: its prompt, its rule, its answer kept and read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.golden.built import TOY, context, report, script
from veridical.ask import Answer, Ask, Attachment, NoVerdict, Role
from veridical.checks.conclusion import ConclusionAsk, StatementRange
from veridical.checks.reading import Said
from veridical.methods.evaluator import evaluate_submission
from veridical.methods.hievidr.asks.answer import AnswerAsk, AnswerRatings, PictureAnswerAsk
from veridical.methods.hievidr.asks.citation import (
    CitationAsk,
    CitationRatings,
    PictureCitationAsk,
)
from veridical.methods.hievidr.asks.claim import (
    ClaimAsk,
    ClaimRatings,
    Instantiation,
    InstantiationAsk,
)
from veridical.methods.hievidr.asks.prompts import PROMPTS
from veridical.methods.hievidr.asks.report import (
    AlignAsk,
    AlignRating,
    PageRatings,
    PagesAsk,
    Picture,
    PictureReportAsk,
    ReportAsk,
    ReportRatings,
    WithoutPicturesAsk,
)
from veridical.methods.hievidr.citing import CitingStatement
from veridical.methods.hievidr.method import HIEVIDR
from veridical.score import Measured, Reason

CHART = Attachment("chart.png", "a" * 64)
SAID = (Said(0, "Ice floats.", sources=("s",)), Said(1, "Water flows."))
CITING = (CitingStatement("Ice floats.", "Ice floats [1].", 0),)


def asks(language: str) -> list[tuple[Ask[object], object]]:
    """One ask of each kind, with an answer of its type."""
    return [
        (ReportAsk("Q?", "The report.", ("H",), SAID, language), ReportRatings(1, 2, 3, 4, 5)),
        (PagesAsk("Q?", "The report.", "1-1 of 1", (CHART,), language=language),
         PageRatings(1, 2, 3, 4, 5, 5)),
        (AlignAsk("Q?", (Picture("A chart", "near", CHART),), language), AlignRating(4)),
        (WithoutPicturesAsk("Q?", (), language), AlignRating(4)),
        (CitationAsk("E1", "Ice floats.", CITING, language), CitationRatings(1, 2, 3, 4)),
        (PictureCitationAsk("E1", "A chart.", CITING, language, CHART),
         CitationRatings(1, 2, 3, 4)),
        (InstantiationAsk("Ice floats.", SAID, language), Instantiation((0,))),
        (ClaimAsk("Q?", "Ice floats.", "Ice floats.", "Around.", language), ClaimRatings(1, 2, 3)),
        (AnswerAsk("Q?", "Gold.", "Conclusion.", language), AnswerRatings(1, 2, 3, 4, 5, 5)),
        (PictureReportAsk("Q?", "The report.", ("H",), SAID, language, (CHART,), ("A chart",)),
         ReportRatings(1, 2, 3, 4, 5)),
        (PictureAnswerAsk("Q?", "Gold.", "Conclusion.", language, (CHART,), ("A chart",)),
         AnswerRatings(1, 2, 3, 4, 5, 5)),
        (ConclusionAsk(SAID, language), StatementRange(0, 1)),
    ]  # type: ignore[return-value]  # fmt: skip


every_ask = pytest.mark.parametrize(
    ("ask", "value"),
    [pair for language in ("en", "zh", "de") for pair in asks(language)],
    ids=lambda p: f"{p.kind}-{p.language}" if isinstance(p, Ask) else "",
)


@every_ask
def test_prompts_end_with_our_own_words(ask: Ask[object], value: object) -> None:
    """Rubric first, material fenced, the question last; nothing of the material is trusted."""
    parts = ask.prompt()

    assert not parts[0].untrusted
    assert not parts[-1].untrusted
    assert any(p.untrusted for p in parts)
    assert not any("Ice floats" in p.text for p in parts if not p.untrusted)


@every_ask
def test_prompts_name_every_field_of_the_answer(ask: Ask[object], value: object) -> None:
    """The rubric speaks of each dimension by the name it is answered under."""
    names = {f.name for f in msgspec.structs.fields(type(value))}  # type: ignore[arg-type]
    text = " ".join(p.text for p in ask.prompt() if not p.untrusted)
    rated = names - {"statements", "first", "last"}

    assert {name for name in rated if f"{name}:" in text or f"{name}（" in text} == rated


@every_ask
def test_answers_are_kept_and_read_again(ask: Ask[object], value: object) -> None:
    """What was kept is what was said."""
    answer = Answer(value, "why")

    assert ask.read(ask.write(answer)) == answer


@every_ask
def test_rules_answer_with_the_asks_own_type(ask: Ask[object], value: object) -> None:
    """A verdict of the type, or an honest absence; the same every time."""
    first, again = ask.by_rule(), ask.by_rule()

    assert first == again
    if isinstance(first, Answer):
        assert isinstance(first.value, ask.answer_type)
        assert ask.read(ask.write(first)) == first
    else:
        assert first.reason is Reason.NOT_ASSESSED


@every_ask
def test_identity_holds_every_field(ask: Ask[object], value: object) -> None:
    """Another kind or another input is another ask."""
    others = [other for other, _ in asks(ask.language) if other.kind != ask.kind]  # type: ignore[attr-defined]

    assert ask.identity() not in {other.identity() for other in others}


@pytest.mark.parametrize("bad", [0, 6, 3.5, "5", None])
def test_ratings_off_the_scale_are_refused(bad: object) -> None:
    """A kept or returned 6 is an error, never a 5."""
    raw = msgspec.json.encode(
        {"value": {"accuracy": bad, "consistency": 1, "structure": 1, "integration": 1}}
    )

    with pytest.raises(msgspec.ValidationError):
        CitationAsk("E1", "", (), "en").read(raw)


def test_a_missing_dimension_is_refused() -> None:
    """Three of four ratings are no answer."""
    raw = b'{"value": {"accuracy": 1, "consistency": 1, "structure": 1}}'

    with pytest.raises(msgspec.ValidationError):
        CitationAsk("E1", "", (), "en").read(raw)


def test_empty_reports_have_nothing_to_check() -> None:
    """No statement: neither a rating nor a claim."""
    report_ask = ReportAsk("Q?", "", (), (), "en")
    claim_ask = InstantiationAsk("Ice floats.", (), "en")

    for answer in (report_ask.by_rule(), claim_ask.by_rule()):
        assert answer == NoVerdict(Reason.NOTHING_TO_CHECK, "the report says nothing")


def test_a_citation_at_no_statement_has_no_rating() -> None:
    """The marker stands alone."""
    answer = CitationAsk("E1", "Ice floats.", (), "en").by_rule()

    assert isinstance(answer, NoVerdict)
    assert answer.reason is Reason.NOTHING_TO_CHECK


def test_every_prompt_file_is_used() -> None:
    """No prompt lies around that nobody asks."""
    used = {"report", "align", "align_without_pictures", "citation", "instantiation", "claim",
            "answer", "query_pictures", "report_on_pages", "one_prompt"}  # fmt: skip

    assert {path.name.split(".")[0] for path in Path(PROMPTS).iterdir()} == used


# ---- pictures ------------------------------------------------------------------------------

PIECES = (("text of C1", "E1"), "|1|", ("text of C2", ""))


def test_pictures_at_hand_go_to_one_who_sees() -> None:
    """Align and the citation of the picture are asked with its file."""
    asker = script(align=4)
    case = context(
        TOY,
        report(*PIECES, items=("E1",)),
        asker,
        given=("E1",),
        images=("E2",),
        pictures={"E2": CHART},
    )
    evaluation = asyncio.run(evaluate_submission(HIEVIDR, case))
    shown = {ask.kind: (ask.role, ask.attachments()) for ask in asker.asked if ask.attachments()}

    assert shown == {
        "hievidr.align": (Role.VISION, (CHART,)),
        "hievidr.citation_of_picture": (Role.VISION, (CHART,)),
        "support_by_picture": (Role.VISION, (CHART,)),
    }
    assert isinstance(evaluation.scores["hievidr.report"], Measured)
    assert evaluation.scores["hievidr.report"].missing.total == 0


def test_a_picture_by_its_target_is_shown() -> None:
    """A report that embeds a file shows that file."""
    asker = script()
    case = context(TOY, report("!a/c.png", items=()), asker, given=(), pictures={"a/c.png": CHART})
    asyncio.run(evaluate_submission(HIEVIDR, case))

    assert [a.attachments() for a in asker.asked if a.kind == "hievidr.align"] == [(CHART,)]


def test_a_report_without_pictures_asks_the_judge() -> None:
    """Nothing has to be seen to say that nothing is shown."""
    asker = script()
    case = context(TOY, report(("text of C1", ""), items=()), asker, given=())
    asyncio.run(evaluate_submission(HIEVIDR, case))

    assert [a.role for a in asker.asked if a.kind.startswith("hievidr.align")] == [Role.JUDGE]
