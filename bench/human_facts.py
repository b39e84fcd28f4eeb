"""The chain of fact checking beside what people said: splitting, stances of evidence, verdicts.

Splitting: the biographies of FActScore, cut by people into atomic facts, against the statements
that the built-in rules check. A fact is found if one statement holds all its content stems; a
statement is atomic if it holds one fact at most. Stances and verdicts: Factcheck-GPT's claims, each
with one piece of evidence, then with all of them, as `python -m bench verifier` measures its sets.
Where evidence that was found for a claim is silent, people may have judged by what they knew.
"""

from __future__ import annotations

import asyncio
import json
import statistics
from collections.abc import Iterator, Sequence
from itertools import islice

from bench.row import Row
from bench.verifier import _cuts, _set_rows
from bench.verifier.data import DATA, TEST, TUNING, Pair
from bench.verifier.scored import scored
from veridical.agents.assertions import read_assertions
from veridical.report import parse_report
from veridical.respondents import Roles
from veridical.retrieval.tfidf import tokens
from veridical.retrieval.words import EMPTY, stem

FOLDER = DATA / "human_scores"
BIOGRAPHIES = FOLDER / "factscore_bios_PerplexityAI.jsonl"
CHECKED = FOLDER / "factcheckgpt_benchmark.jsonl"
STANCES = {
    "completely-support": "supported",
    "partially-support": "partly",
    "refute": "refuted",
    "irrelevant": "neither",
}
VERDICTS = {"True": "supported", "False": "refuted", "unknown": "neither"}


def measure() -> list[Row]:
    """All three, where the sets are at hand."""
    if not FOLDER.is_dir():
        return [Row("skipped: ../shared/data is absent", 0, "sets")]
    rows = list(_splitting())
    for name, pairs in (("stances", list(_stances())), ("verdicts", list(_verdicts()))):
        halves = {half: [p for p in pairs if p.half == half] for half in (TUNING, TEST)}
        rows += _set_rows(f"Factcheck-GPT, {name}", scored(halves[TEST]), _cuts(halves[TUNING]))
    return rows


def _splitting() -> Iterator[Row]:
    found, atomic, facts, statements = [], [], [], []
    with BIOGRAPHIES.open(encoding="utf-8") as file:
        for line in map(json.loads, file):
            said = [
                _stems(fact["text"])
                for sentence in line["annotations"] or ()
                for fact in sentence["human-atomic-facts"] or ()
            ]
            if not said:
                continue
            ours = [_stems(text) for text in _split(line["output"])]
            found += [any(fact <= one for one in ours) for fact in said]
            atomic += [sum(fact <= one for fact in said) <= 1 for one in ours]
            facts.append(len(said))
            statements.append(len(ours))
    yield Row("FActScore: biographies", len(facts), "biographies")
    yield Row("FActScore: facts by people, of each", statistics.mean(facts), "facts")
    yield Row(
        "FActScore: statements by the rules, of each", statistics.mean(statements), "statements"
    )
    yield Row("FActScore: facts that one statement holds", statistics.mean(found), "share")
    yield Row("FActScore: statements with one fact at most", statistics.mean(atomic), "share")


def _split(text: str) -> Sequence[str]:
    read = asyncio.run(read_assertions(parse_report(text), Roles()))
    return [one.text for one in read.found]


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in tokens(text) if word not in EMPTY)


def _claims() -> Iterator[tuple[str, list[str], object, str, str]]:
    """Each claim with its evidence, the stances, the verdict and the question."""
    with CHECKED.open(encoding="utf-8") as file:
        for answer in map(json.loads, file):
            for said in answer["sentences"].values():
                columns = ("claims", "auto_evidence", "stance_claim_autoEvid")
                rows = zip(
                    *(said[name] for name in columns),
                    map(str, said["claims_factuality_label"]),
                    strict=False,
                )
                for claim, evidence, stances, verdict in rows:
                    yield claim, evidence, stances, verdict, answer["prompt"]


def _stances() -> Iterator[Pair]:
    for claim, evidence, stances, _, question in _claims():
        if isinstance(evidence, list) and isinstance(stances, list):
            for text, stance in zip(evidence, stances, strict=False):
                if stance in STANCES and text.strip():
                    yield Pair(claim, (text,), STANCES[stance], question)


def _verdicts() -> Iterator[Pair]:
    for claim, evidence, _, verdict, question in _claims():
        texts = tuple(islice((t for t in evidence if t.strip()), 20))
        if isinstance(evidence, list) and verdict in VERDICTS and texts:
            yield Pair(claim, texts, VERDICTS[verdict], question)
