"""HiEviDR-Bench by hand (arXiv:2607.25151): every equation, gate, empty set and total.

The arithmetic stands in the comments. The toy graph is the paper's evaluation figure; the
other numbers are of the case on the project's site and of our own cases.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.golden.built import NO, TOY, Scripted, context, graph, report, script
from tests.golden.hievidr_built import (
    FIGURE,
    LOST,
    POINTS,
    card,
    ends,
    near,
    of_claims,
    rated,
    traced,
    value,
)
from veridical.checks.support import Support
from veridical.errors import ConfigError
from veridical.measure import Context
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.hievidr import (
    answer,
    citation,
    claim,
    claim_support,
    report_score,
    totals,
)
from veridical.methods.hievidr import traceability as trace
from veridical.methods.hievidr import use_of_gold as use
from veridical.methods.hievidr.asks.answer import DIMENSIONS as ANSWER_DIMENSIONS
from veridical.methods.hievidr.asks.report import DIMENSIONS as REPORT_DIMENSIONS
from veridical.methods.hievidr.gates import furthest
from veridical.methods.hievidr.method import HIEVIDR, hievidr
from veridical.methods.hievidr.settings import DEFAULTS, ClaimSupport, Norm, Settings
from veridical.score import (
    Bounds,
    Gated,
    Measured,
    Missing,
    Reason,
    Undefined,
)


def of_report(*ratings: int | None) -> report_score.ReportTally:
    """A report's tally."""
    return report_score.ReportTally(rated(list(ratings), REPORT_DIMENSIONS))


def of_answer(*ratings: int | None) -> answer.AnswerTally:
    """An answer's tally."""
    return answer.AnswerTally(rated(list(ratings), ANSWER_DIMENSIONS))


# ---- eq. 6 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ratings", "norm", "expected"),
    [
        # the site's case: five 5s and one 4. ratio: 20 · 29/30; minmax: 20 · (5 · 1 + 3/4)/6
        ((5, 5, 5, 5, 5, 4), Norm.RATIO, 20 * 29 / 30),
        ((5, 5, 5, 5, 5, 4), Norm.MINMAX, 20 * 23 / 24),
        # literal: 20 · 1/(5 · 6) · (5 · 1 + 3/4)
        ((5, 5, 5, 5, 5, 4), Norm.LITERAL, 20 / 30 * 5.75),
        ((5, 5, 5, 5, 5, 5), Norm.LITERAL, 4.0),
        ((1, 1, 1, 1, 1, 1), Norm.MINMAX, 0.0),
        ((1, 1, 1, 1, 1, 1), Norm.RATIO, 4.0),
        ((3, 3, 3, 3, 3, 3), Norm.MINMAX, 10.0),
        # 1+2+3+4+5+3 = 18; minmax: 20 · (18 - 6)/24; ratio: 20 · 18/30
        ((1, 2, 3, 4, 5, 3), Norm.MINMAX, 10.0),
        ((1, 2, 3, 4, 5, 3), Norm.RATIO, 12.0),
    ],
)
def test_eq6_report(ratings: tuple[int, ...], norm: Norm, expected: float) -> None:
    """The Report Score under each reading."""
    assert value(report_score.report(of_report(*ratings), norm)) == near(expected)


def test_eq6_site_case_in_both_readings() -> None:
    """19.333 as the site prints it, 19.167 as we read eq. 6."""
    tally = of_report(5, 5, 5, 5, 5, 4)
    scores = [value(report_score.report(tally, n)) for n in (Norm.RATIO, Norm.MINMAX)]

    assert [round(s, 3) for s in scores] == [19.333, 19.167]


@pytest.mark.parametrize("ratings", [(1, 2, 3, 4, 5, 5), (2, 2, 2, 3, 1, 4), (5, 1, 5, 1, 5, 1)])
def test_eq6_readings_are_affine(ratings: tuple[int, ...]) -> None:
    """S_minmax = 1.25 · S_ratio - 5, whatever the ratings."""
    tally = of_report(*ratings)
    by_ratio = value(report_score.report(tally, Norm.RATIO))

    assert value(report_score.report(tally, Norm.MINMAX)) == near(1.25 * by_ratio - 5)


def test_eq6_align_missing_is_over_the_rated() -> None:
    """Five 5s without Align: 20 over five; Align at 1 gives 20 · 5/6, at 5 gives 20."""
    score = report_score.report(of_report(5, 5, 5, 5, 5, None))

    assert isinstance(score, Measured)
    assert (score.value, score.n, score.missing) == (20.0, 5, LOST)
    assert ends(score) == near([20 * 5 / 6, 20.0])


def test_eq6_nothing_rated_is_undefined() -> None:
    """Six missing ratings: no number, anything from 0 to 20."""
    score = report_score.report(of_report(*[None] * 6))

    assert isinstance(score, Undefined)
    assert (score.reason, score.missing.total) == (Reason.TIMEOUT, 6)
    assert score.bounds == Bounds(0.0, 20.0)


def test_eq6_no_dimension_is_undefined() -> None:
    """K_r empty: nothing to check."""
    score = report_score.report(report_score.ReportTally(()))

    assert isinstance(score, Undefined)
    assert score.reason is Reason.NOTHING_TO_CHECK


