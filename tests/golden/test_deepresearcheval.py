"""DeepResearchEval's factuality, worked out by hand (arXiv:2601.09688, active fact-checking)."""

from __future__ import annotations

import asyncio

import pytest

from tests.golden.facts import (
    HALF,
    LOST,
    MIXED,
    NO,
    RIVERS,
    SILENT,
    UNTOLD,
    YES,
    Told,
    facts,
)
from veridical.agents.standing import Standing
from veridical.checks.labels import CheckLabel
from veridical.measure import Context
from veridical.methods.deepresearcheval import factuality
from veridical.methods.deepresearcheval.method import deepresearcheval
from veridical.methods.deepresearcheval.settings import Conflict, Settings
from veridical.methods.deepresearcheval.statements import Collector, FactTally, Labelled
from veridical.methods.evaluator import evaluate_submission
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined
from veridical.stats.summary import pooled, summarize

RIGHT, WRONG, UNKNOWN = CheckLabel.RIGHT, CheckLabel.WRONG, CheckLabel.UNKNOWN
RHINE, DANUBE, VOLGA, ELBE = RIVERS


def tally(*labels: CheckLabel | Reason, unread: tuple[Reason, ...] = ()) -> FactTally:
    """A statement for each label, or for each reason why there is none."""
    return FactTally(
        tuple(
            Labelled((n,), f"statement {n}", one)
            if isinstance(one, CheckLabel)
            else Labelled((n,), f"statement {n}", None, missing=one)
            for n, one in enumerate(labels)
        ),
        unread,
    )


def collected(context: Context, settings: Settings | None = None) -> FactTally:
    """What is counted of a report."""
    return asyncio.run(Collector(settings or Settings())(context))


def labels(found: FactTally) -> list[CheckLabel | None]:
    """The labels, in the order of the report."""
    return [s.label for s in found.statements]


def test_ratio_is_right_of_all_statements() -> None:
    """3 right, 1 wrong, 1 unknown: 3/5; of the decided ones 3/4."""
    t = tally(RIGHT, RIGHT, RIGHT, WRONG, UNKNOWN)

    assert factuality.factual_ratio(t) == Measured(0.6, 5)
    assert factuality.decided_ratio(t) == Measured(0.75, 4)


def test_counts_of_a_report() -> None:
    """N_statements = 6 = 3 + 1 + 2."""
    t = tally(RIGHT, RIGHT, RIGHT, WRONG, UNKNOWN, UNKNOWN)

    assert factuality.count(t, of=None) == Measured(6.0, 6)
    assert [factuality.count(t, of=label) for label in (RIGHT, WRONG, UNKNOWN)] == [
        Measured(3.0, 6),
        Measured(1.0, 6),
        Measured(2.0, 6),
    ]


def test_a_failed_statement_stays_in_the_denominator_of_the_bounds() -> None:
    """2 right, 1 wrong, 1 unknown, 1 failed: 2/4; 2/5 were it wrong, 3/5 were it right."""
    t = tally(RIGHT, RIGHT, WRONG, UNKNOWN, Reason.TIMEOUT)
    lost = Missing(((Reason.TIMEOUT, 1),))

    assert factuality.factual_ratio(t) == Measured(0.5, 4, lost, Bounds(0.4, 0.6))
    # of right and wrong: 2/3; 2/4 were it wrong, 3/4 were it right
    assert factuality.decided_ratio(t) == Measured(2 / 3, 3, lost, Bounds(0.5, 0.75))


def test_pieces_that_nobody_read_may_be_statements() -> None:
    """1 right, 1 piece unread: 1/1; 1/2 were it a wrong statement."""
    t = tally(RIGHT, unread=(Reason.REFUSED,))

    assert factuality.factual_ratio(t) == Measured(
        1.0, 1, Missing(((Reason.REFUSED, 1),)), Bounds(0.5, 1.0)
    )


def test_failed_statements_may_have_any_label() -> None:
    """1 wrong and 2 failed: from 1 to 3 wrong, the worst being 3; from 0 to 2 right."""
    t = tally(WRONG, Reason.BUDGET, Reason.BUDGET)
    lost = Missing(((Reason.BUDGET, 2),))

    assert factuality.count(t, of=WRONG) == Measured(1.0, 1, lost, Bounds(3.0, 1.0))
    assert factuality.count(t, of=RIGHT) == Measured(0.0, 1, lost, Bounds(0.0, 2.0))


@pytest.mark.parametrize(
    ("score", "detail"),
    [
        (factuality.factual_ratio(tally()), "no judged statement"),
        (factuality.decided_ratio(tally(UNKNOWN)), "no decided statement"),
    ],
    ids=["nothing to judge", "nothing decided"],
)
def test_ratio_is_undefined(score: Score, detail: str) -> None:
    """0/0 is no number."""
    assert isinstance(score, Undefined)
    assert (score.reason, score.detail) == (Reason.NOTHING_TO_CHECK, detail)


def test_a_count_is_undefined_where_all_failed() -> None:
    """Nothing judged is not "no statement"; a report that says nothing has none."""
    lost = factuality.count(tally(Reason.TIMEOUT, Reason.TIMEOUT), of=RIGHT)

    assert lost == Undefined(
        Reason.TIMEOUT,
        "no statement was judged",
        Missing(((Reason.TIMEOUT, 2),)),
        Bounds(0.0, 2.0),
    )
    assert factuality.count(tally(), of=None) == Measured(0.0, 0)


