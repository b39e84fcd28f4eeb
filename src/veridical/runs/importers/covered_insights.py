"""Reports whose coverage of insights people judged, in the JSON of SummHay's released labels.

A list of summaries: bullets, the insights that experts expect, and for each whether people, and
several models, found it covered fully, in part or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from veridical.checks.key_point import Coverage
from veridical.errors import TaskFormatError
from veridical.jsonl import whole_file
from veridical.task import KeyPoint

PEOPLE = "people"
_STORED = "predictions_"
_LABELS: Mapping[str, Coverage] = {
    "fully_covered": Coverage.SUBSTANTIALLY,
    "partially_covered": Coverage.PARTLY,
    "not_covered": Coverage.NOT_DISCUSSED,
    "full_coverage": Coverage.SUBSTANTIALLY,
    "partial_coverage": Coverage.PARTLY,
    "no_coverage": Coverage.NOT_DISCUSSED,
}


class _Insight(msgspec.Struct):
    insight_id: str
    insight: str


class _Label(msgspec.Struct):
    insight_id: str
    coverage: str


class _Place(msgspec.Struct):
    insight_id: str
    candidate_id: str


class _Summary(msgspec.Struct):
    subtopic_id: str
    summary: tuple[str, ...]
    reference_insights: tuple[_Insight, ...]
    annotation: tuple[_Label, ...]


@dataclass(frozen=True, slots=True)
class JudgedCoverage:
    """A report with what people and models found covered in it.

    Attributes:
        id: its place in the file, from 1.
        task: what it answers; reports of one task share their key points.
        bullets: what it says, in order.
        key_points: what it should say.
        labels: by rater, `PEOPLE` first, then by the key point's id.
        places: the bullet that people saw a key point in, by its id; none where they saw it in
            none.
    """

    id: str
    task: str
    bullets: tuple[str, ...]
    key_points: tuple[KeyPoint, ...]
    labels: Mapping[str, Mapping[str, Coverage]]
    places: Mapping[str, int]

    @property
    def text(self) -> str:
        """All that it says."""
        return "\n\n".join(self.bullets)


def read_coverage(path: Path) -> tuple[JudgedCoverage, ...]:
    """The reports of a file.

    Raises:
        TaskFormatError: it does not follow the format.
        InputError: it cannot be read.
    """
    try:
        raw = msgspec.json.decode(whole_file(path), type=list[dict[str, msgspec.Raw]])
        return tuple(_judged(n, one) for n, one in enumerate(raw, start=1))
    except (msgspec.DecodeError, KeyError) as e:
        raise TaskFormatError(
            str(path),
            f"does not follow its format: {e}",
            expected="a list of summaries with reference_insights and annotation",
            fix="Mend the file.",
        ) from e


def _judged(number: int, raw: dict[str, msgspec.Raw]) -> JudgedCoverage:
    plain = {name: msgspec.json.decode(value) for name, value in raw.items()}
    one = msgspec.convert(plain, type=_Summary)
    stored = dict(_stored(plain))
    return JudgedCoverage(
        str(number),
        one.subtopic_id,
        one.summary,
        tuple(KeyPoint(i.insight_id, i.insight) for i in one.reference_insights),
        {PEOPLE: _labels(one.annotation), **dict(sorted(stored.items()))},
        {
            place.insight_id: int(place.candidate_id)
            for place in msgspec.convert(plain["annotation"], type=tuple[_Place, ...])
            if place.candidate_id.isdecimal()
        },
    )


def _stored(plain: Mapping[str, object]) -> Iterator[tuple[str, Mapping[str, Coverage]]]:
    """What each model said, by its name."""
    for name, value in plain.items():
        if name.startswith(_STORED):
            labels = msgspec.convert(value, type=tuple[_Label, ...])
            yield name.removeprefix(_STORED).replace("_", " "), _labels(labels)


def _labels(found: tuple[_Label, ...]) -> dict[str, Coverage]:
    return {one.insight_id: _LABELS[one.coverage.lower()] for one in found}
