"""The readings that ship, and what their study counts."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from veridical.ask import Answer, Ask, NoVerdict, Role
from veridical.checks.picture_truth import (
    FailureKind,
    PictureTruthAsk,
    VisualFailure,
    VisualVerdict,
)
from veridical.errors import InputError
from veridical.respondents import Roles
from veridical.respondents.scripted import Line, Scripted
from veridical.runs.vef_study import (
    SHIPPED,
    SOUND,
    CaseKind,
    VefCase,
    VefStudy,
    read_cases,
    study_vef,
)
from veridical.score import Measured, Reason, Undefined

CASES = read_cases()
BY_REPORT = {(case.report, case.truth): case for case in CASES}


def studied(say: dict[CaseKind, Line] | Line, cases: list[VefCase] = CASES) -> VefStudy:
    """The study of somebody who says this of cases of each kind."""

    def script(ask: Ask[object]) -> Line:
        one = cast("PictureTruthAsk", ask)
        return say if not isinstance(say, dict) else say[BY_REPORT[one.report, one.truth].kind]

    roles = Roles({Role.VISION: Scripted(script)})
    return asyncio.run(study_vef(cases, SHIPPED.parent, roles))


def said(score: int, *kinds: FailureKind) -> Answer[object]:
    """A verdict."""
    failures = tuple(VisualFailure(kind, "words", "others") for kind in kinds)
    return Answer(VisualVerdict(failures, score, 0.9))


def test_what_ships() -> None:
    """As many of each kind, in both languages, each with its picture; no report twice."""
    kinds = Counter((case.language, case.kind) for case in CASES)

    assert len(CASES) >= 40
    assert set(kinds) == {(language, kind) for language in ("en", "zh") for kind in CaseKind}
    assert len(set(kinds.values())) == 2
    assert len(BY_REPORT) == len(CASES)
    assert all((SHIPPED.parent / case.picture).is_file() for case in CASES)


def test_somebody_who_tells_them_all() -> None:
    """Every case right, each failure named for what it is."""
    perfect: dict[CaseKind, Line] = {
        kind: said(9) if kind in SOUND else said(2, FailureKind(kind.value)) for kind in CaseKind
    }
    found = studied(perfect)

    assert found.agreement == Measured(1.0, len(CASES))
    assert found.kappa == Measured(1.0, len(CASES))
    assert all(row.right == row.passed + row.failed for row in found.rows)
    assert all(row.named == row.failed for row in found.rows if not row.is_sound)


def test_somebody_who_passes_all() -> None:
    """Two kinds of six are right, and chance explains it all."""
    found = studied(said(10))

    assert isinstance(found.agreement, Measured)
    assert found.agreement.value == pytest.approx(1 / 3)
    assert {row.kind: row.right for row in found.rows if row.right} == {
        CaseKind.RIGHT: 13,
        CaseKind.INCOMPLETE: 13,
    }
    assert isinstance(found.kappa, Measured)
    assert found.kappa.value == pytest.approx(0.0)


def test_a_high_mark_with_a_critical_failure_fails() -> None:
    """By the paper's rule, not by the mark."""
    found = studied(said(9, FailureKind.FALSE_PRESENCE))

    assert all((row.passed, row.failed) == (0, 13) for row in found.rows)


def test_somebody_who_sees_nothing() -> None:
    """No verdict, and no number made of it."""
    found = studied(NoVerdict(Reason.NOT_ASSESSED, "the model is shown no images"))

    assert all((row.absent, row.right) == (13, 0) for row in found.rows)
    assert isinstance(found.agreement, Undefined)
    assert found.by_language == {}


def test_the_rules_tell_most_of_them() -> None:
    """What the documentation prints; right readings pass more often than wrong ones."""
    found = asyncio.run(study_vef(CASES, SHIPPED.parent, Roles()))
    rows = {row.kind: (row.passed, row.failed, row.absent) for row in found.rows}

    assert rows == {
        CaseKind.RIGHT: (12, 1, 0),
        CaseKind.INCOMPLETE: (13, 0, 0),
        CaseKind.WRONG_IDENTITY: (5, 8, 0),
        CaseKind.FALSE_PRESENCE: (0, 13, 0),
        CaseKind.SWAPPED_LABELS: (2, 11, 0),
        CaseKind.MISREAD: (2, 11, 0),
    }


@pytest.mark.parametrize("name", ["none.png", "../../demo.py"])
def test_a_picture_that_is_not_there_is_refused(name: str) -> None:
    """Nor is one outside the folder."""
    case = VefCase("x", name, "en", CaseKind.RIGHT, "q", "t", "r")

    with pytest.raises(InputError, match='case "x": its picture is not there'):
        studied(said(9), [case])


def test_two_cases_of_one_id_are_refused(tmp_path: Path) -> None:
    """Which of them counts nobody could say."""
    line = SHIPPED.read_text("utf-8").splitlines()[0]
    (tmp_path / "cases.jsonl").write_text(f"{line}\n{line}\n", "utf-8")

    with pytest.raises(InputError, match="two cases share an id"):
        read_cases(tmp_path / "cases.jsonl")
