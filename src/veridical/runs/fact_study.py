"""How often do fact checking and people say the same of a statement?

Wrong and Unknown are merged as negative, as people's "false" and "unknown" are: the paper's own
reading of agreement. Disagreements are listed with all that was read, for people to judge anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from veridical.agents.assertions import Assertion
from veridical.agents.case import Checked
from veridical.agents.corpus import Corpus
from veridical.agents.fact_checker import check_facts
from veridical.agents.reading_room import ReadingRoom
from veridical.agents.spending import Limits
from veridical.agents.standing import Standing
from veridical.ask import Asker
from veridical.checks.worth import Worth
from veridical.report.language import language_of
from veridical.report.model import Span
from veridical.runs.importers.judged_claims import JudgedStatement
from veridical.score import Reason, Score
from veridical.stats.agreement import Agreement, raw_agreement
from veridical.stats.kappa import cohen_kappa
from veridical.task import Item

POSITIVE, NEGATIVE = "right", "not right"


class Disagreement(msgspec.Struct, frozen=True):
    """A statement on which they differ, with what was read."""

    id: str
    statement: str
    people: str
    standing: str
    why: str
    quotes: tuple[str, ...]
    passages: tuple[str, ...]


@dataclass(frozen=True)
class FactStudy:
    """Agreement over all statements of a file.

    Attributes:
        agreement: raw, over "right" and "not right", with each label's own.
        kappa: beyond chance.
        disagreements: in the order of the file.
    """

    agreement: Agreement[str]
    kappa: Score
    disagreements: tuple[Disagreement, ...]


async def study_facts(
    judged: Sequence[JudgedStatement],
    corpus: Sequence[Item],
    asker: Asker,
    limits: Limits | None = None,
) -> FactStudy:
    """Check statements that people judged, over a corpus, and compare.

    Args:
        judged: the statements.
        corpus: what is searched.
        asker: who answers.
        limits: how far the search goes for each.
    """
    world = Corpus.of(corpus)
    found = await asyncio.gather(*(_checked(one, world, asker, limits) for one in judged))
    pairs = [
        (POSITIVE if one.label == "true" else NEGATIVE, _reading(checked))
        for one, checked in zip(judged, found, strict=True)
    ]
    differ = tuple(
        _disagreement(one, checked)
        for one, checked, (people, ours) in zip(judged, found, pairs, strict=True)
        if not isinstance(ours, Reason) and people != ours
    )
    return FactStudy(raw_agreement(pairs), cohen_kappa(pairs), differ)


async def _checked(
    one: JudgedStatement, world: Corpus, asker: Asker, limits: Limits | None
) -> Checked:
    said = Assertion(
        id=0,
        statement=0,
        span=Span(0, len(one.text)),
        text=one.text,
        wording=one.text,
        worth=Worth.CHECKABLE,
        language=language_of(one.text),
    )
    room = ReadingRoom(world, world)
    found = await check_facts([said], room, asker, query=one.query, limits=limits)
    return found.checked[0]


def _reading(checked: Checked) -> str | Reason:
    if checked.outcome.absence is not None:
        return checked.outcome.absence.reason
    return POSITIVE if checked.standing is Standing.SUPPORTED else NEGATIVE


def _disagreement(one: JudgedStatement, checked: Checked) -> Disagreement:
    return Disagreement(
        one.id,
        one.text,
        one.label,
        str(checked.standing),
        checked.outcome.why,
        tuple(quote.text for read in checked.reads for quote in read.quotes),
        tuple(p.text for read in checked.reads if not read.quotes for p in read.passages),
    )
