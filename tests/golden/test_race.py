"""RACE's equations by hand, from marks and from reports, with the code's flaws absent.

They are counted here in their order: 1 the weights W_d of the dimensions, 2 the weighted marks T_d
and R_d of a dimension and their sums T and R, 3 a report's share of both.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import msgspec
import pytest

from tests.golden.race_built import (
    COMP,
    FOL,
    INS,
    READ,
    TIMEOUT,
    Given,
    four,
    lost,
    part,
    tally,
)
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Role
from veridical.checks.criteria import Criteria, CriteriaAsk, Criterion
from veridical.checks.criterion_marks import Marks, MarksAsk
from veridical.checks.dimension_weights import DimensionWeights, DimensionWeightsAsk
from veridical.checks.dimensions import Dimension
from veridical.errors import ConfigError, InputError
from veridical.measure import STAND_IN, Context, Rival, Submission
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.race import position, score, totals
from veridical.methods.race.article import article
from veridical.methods.race.method import race
from veridical.methods.race.rubric import WeightDraw
from veridical.methods.race.settings import Settings
from veridical.methods.race.sums import Orders
from veridical.methods.race.tally import MarkedDimension, RaceTally
from veridical.report import parse_report
from veridical.respondents import Roles
from veridical.score import Bounds, Measured, Reason, Undefined
from veridical.stats.summary import summarize
from veridical.task import Query, Task

SHARED = Path(__file__).parents[3] / "shared" / "data" / "deepresearch_bench"


# ---- equations, from marks ------------------------------------------------------------------


def test_race_eq3_overall_is_the_share_of_weighted_totals() -> None:
    """W = .3 .4 .2 .1; T = .3·8 + .4·6 + .2·9 + .1·7 = 7.3, R = .3·6 + .4·8 + .2·9 + .1·5 = 7.3.

    Parity is 7.3 / 14.6 = 0.5, though the mean of the dimensions' own shares is not.
    """
    marks = {COMP: (8, 6), INS: (6, 8), FOL: (9, 9), READ: (7, 5)}
    t = tally(
        *(part(d, (1.0, marks[d], None)) for d in Dimension),
        draws=[WeightDraw((0.3, 0.4, 0.2, 0.1))],
    )
    found = score.overall(t)
    shares = [score.dimension(t, name=d) for d in Dimension]

    assert isinstance(found, Measured)
    assert (found.value, found.n) == (pytest.approx(0.5), 4)
    # 8/14, 6/14, 9/18, 7/12
    assert [s.value for s in shares if isinstance(s, Measured)] == pytest.approx(
        [4 / 7, 3 / 7, 0.5, 7 / 12]
    )


def test_race_eq2_a_dimension_is_the_share_of_weighted_marks() -> None:
    """T_d = .7·8 + .3·2 = 6.2, R_d = .7·6 + .3·9 = 6.9: 6.2 / 13.1 = 0.4733."""
    t = tally(part(COMP, (0.7, (8, 6), None), (0.3, (2, 9), None)))

    found = score.dimension(t, name=COMP)
    assert isinstance(found, Measured)
    assert found.value == pytest.approx(6.2 / 13.1)


def test_race_eq1_the_weights_of_dimensions_are_the_mean_of_the_drawings() -> None:
    """(.2+.4)/2 = .3, (.5+.3)/2 = .4, .2, .1; T = .3·10 = 3, R = .4·10 = 4: 3/7."""
    draws = [WeightDraw((0.2, 0.5, 0.2, 0.1)), WeightDraw((0.4, 0.3, 0.2, 0.1))]
    marks = {COMP: (10, 0), INS: (0, 10), FOL: (0, 0), READ: (0, 0)}
    t = tally(*(part(d, (1.0, marks[d], None)) for d in Dimension), draws=draws)

    found = score.overall(t)
    assert isinstance(found, Measured)
    assert found.value == pytest.approx(3 / 7)


def test_race_eq3_both_orders_count_with_their_mean() -> None:
    """Target first 8:4, reference first 6:6; the mean is 7:5. As published 8/12."""
    t = tally(*(part(d, (1.0, (8, 4), (6, 6))) for d in Dimension))

    both, first = score.overall(t), score.overall(t, orders=Orders.TARGET_FIRST)
    assert isinstance(both, Measured)
    assert isinstance(first, Measured)
    assert (both.value, first.value) == (pytest.approx(7 / 12), pytest.approx(8 / 12))


def test_position_counts_flips_and_moved_marks() -> None:
    """Leads 4 → −2 (a flip, moved 6/2), 1 → 1, 2 → 0 (no flip, moved 1): 1/3 and 4/3."""
    t = tally(part(COMP, (0.5, (8, 4), (5, 7)), (0.3, (6, 5), (6, 5)), (0.2, (5, 3), (4, 4))))

    flips, moved = position.flips(t), position.difference(t)
    assert flips == Measured(1 / 3, 3)
    assert isinstance(moved, Measured)
    assert moved.value == pytest.approx(4 / 3)


def test_position_needs_both_orders() -> None:
    """One of two has both: 0 of 1, at worst 1 of 2; no criterion with both is no number."""
    t = tally(part(COMP, (0.5, (8, 4), (8, 4)), (0.5, (8, 4), TIMEOUT)))
    none = tally(part(COMP, (1.0, (8, 4), TIMEOUT)))

    assert position.flips(t) == Measured(0.0, 1, lost(TIMEOUT), Bounds(0.5, 0.0))
    assert position.difference(t) == Measured(0.0, 1, lost(TIMEOUT), Bounds(5.0, 0.0))
    assert isinstance(position.flips(none), Undefined)
    assert isinstance(position.difference(none), Undefined)


def test_all_zero_is_a_number_in_the_published_total_alone() -> None:
    """0 / 0: the code prints 0."""
    t = tally(*four((0, 0)))
    found = score.overall(t)
    first = score.overall(t, orders=Orders.TARGET_FIRST)
    card = {"race.overall": found, "race.overall.target_first": first}

    assert isinstance(found, Undefined)
    assert found.detail == score.BOTH_ZERO
    assert totals.published(card) == Measured(0.0, 0, bounds=Bounds(0.0, 0.0))
    assert totals.measured(card) == found


def test_the_published_total_is_that_of_one_order() -> None:
    """8/12 where the target is shown first; over both orders 7/12."""
    t = tally(*(part(d, (1.0, (8, 4), (6, 6))) for d in Dimension))
    card = {
        "race.overall": score.overall(t),
        "race.overall.target_first": score.overall(t, orders=Orders.TARGET_FIRST),
    }
    published, measured = totals.published(card), totals.measured(card)

    assert isinstance(published, Measured)
    assert isinstance(measured, Measured)
    assert (published.value, measured.value) == (pytest.approx(8 / 12), pytest.approx(7 / 12))


# ---- the code's flaws, absent (numbers as in the list of its defects) ------------------------


def test_2_an_omitted_criterion_is_missing_with_bounds() -> None:
    """Weights .3 .7; the first is left out, the second is 5.6:4.4.

    The code: 0.56, and says nothing. Here 0.56 over what is there, one missing; at worst the
    first is 0:10, (.7·5.6) / (.7·5.6 + .3·10 + .7·4.4) = 3.92/10; at best 10:0, 6.92/10.
    """
    t = tally(part(COMP, (0.3, TIMEOUT, None), (0.7, (5.6, 4.4), None)))
    found = score.dimension(t, name=COMP)

    assert isinstance(found, Measured)
    assert (found.value, found.n, found.missing) == (pytest.approx(0.56), 1, lost(TIMEOUT))
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == pytest.approx((0.392, 0.692))


def test_2_a_dimension_without_marks_is_no_zero() -> None:
    """The code: an empty list is 0 for both. Here no number, and anything is possible."""
    parts = [*four((6, 4))[:3], MarkedDimension(READ, (), Reason.UNREADABLE)]
    t = tally(*parts)

    found = score.overall(t)
    assert isinstance(found, Undefined)
    assert found.missing == lost(Reason.UNREADABLE)
    # T = .75·6 + .25·{0, 10}, R = .75·4 + .25·{10, 0}
    assert found.bounds == Bounds(4.5 / 10, 7.0 / 10)
    assert score.dimension(t, name=READ).bounds == Bounds(0.0, 1.0)  # type: ignore[union-attr]


@pytest.mark.parametrize("place", [0, 1], ids=["in another item", "in the last item"])
def test_3_a_missing_mark_is_not_0(place: int) -> None:
    """4:8 and 4:8, one of them lost. The code: 0.606 or 0.667. Here 4/12, with one missing."""
    given: list[Given] = [(4, 8), (4, 8)]
    given[place] = TIMEOUT
    t = tally(part(COMP, *((0.5, one, None) for one in given)))
    found = score.dimension(t, name=COMP)

    assert isinstance(found, Measured)
    assert (found.value, found.missing) == (pytest.approx(1 / 3), lost(TIMEOUT))


def test_3_a_mark_outside_the_scale_is_none() -> None:
    """The code takes 90:10 for 0.9 of a criterion; half a mark alone does not stand either."""
    for said in ({"first": 90, "second": 10}, {"first": 8}, {"first": -1, "second": 3}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(said, Marks)


def test_3_criteria_are_told_apart_by_their_ids() -> None:
    """The code lets the criterion "a" take the weight of the first that holds an "a"."""
    written: Written = {COMP: [("a clear plan", 0.9), ("a", 0.1)]}
    asker = Panel(written, lambda ask: (10, 0) if ask.criterion == "a" else (0, 10))
    found = evaluated(asker).scores["race.comprehensiveness"]

    # only the criterion of weight .1 is the target's
    assert isinstance(found, Measured)
    assert found.value == pytest.approx(0.1)


def test_4_two_criteria_with_the_same_words_are_two() -> None:
    """Nothing is paired by position or by words: each ask names its criterion."""
    asker = Panel({COMP: [("plan", 0.5), ("plan", 0.5)]}, lambda _: (6, 4))
    evaluated(asker)
    asked = {ask.id for ask in asker.marks if ask.id.startswith(COMP)}

    assert asked == {"comprehensiveness-1", "comprehensiveness-2"}


def test_1_the_reports_change_places() -> None:
    """The code shows the target first always; a judge that favors a place is seen through."""
    asker = Panel({}, lambda _: (8, 6), is_by_place=True)
    found = evaluated(asker)
    overall, first = (found.scores[n] for n in ("race.overall", "race.overall.target_first"))

    assert isinstance(overall, Measured)
    assert isinstance(first, Measured)
    assert (overall.value, first.value) == (pytest.approx(0.5), pytest.approx(8 / 14))
    assert found.scores["race.position.flips"] == Measured(1.0, 4)
    assert found.scores["race.position.difference"] == Measured(2.0, 4)


def test_5_nothing_is_rewritten_and_nothing_is_cut() -> None:
    """The code has a model rewrite each article and takes a cut reply for whole."""
    asker = Panel({}, lambda _: (6, 4))
    long = " ".join(f"Sentence number {n} floats [1]." for n in range(3000))
    evaluated(asker, long + "\n\n## References\n\n[1] https://a.org/x\n")

    assert {type(ask) for ask in asker.asked} == {DimensionWeightsAsk, CriteriaAsk, MarksAsk}
    shown = asker.marks[0].first + asker.marks[0].second
    assert all(f"Sentence number {n} floats." in shown for n in (0, 1499, 2999))
    assert "[1]" not in shown
    assert "a.org" not in shown


@pytest.mark.parametrize(("language", "word"), [("en", "grade"), ("zh", "打分")])
def test_5_the_prompt_is_in_the_language_of_the_query(language: str, word: str) -> None:
    """The code cleans English articles under the Chinese instruction; what is said is kept."""
    asker = Panel({}, lambda _: (6, 4))
    evaluated(asker, "# 冰\n\n冰浮在水上[1]。", language=language)
    prompt = " ".join(p.text for p in asker.marks[0].prompt() if not p.untrusted)

    assert word in prompt
    assert {ask.language for ask in asker.marks} == {language}


def test_6_a_lost_report_stays_in_the_tables() -> None:
    """The code drops it from file and mean."""
    found = evaluated(Panel({}, lambda _: TIMEOUT))

    overall = found.scores["race.overall"]
    assert isinstance(overall, Undefined)
    assert (overall.reason, overall.missing.total) == (TIMEOUT, 4)
    assert overall.bounds == Bounds(0.0, 1.0)
    assert found.totals["published"] == found.scores["race.overall.target_first"]


def test_7_a_lost_dimension_is_told() -> None:
    """The code leaves a dimension out that never validates."""
    asker = Panel({INS: TIMEOUT}, lambda _: (6, 4))
    found = evaluated(asker).scores

    assert isinstance(found["race.insight"], Undefined)
    assert isinstance(found["race.overall"], Undefined)
    assert isinstance(found["race.readability"], Measured)


# ---- rubrics --------------------------------------------------------------------------------


def test_weights_are_drawn_five_times_by_the_examiner() -> None:
    """Each drawing its own, of the query alone."""
    asker = Panel({}, lambda _: (6, 4))
    evaluated(asker)
    drawn = [d.index for a, d in asker.log if isinstance(a, DimensionWeightsAsk)]

    assert sorted(drawn) == [0, 1, 2, 3, 4]
    assert {a.role for a in asker.asked if not isinstance(a, MarksAsk)} == {Role.EXAMINER}
    assert {a.role for a in asker.marks} == {Role.JUDGE}


def test_a_missing_drawing_is_counted_and_bounds_what_it_could_be() -> None:
    """One of two came: all weight on the first dimension (8:2). The other may lie anywhere.

    With all of it on one of the others (2:8): T = 5, R = 5.
    """
    parts = [
        part(COMP, (1.0, (8, 2), None)),
        *(part(d, (1.0, (2, 8), None)) for d in (INS, FOL, READ)),
    ]
    t = tally(*parts, draws=[WeightDraw((1.0, 0.0, 0.0, 0.0)), WeightDraw(None, TIMEOUT)])
    found = score.overall(t)

    assert isinstance(found, Measured)
    assert (found.value, found.missing) == (pytest.approx(0.8), lost(TIMEOUT))
    assert found.bounds == Bounds(0.5, 0.8)


def test_without_any_drawing_there_is_no_overall_score() -> None:
    """No weights are made up; a dimension's own score needs none."""
    t = tally(*four((6, 4)), draws=[WeightDraw(None, TIMEOUT)])

    found = score.overall(t)
    assert isinstance(found, Undefined)
    assert (found.detail, found.bounds) == (score.NO_WEIGHTS, Bounds(0.6, 0.6))
    assert isinstance(score.dimension(t, name=COMP), Measured)


