"""Rubrics as the authors of the paper publish them: one JSON object a line.

They are looked up by the words of the query, never by its number: another bench may count
otherwise.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from veridical.checks.criteria import Criterion
from veridical.checks.dimension_weights import SLACK, DimensionWeights, Weight
from veridical.checks.dimensions import Dimension
from veridical.errors import InputError
from veridical.methods.race.rubric import Rubric, WeightDraw, Weighted, weighted
from veridical.methods.race.settings import Settings, read_bytes


class _Written(msgspec.Struct, frozen=True):
    """A criterion, as published; remarks beside it are left out."""

    criterion: str
    explanation: str
    weight: Weight


class _Line(msgspec.Struct, frozen=True):
    """One task's rubric, as published."""

    prompt: str
    dimension_weight: DimensionWeights
    criterions: dict[Dimension, tuple[_Written, ...]]


def published_rubric(settings: Settings, query: str) -> Rubric | None:
    """The rubric of a query; None if the file has none.

    Raises:
        InputError: the file cannot be read, is another one than the run began with, or holds
            what is no rubric.
    """
    found = _rubrics(settings.rubrics, settings.rubrics_sha256)
    return found.get(_plain(query))


@lru_cache(maxsize=2)
def _rubrics(path: str, wanted: str) -> Mapping[str, Rubric]:
    data = read_bytes(path)
    if wanted and hashlib.sha256(data).hexdigest() != wanted:
        raise InputError(
            path,
            "is not the file of rubrics that the run began with",
            expected=f"a file of hash {wanted[:16]}",
            fix="Put it back, or begin another run.",
        )
    lines = enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1)
    return dict(_read(f"{path}, line {n}", line) for n, line in lines if line.strip())


def _read(where: str, line: bytes) -> tuple[str, Rubric]:
    try:
        found = msgspec.json.decode(line, type=_Line)
    except msgspec.DecodeError as e:
        raise _no_rubric(where, str(e)) from e
    weights = found.dimension_weight.normalized()
    absent = [d.value for d in Dimension if not found.criterions.get(d)]
    if weights is None or absent:
        raise _no_rubric(where, f"it lacks {', '.join(absent) or 'weights'}")
    _refuse_sum(where, sum(getattr(found.dimension_weight, d) for d in Dimension))
    criteria = {d: _criteria(where, d, found.criterions[d]) for d in Dimension}
    return _plain(found.prompt), Rubric((WeightDraw(weights),), criteria)


def _criteria(
    where: str, dimension: Dimension, written: tuple[_Written, ...]
) -> tuple[Weighted, ...]:
    _refuse_sum(f"{where}, {dimension}", sum(c.weight for c in written))
    criteria = [Criterion(c.criterion, c.explanation, c.weight) for c in written]
    return weighted(dimension, criteria)


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
