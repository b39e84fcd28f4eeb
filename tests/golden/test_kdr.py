"""KDR's equations by hand, from verdicts and from reports, pages and pairs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

import msgspec
import pytest

from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict, Quote, Role
from veridical.checks.criterion_marks import Marks, MarksAsk
from veridical.checks.dimensions import Dimension
from veridical.checks.key_point import (
    UNVERIFIED,
    Coverage,
    KeyPointAsk,
    KeyPointVerdict,
    Supportiveness,
)
from veridical.checks.page_preference import ASPECTS, PagePreferenceAsk, PageSides
from veridical.checks.preference import Side
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.measure import Context, Rival, Submission, page_of_report
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.kdr import figures, general, knowledge, totals, vision
from veridical.methods.kdr.asks.conclusion import Alignment, AlignmentAsk
from veridical.methods.kdr.figures import FiguresTally
from veridical.methods.kdr.method import KDR, kdr
from veridical.methods.kdr.settings import Settings
from veridical.methods.kdr.tally import (
    AlignmentTally,
    KeyPointsTally,
    PairSeen,
    PairsTally,
    PointSeen,
    Said,
)
from veridical.methods.race.rubric import WeightDraw
from veridical.methods.race.tally import Marked, MarkedDimension, RaceTally, Seen
from veridical.picture import PagePicture, ReportPages, ReportPictures
from veridical.report import parse_report
from veridical.respondents import Roles
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined
from veridical.task import Gold, KeyPoint, Query, Task

V = TypeVar("V")
TIMEOUT = Reason.TIMEOUT
FIRST, SECOND, TIE = Side.FIRST, Side.SECOND, Side.TIE
NOT, PARTLY, ALL = Coverage
AGAINST, IN_PART, ENTAILS = Supportiveness


def points(*given: tuple[float, float] | Reason) -> KeyPointsTally:
    """Key points with c and u, or why they have none."""
    seen = [
        PointSeen(f"k{n}", "x", None, None, one)
        if isinstance(one, Reason)
        else PointSeen(f"k{n}", "x", *one)
        for n, one in enumerate(given)
    ]
    return KeyPointsTally(tuple(seen))


def value(score: Score) -> float:
    """Of a measured score."""
    assert isinstance(score, Measured)
    return score.value


# ---- knowledge-centric: equations, from verdicts --------------------------------------------


@pytest.mark.parametrize(("a", "wanted"), [(0, 0.0), (3, 30.0), (7, 70.0), (10, 100.0)])
def test_sec422_alignment_is_ten_times_the_mark(a: int, wanted: float) -> None:
    """10·7 = 70."""
    assert knowledge.alignment(AlignmentTally(a)) == Measured(wanted, 1)


def test_sec422_alignment_without_a_mark_is_missing_not_zero() -> None:
    """A judge that fails: anything from 0 to 100."""
    found = knowledge.alignment(AlignmentTally(None, TIMEOUT))

    assert found == Undefined(
        TIMEOUT, knowledge.NOT_RATED, Missing.of([TIMEOUT]), Bounds(0.0, 100.0)
    )


def test_sec422_coverage_is_the_mean_of_c() -> None:
    """With c = 1, 0.5, 0, 0: 100 · 1.5 / 4 = 37.5."""
    t = points((1, 1), (0.5, 0), (0, 0), (0, 0))

    assert knowledge.coverage(t) == Measured(37.5, 4)


def test_sec422_supportiveness_is_the_mean_of_u() -> None:
    """With u = 1, 0.5, 0, 0: 100 · 1.5 / 4 = 37.5."""
    t = points((1, 1), (1, 0.5), (1, 0), (0, 0))

    assert knowledge.supportiveness(t) == Measured(37.5, 4)


def test_sec422_what_is_not_covered_supports_nothing() -> None:
    """It is forced to 0 where c = 0: of c = 0, u = 1 and c = 1, u = 1 it is 100 · 1 / 2 = 50."""
    t = points((0, 1), (1, 1))

    assert knowledge.supportiveness(t) == Measured(50.0, 2)
    assert knowledge.supportiveness_of_covered(t) == Measured(100.0, 1)


def test_sec422_supportiveness_of_covered_points_leaves_the_others_out() -> None:
    """With c = 1, .5, 0 and u = 1, .5: 100 · 1.5 / 2 = 75, where over all three it is 50."""
    t = points((1, 1), (0.5, 0.5), (0, 0))

    assert knowledge.supportiveness_of_covered(t) == Measured(75.0, 2)
    assert knowledge.supportiveness(t) == Measured(50.0, 3)


def test_sec422_no_covered_point_is_no_supportiveness_of_covered_ones() -> None:
    """Nothing to take the mean of; over all points it is 0."""
    t = points((0, 0), (0, 0))

    assert knowledge.supportiveness_of_covered(t) == Undefined(
        Reason.NOTHING_TO_CHECK, knowledge.NONE_COVERED
    )
    assert knowledge.supportiveness(t) == Measured(0.0, 2)


def test_sec422_a_missing_point_is_in_no_mean_and_bounds_it() -> None:
    """With c = 1, ?, 0: 100 · 1/2 = 50; at worst 1/3, at best 2/3. u = 1, ?, 0 the same.

    Of covered points: 1/1 = 100; at worst (1 + 0)/2 = 50, at best 100.
    """
    t = points((1, 1), TIMEOUT, (0, 0))
    lost = Missing.of([TIMEOUT])
    ends = Bounds(100 / 3, 200 / 3)

    assert knowledge.coverage(t) == Measured(50.0, 2, lost, ends)
    assert knowledge.supportiveness(t) == Measured(50.0, 2, lost, ends)
    assert knowledge.supportiveness_of_covered(t) == Measured(100.0, 1, lost, Bounds(50.0, 100.0))


def test_sec422_points_without_any_verdict_have_no_score() -> None:
    """All of two missing: anything from 0 to 100."""
    t = points(TIMEOUT, Reason.UNREADABLE)
    lost = Missing.of([TIMEOUT, Reason.UNREADABLE])
    wanted = Undefined(TIMEOUT, knowledge.NO_VERDICT, lost, Bounds(0.0, 100.0))

    assert knowledge.coverage(t) == wanted
    assert knowledge.supportiveness(t) == wanted
    assert knowledge.supportiveness_of_covered(t) == wanted


def test_sec422_a_covered_point_and_missing_ones_bound_the_covered_mean() -> None:
    """With c = 0 and one missing: at worst it is covered and u = 0, at best u = 1."""
    found = knowledge.supportiveness_of_covered(points((0, 0), TIMEOUT))

    assert isinstance(found, Undefined)
    assert (found.reason, found.bounds) == (TIMEOUT, Bounds(0.0, 100.0))


def test_an_empty_report_counts_0_in_the_published_totals_alone() -> None:
    """By itself it has no score."""
    nothing = KeyPointsTally((), is_empty=True)
    none = AlignmentTally(None, is_empty=True)
    empty = Undefined(Reason.NOTHING_TO_CHECK, knowledge.SAYS_NOTHING)
    card: dict[str, Score] = {"kdr.x": empty, "kdr.y": Undefined(TIMEOUT), "kdr.z": Measured(5.0)}

    assert knowledge.coverage(nothing) == empty
    assert knowledge.supportiveness(nothing) == empty
    assert knowledge.supportiveness_of_covered(nothing) == empty
    assert knowledge.alignment(none) == empty
    assert totals.published(card, name="kdr.x") == Measured(0.0, 0, bounds=Bounds(0.0, 0.0))
    assert totals.published(card, name="kdr.y") == Undefined(TIMEOUT)
    assert totals.published(card, name="kdr.z") == Measured(5.0)


# ---- general-purpose: RACE in points --------------------------------------------------------

EVEN = WeightDraw((0.25, 0.25, 0.25, 0.25))


def race(**marks: tuple[float, float] | Reason) -> RaceTally:
    """A tally with one criterion a dimension, marked so in both orders."""
    found = []
    for d in Dimension:
        given = marks[d]
        if isinstance(given, Reason):
            found.append(MarkedDimension(d, (), given))
            continue
        seen = Seen(*given)
        found.append(MarkedDimension(d, (Marked(f"{d}-1", "x", 1.0, seen, seen),)))
    return RaceTally("r/t", (EVEN,), tuple(found))


MARKS: Mapping[str, tuple[float, float]] = {
    "comprehensiveness": (8, 2),
    "insight": (6, 4),
    "instruction_following": (5, 5),
    "readability": (9, 1),
}


def test_sec421_the_average_is_the_plain_mean_of_four_shares() -> None:
    """Shares .8 .6 .5 .9: 100 · 2.8 / 4 = 70."""
    found = general.average(race(**MARKS))

    assert isinstance(found, Measured)
    assert found.value == pytest.approx(70.0)
    assert found.n == 4


def test_sec421_the_average_is_not_races_overall_score() -> None:
    """8:2 of ten marks, 1:1 of two: the mean of shares is .65; on totals 9.5/13, by 3 equal ones.

    T = .25·(8 + 1 + 1 + 1) = 2.75, R = .25·(2 + 1 + 1 + 1) = 1.25: 2.75 / 4 = 0.6875, in points
    68.75; the shares .8 .5 .5 .5 have the mean 57.5.
    """
    t = race(
        comprehensiveness=(8, 2),
        insight=(1, 1),
        instruction_following=(1, 1),
        readability=(1, 1),
    )

    assert value(general.average(t)) == pytest.approx(57.5)
    assert value(general.overall(t)) == pytest.approx(68.75)


def test_sec421_a_dimension_is_races_own() -> None:
    """8 / (8 + 2) = 0.8, on RACE's scale."""
    found = general.dimension(race(**MARKS), name=Dimension.COMPREHENSIVENESS)

    assert value(found) == pytest.approx(0.8)