# ---- eqs. 7 to 10 --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("equation", "expected"),
    [
        pytest.param(trace.recall, 3 / 5, id="eq7-s1"),
        pytest.param(trace.identify, 2 / 5, id="eq8-s2"),
        pytest.param(trace.avoid, 0.0, id="eq9-s3"),
        # 20 · (2 · 0.6 + 0.4 + 0)/4 = 20 · 1.6/4
        pytest.param(trace.traceability, 8.0, id="eq10-trace"),
        pytest.param(trace.traceability_if_cited, 8.0, id="eq10-if-cited"),
        # E1, E2 of E1, E2, E3
        pytest.param(use.conditional_use, 2 / 3, id="conditional-use"),
        # precision 2/3, recall 2/5: 2 · (2/3 · 2/5)/(2/3 + 2/5) = 1/2
        pytest.param(use.identify_f1, 0.5, id="F1"),
        pytest.param(use.citation_precision, 2 / 3, id="precision"),
    ],
)
def test_eq7_to_10_toy_graph(equation: object, expected: float) -> None:
    """The paper's figure, counted by hand."""
    assert value(equation(FIGURE)) == near(expected)  # type: ignore[operator]


def test_eq9_similar_items_are_not_irrelevant() -> None:
    """Of X (cosine 0.3), Y (0.1) and Z (0.05) only Z lies below tau = 0.1; it is left out."""
    tally = traced("E1", "E1 X Y Z", "E1 X", {"X": 0.3, "Y": 0.1, "Z": 0.05})

    assert [o.item for o in tally.irrelevant] == ["Z"]
    assert trace.avoid(tally) == Measured(1.0, 1)


def test_eq9_half_avoided() -> None:
    """Two irrelevant items, one of them cited: 1/2."""
    assert value(trace.avoid(traced("E1", "E1 X Y", "E1 X"))) == 0.5


def test_eq9_no_irrelevant_item_is_undefined() -> None:
    """Only gold was retrieved: 0/0, so eq. 10 lies between s3 = 0 and s3 = 1."""
    tally = traced("E1 E2", "E1 E2", "E1")
    s3, whole = trace.avoid(tally), trace.traceability(tally)

    assert isinstance(s3, Undefined)
    assert (s3.reason, s3.detail) == (Reason.NOTHING_TO_CHECK, trace.NOTHING_IRRELEVANT)
    # 20 · (2 · 1 + 1/2 + 0)/4 = 12.5 and + 20/4 = 17.5
    assert isinstance(whole, Undefined)
    assert (whole.reason, whole.bounds) == (Reason.NOTHING_TO_CHECK, Bounds(12.5, 17.5))


def test_eq9_nothing_retrieved_is_undefined() -> None:
    """An empty evidence list: s1 = 0 and s3 = 0/0."""
    tally = traced("E1", "", "")
    s3 = trace.avoid(tally)

    assert trace.recall(tally) == Measured(0.0, 1)
    assert isinstance(s3, Undefined)
    assert s3.detail == trace.NOTHING_RETRIEVED


def test_eq9_unread_items_are_missing() -> None:
    """One irrelevant item avoided; of two without text one is cited."""
    tally = traced("E1", "E1 X Y Z", "E1 Y", {"Y": None, "Z": None})

    # worst: Y is irrelevant and cited: 1/2; best: Z is irrelevant and left out: 2/2
    lost = Missing.of([Reason.NOT_ASSESSED] * 2)
    assert trace.avoid(tally) == Measured(1.0, 1, lost, Bounds(0.5, 1.0))


def test_eq9_only_unread_items_is_undefined() -> None:
    """No text of what was retrieved is known: not assessed."""
    score = trace.avoid(traced("E1", "E1 X", "E1", {"X": None}))

    assert isinstance(score, Undefined)
    assert (score.reason, score.missing.total) == (Reason.NOT_ASSESSED, 1)


@pytest.mark.parametrize(
    "equation", [trace.recall, trace.avoid, trace.traceability, use.conditional_use]
)
def test_eq7_retrieval_unknown_is_undefined(equation: object) -> None:
    """Nothing says what the writer was given: not assessed, and no zero."""
    score = equation(traced("E1", None, "E1"))  # type: ignore[operator]

    assert isinstance(score, Undefined)
    assert (score.reason, score.detail) == (Reason.NOT_ASSESSED, trace.RETRIEVAL_UNKNOWN)


@pytest.mark.parametrize(
    "equation",
    [
        trace.identify,
        trace.avoid,
        trace.traceability,
        use.conditional_use,
        use.identify_f1,
        use.citation_precision,
    ],
)
def test_eq8_citations_unknown_is_undefined(equation: object) -> None:
    """Nothing says which items the numbers stand for: not assessed, and no zero."""
    score = equation(traced("E1", "E1 X", None))  # type: ignore[operator]

    assert isinstance(score, Undefined)
    assert (score.reason, score.detail) == (Reason.NOT_ASSESSED, trace.CITES_UNKNOWN)


