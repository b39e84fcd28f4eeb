"""Chinese pairs, constructed: sentences of real reports and of the demo's corpus, edited.

The public labelled sets are English. Here a claim is a sentence of a paragraph, its clauses in
another order or one of them left out, so that it is no copy; one edit makes it false (another
figure, a denial, a direction turned round, another subject); another paragraph of the same
text says neither. The labels are by construction, not by people.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence

from bench.verifier.data import DATA, Pair
from tools.edit_statements import negations, other_figure, other_subjects, reversals, terms_of
from veridical.report.sentences import sentence_spans
from veridical.runs.demo import BENCH
from veridical.task import read_bench

REPORTS = DATA / "deepresearch_bench" / "reports_claude_3_7_cleaned.jsonl"
_HAN = re.compile("[\u4e00-\u9fff]")
_SHORTEST, _LONGEST = 18, 90
_CLAIMS_OF_A_TEXT = 12


def constructed() -> list[Pair]:
    """All pairs; those of the reports only where they are at hand."""
    texts = [*_demo(), *(_reports() if REPORTS.is_file() else ())]
    return [pair for name, paragraphs in texts for pair in _pairs(name, paragraphs)]


def _demo() -> Iterator[tuple[str, list[str]]]:
    items = read_bench(BENCH).corpus.values()
    texts = [item.text for item in items if item.language.startswith("zh")]
    for at in range(0, len(texts), 6):
        yield f"demo {at}", texts[at : at + 6]


def _reports() -> Iterator[tuple[str, list[str]]]:
    with REPORTS.open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            paragraphs = [p.strip() for p in re.split(r"\n\s*\n", row["article"])]
            kept = [p for p in paragraphs if _is_running(p)]
            if len(kept) > 1:
                yield f"report {row['id']}", kept


def _is_running(paragraph: str) -> bool:
    is_chinese = len(_HAN.findall(paragraph)) >= len(paragraph) / 2
    return is_chinese and len(paragraph) > 60 and not paragraph.startswith(("#", "|", "-", "*"))


def _pairs(name: str, paragraphs: Sequence[str]) -> Iterator[Pair]:
    chance = random.Random(name)
    told = [(s, at) for at, p in enumerate(paragraphs) for s in _sentences(p)]
    terms = terms_of(paragraphs, "zh")
    for sentence, at in chance.sample(told, min(_CLAIMS_OF_A_TEXT, len(told))):
        claim, evidence = _reworded(sentence, chance), (paragraphs[at],)
        yield Pair(claim, evidence, "supported", name, "zh")
        edited = _edited(claim, terms, chance)
        if edited is not None:
            yield Pair(edited, evidence, "refuted", name, "zh")
        other = chance.choice([p for p in paragraphs if p != paragraphs[at]])
        if chance.random() < 1 / 3:
            yield Pair(claim, (other,), "neither", name, "zh")


def _sentences(paragraph: str) -> list[str]:
    found = (paragraph[a:b].strip() for a, b in sentence_spans(paragraph, "zh"))
    return [s for s in found if _SHORTEST <= len(s) <= _LONGEST]


def _reworded(sentence: str, chance: random.Random) -> str:
    """The same with a clause less, or with its last clauses changing places."""
    clauses = sentence.rstrip("。！？").split("，")
    if len(clauses) > 2:
        if chance.random() < 1 / 2:
            del clauses[chance.randrange(1, len(clauses))]
        else:
            clauses[-1], clauses[-2] = clauses[-2], clauses[-1]
    return "，".join(clauses) + "。"


def _edited(claim: str, terms: Sequence[str], chance: random.Random) -> str | None:
    kinds = [
        [text for text in [other_figure(claim, chance, "zh")] if text],
        negations(claim, "zh"),
        reversals(claim),
        other_subjects(claim, terms),
    ]
    possible = [texts for texts in kinds if texts]
    return chance.choice(chance.choice(possible)) if possible else None