def test_sec421_parity_with_the_reference_is_50() -> None:
    """All marks equal."""
    t = race(**dict.fromkeys(Dimension, (6.0, 6.0)))

    assert value(general.average(t)) == pytest.approx(50.0)
    assert value(general.overall(t)) == pytest.approx(50.0)


def test_sec421_a_dimension_without_marks_is_no_average_but_bounds_it() -> None:
    """Shares .8 .6 .5 and one from 0 to 1: from 47.5 to 72.5."""
    given: dict[str, tuple[float, float] | Reason] = {**MARKS, "readability": TIMEOUT}
    found = general.average(race(**given))

    assert isinstance(found, Undefined)
    assert (found.reason, found.missing) == (TIMEOUT, Missing.of([TIMEOUT]))
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == pytest.approx((47.5, 72.5))


def test_sec421_a_mark_that_is_missing_bounds_the_average() -> None:
    """Shares .6 .5 .9 and one of two criteria, 8:2, the other lost: 100 · (.8 + 2) / 4 = 70.

    The lost one, of equal weight, at worst 0:10, at best 10:0: 4/10 and 9/10 in place of .8.
    """
    seen, lost = Seen(8, 2), Seen(None, None, TIMEOUT)
    first = MarkedDimension(
        Dimension.COMPREHENSIVENESS,
        (Marked("c-1", "x", 0.5, seen, seen), Marked("c-2", "x", 0.5, lost, lost)),
    )
    t = race(**MARKS)
    found = general.average(replace(t, dimensions=(first, *t.dimensions[1:])))

    assert isinstance(found, Measured)
    assert found.value == pytest.approx(70.0)
    assert found.missing == Missing.of([TIMEOUT])
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == pytest.approx((60.0, 72.5))


