"""No agent cites what it was not given, whatever a model replies, whatever becomes of that."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.agents.hka.agent import hka
from veridical.agents.release import Release, Releasing, State
from veridical.agents.release.record import StatementRecord
from veridical.agents.research import Researched, deep_research, rag
from veridical.agents.research.library import Library
from veridical.agents.research.written import markdown
from veridical.ask import Asker, Role
from veridical.errors import Unavailable
from veridical.ledger import open_ledger
from veridical.models.port import Request
from veridical.models.scripted import Scripted
from veridical.report import parse_report
from veridical.report.identity import find_urls, identify
from veridical.report.model import EvidenceList, Resolution
from veridical.respondents import Roles
from veridical.respondents.llm import LLM
from veridical.runs.demo import BENCH
from veridical.task import Query, read_bench

CORPUS = read_bench(BENCH).corpus
QUESTIONS = ("Why does ice float on a lake in winter?", "活字印刷比古腾堡的印刷早多少年？")
KNOWN = {
    identify(mention.url).key
    for item in CORPUS.values()
    for mention in find_urls(f"{item.title}\n{item.source}\n{item.text}")
}
FRAGMENTS = (
    "Ice floats on water.",
    "Ice melts at 40 °C [3].",
    "See https://invented.example/a?b=1 for more.",
    "As shown [99] and【7】, 【12†L3】 it is so.",
    "It was told (Miller et al., 2021; Wu 2019).",
    "Also doi:10.1234/invented.5 and arXiv:2101.00001.",
    "[the page](https://invented.example/b) says so.",
    "<a href='https://invented.example/c'>c</a> [^4] ^5^ <sup>6</sup>",
    "[1]: https://invented.example/d",
    "毕昇发明了胶泥活字印刷术【3】。",
    "## References\n[1] Invented, https://invented.example/e",
    "|image9| ![x](https://invented.example/f.png)",
    "www.invented.example",
)
FAULTS = 0.16
"""Share of replies that do not come, or come cut in the middle."""
EXAMPLES = int(os.environ.get("VERIDICAL_FUZZ", "3"))


def sentence(dice: random.Random) -> dict[str, Any]:
    """Words with numbers that may stand for nothing."""
    texts = [dice.randint(-1, 30) if dice.random() < 0.1 else dice.randint(1, 5) for _ in "ab"]
    return {"text": " ".join(dice.choices(FRAGMENTS, k=dice.randint(1, 2))), "texts": texts}


def draft(dice: random.Random) -> dict[str, Any]:
    """A report of any of these words."""
    images = [dice.randint(0, 9)] if dice.random() < 0.1 else []
    paragraph = {"sentences": [sentence(dice) for _ in range(3)], "images": images}
    section = {"heading": dice.choice(FRAGMENTS), "paragraphs": [paragraph]}
    return {"title": dice.choice(FRAGMENTS), "sections": [section], "conclusion": [sentence(dice)]}


def fields(asked: str, dice: random.Random) -> dict[str, Any]:
    """The fields of a reply, by the form that is asked for."""
    every: dict[str, Any] = {
        **draft(dice),
        "sub_questions": dice.choices(FRAGMENTS, k=2),
        "queries": dice.choices(FRAGMENTS, k=2),
        "numbers": dice.sample(range(1, 5), 3),
        "sentences": [sentence(dice)],
        "text": dice.choice(FRAGMENTS),
        "texts": [dice.randint(0, 4)],
        "tool": dice.choice(["web", "write"]),
        "query": dice.choice(FRAGMENTS),
        "kind": dice.choice(["none", "conflict"]),
        "scope": "",
        "value": dice.choice(["supported", "partly", "contradicted", "not_in_source"]),
        "rest": "none",
        "qualified": False,
        "quotes": [],
    }
    if '"figures"' in asked:
        every["sections"] = [{"heading": dice.choice(FRAGMENTS), "figures": []}]
    return {name: value for name, value in every.items() if f'"{name}"' in asked}


def replying(seed: int) -> Callable[[Request], str]:
    """A model whose replies depend on its seed and what is asked alone; some are faults."""

    def reply(request: Request) -> str:
        words = "".join(
            part.text for m in request.messages for part in m.content if hasattr(part, "text")
        )
        dice = random.Random(f"{seed} {words}")
        fate = dice.random()
        if fate < FAULTS / 2:
            raise Unavailable("e:m", "does not answer")
        asked = json.dumps(request.schema)
        said = json.dumps({"nonce": request.nonce, "why": "so", **fields(asked, dice)})
        return said[: len(said) // 2] if fate < FAULTS else said

    return reply


@contextmanager
def roles(seed: int) -> Iterator[Roles]:
    """The model in every role that writes or judges; code is left to the rules."""
    with TemporaryDirectory() as folder, open_ledger(Path(folder) / "ledger.sqlite") as kept:
        llm = LLM(Scripted(replying(seed)), kept)
        yield Roles(dict.fromkeys((Role.PLANNER, Role.WRITER, Role.JUDGE), llm))


async def written(agent: Any, query: str, asker: Asker, *, is_released: bool) -> Researched:
    """What an agent finds, as published or released."""
    library = Library.of(CORPUS.values())
    language = "zh" if "？" in query else "en"
    if not is_released:
        found: Researched = await agent(Query(query), library, asker, language=language)
        return found
    releasing = Releasing(asker, Release())
    found = await agent(Query(query), library, releasing.asker, language=language)
    out = await releasing.released(found, Query(query), language)
    for one in out.record.statements if out.record else ():
        left_with_a_quote(one)
    return out.found


def left_with_a_quote(one: StatementRecord) -> None:
    """What left the gate as a statement has words that stand where they are said to."""
    if one.state in (State.DROPPED, State.SILENT):
        assert one.reason or one.state is State.SILENT
        return
    assert one.quotes
    assert set(one.cited) <= CORPUS.keys()
    for quote in one.quotes:
        assert CORPUS[quote.source].text[quote.start : quote.end] == quote.text


@pytest.mark.fuzz
@pytest.mark.parametrize("is_released", [True, False], ids=["released", "as published"])
@pytest.mark.parametrize("agent", [rag, deep_research, hka], ids=lambda one: one.__name__)
@settings(max_examples=EXAMPLES, deadline=None, database=None)
@given(seed=st.integers(0, 2**32), query=st.sampled_from(QUESTIONS))
def test_no_citation_is_invented(agent: Any, is_released: bool, seed: int, query: str) -> None:
    """Each marker leads to evidence that was given, and no address stands that the corpus lacks."""
    with roles(seed) as asker:
        found = asyncio.run(written(agent, query, asker, is_released=is_released))
    if found.draft is None:
        return
    texts = tuple(one.id for one in found.evidence.texts)
    images = tuple(one.id for one in found.evidence.images)
    assert set(texts) | set(images) <= CORPUS.keys()
    text = markdown(found.draft, found.evidence, "en")
    report = parse_report(text, evidence=EvidenceList(texts, images, {}))
    wrong = [
        (one.style, report.words(one.marker_span), one.resolution)
        for one in report.citations
        if one.resolution is not Resolution.RESOLVED
        and (one.source is None or one.source.key not in KNOWN)
    ]
    assert wrong == [], text
    assert {m.url for m in find_urls(text) if identify(m.url).key not in KNOWN} == set()