@pytest.mark.parametrize("equation", [trace.recall, trace.identify, use.identify_f1])
def test_eq7_no_gold_is_undefined(equation: object) -> None:
    """No gold evidence: nothing to check."""
    score = equation(traced("", "X", ""))  # type: ignore[operator]

    assert isinstance(score, Undefined)
    assert score.reason is Reason.NOTHING_TO_CHECK


def test_eq10_citing_nothing_earns_five_points_as_printed() -> None:
    """All gold retrieved, one irrelevant item, nothing cited: 20 · (2 + 0 + 1)/4 = 15."""
    tally = traced("E1 E2", "E1 E2 X", "")

    assert value(trace.traceability(tally)) == 15.0
    # the variant takes the 5 points for avoiding away
    assert value(trace.traceability_if_cited(tally)) == 10.0


def test_eq10_citing_nothing_is_defined_in_the_variant() -> None:
    """With no irrelevant item and no citation the variant's s3 is 0: 20 · 2/4 = 10."""
    tally = traced("E1 E2", "E1 E2", "")

    assert isinstance(trace.traceability(tally), Undefined)
    assert value(trace.traceability_if_cited(tally)) == 10.0


def test_conditional_use_needs_retrieved_gold() -> None:
    """No gold was retrieved: nothing to use."""
    score = use.conditional_use(traced("E1", "X", ""))

    assert isinstance(score, Undefined)
    assert score.reason is Reason.NOTHING_TO_CHECK


def test_precision_counts_wrong_and_dead_citations() -> None:
    """One gold item, one other item, one web page, two dead markers: 1/5."""
    tally = traced("E1", "E1 X", "E1 X", outside="http://a.example", invalid="[9] |image4|")

    assert use.citation_precision(tally) == Measured(1 / 5, 5)


def test_precision_of_nothing_is_undefined() -> None:
    """A report without citations has no precision."""
    assert isinstance(use.citation_precision(traced("E1", "E1", "")), Undefined)


# ---- eq. 11 --------------------------------------------------------------------------------


def of_citations(nodes: int, *ratings: list[int | None]) -> citation.CitationTally:
    """A tally of `nodes` gold nodes, those with ratings cited."""
    return citation.CitationTally(
        nodes,
        tuple(
            citation.CitedNode(f"E{n}", f"E{n}", (), rated(r, citation.DIMENSIONS))
            for n, r in enumerate(ratings, start=1)
        ),
    )


@pytest.mark.parametrize(
    ("tally", "norm", "expected"),
    [
        # toy graph: 2 of 5 cited, all 5s: 20 · 1/(5 · 5 · 4) · 2 · 20 = 8
        (of_citations(5, [5] * 4, [5] * 4), Norm.RATIO, 8.0),
        # site's case: all three cited, all 5s
        (of_citations(3, [5] * 4, [5] * 4, [5] * 4), Norm.RATIO, 20.0),
        # 20/(5 · 2 · 4) · (5+4+3+2) = 0.5 · 14
        (of_citations(2, [5, 4, 3, 2]), Norm.RATIO, 7.0),
        # the worst rating still earns a fifth: 20/(5 · 2 · 4) · 4
        (of_citations(2, [1] * 4), Norm.RATIO, 2.0),
        (of_citations(2, [1] * 4), Norm.MINMAX, 0.0),
        # 20/(4 · 2 · 4) · (4+3+2+1)
        (of_citations(2, [5, 4, 3, 2]), Norm.MINMAX, 6.25),
        (of_citations(4), Norm.RATIO, 0.0),
    ],
)
def test_eq11_citation(tally: citation.CitationTally, norm: Norm, expected: float) -> None:
    """The Citation Score by hand; equal to the printed formula with Gate = 1."""
    score = citation.citation(tally, norm)

    assert value(score) == near(expected)
    assert isinstance(score, Measured)
    assert score.n == tally.nodes


def test_eq11_equals_the_printed_formula() -> None:
    """With nothing missing: 20 · 1/(5 |N_e| |K_e|) · Σ_n w_n Σ_k r_n,k."""
    rows = [[5, 3, 2, 1], [4, 4, 2, 5], [1, 1, 3, 2]]
    tally = of_citations(7, *rows)

    printed = 20 * 1 / (5 * 7 * 4) * sum(sum(row) for row in rows)
    assert value(citation.citation(tally)) == near(printed)


def test_eq11_missing_ratings_are_in_no_sum() -> None:
    """Of 4 nodes 2 are cited, one rated 4s: 20 · 2/4 · 4/5 = 8; missing at 1: 5, at 5: 9."""
    tally = of_citations(4, [4] * 4, [None] * 4)

    # worst: 20/(5 · 4 · 4) · (16 + 4) = 5; best: 20/80 · (16 + 20) = 9
    lost = Missing.of([Reason.TIMEOUT] * 4)
    score = citation.citation(tally)
    assert value(score) == near(8.0)
    assert isinstance(score, Measured)
    assert score.missing == lost
    assert ends(score) == near([5.0, 9.0])