def test_the_rubric_is_the_same_for_all_systems() -> None:
    """Asks of the examiner hold nothing of a report."""
    one, other = Panel({}, lambda _: (6, 4)), Panel({}, lambda _: (6, 4))
    evaluated(one, "Ice floats.")
    evaluated(other, "Iron sinks, and so does lead.")
    rubrics = [{a.identity() for a in p.asked if not isinstance(a, MarksAsk)} for p in (one, other)]

    assert rubrics[0] == rubrics[1]
    assert len(rubrics[0]) == 5


def test_weights_of_criteria_are_normalized() -> None:
    """.5 and .49 within what writing allows: 50/99 and 49/99."""
    asker = Panel(
        {COMP: [("one", 0.5), ("two", 0.49)]},
        lambda ask: (10, 0) if ask.criterion == "one" else (0, 10),
    )
    found = evaluated(asker).scores["race.comprehensiveness"]

    assert isinstance(found, Measured)
    assert found.value == pytest.approx(50 / 99)


def line(query: str = "Why does ice float?", **changed: object) -> str:
    """A published rubric."""
    weight = {"comprehensiveness": 0.3, "insight": 0.4, "instruction_following": 0.2}
    criteria = [
        {"criterion": "one", "explanation": "x", "weight": 0.75},
        {"criterion": "two", "explanation": "y", "weight": 0.25},
    ]
    rubric: dict[str, object] = {
        "id": "1",
        "prompt": query,
        "dimension_weight": {**weight, "readability": 0.1},
        "criterions": {d.value: criteria for d in Dimension},
    }
    return json.dumps(rubric | changed)


