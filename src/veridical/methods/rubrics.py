"""Rubrics as methods share them: criteria with ids and weights, and the file that holds them.

A file of rubrics is one JSON object a line, in the form in which the authors of DeepResearch
Bench publish theirs: ``prompt``, ``dimension_weight``, ``criterions``; a task's own dimensions
have their names and definitions under ``definitions``. A line is looked up by the words of its
query, never by a number: another bench may count otherwise.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from pathlib import Path

import msgspec

from veridical.checks.criteria import Criterion
from veridical.checks.dimension_weights import Weight
from veridical.errors import InputError

PURPOSE = "rubric"
"""Of the draws that make a rubric."""


@dataclass(frozen=True, slots=True)
class Weighted:
    """A criterion of a rubric.

    Attributes:
        id: ``dimension-number``, from 1.
        criterion: it in a few words.
        explanation: how a report meets it.
        weight: its share of the dimension; all of them together 1.
    """

    id: str
    criterion: str
    explanation: str
    weight: float


def weighted(dimension: str, criteria: Sequence[Criterion]) -> tuple[Weighted, ...]:
    """Criteria with their ids, their weights together 1; none where no weight is above 0."""
    total = fsum(c.weight for c in criteria)
    if total <= 0:
        return ()
    return tuple(
        Weighted(f"{dimension}-{n}", c.criterion, c.explanation, c.weight / total)
        for n, c in enumerate(criteria, start=1)
    )


class WrittenCriterion(msgspec.Struct, frozen=True):
    """A criterion in a file; remarks beside it are left out."""

    criterion: str
    explanation: str
    weight: Weight


class Definition(msgspec.Struct, frozen=True):
    """What a task's own dimension is called, and what it means."""

    name: str
    definition: str


class RubricLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One task's rubric in a file.

    Attributes:
        prompt: the query.
        dimension_weight: each dimension's share, by its id; together 1.
        criterions: the criteria of each, by its id; their weights together 1.
        definitions: of the task's own dimensions, by their ids.
    """

    prompt: str
    dimension_weight: dict[str, Weight]
    criterions: dict[str, tuple[WrittenCriterion, ...]]
    definitions: dict[str, Definition] = {}

    def shares(self) -> Mapping[str, float]:
        """The weights of the dimensions, together 1."""
        total = fsum(self.dimension_weight.values())
        return {name: weight / total for name, weight in self.dimension_weight.items()}

    def criteria(self, dimension: str) -> tuple[Weighted, ...]:
        """The criteria of a dimension, with their ids."""
        written = self.criterions[dimension]
        return weighted(dimension, [Criterion(c.criterion, c.explanation, c.weight)
                                    for c in written])  # fmt: skip


def rubric_line(
    query: str,
    weights: Mapping[str, float],
    criteria: Mapping[str, Iterable[Weighted]],
    definitions: Mapping[str, Definition] | None = None,
) -> bytes:
    """A rubric as a line of a file, without its break.

    Args:
        query: what reports answer.
        weights: of the dimensions, by id.
        criteria: by dimension.
        definitions: of the task's own dimensions.
    """
    written = {
        name: tuple(WrittenCriterion(c.criterion, c.explanation, c.weight) for c in own)
        for name, own in criteria.items()
    }
    line = RubricLine(query, dict(weights), written, dict(definitions or {}))
    return msgspec.json.encode(line)


def rubric_in(
    path: str,
    query: str,
    *,
    sha256: str = "",
    dimensions: Collection[str],
    own: Collection[str] = (),
) -> RubricLine | None:
    """The rubric of a query; None if the file has none.

    Args:
        path: of the file.
        query: what reports answer.
        sha256: of the file; "" = whichever it is.
        dimensions: that every rubric must have, by id.
        own: that it may have besides, each with its definition.

    Raises:
        InputError: the file cannot be read, is another one than the run began with, or holds
            what is no rubric.
    """
    return _rubrics(path, sha256, tuple(dimensions), tuple(own)).get(_plain(query))


@lru_cache(maxsize=4)
def _rubrics(
    path: str, wanted: str, dimensions: tuple[str, ...], own: tuple[str, ...]
) -> Mapping[str, RubricLine]:
    data = read_bytes(path)
    if wanted and hashlib.sha256(data).hexdigest() != wanted:
        raise InputError(
            path,
            "is not the file of rubrics that the run began with",
            expected=f"a file of hash {wanted[:16]}",
            fix="Put it back, or begin another run.",
        )
    found: dict[str, RubricLine] = {}
    for n, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1):
        if line.strip():
            one = _read(f"{path}, line {n}", line, dimensions, own)
            found[_plain(one.prompt)] = one
    return found


def _read(where: str, line: bytes, dimensions: tuple[str, ...], own: tuple[str, ...]) -> RubricLine:
    try:
        found = msgspec.json.decode(line, type=RubricLine)
    except msgspec.DecodeError as e:
        raise _no_rubric(where, str(e)) from e
    names = {*dimensions, *(found.dimension_weight.keys() & set(own))}
    for what, given in (("weights", found.dimension_weight), ("criteria", found.criterions)):
        off = sorted(names ^ {name for name, value in given.items() if value != ()})
        if off:
            raise _no_rubric(where, f"its {what} are not those of {', '.join(off)}")
    undefined = sorted(names - set(dimensions) - found.definitions.keys())
    if undefined:
        raise _no_rubric(where, f"it lacks the definition of {', '.join(undefined)}")
    _refuse_sum(where, fsum(found.dimension_weight.values()))
    for name, criteria in found.criterions.items():
        _refuse_sum(f"{where}, {name}", fsum(c.weight for c in criteria))
    return found


SLACK = 0.01
"""How far the weights of a file may miss a sum of 1, by rounding."""


def _refuse_sum(where: str, total: float) -> None:
    if abs(total - 1) > SLACK:
        raise _no_rubric(where, f"its weights sum to {total:g}")


def _no_rubric(where: str, why: str) -> InputError:
    return InputError(
        where,
        f"is no rubric: {why}",
        expected="prompt, dimension_weight, criterions, weights that sum to 1",
        fix="Mend the file.",
    )


def _plain(query: str) -> str:
    return " ".join(query.split())


def file_sha256(path: str) -> str:
    """The hash of a file of rubrics, by which a run knows it again; "" for none.

    Raises:
        InputError: it cannot be read.
    """
    return hashlib.sha256(read_bytes(path)).hexdigest() if path else ""


def read_bytes(path: str) -> bytes:
    """A file's bytes.

    Raises:
        InputError: it cannot be read.
    """
    try:
        return Path(path).read_bytes()
    except OSError as e:
        raise InputError(
            path, f"cannot be read: {e.strerror}", fix="Check the path and its rights."
        ) from e