def test_eq11_no_rating_is_undefined() -> None:
    """Cited, never rated: between a fifth and all of its share."""
    score = citation.citation(of_citations(4, [None] * 4, [None] * 4))

    assert isinstance(score, Undefined)
    assert (score.reason, score.bounds) == (Reason.TIMEOUT, Bounds(2.0, 10.0))


def test_eq11_no_evidence_is_undefined() -> None:
    """No node, no score."""
    assert isinstance(citation.citation(of_citations(0)), Undefined)


# ---- eq. 12 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tally", "norm", "expected"),
    [
        # toy graph: C1 of three, all 5s: 20 · 1/(5 · 3 · 3) · 15 = 6.667
        (of_claims("+--", [5] * 3), Norm.RATIO, 20 / 3),
        # 20/(5 · 2 · 3) · (5+4+3 + 2+2+2)
        (of_claims("++", [5, 4, 3], [2, 2, 2]), Norm.RATIO, 12.0),
        # 20/(4 · 2 · 3) · (4+3+2 + 1+1+1)
        (of_claims("++", [5, 4, 3], [2, 2, 2]), Norm.MINMAX, 10.0),
        (of_claims("---"), Norm.RATIO, 0.0),
        (of_claims("+-", [1] * 3), Norm.RATIO, 2.0),
    ],
)
def test_eq12_claim(tally: claim.ClaimTally, norm: Norm, expected: float) -> None:
    """The Claim Score by hand; equal to the printed formula with Gate = 1."""
    assert value(claim.claim(tally, norm)) == near(expected)


def test_eq12_undecided_claims_are_left_out() -> None:
    """C1 rated 4s, C2 not supported, C3 undecided: 20 · 1/2 · 4/5 = 8 over the decided."""
    score = claim.claim(of_claims("+-?", [4] * 3))

    # C3 uncounted: 20 · 1/3 · 4/5 = 5.333; counted with 5s: + 20/3 = 12
    assert value(score) == near(8.0)
    assert isinstance(score, Measured)
    assert (score.n, score.missing) == (2, LOST)
    assert ends(score) == near([16 / 3, 12.0])


def test_eq12_missing_ratings_are_in_no_sum() -> None:
    """Two claims count, one rated 3s: 20 · 2/2 · 3/5 = 12; missing at 1: 8, at 5: 16."""
    score = claim.claim(of_claims("++", [3] * 3, [None] * 3))

    assert value(score) == near(12.0)
    assert ends(score) == near([8.0, 16.0])


@pytest.mark.parametrize(
    ("tally", "reason"),
    [
        pytest.param(of_claims(""), Reason.NOTHING_TO_CHECK, id="no claim"),
        pytest.param(of_claims("??"), Reason.TIMEOUT, id="none decided"),
        pytest.param(of_claims("+", [None] * 3), Reason.TIMEOUT, id="none rated"),
    ],
)
def test_eq12_undefined(tally: claim.ClaimTally, reason: Reason) -> None:
    """No claim, none decided, or none rated: no number."""
    score = claim.claim(tally)

    assert isinstance(score, Undefined)
    assert score.reason is reason


# ---- eq. 13 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ratings", "norm", "expected"),
    [
        # the site's case: 28 of 30: 20 · 28/30 = 18.667; minmax: 20 · (28 - 6)/24 = 18.333
        ((5, 5, 5, 5, 4, 4), Norm.RATIO, 56 / 3),
        ((5, 5, 5, 5, 4, 4), Norm.MINMAX, 20 * 22 / 24),
        ((1, 1, 1, 1, 1, 1), Norm.RATIO, 4.0),
        ((5, 5, 5, 5, 5, 5), Norm.RATIO, 20.0),
    ],
)
def test_eq13_answer(ratings: tuple[int, ...], norm: Norm, expected: float) -> None:
    """The Answer Score under both readings."""
    assert value(answer.answer(of_answer(*ratings), norm)) == near(expected)


def test_eq13_missing_rating() -> None:
    """Five 4s and one missing: 16; missing at 1: 20 · 21/30 = 14, at 5: 20 · 25/30."""
    score = answer.answer(of_answer(4, 4, 4, 4, 4, None))

    assert score == Measured(16.0, 5, LOST, Bounds(14.0, 20 * 25 / 30))


@pytest.mark.parametrize(
    ("tally", "reason", "bounds"),
    [
        (of_answer(*[None] * 6), Reason.TIMEOUT, Bounds(4.0, 20.0)),
        (answer.AnswerTally(()), Reason.NOTHING_TO_CHECK, None),
    ],
)
def test_eq13_undefined(tally: answer.AnswerTally, reason: Reason, bounds: Bounds | None) -> None:
    """Nothing rated: an open gate's 4 to 20."""
    score = answer.answer(tally)

    assert isinstance(score, Undefined)
    assert (score.reason, score.bounds) == (reason, bounds)


# ---- collecting over a report, and the gates -----------------------------------------------


CORPUS = {i: f"text of {i}" for i in ["E1", "E2", "E3", "E4", "E5"]} | {
    "E7": "zebras graze elsewhere"
}
GIVEN = ("E1", "E2", "E3", "E7")
TOY_REPORT = report(
    "# Findings",
    ("text of C1", "E1 E2"),
    ("Something else.", "E7"),
    items=GIVEN,
)