def test_a_published_rubric_is_read_and_the_examiner_is_not_asked(tmp_path: Path) -> None:
    """Found by the words of the query, whatever its number."""
    path = tmp_path / "criteria.jsonl"
    path.write_text(line("Another?") + "\n" + line() + "\n", "utf-8")
    asker = Panel({}, lambda ask: (8, 2) if ask.criterion == "one" else (2, 8))
    found = evaluated(asker, settings=Settings(rubrics=str(path)))

    overall = found.scores["race.overall"]
    assert {type(ask) for ask in asker.asked} == {MarksAsk}
    # T = .75·8 + .25·2 = 6.5 of 10 in every dimension
    assert isinstance(overall, Measured)
    assert (overall.value, overall.n) == (pytest.approx(0.65), 8)


def test_a_query_without_a_published_rubric_has_no_score(tmp_path: Path) -> None:
    """None is made up."""
    path = tmp_path / "criteria.jsonl"
    path.write_text(line("Another?"), "utf-8")
    found = evaluated(Panel({}, lambda _: (6, 4)), settings=Settings(rubrics=str(path)))

    overall = found.scores["race.overall"]
    assert isinstance(overall, Undefined)
    assert overall.reason is Reason.NO_GOLD


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        line(criterions={}),
        line(dimension_weight={"insight": 1}),
        line(criterions={d.value: [{"criterion": "x", "explanation": "", "weight": 0.5}]
                         for d in Dimension}),
    ],
    ids=["no JSON", "no criteria", "no weights", "half a weight"],
)  # fmt: skip
def test_what_is_no_rubric_is_refused(bad: str, tmp_path: Path) -> None:
    """With the line it stands in."""
    path = tmp_path / "criteria.jsonl"
    path.write_text(line() + "\n" + bad, "utf-8")

    with pytest.raises(InputError, match=r"line 2\b.*: is no rubric"):
        evaluated(Panel({}, lambda _: (6, 4)), settings=Settings(rubrics=str(path)))


