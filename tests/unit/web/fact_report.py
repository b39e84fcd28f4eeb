"""A checked report whose facts are known, for the tests of its page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from tests.golden.facts import HALF, LOST, NO, RIVERS, YES, Told
from veridical.agents.assertions import read_assertions
from veridical.agents.corpus import Corpus
from veridical.agents.fact_checker import check_facts
from veridical.agents.reading_room import ReadingRoom
from veridical.ask import Asker
from veridical.report import parse_report
from veridical.respondents import Roles
from veridical.runs.check import CheckResult, check_report
from veridical.runs.facts import ReportFacts
from veridical.task import Item

RHINE, DANUBE, VOLGA, ELBE = RIVERS
ODER = "The Oder is a river of Europe that is 854 km long."
ADVICE = "We should protect rivers."
DATE = "2026-05-01"
CORPUS = {
    "https://rhine.example/a": "The Rhine is a river of Europe. It is 1,230 km long.",
    "https://danube.example/b": "The Danube is a river of Europe. It flows through ten countries.",
    "https://volga.example/c": "The Volga is a river of Europe. It ends in the Caspian Sea.",
}
TITLES = {"https://rhine.example/a": "On the Rhine"}
FIRST, SECOND, THIRD = CORPUS
TOLD = {
    (RHINE, FIRST): YES,
    (DANUBE, SECOND): NO,
    (VOLGA, FIRST): YES,
    (VOLGA, THIRD): NO,
    (ELBE, FIRST): HALF,
    ODER: LOST,
}
"""The Rhine right, the Danube wrong, the Volga in conflict, the Elbe half, the Oder lost."""
SENTENCES = (RHINE, DANUBE, VOLGA, ELBE, ODER, RHINE, ADVICE)


def fact_result(
    sentences: Sequence[str] = SENTENCES,
    says: Mapping[object, object] = TOLD,
    corpus: Mapping[str, str] = CORPUS,
    *,
    date: str = DATE,
) -> CheckResult:
    """A report of these paragraphs, checked by the rules, with the facts that are told."""
    return asyncio.run(_checked(sentences, says, corpus, date))


async def _checked(
    sentences: Sequence[str], says: Mapping[object, object], corpus: Mapping[str, str], date: str
) -> CheckResult:
    text = "\n\n".join(sentences)
    report = parse_report(text.encode(), format="markdown", name="rivers.md")
    asker = cast("Asker", Told(says))  # type: ignore[arg-type]
    items = Corpus.of(Item(i, said, title=TITLES.get(i, "")) for i, said in corpus.items())
    read = await read_assertions(report, asker)
    found = await check_facts(read.found, ReadingRoom(items, items, date), asker)
    result = await check_report(report, None, Roles(), respondent="rules", is_indicative=True)
    return replace(result, facts=ReportFacts(read, found, date))
