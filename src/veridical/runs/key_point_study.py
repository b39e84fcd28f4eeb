"""How often do a respondent and people say the same of a key point's coverage?

Each report is asked about its key points as a method would ask: together, with the words that
take a point up quoted and located. Stored labels of models stand beside it, and the most
frequent label as the least to beat. Intervals are clustered by task, since reports of one task
share their key points.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veridical.ask import Asker, NoVerdict, ask_together
from veridical.checks.key_point import REPORT, Coverage, KeyPointAsk, verified_point
from veridical.report.language import language_of
from veridical.retrieval.passages import whole
from veridical.runs.importers.covered_insights import PEOPLE, JudgedCoverage
from veridical.score import Bounds, Measured, Reason, Score, Undefined
from veridical.stats.intervals import Estimate, pooled_estimate
from veridical.stats.kappa import weighted_kappa

OURS = "respondent"
MAJORITY = "most frequent label"
_NO_LABEL = "it gave no label"


@dataclass(frozen=True, slots=True)
class CoverageAgreement:
    """How well a rater's labels agree with people's.

    Attributes:
        exact: the share of key points with the very same label, with its interval by task.
        kappa: agreement beyond chance, a near miss counting half (linear weights).
    """

    exact: Estimate | Undefined
    kappa: Score


@dataclass(frozen=True)
class KeyPointStudy:
    """Every rater beside people.

    Attributes:
        raters: `OURS` first, then stored labels by name, then `MAJORITY`.
        points: how many key points people labelled.
        tasks: how many tasks they belong to.
        counts: how often people gave each label.
    """

    raters: Mapping[str, CoverageAgreement]
    points: int
    tasks: int
    counts: Mapping[Coverage, int]


async def study_key_points(judged: Sequence[JudgedCoverage], asker: Asker) -> KeyPointStudy:
    """Ask about every key point of every report, and compare with people.

    Args:
        judged: the reports with people's labels, and models' where there are any.
        asker: who answers.
    """
    ours = await asyncio.gather(*(_said(one, asker) for one in judged))
    people = [one.labels[PEOPLE] for one in judged]
    counts = Counter(label for labels in people for label in labels.values())
    most = max(counts, key=lambda label: (counts[label], label))
    names = dict.fromkeys(name for one in judged for name in one.labels if name != PEOPLE)
    given: dict[str, list[Mapping[str, Coverage | Reason]]] = {OURS: list(ours)}
    given |= {name: [dict(one.labels.get(name, {})) for one in judged] for name in names}
    given[MAJORITY] = [dict.fromkeys(labels, most) for labels in people]
    return KeyPointStudy(
        {name: _agreement(judged, said) for name, said in given.items()},
        counts.total(),
        len({one.task for one in judged}),
        dict(counts),
    )


async def _said(one: JudgedCoverage, asker: Asker) -> Mapping[str, Coverage | Reason]:
    """The label of each key point, or why it has none."""
    passages, language = (whole(one.text, source=REPORT),), language_of(one.text)
    asks = [KeyPointAsk(passages, p.text, language) for p in one.key_points]
    said = [verified_point(a, passages) for a in await ask_together(asker, asks)]
    return {
        point.id: answer.reason if isinstance(answer, NoVerdict) else answer.value.coverage
        for point, answer in zip(one.key_points, said, strict=True)
    }


def _agreement(
    judged: Sequence[JudgedCoverage], said: Sequence[Mapping[str, Coverage | Reason]]
) -> CoverageAgreement:
    pairs: list[tuple[Coverage | Reason, Coverage | Reason]] = []
    by_task: dict[str, list[Score]] = {}
    for one, labels in zip(judged, said, strict=True):
        for point, wanted in one.labels[PEOPLE].items():
            found = labels.get(point, Reason.UNAVAILABLE)
            pairs.append((wanted, found))
            by_task.setdefault(one.task, []).append(_hit(wanted, found))
    exact = pooled_estimate(by_task, scale=Bounds(0.0, 1.0))
    return CoverageAgreement(exact, weighted_kappa(pairs, order=list(Coverage)))


def _hit(wanted: Coverage, found: Coverage | Reason) -> Score:
    if isinstance(found, Reason):
        return Undefined(found, _NO_LABEL)
    return Measured(float(wanted is found))