def test_sec421_without_a_reference_there_is_no_general_score() -> None:
    """It is not measured, and nothing failed."""
    t = RaceTally("", absent=Reason.NO_GOLD, why="none")

    assert general.average(t) == Undefined(Reason.NO_GOLD, "none")
    assert general.overall(t) == Undefined(Reason.NO_GOLD, "none")


# ---- vision-enhanced: win rates -------------------------------------------------------------


def sides(overall: Side, **aspects: Side) -> PageSides:
    """All aspects as the overall verdict, but for those that are named."""
    return PageSides(**{**dict.fromkeys(ASPECTS, overall), **aspects}, overall=overall)


def pair(first: Side | Reason, second: Side | Reason) -> PairSeen:
    """What was said with the report first, and with the rival first, as it was shown."""
    one, other = (
        Said(None, s) if isinstance(s, Reason) else Said(sides(s)) for s in (first, second)
    )
    return PairSeen("rival", one, other)


WON, LOST, EQUAL = pair(FIRST, SECOND), pair(SECOND, FIRST), pair(TIE, TIE)
FLIPPED = pair(FIRST, FIRST)
HALF_A_WIN = pair(FIRST, TIE)


def test_sec423_a_win_rate_counts_ties_half() -> None:
    """Two won, one tie, one lost: 100 · (2 + .5) / 4 = 62.5."""
    t = PairsTally((WON, WON, EQUAL, LOST))

    assert vision.win_rate(t) == Measured(62.5, 4)
    assert vision.ties(t) == Measured(0.25, 4)
    assert vision.flips(t) == Measured(0.0, 4)