def toy(asker: Scripted | None = None) -> Context:
    """The paper's figure as a report: retrieved E1, E2, E3, E7; cited E1, E2, E7."""
    return context(TOY, TOY_REPORT, asker or script(), given=GIVEN, corpus=CORPUS, query="text of")


def evaluate(context: Context, settings: Settings | None = None) -> Evaluation:
    """The whole method over one report."""
    method = hievidr(settings) if settings else HIEVIDR
    return asyncio.run(evaluate_submission(method, context))


def test_toy_graph_from_report_to_scores() -> None:
    """s1 3/5, s2 2/5, s3 0, trace 8; Citation 8; Claim 6.667; Answer closed."""
    evaluation = evaluate(toy())
    card, gates = evaluation.scores, evaluation.gates

    assert gates == {"citation": True, "claim": True, "answer": False}
    assert furthest(gates) == "claim"
    numbers = {k: round(value(v), 3) for k, v in card.items() if isinstance(v, Measured)}
    assert numbers == {
        "hievidr.report": 20.0,
        "hievidr.report.ratio": 20.0,
        "hievidr.traceability": 8.0,
        "hievidr.traceability.recall": 0.6,
        "hievidr.traceability.identify": 0.4,
        "hievidr.traceability.avoid": 0.0,
        "hievidr.traceability.if_cited": 8.0,
        "hievidr.traceability.conditional_use": 0.667,
        "hievidr.traceability.identify_f1": 0.5,
        "hievidr.traceability.citation_precision": 0.667,
        "hievidr.citation": 8.0,
        "hievidr.claim.supported": 0.333,
        "hievidr.claim": 6.667,
    }
    assert card["hievidr.answer"] == Gated("answer")


def test_a_closed_gate_asks_nothing_more() -> None:
    """With the answer gate closed, no answer is asked for."""
    asker = script()
    evaluate(toy(asker))

    assert {"hievidr.answer", "conclusion"} & set(asker.kinds()) == set()


def whole() -> tuple[str, ...]:
    """Every gold item, and one that is irrelevant."""
    return ("E1", "E2", "E3", "E4", "E5", "E7")


FULL = (
    ("text of C1", "E1 E2"),
    ("text of C2", "E3 E4"),
    ("text of C3", "E5"),
    "# Conclusion",
    ("text of A", ""),
)


def full(
    asker: Scripted | None = None,
    pieces: tuple[object, ...] = FULL,
    **options: object,
) -> Context:
    """A report that cites all gold and makes every claim of the toy graph."""
    built = report(*pieces, items=whole())  # type: ignore[arg-type]
    defaults: dict[str, object] = {"given": whole(), "corpus": CORPUS, "query": "text of"}
    return context(TOY, built, asker or script(), **(defaults | options))  # type: ignore[arg-type]


def states(evaluation: Evaluation) -> list[bool | None]:
    """What became of the gates, in order."""
    return list(evaluation.gates.values())


def test_all_gates_open_is_a_hundred_points() -> None:
    """Everything retrieved, cited, supported, rated 5; the irrelevant item is left out."""
    evaluation = evaluate(full())

    assert states(evaluation) == [True, True, True]
    assert value(evaluation.totals["published"]) == near(100.0)
    assert value(evaluation.totals["measured"]) == near(100.0)
    assert value(evaluation.totals["published_without_report"]) == near(80.0)


def test_citation_gate_closes_without_gold_evidence() -> None:
    """Only E7 is cited: Citation, Claim and Answer are gated, and only Report was asked."""
    asker = script()
    evaluation = evaluate(full(asker, (("text of C1", "E7"),)))

    assert states(evaluation) == [False]
    parts = ("hievidr.citation", "hievidr.claim.supported", "hievidr.claim", "hievidr.answer")
    assert [evaluation.scores[p] for p in parts] == [Gated("citation")] * 4
    assert set(asker.kinds()) == {"hievidr.report", "hievidr.align_without_pictures"}
    # Report 20; s1 = 1, s2 = 0, s3 = 0: 20 · 2/4 = 10
    assert value(evaluation.totals["published"]) == near(30.0)


def test_citation_gate_is_undecided_without_evidence_list() -> None:
    """The report cites [1], and nothing says what 1 is: no zero, bounds from closed to open."""
    built = report(("text of C1", "1"), items=())
    evaluation = evaluate(context(TOY, built, script(), corpus=CORPUS))

    assert states(evaluation) == [None]
    score = evaluation.scores["hievidr.citation"]
    assert isinstance(score, Undefined)
    assert (score.reason, score.bounds) == (Reason.GATE_UNDECIDED, Bounds(0.0, 20.0))


def test_citation_gate_is_closed_for_a_report_that_cites_nothing() -> None:
    """Without any citation there is nothing to look up: closed, whatever is unknown."""
    built = report(("text of C1", ""), items=())

    assert states(evaluate(context(TOY, built, script(), corpus=CORPUS))) == [False]