def test_a_run_never_goes_on_with_another_file_of_rubrics(tmp_path: Path) -> None:
    """The hash is recorded with the settings."""
    path = tmp_path / "criteria.jsonl"
    path.write_text(line(), "utf-8")
    method = race(Settings(rubrics=str(path)))
    path.write_text(line() + "\n", "utf-8")

    assert method.settings["rubrics_sha256"]
    with pytest.raises(InputError, match="is not the file of rubrics"):
        asyncio.run(evaluate_submission(method, context(Panel({}, lambda _: (6, 4)))))


@pytest.mark.parametrize(("draws", "rubrics"), [(0, ""), (5, "nowhere/at/all")])
def test_settings_that_mean_nothing_are_refused(draws: int, rubrics: str) -> None:
    """At once."""
    with pytest.raises((ConfigError, InputError)):
        race(Settings(draws=draws, rubrics=rubrics))


# ---- reports --------------------------------------------------------------------------------


def test_without_a_reference_nothing_is_asked() -> None:
    """No stand-in is made up."""
    asker = Panel({}, lambda _: (6, 4))
    bare = context(asker)
    bare = replace(bare, submission=replace(bare.submission, rival=None))
    found = asyncio.run(evaluate_submission(race(), bare))

    assert asker.asked == []
    overall = found.scores["race.overall"]
    assert isinstance(overall, Undefined)
    assert overall.reason is Reason.NO_GOLD