def test_sec423_23_of_41_is_the_published_561() -> None:
    """23 won and 18 lost of 41 questions: 56.0976, printed as 56.1."""
    t = PairsTally((WON,) * 23 + (LOST,) * 18)

    assert round(value(vision.win_rate(t)), 1) == 56.1


def test_sec423_orders_that_disagree_are_a_tie_and_counted() -> None:
    """First both times (a flip), and first once (no flip): both ties, 100 · (.5 + .5) / 2 = 50."""
    t = PairsTally((FLIPPED, HALF_A_WIN))

    assert vision.win_rate(t) == Measured(50.0, 2)
    assert vision.ties(t) == Measured(1.0, 2)
    assert vision.flips(t) == Measured(0.5, 2)


def test_sec423_a_pair_without_both_orders_is_missing_with_bounds() -> None:
    """One won, one without its second order: 100; at worst lost, 50; flips 0, at worst 1/2."""
    t = PairsTally((WON, pair(FIRST, TIMEOUT)))
    lost = Missing.of([TIMEOUT])

    assert vision.win_rate(t) == Measured(100.0, 1, lost, Bounds(50.0, 100.0))
    assert vision.ties(t) == Measured(0.0, 1, lost, Bounds(0.0, 0.5))
    assert vision.flips(t) == Measured(0.0, 1, lost, Bounds(0.0, 0.5))


def test_sec423_an_aspect_is_counted_apart() -> None:
    """Overall lost; in layout won both ways: 0 of 100 points, and a share of 1."""
    said = Said(sides(SECOND, layout=FIRST)), Said(sides(FIRST, layout=SECOND))
    t = PairsTally((PairSeen("rival", *said),))

    assert vision.win_rate(t) == Measured(0.0, 1)
    assert vision.aspect_share(t, aspect="layout") == Measured(1.0, 1)
    assert vision.aspect_share(t, aspect="integration") == Measured(0.0, 1)


def test_sec423_no_rival_and_no_verdict_are_no_win_rate() -> None:
    """Neither is 0 or 50."""
    alone = Undefined(Reason.NO_GOLD, vision.NO_RIVALS)
    unseen = PairsTally((PairSeen.unseen("rival", "no browser"),))

    for equation in (vision.win_rate, vision.ties, vision.flips):
        assert equation(PairsTally()) == alone
        found = equation(unseen)
        assert isinstance(found, Undefined)
        assert found.reason is Reason.NOT_ASSESSED
    assert vision.aspect_share(PairsTally(), aspect="layout") == alone
    assert vision.win_rate(unseen).bounds == Bounds(0.0, 100.0)  # type: ignore[union-attr]


# ---- figures --------------------------------------------------------------------------------

PICTURED = """# Findings

Rents rose.

![made](chart.png)

![linked](https://example.org/map.png)

![inline](data:image/png;base64,iVBORw0KGgo=)

| year | rent |
|---|---|
| 2020 | 900 |
"""


def test_sec523_figures_are_counted_by_origin() -> None:
    """A file beside the report and one inside it were made; one is linked; one table: 4 in all."""
    context = built(PICTURED)
    t = asyncio.run(figures.collect_figures(context))

    assert t == FiguresTally(generated=2, web=1, given=0, tables=1)
    assert figures.figures_and_tables(t) == Measured(4.0)
    assert figures.generated(t) == Measured(2.0)
    assert figures.from_web(t) == Measured(1.0)
    assert figures.tables(t) == Measured(1.0)


# ---- from reports ---------------------------------------------------------------------------