@pytest.mark.parametrize(
    ("said", "support", "expected"),
    [
        pytest.param({}, {}, [True, True, True], id="all count"),
        pytest.param(
            {}, {"text of C1": Support.PARTLY}, [True, True, False], id="one partly supported"
        ),
        pytest.param(
            {"text of C1": (), "text of C2": (), "text of C3": ()},
            {},
            [True, False],
            id="none said",
        ),
        pytest.param(
            {},
            {f"text of C{n}": Support.NOT_IN_SOURCE for n in (1, 2, 3)},
            [True, False],
            id="none supported",
        ),
        pytest.param(
            {}, {f"text of C{n}": NO for n in (1, 2, 3)}, [True, None], id="no verdict at all"
        ),
        pytest.param(
            {"text of C1": NO, "text of C2": (), "text of C3": ()},
            {},
            [True, None],
            id="one open, none counts",
        ),
        pytest.param({"text of C1": NO}, {}, [True, True, None], id="one open, the rest count"),
        pytest.param(
            {"text of C1": NO, "text of C2": ()},
            {},
            [True, True, False],
            id="one open, one certainly fails: the answer gate is closed",
        ),
        pytest.param(
            {"text of C1": (99,)}, {}, [True, True, None], id="a statement that is not there"
        ),
    ],
)
def test_claim_and_answer_gates(
    said: dict[str, object], support: dict[str, object], expected: list[bool | None]
) -> None:
    """Open if any (all) certainly count; closed if none (not all); else undecided."""
    assert states(evaluate(full(script(said=said, support=support)))) == expected


def test_claims_without_cited_evidence_are_not_asked_for() -> None:
    """C2 and C3 of the figure rest on nothing cited: no support ask, certainly not supported."""
    asker = script()
    evaluation = evaluate(toy(asker))

    assert asker.kinds().count("support") == 1
    tally = evaluation.tallies["hievidr.claim.supported"]
    assert [s.counts for s in tally.states] == [True, False, False]  # type: ignore[attr-defined]


def test_uncited_evidence_decides_without_the_claims_verdict() -> None:
    """Whether C2 is said is unknown, but nothing below it is cited: it certainly fails."""
    asker = script(said={"text of C2": NO})

    assert states(evaluate(toy(asker))) == [True, True, False]


# ---- claims on claims ----------------------------------------------------------------------

LAYERED = graph("E1>C1 E2>C1 C1>C2 E3>C2 C2>A")
"""C2 rests on C1 and E3."""


def layered(asker: Scripted, pieces: tuple[object, ...] | None = None) -> Context:
    """A report on the layered graph that cites all of it."""
    built = report(
        *(pieces or (("text of C1", "E1 E2"), ("text of C2", "E3"))),  # type: ignore[arg-type]
        items=whole(),
    )
    return context(LAYERED, built, asker, given=whole(), corpus=CORPUS, query="text of")


def passages(asker: Scripted, statement: str) -> list[str]:
    """What the support ask on `statement` showed."""
    found = [a for a in asker.asked if getattr(a, "statement", "") == statement]
    return [p.source for p in found[0].passages] if found else []  # type: ignore[attr-defined]


def test_a_lower_claim_that_counts_supports_the_upper() -> None:
    """C2 is asked against E3 and what the report says of C1."""
    asker = script()
    evaluate(layered(asker))

    assert passages(asker, "text of C2") == ["E3", "claim C1"]


def test_a_lower_claim_that_fails_supports_nothing() -> None:
    """C1 is not in its evidence: C2 is asked against E3 alone."""
    asker = script(support={"text of C1": Support.NOT_IN_SOURCE})
    evaluate(layered(asker))

    assert passages(asker, "text of C2") == ["E3"]


def test_an_open_lower_claim_opens_the_upper() -> None:
    """Without C1's verdict nobody knows what C2 rests on: it is not asked, and is open too."""
    asker = script(support={"text of C1": NO})
    tally = asyncio.run(claim_support.collect(layered(asker), settings=DEFAULTS))

    assert [s.counts for s in tally.states] == [None, None]
    assert [s.missing for s in tally.states] == [Reason.TIMEOUT, Reason.TIMEOUT]
    assert passages(asker, "text of C2") == []


def test_an_unsaid_claim_fails_whatever_lies_below() -> None:
    """The report does not say C2: it fails though C1 is open."""
    asker = script(support={"text of C1": NO}, said={"text of C2": ()})
    tally = asyncio.run(claim_support.collect(layered(asker), settings=DEFAULTS))

    assert [s.counts for s in tally.states] == [None, False]


def test_only_lower_claims_can_carry_a_claim() -> None:
    """E3 is not cited, C1 counts: C2 is asked against C1."""
    asker = script()
    evaluate(layered(asker, (("text of C1", "E1 E2"), ("text of C2", ""))))

    assert passages(asker, "text of C2") == ["claim C1"]


