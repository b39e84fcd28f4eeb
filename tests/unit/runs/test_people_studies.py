"""Key points and preferences beside people's labels."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Quote
from veridical.checks.key_point import Coverage, KeyPointAsk, KeyPointVerdict, Supportiveness
from veridical.checks.preference import PreferenceAsk, Side
from veridical.errors import InputError, TaskFormatError
from veridical.runs.importers.answer_pairs import read_pairs
from veridical.runs.importers.covered_insights import PEOPLE, read_coverage
from veridical.runs.key_point_study import MAJORITY, OURS, CoverageAgreement, study_key_points
from veridical.runs.preference_study import study_preference
from veridical.score import Reason
from veridical.stats.intervals import Estimate

V = TypeVar("V")
NOT, PARTLY, ALL = Coverage
POINTS = {"a": "Rents rose.", "b": "Wages fell.", "c": "Trams came."}


def summary(task: str, labels: Mapping[str, str], judge: Mapping[str, str]) -> dict[str, Any]:
    """A report of two bullets whose three insights are labelled."""
    return {
        "subtopic_id": task,
        "summary": ["- Rents rose [1].", "- Wages fell."],
        "reference_insights": [{"insight_id": i, "insight": t} for i, t in POINTS.items()],
        "annotation": [
            {
                "insight_id": i,
                "coverage": label,
                "candidate_id": "no_selection" if label == "not_covered" else "1",
            }
            for i, label in labels.items()
        ],
        "predictions_prompted_x": [
            {"insight_id": i, "coverage": label, "bullet_id": 1} for i, label in judge.items()
        ],
    }


FULL, PART, NONE = "fully_covered", "partially_covered", "not_covered"
SUMMARIES = [
    summary(
        "t1",
        {"a": FULL, "b": PART, "c": NONE},
        {"a": "FULL_COVERAGE", "b": "FULL_COVERAGE", "c": "NO_COVERAGE"},
    ),
    summary("t2", {"a": FULL, "b": FULL, "c": FULL}, {"a": "FULL_COVERAGE"}),
]


def written(folder: Path, value: object) -> Path:
    """A file of JSON."""
    path = folder / "file.json"
    path.write_text(json.dumps(value), "utf-8")
    return path


@dataclass
class Told:
    """Answers key points by their words, and prefers by the first text."""

    coverage: Mapping[str, Coverage | Reason]
    sides: Mapping[str, Side]

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The answer."""
        del draw
        if isinstance(ask, PreferenceAsk):
            return cast("Answer[V]", Answer(self.sides[ask.first]))
        assert isinstance(ask, KeyPointAsk)
        label = self.coverage[ask.key_point]
        if isinstance(label, Reason):
            return NoVerdict(label)
        quotes = (Quote("report", 0, 0, "Rents rose"),)
        value = KeyPointVerdict(label, Supportiveness.IN_PART)
        return cast("Answer[V]", Answer(value, "", () if label is NOT else quotes))


def exact(one: CoverageAgreement) -> tuple[float, int]:
    """The share, and over how many."""
    assert isinstance(one.exact, Estimate)
    return round(one.exact.value, 6), one.exact.n


def test_labelled_reports_are_read(tmp_path: Path) -> None:
    """Labels of people first, those of models in the same words, and where people saw it."""
    first, second = read_coverage(written(tmp_path, SUMMARIES))

    assert (first.id, first.task, first.text) == ("1", "t1", "- Rents rose [1].\n\n- Wages fell.")
    assert list(first.labels) == [PEOPLE, "prompted x"]
    assert first.labels[PEOPLE] == {"a": ALL, "b": PARTLY, "c": NOT}
    assert first.labels["prompted x"] == {"a": ALL, "b": ALL, "c": NOT}
    assert first.places == {"a": 1, "b": 1}
    assert [p.text for p in second.key_points] == list(POINTS.values())


@pytest.mark.parametrize(
    "value", [{"no": "list"}, [{"summary": []}], [{**SUMMARIES[0], "annotation": [{}]}]]
)
def test_other_formats_are_refused(tmp_path: Path, value: object) -> None:
    """By name."""
    with pytest.raises(TaskFormatError, match=r"file\.json: does not follow its format"):
        read_coverage(written(tmp_path, value))


def test_a_label_that_is_none_is_refused(tmp_path: Path) -> None:
    """Not taken for the nearest one."""
    odd = summary("t", {"a": "mostly_covered"}, {})

    with pytest.raises(TaskFormatError, match="mostly_covered"):
        read_coverage(written(tmp_path, [odd]))


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    """Both readers."""
    for read in (read_coverage, read_pairs):
        with pytest.raises(InputError, match="cannot be read"):
            read(tmp_path / "none.json")


def test_the_same_label_counts_and_a_missing_one_does_not(tmp_path: Path) -> None:
    """Ours: full, missing, none. t1: 1, ?, 1; t2: 1, ?, 0 (people: full). 3 of 4.

    The model: t1 2 of 3; t2 1 of 1, two without a label: 3 of 4. Full is the commonest: 4 of 6.
    """
    asker = Told({"Rents rose.": ALL, "Wages fell.": Reason.TIMEOUT, "Trams came.": NOT}, {})
    judged = read_coverage(written(tmp_path, SUMMARIES))
    study = asyncio.run(study_key_points(judged, asker))

    assert (study.points, study.tasks, study.counts) == (6, 2, {ALL: 4, PARTLY: 1, NOT: 1})
    assert list(study.raters) == [OURS, "prompted x", MAJORITY]
    assert exact(study.raters[OURS]) == (0.75, 4)
    assert exact(study.raters["prompted x"]) == (0.75, 4)
    assert exact(study.raters[MAJORITY]) == (round(4 / 6, 6), 6)


def rating(number: int, label: int) -> dict[str, Any]:
    """One rater's on a pair."""
    return {
        "dataset": "d",
        "query_id": number,
        "query": "why?",
        "model1": {"model_name": "m", "response": f"one {number}"},
        "model2": {"model_name": "n", "response": f"the other {number}"},
        "overall_label": label,
    }


def test_rated_pairs_are_read_with_the_first_answer_above_0(tmp_path: Path) -> None:
    """-2 is for the first answer; both ratings of a pair are together."""
    found = read_pairs(written(tmp_path, [rating(1, -2), rating(2, 1), rating(1, 0)]))

    assert [(p.id, p.people) for p in found] == [("d/1", (2.0, 0.0)), ("d/2", (-1.0,))]


def test_a_preference_stands_in_both_orders_alone(tmp_path: Path) -> None:
    """Pair 1 is preferred by its words, pair 2 by its place: a tie, and a flip.

    Raters: pair 1 first, tie; pair 2 second, second. Ours: first; tie. Alike 1, ties of one
    side 3: (1 + 1.5) / 4. Between raters: a tie of one side and alike: 1.5 / 2. The longer
    answer is the second: opposed, half, alike, alike: 2.5 / 4.
    """
    sides = {
        "one 1": Side.FIRST,
        "the other 1": Side.SECOND,
        "one 2": Side.FIRST,
        "the other 2": Side.FIRST,
    }
    file = written(tmp_path, [rating(1, -2), rating(1, 0), rating(2, 1), rating(2, 2)])
    study = asyncio.run(study_preference(read_pairs(file), Told({}, sides)))
    rates = [study.with_raters.rate, study.between_raters.rate, study.longer.rate]

    assert [r.value for r in rates if isinstance(r, Estimate)] == [0.625, 0.75, 0.625]
    assert (study.bias.flips, study.pairs) == (1, 2)