def test_the_reference_itself_has_no_score() -> None:
    """The same words on the same task: 0.5 by definition, which measures nothing."""
    asker = Panel({}, lambda _: (6, 4))
    found = evaluated(asker, "Ice sinks.")

    overall = found.scores["race.overall"]
    assert asker.asked == []
    assert isinstance(overall, Undefined)
    assert overall.reason is Reason.NOTHING_TO_CHECK


def test_a_stand_in_is_named_wherever_the_number_is() -> None:
    """Both totals say it."""
    assert all("stand-in" in t.convention for t in race(Settings(rival=STAND_IN)).totals)
    assert not any("stand-in" in t.convention for t in race(Settings(rival="r")).totals)


def test_what_is_marked_is_what_the_report_says() -> None:
    """Headings, statements, tables, code and pictures stay; markers, links, entries go."""
    text = (
        "# Ice\n\nIce floats [1]. See [a paper](https://a.org/x).\n\n- It melts [1][2]\n\n"
        "| what | at |\n|---|---|\n| ice [1] | 0 °C |\n\n```\nx = 1\n```\n\n![A floe](f.png)\n\n"
        "## References\n\n[1] On ice. https://a.org/x\n[2] On heat. https://b.org\n"
    )
    assert article(parse_report(text.encode())) == (
        "# Ice\n\nIce floats. See a paper.\n\n- It melts\n\n| what | at |\n| ice | 0 °C |\n\n"
        "x = 1\n\n[picture: A floe]"
    )


