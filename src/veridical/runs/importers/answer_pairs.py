"""Pairs of answers of which people preferred one, in the JSON of RAGChecker's released labels.

A list of ratings from -2 to 2, several of the same pair: below 0 the first answer is better,
above 0 the second.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from veridical.errors import TaskFormatError
from veridical.jsonl import whole_file
from veridical.stats.preference import Preference


class _Answer(msgspec.Struct):
    model_name: str
    response: str


class _Rating(msgspec.Struct):
    dataset: str
    query_id: str | int
    query: str
    model1: _Answer
    model2: _Answer
    overall_label: int


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two answers to a question, and what people preferred.

    Attributes:
        id: of the question in its set.
        query: the question.
        first: an answer.
        second: the other.
        people: each rater's preference, above 0 for the first answer; in the file's order.
    """

    id: str
    query: str
    first: str
    second: str
    people: tuple[Preference, ...]


def read_pairs(path: Path) -> tuple[JudgedPair, ...]:
    """The pairs of a file, each with all its ratings, in the order of the first of them.

    Raises:
        TaskFormatError: it does not follow the format.
        InputError: it cannot be read.
    """
    try:
        ratings = msgspec.json.decode(whole_file(path), type=list[_Rating])
    except msgspec.DecodeError as e:
        raise TaskFormatError(
            str(path),
            f"does not follow its format: {e}",
            expected="a list of ratings with model1, model2 and overall_label",
            fix="Mend the file.",
        ) from e
    found: dict[tuple[str, ...], JudgedPair] = {}
    for one in ratings:
        names = (one.dataset, str(one.query_id), one.model1.model_name, one.model2.model_name)
        known = found.get(names)
        people = (*(known.people if known else ()), -float(one.overall_label))
        answers = one.model1.response, one.model2.response
        found[names] = JudgedPair(f"{names[0]}/{names[1]}", one.query, *answers, people)
    return tuple(found.values())