def test_pooled_ratio_weighs_statements_not_reports() -> None:
    """1/1 and 1/4: pooled 2/5, while the mean of the reports' ratios is 0.625."""
    reports = [tally(RIGHT), tally(RIGHT, WRONG, UNKNOWN, WRONG)]
    scale = Bounds(0.0, 1.0)

    micro = pooled([factuality.pooled_ratio(t) for t in reports], scale=scale)
    macro = summarize([factuality.factual_ratio(t) for t in reports], scale=scale)

    assert (micro.mean, macro.mean) == (0.4, 0.625)


def test_pooled_ratio_keeps_what_failed_in_its_bounds() -> None:
    """1/1, and 1/2 with 2 failed: 2/3; 2/5 were they wrong, 4/5 were they right."""
    lost = (Reason.TIMEOUT, Reason.TIMEOUT)
    reports = [tally(RIGHT), tally(RIGHT, WRONG, *lost)]
    found = pooled([factuality.pooled_ratio(t) for t in reports], scale=Bounds(0.0, 1.0))

    assert found.mean == pytest.approx(2 / 3)
    assert found.items == Missing(((Reason.TIMEOUT, 2),))
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == pytest.approx((0.4, 0.8))


def test_pooled_ratio_of_nothing_is_undefined() -> None:
    """No statement, no number."""
    assert isinstance(factuality.pooled_ratio(tally()), Undefined)
    nothing = pooled([factuality.pooled_ratio(tally())], scale=Bounds(0.0, 1.0))

    assert nothing.mean is None


@pytest.mark.parametrize(
    ("says", "standing", "label"),
    [
        ({(RHINE, "rhine"): YES}, Standing.SUPPORTED, RIGHT),
        ({(RHINE, "rhine"): NO}, Standing.CONTRADICTED, WRONG),
        ({(RHINE, "rhine"): MIXED}, Standing.CONTRADICTED, WRONG),
        ({(RHINE, "rhine"): HALF}, Standing.PARTLY, UNKNOWN),
        ({}, Standing.SILENT, UNKNOWN),
        ({(RHINE, "rhine"): YES, (RHINE, "danube"): NO}, Standing.CONFLICT, UNKNOWN),
        ({(RHINE, "rhine"): HALF, (RHINE, "danube"): MIXED}, Standing.CONTRADICTED, WRONG),
    ],
    ids=["right", "wrong", "mixed", "half", "silent", "conflict", "half and mixed"],
)
def test_labels_of_what_sources_say(says: object, standing: Standing, label: CheckLabel) -> None:
    """Right agrees; Wrong is contradicted or mixes; Unknown lacks evidence for all or a part."""
    found = collected(facts(RHINE, asker=Told(says)))  # type: ignore[arg-type]

    assert [(s.standing, s.label) for s in found.statements] == [(standing, label)]


def test_a_conflict_is_wrong_where_it_is_set_so() -> None:
    """The paper's words allow both readings of sources that disagree."""
    asker = Told({(RHINE, "rhine"): YES, (RHINE, "danube"): NO})
    found = collected(facts(RHINE, asker=asker), Settings(conflict=Conflict.WRONG))

    assert labels(found) == [WRONG]


def test_parts_from_several_sources_are_asked_for_together() -> None:
    """Two sources carry a part each; shown both, the judge finds all of it."""
    says = {RHINE: HALF, (RHINE, "together"): YES}

    assert labels(collected(facts(RHINE, asker=Told(says)))) == [RIGHT]


@pytest.mark.parametrize("said", [LOST, UNTOLD], ids=["no reply", "the rest is not told"])
def test_one_lost_verdict_leaves_the_statement_without_a_label(said: object) -> None:
    """What it would have said could turn the others round."""
    says = {(RHINE, "rhine"): YES, (RHINE, "danube"): said}
    found = collected(facts(RHINE, asker=Told(says)))  # type: ignore[arg-type]

    assert labels(found) == [None]
    assert found.statements[0].missing in (Reason.TIMEOUT, Reason.UNREADABLE)


def test_a_lost_verdict_settles_no_conflict() -> None:
    """Support and contradiction are both there, whatever the third source says."""
    says = {(RHINE, "rhine"): YES, (RHINE, "danube"): NO, (RHINE, "volga"): LOST}
    found = collected(facts(RHINE, asker=Told(says)))

    assert [s.standing for s in found.statements] == [Standing.CONFLICT]


def test_a_report_from_text_to_scores() -> None:
    """Right, wrong, unknown, right: 2/4, and 2/3 of the decided ones."""
    says = {(RHINE, "rhine"): YES, (DANUBE, "danube"): NO, (ELBE, "danube"): YES}
    method = deepresearcheval()
    context = facts(RHINE, DANUBE, VOLGA, ELBE, asker=Told(says))
    found = asyncio.run(evaluate_submission(method, context))

    assert {n: s.value for n, s in found.scores.items() if isinstance(s, Measured)} == {
        "deepresearcheval.factuality": 0.5,
        "deepresearcheval.factuality.pooled": 0.5,
        "deepresearcheval.factuality.decided": 2 / 3,
        "deepresearcheval.factuality.statements": 4.0,
        "deepresearcheval.factuality.right": 2.0,
        "deepresearcheval.factuality.wrong": 1.0,
        "deepresearcheval.factuality.unknown": 1.0,
    }


def test_without_a_corpus_nothing_is_assessed() -> None:
    """No world to search is an absence, not "unknown"."""
    found = collected(facts(RHINE, asker=Told(), corpus={}))

    assert [(s.label, s.missing) for s in found.statements] == [(None, Reason.NOT_ASSESSED)]


def test_what_is_silent_is_searched_for_again() -> None:
    """Three turns with three different queries before a statement is Unknown."""
    asker = Told({RHINE: SILENT})
    collected(facts(RHINE, asker=asker))

    queries = {ask.kind: 0 for ask in asker.asked}
    for ask in asker.asked:
        queries[ask.kind] += 1
    assert queries["queries"] == 3