@pytest.mark.parametrize(
    ("setting", "cited", "expected"),
    [
        (ClaimSupport.STRUCTURAL_ALL, "E1 E2 E3", [True, True]),
        (ClaimSupport.STRUCTURAL_ALL, "E1 E3", [False, False]),
        (ClaimSupport.STRUCTURAL_ALL, "E1 E2", [True, False]),
        (ClaimSupport.STRUCTURAL_ANY, "E1", [True, True]),
        (ClaimSupport.STRUCTURAL_ANY, "E3", [False, True]),
    ],
)
def test_structural_support(setting: ClaimSupport, cited: str, expected: list[bool]) -> None:
    """The graph's shape alone: all that lies below a claim, or any of it; nothing is asked."""
    asker = script()
    pieces = (("text of C1", cited), ("text of C2", ""))
    tally = asyncio.run(
        claim_support.collect(layered(asker, pieces), settings=Settings(claim_support=setting))
    )

    assert [s.counts for s in tally.states] == expected
    assert "support" not in asker.kinds()


def test_structural_all_opens_the_answer_gate_only_with_all_evidence_cited() -> None:
    """With everything but E5 cited the answer gate stays closed; with it, s2 = 1."""
    settings = Settings(claim_support=ClaimSupport.STRUCTURAL_ALL)
    lacking = evaluate(full(pieces=(*FULL[:2], ("text of C3", ""))), settings)
    complete = evaluate(full(), settings)

    assert states(lacking) == [True, True, False]
    assert states(complete) == [True, True, True]
    assert complete.scores["hievidr.traceability.identify"] == Measured(1.0, 5)


# ---- missing verdicts inside scores --------------------------------------------------------


def test_a_missing_citation_rating_moves_to_missing() -> None:
    """E2's ratings time out: the others' mean stands, four ratings are missing."""
    evaluation = evaluate(full(script(citation={"E2": NO})))
    score = evaluation.scores["hievidr.citation"]

    assert isinstance(score, Measured)
    # 20 · 5/5 · 1; E2 at 1: 20/(5 · 5 · 4) · (4 · 20 + 4) = 16.8
    assert (score.value, score.missing) == (20.0, Missing.of([Reason.TIMEOUT] * 4))
    assert ends(score) == near([16.8, 20.0])


def test_an_answer_without_verdict_leaves_the_published_total_undefined() -> None:
    """Everything else is 80; the answer lies between 4 and 20."""
    evaluation = evaluate(full(script(answer=NO)))
    published, measured = evaluation.totals["published"], evaluation.totals["measured"]

    assert isinstance(published, Undefined)
    assert published.bounds == Bounds(84.0, 100.0)
    assert isinstance(measured, Measured)
    assert (measured.value, measured.n, measured.bounds) == (80.0, 4, Bounds(84.0, 100.0))


def test_align_is_not_assessed_without_the_pictures() -> None:
    """The report places a picture that is not at hand: Align is missing and never asked."""
    asker = script()
    pieces = (*FULL, "|1|")
    evaluation = evaluate(full(asker, pieces, images=("E7",)))
    score = evaluation.scores["hievidr.report"]

    assert isinstance(score, Measured)
    assert (score.n, score.missing) == (5, Missing.of([Reason.NOT_ASSESSED]))
    assert "hievidr.align" not in asker.kinds()


# ---- conclusions ---------------------------------------------------------------------------


def test_the_conclusion_is_kept_with_its_place() -> None:
    """What was held against the gold answer stands in the tally, in the report's own words."""
    case = full()
    tally = evaluate(case).tallies["hievidr.answer"]

    assert isinstance(tally, answer.AnswerTally)
    assert tally.found_by == "heading"
    assert tally.conclusion is not None
    span = slice(tally.conclusion.start, tally.conclusion.end)
    assert (tally.conclusion.source, case.report.source[span]) == ("report", "text of A")


def test_no_conclusion_found_is_no_zero() -> None:
    """No closing heading, and the respondent is silent: Undefined, 4 to 20."""
    score = evaluate(full(pieces=FULL[:3])).scores["hievidr.answer"]

    assert isinstance(score, Undefined)
    assert (score.reason, score.bounds) == (Reason.TIMEOUT, Bounds(4.0, 20.0))


def test_without_a_gold_answer_the_graphs_conclusion_is_the_answer() -> None:
    """The conclusion's text equals the reference answer in the benchmark."""
    asker = script()
    evaluate(full(asker, answer=None))
    asked = next(a for a in asker.asked if a.kind == "hievidr.answer")

    assert asked.gold == "text of A"  # type: ignore[attr-defined]


def test_without_a_graph_nothing_is_counted() -> None:
    """Collecting for a task without gold asks nothing and finds nothing to check."""
    asker = script()
    case = context(None, TOY_REPORT, asker, given=GIVEN, answer=None)
    tallies = (
        asyncio.run(trace.Collector(DEFAULTS)(case)),
        asyncio.run(citation.collect(case)),
        asyncio.run(claim.collect(case, settings=DEFAULTS)),
    )
    scores = (
        trace.recall(tallies[0]),
        citation.citation(tallies[1]),
        claim.claim(tallies[2]),
    )

    assert asker.asked == []
    for score in scores:
        assert isinstance(score, Undefined)
        assert score.reason is Reason.NOTHING_TO_CHECK


# ---- totals --------------------------------------------------------------------------------