def test_real_reports_are_cleaned_as_their_authors_cleaned_them() -> None:
    """No marker left, and all but a few of the words of the published cleaned articles."""
    raw, cleaned = (
        {str(r["id"]): r["article"] for r in rows(f"reports_claude_3_7{kind}.jsonl")}
        for kind in ("", "_cleaned")
    )
    for id_ in ("1", "7", "22", "56"):
        own = article(parse_report(raw[id_].encode(), format="markdown"))
        words = re.findall(r"\w\w", cleaned[id_])
        kept = sum(w in own for w in words)

        assert "https://" not in own
        assert "[1]" not in own
        assert kept >= 0.99 * len(words)


def rows(name: str) -> list[dict[str, str]]:
    """A file of the published data; skips where it is absent."""
    if not (SHARED / name).exists():
        pytest.skip(f"no ../shared/data/deepresearch_bench/{name}")
    text = (SHARED / name).read_text("utf-8")
    return [json.loads(found) for found in text.split("\n") if found]


def shared(share: float) -> RaceTally:
    """Marks of which a report has this share, in every dimension."""
    return tally(*four((10 * share, 10 * (1 - share))))


def test_race_eq3_the_published_means_recompute_exactly() -> None:
    """Of the 100 results that are shipped beside the code: 0.4110 0.4051 0.4621 0.4172 0.4218."""
    found = rows("race_results_claude.jsonl")
    # marks of 10·S and 10·(1 − S) are the share S, of a dimension and, alike in all, of the whole
    shares = [
        [score.dimension(shared(float(r[d.value])), name=d) for r in found] for d in Dimension
    ]
    shares.append([score.overall(shared(float(r["overall_score"]))) for r in found])
    means = [round(summarize(s, scale=Bounds(0, 1)).mean or 0.0, 4) for s in shares]

    assert (len(found), means) == (100, [0.4110, 0.4051, 0.4621, 0.4172, 0.4218])


def test_all_published_rubrics_are_read() -> None:
    """100 queries, 2,517 criteria, 21 to 31 a query."""
    queries = [r["prompt"] for r in rows("criteria.jsonl")]
    settings = Settings(rubrics=str(SHARED / "criteria.jsonl"))
    from veridical.methods.race.published import published_rubric

    counts = []
    for query in queries:
        rubric = published_rubric(settings, query)
        assert rubric is not None
        counts.append(sum(len(cast("tuple[object, ...]", c)) for c in rubric.criteria.values()))

    assert (len(counts), sum(counts), min(counts), max(counts)) == (100, 2517, 21, 31)


# ---- askers and contexts ---------------------------------------------------------------------

Judged = Callable[[MarksAsk], tuple[float, float] | Reason]
Written = Mapping[Dimension, "list[tuple[str, float]] | Reason"]