REPORT = """# Rents

Rents in Arvo rose by 12 percent in 2021 [1]. Wages there stood still.

## Conclusion

Housing became less affordable.

## References

[1] https://example.org/rents
"""
TASK = Task(
    "t",
    Query("How did rents change?"),
    "en",
    gold=Gold(
        main_conclusion="Housing became less affordable.",
        key_points=(
            KeyPoint("k1", "Rents in Arvo rose by 12 percent in 2021."),
            KeyPoint("k2", "Wages in Arvo stood still."),
            KeyPoint("k3", "New flats were built."),
        ),
    ),
)


@dataclass
class Panel:
    """Answers key points by their first word, conclusions with 8, pages and marks by function."""

    verdicts: Mapping[str, Answer[KeyPointVerdict] | NoVerdict] = field(default_factory=dict)
    prefer: Callable[[PagePreferenceAsk], PageSides] = lambda _: sides(TIE)
    asked: list[Ask[object]] = field(default_factory=list)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The answer to one ask."""
        self.asked.append(cast("Ask[object]", ask))
        if isinstance(ask, KeyPointAsk):
            none = Answer(KeyPointVerdict(NOT, AGAINST))
            return cast("Answer[V]", self.verdicts.get(ask.key_point.split()[0], none))
        if isinstance(ask, AlignmentAsk):
            return cast("Answer[V]", Answer(Alignment(8)))
        if isinstance(ask, PagePreferenceAsk):
            return cast("Answer[V]", Answer(self.prefer(ask)))
        if isinstance(ask, MarksAsk):
            return cast("Answer[V]", Answer(Marks(6, 4)))
        return await Roles().ask(ask, draw)


def built(
    text: str, asker: object = None, rivals: Sequence[Rival] = (), rival: Rival | None = None
) -> Context:
    """A context of one report."""
    submission = Submission("s", "t", parse_report(text), rival=rival, rivals=tuple(rivals))
    return Context(TASK, submission, {}, cast("Panel", asker or Panel()))


def evaluated(context: Context, settings: Settings | None = None) -> Evaluation:
    """The whole method."""
    method = KDR if settings is None else kdr(settings)
    return asyncio.run(evaluate_submission(method, context))


def quoted(words: str, c: Coverage, u: Supportiveness) -> Answer[KeyPointVerdict]:
    """A verdict that quotes words, its place not known."""
    return Answer(KeyPointVerdict(c, u), "w", (Quote("report", 0, 0, words),))


def test_a_point_counts_as_covered_only_with_words_of_the_report() -> None:
    """k1 quotes what is there, k2 what is not: c = 1, ?, 0. Coverage 100 · 1 / 2."""
    panel = Panel(
        {
            "Rents": quoted("rose by 12  percent in 2021", ALL, ENTAILS),
            "Wages": quoted("Wages fell sharply", ALL, ENTAILS),
        }
    )
    found = evaluated(built(REPORT, panel))
    tally = found.tallies["kdr.key_point_coverage"]
    assert isinstance(tally, KeyPointsTally)

    assert [p.c for p in tally.points] == [1.0, None, 0.0]
    assert tally.points[0].quotes[0].text == "rose by 12 percent in 2021"
    assert (tally.points[1].missing, tally.points[1].why) == (Reason.UNREADABLE, UNVERIFIED)
    score = found.scores["kdr.key_point_coverage"]
    assert score == Measured(50.0, 2, Missing.of([Reason.UNREADABLE]), Bounds(100 / 3, 200 / 3))
    assert found.scores["kdr.main_conclusion_alignment"] == Measured(80.0)


def test_a_verdict_without_coverage_has_no_support() -> None:
    """The answer itself forces u to its least where c is."""
    assert KeyPointVerdict(NOT, ENTAILS) == KeyPointVerdict(NOT, AGAINST)
    assert KeyPointVerdict(PARTLY, ENTAILS).supportiveness is ENTAILS


def test_every_point_is_asked_about_with_the_same_words_first() -> None:
    """Three points and a conclusion: four asks; no citation and no reference in what is shown."""
    panel = Panel()
    evaluated(built(REPORT, panel))
    asks = [a for a in panel.asked if isinstance(a, KeyPointAsk)]
    prompts = [a.prompt() for a in asks]

    assert len(asks) == 3
    assert len(panel.asked) == 4
    assert len({p[:-2] for p in prompts}) == 1
    assert "[1]" not in prompts[0][1].text
    assert "example.org" not in prompts[0][1].text


def test_an_empty_report_is_asked_nothing() -> None:
    """It has no score, and 0 in the published totals."""
    panel = Panel()
    found = evaluated(built("", panel))

    assert panel.asked == []
    assert isinstance(found.scores["kdr.key_point_coverage"], Undefined)
    assert {name: value(t) for name, t in found.totals.items()} == dict.fromkeys(found.totals, 0.0)


def test_a_gold_graph_stands_in_for_key_points() -> None:
    """Its conclusion and its claims, by their ids."""
    nodes = (
        Node("A", NodeType.CONCLUSION, "Housing became less affordable."),
        Node("C1", NodeType.CLAIM, "Rents rose."),
        Node("E1", NodeType.EVIDENCE, "x", "i"),
    )
    graph = EvidenceGraph(nodes, (("E1", "C1"), ("C1", "A")))
    task = Task("t", TASK.query, "en", gold=Gold(graph=graph))
    panel = Panel()
    found = evaluated(replace(built(REPORT, panel), task=task))
    tally = found.tallies["kdr.key_point_coverage"]
    assert isinstance(tally, KeyPointsTally)

    assert [(p.id, p.text) for p in tally.points] == [("C1", "Rents rose.")]
    aligned = next(a for a in panel.asked if isinstance(a, AlignmentAsk))
    assert aligned.main_conclusion == "Housing became less affordable."


def test_general_purpose_is_races_own_number_with_a_reference() -> None:
    """All marks 6:4 whoever stands first: half and half, 50 points in each reading."""
    rival = Rival("r", "t", parse_report("Rents fell."))
    found = evaluated(built(REPORT, Panel(), rival=rival))

    assert value(found.scores["kdr.general_purpose"]) == pytest.approx(50.0)
    assert value(found.scores["kdr.general_purpose.race"]) == pytest.approx(50.0)
    assert value(found.scores["kdr.general_purpose.insight"]) == pytest.approx(0.5)


def page(name: str) -> tuple[ReportPictures, Attachment]:
    """One rendered page, and what is shown of it."""
    seen = ReportPages((PagePicture(1, name * 64, f"{name}.png", 8, 8),), 1, "browser")
    return ReportPictures(pages=seen), Attachment(f"{name}.png", name * 64)


def pictured(asker: object, own: str, other: str) -> Context:
    """A report and a rival, each with one page."""
    (seen, shown), (rivals, rival_shown) = page(own), page(other)
    rival = Rival(f"system {other}", "t", parse_report("Rents fell."), rivals)
    context = built(REPORT, asker, [rival])
    submission = replace(context.submission, pictures=seen)
    pictures = {page_of_report(1): shown, page_of_report(1, rival.system): rival_shown}
    return replace(context, submission=submission, pictures=pictures)


def test_a_pair_is_asked_once_in_each_order_and_counts_for_both_sides() -> None:
    """The judge likes page a: a wins 100, b 0; both reports put the very same two asks."""
    panel = Panel(prefer=lambda ask: sides(FIRST if ask.first[0].path == "a.png" else SECOND))
    one, other = (evaluated(pictured(panel, *names)) for names in ("ab", "ba"))
    asked = [a.identity() for a in panel.asked if isinstance(a, PagePreferenceAsk)]

    assert value(one.scores["kdr.win_rate"]) == 100.0
    assert value(other.scores["kdr.win_rate"]) == 0.0
    assert (len(asked), len(set(asked))) == (4, 2)


def test_a_judge_that_favors_a_place_ties_and_is_told() -> None:
    """First, whatever is shown: 50, all of it flips."""
    found = evaluated(pictured(Panel(prefer=lambda _: sides(FIRST)), "a", "b"))

    assert value(found.scores["kdr.win_rate"]) == 50.0
    assert value(found.scores["kdr.win_rate.flips"]) == 1.0


def test_pages_go_to_who_sees_without_names() -> None:
    """The ask is for the vision role, attaches both, and says neither system's name."""
    panel = Panel()
    evaluated(pictured(panel, "a", "b"))
    ask = next(a for a in panel.asked if isinstance(a, PagePreferenceAsk))
    words = "\n".join(part.text for part in ask.prompt())

    assert ask.role is Role.VISION
    assert [a.path for a in ask.attachments()] == ["a.png", "b.png"]
    assert "system b" not in words
    assert "Pictures 1 to 1 are the first report, 2 to 2 the second." in words


