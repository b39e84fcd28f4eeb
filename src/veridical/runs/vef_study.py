"""How well does somebody tell right readings of pictures from wrong ones?

Readings of drawn charts, each with the ground truth in words and what is wrong with it, were
written for this: right ones, right ones that leave much out, wrong identities, false presences,
swapped labels and misread numbers, in English and Chinese. Every reading is put to the respondent
as a report is put, and passes or fails by the same rule.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import msgspec

from veridical.ask import Answer, Asker, Attachment, NoVerdict
from veridical.checks.picture_truth import PictureTruthAsk, VisualVerdict, is_passed
from veridical.errors import InputError
from veridical.jsonl import numbered_records
from veridical.score import Reason, Score
from veridical.sources.inside import file_inside
from veridical.stats.agreement import raw_agreement
from veridical.stats.kappa import cohen_kappa

SHIPPED = Path(__file__).parent / "vef_cases" / "cases.jsonl"
PASS, FAIL = "pass", "fail"
Said = Answer[VisualVerdict] | NoVerdict


class CaseKind(StrEnum):
    """What a reading is; all but the first two are wrong."""

    RIGHT = "right"
    INCOMPLETE = "incomplete"
    WRONG_IDENTITY = "wrong_identity"
    FALSE_PRESENCE = "false_presence"
    SWAPPED_LABELS = "swapped_labels"
    MISREAD = "misread"


SOUND = frozenset({CaseKind.RIGHT, CaseKind.INCOMPLETE})
"""Kinds that pass: what is left out is no failure."""


class VefCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reading of a picture.

    Attributes:
        id: unique among the cases.
        picture: its file, relative to the cases' own.
        language: of the reading.
        kind: what is right or wrong with it.
        question: that the report answers.
        truth: what the picture shows, in words.
        report: the reading.
    """

    id: str
    picture: str
    language: str
    kind: CaseKind
    question: str
    truth: str
    report: str


@dataclass(frozen=True, slots=True)
class VefRow:
    """All cases of one kind.

    Attributes:
        kind: which.
        passed: how many passed.
        failed: how many failed.
        absent: how many have no verdict.
        named: how many of those that failed were said to fail in this way.
    """

    kind: CaseKind
    passed: int
    failed: int
    absent: int
    named: int

    @property
    def is_sound(self) -> bool:
        """Whether such readings are to pass."""
        return self.kind in SOUND

    @property
    def right(self) -> int:
        """How many came out as they should."""
        return self.passed if self.is_sound else self.failed


@dataclass(frozen=True)
class VefStudy:
    """What became of the cases.

    Attributes:
        rows: one a kind, in the order of `CaseKind`.
        agreement: the share of cases that came out right.
        kappa: the same beyond chance.
        by_language: right and all cases with a verdict, by language.
        answers: by the case's id, in the order of the file.
    """

    rows: tuple[VefRow, ...]
    agreement: Score
    kappa: Score
    by_language: Mapping[str, tuple[int, int]]
    answers: Mapping[str, Said]


def read_cases(path: Path = SHIPPED) -> list[VefCase]:
    """The cases of a file, each picture beside it.

    Raises:
        InputError: the file cannot be read, or says two things under one id.
        TaskFormatError: a line that is no case.
    """
    cases = [case for _, case in numbered_records(path, VefCase)]
    twice = [name for name, n in Counter(case.id for case in cases).items() if n > 1]
    if twice:
        raise InputError(
            str(path),
            "two cases share an id",
            got=twice[0],
            expected="every id once",
            fix="Rename.",
        )
    return cases


async def study_vef(cases: Sequence[VefCase], folder: Path, asker: Asker) -> VefStudy:
    """Put every case, and count.

    Args:
        cases: the readings.
        folder: where their pictures lie.
        asker: who answers.

    Raises:
        InputError: a picture is not there.
    """
    asks = [_ask(case, folder) for case in cases]
    said = await asyncio.gather(*(asker.ask(ask) for ask in asks))
    answers = {case.id: one for case, one in zip(cases, said, strict=True)}
    pairs = [(_expected(case), _found(answers[case.id])) for case in cases]
    return VefStudy(
        tuple(_row(kind, cases, answers) for kind in CaseKind),
        raw_agreement(pairs).rate,
        cohen_kappa(pairs),
        _by_language(cases, pairs),
        answers,
    )


def _ask(case: VefCase, folder: Path) -> PictureTruthAsk:
    file = file_inside(folder, case.picture)
    if file is None:
        raise InputError(
            f'case "{case.id}"',
            "its picture is not there",
            got=case.picture,
            expected=f"a file below {folder.name}",
            fix="Put it there.",
        )
    content = file.read_bytes()
    picture = Attachment(str(file), hashlib.sha256(content).hexdigest())
    return PictureTruthAsk(case.truth, case.question, case.report, (picture,), case.language)


def _expected(case: VefCase) -> str:
    return PASS if case.kind in SOUND else FAIL


def _found(said: Said) -> str | Reason:
    if isinstance(said, NoVerdict):
        return said.reason
    return PASS if is_passed(said.value.score, said.value.failures) else FAIL


def _row(kind: CaseKind, cases: Iterable[VefCase], answers: Mapping[str, Said]) -> VefRow:
    own = [answers[case.id] for case in cases if case.kind is kind]
    found = Counter(_found(said) for said in own)
    failed = [s.value for s in own if isinstance(s, Answer) and _found(s) == FAIL]
    named = sum(any(f.kind == kind.value for f in verdict.failures) for verdict in failed)
    absent = len(own) - found[PASS] - found[FAIL]
    return VefRow(kind, found[PASS], found[FAIL], absent, named)


def _by_language(
    cases: Sequence[VefCase], pairs: Sequence[tuple[str, str | Reason]]
) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for case, (expected, said) in zip(cases, pairs, strict=True):
        right, every = found.get(case.language, (0, 0))
        if not isinstance(said, Reason):
            found[case.language] = (right + (said == expected), every + 1)
    return found