def test_eq5_total() -> None:
    """19 + 8 + 7 + 5 + 3 = 42."""
    assert totals.published(card()) == Measured(42.0, 5)


def test_eq5_gated_parts_count_nothing() -> None:
    """Claim and Answer gated: 34 published over five parts, 34 measured over three."""
    gated = card(claim=Gated("claim"), answer=Gated("claim"))

    assert totals.published(gated) == Measured(34.0, 5)
    assert totals.measured(gated) == Measured(34.0, 3)


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        # 20 · (2 · 0.5 + 0.25 + 1)/4 = 11.25, and 15 more: 19 + 11.25 + 15 = 45.25
        pytest.param(trace.NOTHING_IRRELEVANT, 45.25, id="s3 counts 1"),
        # 20 · 1.25/4 = 6.25
        pytest.param(trace.NOTHING_RETRIEVED, 40.25, id="s3 counts 0"),
    ],
)
def test_eq5_takes_a_number_for_the_empty_set(detail: str, expected: float) -> None:
    """Only the published total turns 0/0 into a number; the measured one leaves it out."""
    empty = Undefined(Reason.NOTHING_TO_CHECK, detail, bounds=Bounds(0.0, 1.0))
    undefined = Undefined(Reason.NOTHING_TO_CHECK, detail, bounds=Bounds(6.25, 11.25))
    scores = card(traceability=undefined, traceability__avoid=empty)

    assert totals.published(scores) == Measured(expected, 5)
    # 19 + 7 + 5 + 3, with 6.25 to 11.25 to come
    expected_missing = Missing.of([Reason.NOTHING_TO_CHECK])
    assert totals.measured(scores) == Measured(34.0, 4, expected_missing, Bounds(40.25, 45.25))


def test_eq5_unknown_retrieval_is_no_convention() -> None:
    """Traceability not assessed is another absence: the published total is Undefined."""
    unknown = Undefined(Reason.NOT_ASSESSED, trace.RETRIEVAL_UNKNOWN, bounds=Bounds(0.0, 20.0))
    score = totals.published(card(traceability=unknown, traceability__avoid=unknown))

    assert isinstance(score, Undefined)
    assert (score.reason, score.bounds) == (Reason.NOT_ASSESSED, Bounds(34.0, 54.0))


def test_eq5_undecided_gate_leaves_bounds() -> None:
    """Claim and Answer undecided: between both closed and both full."""
    undecided = Undefined(Reason.GATE_UNDECIDED, bounds=Bounds(0.0, 20.0))
    score = totals.published(card(claim=undecided, answer=undecided))

    assert isinstance(score, Undefined)
    assert (score.reason, score.bounds) == (Reason.GATE_UNDECIDED, Bounds(34.0, 74.0))


def test_eq5_nothing_measured_is_undefined() -> None:
    """No part has a number: neither has the sum."""
    score = totals.measured({name: Gated("citation") for name in POINTS})

    assert isinstance(score, Undefined)
    assert score.reason is Reason.NOTHING_TO_CHECK


@pytest.mark.parametrize(
    ("gates", "expected"),
    [
        ({}, ""),
        ({"citation": False}, ""),
        ({"citation": None}, ""),
        ({"citation": True, "claim": False}, "citation"),
        ({"citation": True, "claim": None}, "citation"),
        ({"citation": True, "claim": True, "answer": False}, "claim"),
        ({"citation": True, "claim": True, "answer": True}, "answer"),
    ],
)
def test_furthest_gate(gates: dict[str, bool | None], expected: str) -> None:
    """The last gate that opened, as the paper's figure 4 counts reports."""
    assert furthest(gates) == expected


# ---- settings ------------------------------------------------------------------------------


def test_settings_are_shown() -> None:
    """Every option is recorded by name."""
    assert HIEVIDR.settings == {
        "report_norm": "minmax",
        "rating_norm": "ratio",
        "tau": "0.1",
        "claim_support": "judged",
        "variant": "full",
    }


def test_settings_reach_the_equations() -> None:
    """With min-max for eqs. 11 to 13, the worst ratings earn nothing."""
    settings = Settings(report_norm=Norm.RATIO, rating_norm=Norm.MINMAX, tau=0.9)
    evaluation = evaluate(full(script(report=1, align=1, citation=1, claim=1, answer=1)), settings)
    parts = ("hievidr.report", "hievidr.citation", "hievidr.claim", "hievidr.answer")

    assert [value(evaluation.scores[p]) for p in parts] == [4.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"tau": 2.0},
            "settings of hievidr, tau: is no cosine, got 2.0; expected a number from 0 to 1. "
            "Correct it.",
        ),
        (
            {"rating_norm": Norm.LITERAL},
            "settings of hievidr, rating_norm: is a reading of eq. 6 alone, got literal; "
            "expected ratio or minmax. Set report_norm instead.",
        ),
    ],
)
def test_settings_that_mean_nothing_are_refused(settings: dict[str, object], message: str) -> None:
    """The message says what to do."""
    with pytest.raises(ConfigError) as error:
        Settings(**settings)  # type: ignore[arg-type]

    assert str(error.value) == message