@dataclass
class Panel:
    """An examiner whose rubric is written down, and a judge who marks target and reference.

    Attributes:
        written: criteria with weights by dimension; one criterion where nothing is said.
        judge: marks of target and reference, or of first and second.
        is_by_place: whether the judge looks at the place alone.
    """

    written: Written
    judge: Judged
    is_by_place: bool = False
    log: list[tuple[Ask[object], Draw]] = field(default_factory=list)

    @property
    def asked(self) -> list[Ask[object]]:
        """Every ask that was put."""
        return [ask for ask, _ in self.log]

    @property
    def marks(self) -> list[MarksAsk]:
        """Those for marks."""
        return [ask for ask in self.asked if isinstance(ask, MarksAsk)]

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """As it is written."""
        self.log.append((ask, draw))
        if isinstance(ask, DimensionWeightsAsk):
            return Answer(DimensionWeights(0.25, 0.25, 0.25, 0.25))
        if isinstance(ask, CriteriaAsk):
            return self._criteria(ask.dimension)
        assert isinstance(ask, MarksAsk)
        given = self.judge(ask)
        if isinstance(given, Reason):
            return NoVerdict(given)
        is_turned = ask.first == REFERENCE and not self.is_by_place
        return Answer(Marks(*reversed(given)) if is_turned else Marks(*given))

    def _criteria(self, dimension: Dimension) -> Answer[object] | NoVerdict:
        found = self.written.get(dimension, [("whole", 1.0)])
        if isinstance(found, Reason):
            return NoVerdict(found)
        return Answer(Criteria(tuple(Criterion(name, "", w) for name, w in found)))


REFERENCE = "Ice sinks."


def context(asker: Panel, text: str = "Ice floats.", language: str = "en") -> Context:
    """A report beside the reference."""
    rival = Rival("r", "t", parse_report(REFERENCE.encode()))
    own = Submission("s", "t", parse_report(text.encode()), rival=rival)
    return Context(Task("t", Query("Why does ice float?"), language), own, {}, asker)  # type: ignore[arg-type]


def evaluated(
    asker: Panel,
    text: str = "Ice floats.",
    language: str = "en",
    settings: Settings = Settings(),  # noqa: B008 - frozen
) -> Evaluation:
    """The report scored."""
    return asyncio.run(evaluate_submission(race(settings), context(asker, text, language)))


def test_reports_under_way_together_keep_their_own_tallies() -> None:
    """Twenty at a time: each is marked once, and by its own words."""
    asker = Panel({}, lambda ask: (6, 4) if "Ice 7 floats." in (ask.first, ask.second) else (4, 6))
    method = race()

    async def all_of_them() -> list[Evaluation]:
        contexts = [context(asker, f"Ice {n} floats.") for n in range(20)]
        return await asyncio.gather(*(evaluate_submission(method, c) for c in contexts))

    found = [one.scores["race.overall"] for one in asyncio.run(all_of_them())]
    values = [one.value for one in found if isinstance(one, Measured)]

    assert values == pytest.approx([0.6 if n == 7 else 0.4 for n in range(20)])


def test_by_rule_a_real_report_outdoes_one_on_another_query() -> None:
    """Beside the stand-in, each real report is ahead by the published rubric of its own query."""
    raw = {str(r["id"]): r["article"] for r in rows("reports_claude_3_7.jsonl")}
    queries = {str(r["id"]): r["prompt"] for r in rows("query.jsonl")}
    method = race(Settings(rubrics=str(SHARED / "criteria.jsonl"), rival=STAND_IN))
    parsed = {n: parse_report(raw[n].encode(), format="markdown") for n in ("7", "22", "57", "71")}
    for own, other, language in (("7", "22", "zh"), ("57", "71", "en")):
        task = Task(own, Query(queries[own]), language)
        beside = Submission("s", own, parsed[own], rival=Rival("s", other, parsed[other]))
        found = asyncio.run(evaluate_submission(method, Context(task, beside, {}, Roles())))
        overall = found.scores["race.overall"]

        assert isinstance(overall, Measured)
        assert overall.value > 0.52
        assert found.scores["race.position.flips"] == Measured(0.0, overall.n)
