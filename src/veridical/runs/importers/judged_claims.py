"""Statements that people judged, from FactCheckGPT's benchmark (JSONL, one answer a line).

Each answer holds sentences, each sentence claims with people's labels and the texts that a
search had brought for each. The texts of all answers together are the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from veridical.task import Item, read_lines


class _Sentence(msgspec.Struct):
    claims: tuple[str, ...] = ()
    claim_checkworthiness: tuple[str, ...] = ()
    claims_factuality_label: tuple[bool | str, ...] = ()
    auto_evidence: tuple[tuple[str, ...], ...] = ()


class _Answer(msgspec.Struct):
    prompt: str
    sentences: dict[str, _Sentence]


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement with people's label.

    Attributes:
        id: its place in the file: ``answer.sentence.claim``, from 1.
        text: what is said.
        label: "true", "false" or "unknown".
        query: what the answer answered.
    """

    id: str
    text: str
    label: str
    query: str


def read_judged(path: Path) -> tuple[tuple[JudgedStatement, ...], tuple[Item, ...]]:
    """The factual statements of a file, and the corpus of all that was found for them.

    Raises:
        TaskFormatError: a line that does not follow the format.
        InputError: the file cannot be read.
    """
    statements: list[JudgedStatement] = []
    texts: dict[str, Item] = {}
    for number, answer in enumerate(read_lines(path, _Answer), start=1):
        for place, sentence in enumerate(answer.sentences.values(), start=1):
            for own in sentence.auto_evidence:
                for text in own:
                    texts.setdefault(text, Item(f"text-{len(texts) + 1:04}", text))
            statements += _judged(answer.prompt, sentence, f"{number}.{place}")
    return tuple(statements), tuple(texts.values())


def _judged(query: str, sentence: _Sentence, place: str) -> Iterator[JudgedStatement]:
    rows = zip(
        sentence.claims,
        sentence.claim_checkworthiness,
        sentence.claims_factuality_label,
        strict=False,
    )
    for number, (text, worth, label) in enumerate(rows, start=1):
        if worth == "factual":
            yield JudgedStatement(f"{place}.{number}", text, str(label).casefold(), query)