def test_without_pages_or_eyes_it_is_not_assessed() -> None:
    """Nothing rendered: nothing asked. Rules: they do not see."""
    panel = Panel()
    rival = Rival("r", "t", parse_report("Rents fell."))
    unseen = evaluated(built(REPORT, panel, [rival])).scores["kdr.win_rate"]
    by_rule = evaluated(pictured(Roles(), "a", "b")).scores["kdr.win_rate"]

    assert not any(isinstance(a, PagePreferenceAsk) for a in panel.asked)
    for found in (unseen, by_rule):
        assert isinstance(found, Undefined)
        assert found.reason is Reason.NOT_ASSESSED


@pytest.mark.parametrize("blank", ["report", "rival"])
def test_a_pair_of_which_one_has_no_pages_is_not_asked(blank: str) -> None:
    """Whichever of both; it says why there are none."""
    panel = Panel()
    context = pictured(panel, "a", "b")
    none = ReportPictures(pages=ReportPages(why_none="no browser"))
    submission = context.submission
    if blank == "report":
        submission = replace(submission, pictures=none)
    else:
        rivals = tuple(replace(r, pictures=none) for r in submission.rivals)
        submission = replace(submission, rivals=rivals)
    found = evaluated(replace(context, submission=submission))
    tally = found.tallies["kdr.win_rate"]
    assert isinstance(tally, PairsTally)

    assert not any(isinstance(a, PagePreferenceAsk) for a in panel.asked)
    assert tally.pairs[0].report_first.why == "no browser"
    assert tally.pairs[0].asks == ()


def test_pages_are_asked_about_in_the_tasks_language() -> None:
    """Its own, else that of the question."""
    for language, own, query in (("de", "de", "租金如何变化？"), ("zh", "", "租金如何变化？")):
        panel = Panel()
        context = pictured(panel, "a", "b")
        task = msgspec.structs.replace(TASK, language=own, query=Query(query))
        evaluated(replace(context, task=task))
        ask = next(a for a in panel.asked if isinstance(a, PagePreferenceAsk))

        assert ask.language == language


# ---- the rules ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("point", "c", "u"),
    [
        ("Rents in Arvo rose by 12 percent in 2021.", ALL, ENTAILS),
        ("Rents in Arvo rose by 17 percent in 2021.", ALL, AGAINST),
        ("Many new trams run along the river at night.", NOT, AGAINST),
    ],
)
def test_the_rules_find_a_point_its_figures_and_its_clash(
    point: str, c: Coverage, u: Supportiveness
) -> None:
    """Said as it is; said with another number; not said."""
    task = Task(
        "t", TASK.query, "en", gold=Gold(main_conclusion="x", key_points=(KeyPoint("k", point),))
    )
    found = evaluated(replace(built(REPORT, Roles()), task=task))
    answers = [e.answer for e in found.asked if isinstance(e.ask, KeyPointAsk)]
    assert isinstance(answers[0], Answer)

    assert answers[0].value == KeyPointVerdict(c, u)
    assert bool(answers[0].quotes) is (c is not NOT)


def test_the_rules_read_chinese() -> None:
    """A point that is said, with its place; one that is not."""
    text = "# 报告\n\n2021年阿沃市租金上涨了百分之十二[1]。当地工资没有变化。\n"
    told = ("2021年阿沃市租金上涨了百分之十二。", "夜间有许多新电车沿河行驶。")
    gold = Gold(
        main_conclusion="租金上涨。",
        key_points=tuple(KeyPoint(f"k{n}", t) for n, t in enumerate(told)),
    )
    task = Task("t", Query("租金如何变化？"), "zh", gold=gold)
    found = evaluated(replace(built(text, Roles()), task=task))
    tally = found.tallies["kdr.key_point_coverage"]
    assert isinstance(tally, KeyPointsTally)

    assert [(p.c, p.u) for p in tally.points] == [(1.0, 1.0), (0.0, 0.0)]
    assert "租金上涨了百分之十二" in tally.points[0].quotes[0].text
