"""DeepResearchEval's adaptive quality, worked out by hand (arXiv:2601.09688), its flaws absent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.golden.quality_built import (
    CLARITY,
    COVERAGE,
    INSIGHT,
    TIMEOUT,
    WORKED,
    side,
    value,
)
from tests.marking_model import replying
from tests.scripted_server import Act, Script, ScriptedServer, Seen
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Role
from veridical.checks.criteria import Criteria, Criterion
from veridical.checks.quality_sides import General, Side, general_sides
from veridical.checks.side_criteria import SideCriteriaAsk
from veridical.checks.side_marks import SideMark, SideMarkAsk
from veridical.checks.side_weights import SideWeight, SideWeights, SideWeightsAsk
from veridical.checks.task_sides import TaskSide, TaskSides, TaskSidesAsk
from veridical.errors import InputError
from veridical.ledger import open_ledger
from veridical.measure import Context, Submission
from veridical.methods.deepresearcheval import quality, totals
from veridical.methods.deepresearcheval.method import deepresearcheval
from veridical.methods.deepresearcheval.quality_collect import NO_RUBRIC, SAYS_NOTHING
from veridical.methods.deepresearcheval.quality_line import quality_line
from veridical.methods.deepresearcheval.quality_tally import (
    QualityTally,
)
from veridical.methods.deepresearcheval.settings import Part, Settings
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.models.endpoint import Endpoint
from veridical.report import parse_report
from veridical.respondents import Roles
from veridical.runs.bound import bound
from veridical.runs.settings import Binding
from veridical.runs.settings import Settings as Models
from veridical.score import Bounds, Measured, Missing, Reason, Undefined
from veridical.stats.summary import pooled as over_items
from veridical.stats.summary import summarize
from veridical.task import Query, Task

NAME = "deepresearcheval.quality"
SCALE = Bounds(0.0, 10.0)


# ---- equations, from marks ------------------------------------------------------------------


def test_eq_dimension_is_the_weighted_mean_of_its_marks() -> None:
    """4 + 1.95 + 1.45 = 7.40; 3 + 3 = 6."""
    found = [value(quality.dimension(WORKED, name=d)) for d in General]

    assert found == pytest.approx([7.4, 6.0, 9.0, 8.0])


def test_eq_total_is_the_weighted_sum_of_all_dimensions() -> None:
    """.25·7.4 + .2·6 + .15·9 + .1·8 + .2·4.6 + .1·7 = 1.85+1.2+1.35+.8+.92+.7 = 6.82."""
    found = quality.total(WORKED)

    assert isinstance(found, Measured)
    assert (found.value, found.n) == (pytest.approx(6.82), 11)


def test_eq_general_is_the_plain_mean_of_four() -> None:
    """(7.4 + 6 + 9 + 8) / 4 = 7.6; the weights of the dimensions are no part of it."""
    assert value(quality.general(WORKED)) == pytest.approx(7.6)


def test_eq_task_specific_is_the_plain_mean_of_the_tasks_own() -> None:
    """(4.6 + 7) / 2 = 5.8."""
    assert value(quality.task_specific(WORKED)) == pytest.approx(5.8)


def test_eq_gap_is_general_less_task_specific() -> None:
    """7.6 − 5.8 = 1.8: the report does worse where the task asks for more."""
    assert value(quality.gap(WORKED)) == pytest.approx(1.8)


def test_eq_task_specific_pooled_weighs_dimensions_not_reports() -> None:
    """Own dimensions 4.6 and 7 of one report, 9 of another: 20.6 / 3 = 6.867; reports: 7.4."""
    other = QualityTally((*WORKED.sides[:4], side("task-1", 0.3, (1.0, 9.0))))
    pooled = [quality.pooled_task_specific(t) for t in (WORKED, other)]
    means = [quality.task_specific(t) for t in (WORKED, other)]
    weights = [s.n for s in pooled if isinstance(s, Measured)]

    assert weights == [2, 1]
    assert over_items(pooled, scale=SCALE).mean == pytest.approx(20.6 / 3)
    assert summarize(means, scale=SCALE).mean == pytest.approx(7.4)


def test_eq_task_specific_pooled_counts_dimensions_that_lack_a_mark() -> None:
    """6 whole, 4 with half its marks lost: 6 alone, between 6/2 and 16/2; over two reports too."""
    own = side("task-1", 0.5, (1.0, 6.0)), side("task-2", 0.5, (0.5, 4.0), (0.5, TIMEOUT))
    found = quality.pooled_task_specific(QualityTally(own))

    assert found == Measured(6.0, 1, Missing.of([TIMEOUT]), Bounds(3.0, 8.0))
    both = over_items([found, quality.pooled_task_specific(QualityTally(own[:1]))], scale=SCALE)
    # 12 of two whole ones; (3·2 + 6) / 3 and (8·2 + 6) / 3 with the third
    assert (both.mean, both.bounds) == (6.0, Bounds(4.0, 22 / 3))


def test_weights_of_criteria_without_marks_are_normalized_with_bounds() -> None:
    """.5·8 + .2·7.25 over .7 = 7.786; the lost .3 at 0: 5.45, at 10: 8.45."""
    t = QualityTally((side(COVERAGE, 1.0, (0.5, 8.0), (0.3, TIMEOUT), (0.2, 7.25)),))
    found = quality.dimension(t, name=COVERAGE)

    assert isinstance(found, Measured)
    assert (found.value, found.n) == (pytest.approx(5.45 / 0.7), 2)
    assert found.missing == Missing.of([TIMEOUT])
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == pytest.approx((5.45, 8.45))


def test_a_gap_with_a_lost_mark_has_bounds_of_both_sides() -> None:
    """General 6 to 6; own .5·4 = 2 to 7, mean of the known 4: gap 2, between 4 and −1."""
    sides = [side(d, 0.2, (1.0, 6.0)) for d in General]
    t = QualityTally((*sides, side("task-1", 0.2, (0.5, 4.0), (0.5, TIMEOUT))))
    found = quality.gap(t)

    assert isinstance(found, Measured)
    assert (found.value, found.bounds) == (pytest.approx(2.0), Bounds(4.0, -1.0))


def test_without_weights_there_is_no_total_but_every_dimension() -> None:
    """No equal weights are made up: the total lies between its lowest and highest dimension."""
    sides = [side(d, None, (1.0, m)) for d, m in zip(General, (4.0, 5.0, 6.0, 7.0), strict=True)]
    t = QualityTally((*sides, side("task-1", None, (1.0, 3.0))), no_weights=TIMEOUT)
    found = quality.total(t)

    assert found == Undefined(TIMEOUT, quality.NO_WEIGHTS, Missing.of([TIMEOUT]), Bounds(3.0, 7.0))
    assert value(quality.gap(t)) == pytest.approx(2.5)


def test_without_own_dimensions_the_general_ones_stand() -> None:
    """How many there would have been is not known: the total could be anything."""
    t = QualityTally(tuple(side(d, None, (1.0, 5.0)) for d in General), no_own=TIMEOUT)

    assert value(quality.general(t)) == 5.0
    for score in (quality.total(t), quality.task_specific(t), quality.pooled_task_specific(t)):
        assert isinstance(score, Undefined)
        assert (score.reason, score.bounds) == (TIMEOUT, Bounds(0.0, 10.0))
    assert quality.gap(t) == Undefined(
        TIMEOUT, quality.NO_OWN, Missing.of([TIMEOUT]), Bounds(5.0, -5.0)
    )


def test_a_dimension_of_weight_0_may_lack_marks() -> None:
    """It counts nothing: .5·8 + .5·6 = 7."""
    t = QualityTally(
        (side(COVERAGE, 0.5, (1.0, 8.0)), side(INSIGHT, 0.5, (1.0, 6.0)), side(CLARITY, 0.0))
    )
    found = quality.total(t)

    assert (value(found), found.missing.total) == (7.0, 1)  # type: ignore[union-attr]


# ---- flaws of the released code, absent -----------------------------------------------------


def test_flaw_a_dimension_without_marks_is_no_0() -> None:
    """There: coverage lost, insight 8, equal weights → 4.0. Here none, between 4 and 9."""
    t = QualityTally((side(COVERAGE, 0.5), side(INSIGHT, 0.5, (1.0, 8.0))))

    assert quality.total(t) == Undefined(
        TIMEOUT, quality.NO_MARKS, Missing.of([TIMEOUT]), Bounds(4.0, 9.0)
    )
    assert isinstance(quality.dimension(t, name=COVERAGE), Undefined)


def test_flaw_a_report_at_0_is_in_the_mean() -> None:
    """There a total of 0 is dropped: the mean of 8 and 0 would be 8. Here it is 4."""
    worst = QualityTally((side(COVERAGE, 1.0, (1.0, 0.0)),))
    good = QualityTally((side(COVERAGE, 1.0, (1.0, 8.0)),))

    assert summarize([quality.total(worst), quality.total(good)], scale=SCALE).mean == 4.0


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ({"comprehensiveness": 0.5, "coverage": 0.5}, "not each side has just one weight"),
        ({**dict.fromkeys(General, 0.2), "task-1": 0.2, "more": 0.0}, "more"),
        (dict.fromkeys(General, 0.25), "task-1"),
        ({**dict.fromkeys(General, 0.0), "task-1": 0.0}, "no weight is above 0"),
    ],
    ids=["other names", "one more", "one less", "none above 0"],
)
def test_flaw_weights_fit_the_dimensions_or_are_asked_again(
    weights: dict[str, float], problem: str
) -> None:
    """There another name is a KeyError kept for good, and a further one keeps its share."""
    ask = SideWeightsAsk("Why?", (*general_sides("en"), Side("task-1", "Own", "of the task")))
    given = SideWeights(tuple(SideWeight(name, w) for name, w in weights.items()))

    assert problem in ask.objection(given)


@pytest.mark.parametrize("mark", [85.0, 10.01, -1.0, "8/10000"])
def test_flaw_a_mark_off_the_scale_is_none(mark: object, tmp_path: Path) -> None:
    """There 85 on a scale of 10 passes. Here it is asked for again, and counted as missing."""

    def script(seen: Seen) -> Act:
        said = json.loads(replying(seen).text)
        for one in said.get("answers", []):
            if one["id"] == "1":
                one["mark"] = mark
        if "mark" in said:
            said["mark"] = mark
        return Act(text=json.dumps(said))

    found, _ = served(script, tmp_path)
    lost = [c for s in tally_of(found).sides for c in s.criteria if c.mark is None]

    # the first of each of two calls
    assert {c.missing for c in lost} == {Reason.UNREADABLE}
    assert len(lost) == 2
    assert found.scores[NAME].missing.total == 2  # type: ignore[union-attr]


def test_flaw_a_cut_list_of_criteria_never_becomes_one_criterion(tmp_path: Path) -> None:
    """There the first inner object is taken for the list. Here the list is asked for again."""
    cut: list[str] = []

    def script(seen: Seen) -> Act:
        act = replying(seen)
        if '"criteria"' in act.text and "Insight" in seen.prompt and not cut:
            cut.append(act.text)
            return Act(text=act.text[: len(act.text) * 6 // 10], finish="length")
        return act

    found, _ = served(script, tmp_path)
    clean, _ = served(replying, tmp_path)

    assert len(cut) == 1
    assert tally_of(found) == tally_of(clean)


def test_flaw_a_range_in_the_analysis_is_not_taken_for_the_weights(tmp_path: Path) -> None:
    """There "[0, 1]" among the words before the reply makes all weights equal."""

    def script(seen: Seen) -> Act:
        said = json.loads(replying(seen).text)
        for n, one in enumerate(said.get("weights", []), start=1):
            one["weight"] = n / 28
        lead = "Each weight lies in [0, 1], e.g. {0.5}. The weights:\n" if "weights" in said else ""
        return Act(text=lead + json.dumps(said))

    found, _ = served(script, tmp_path)

    # 1 to 7, of 28
    assert [side.weight for side in tally_of(found).sides] == pytest.approx(
        [n / 28 for n in range(1, 8)]
    )


def test_flaw_a_lost_rubric_is_missing_and_asked_anew_by_the_next_run(tmp_path: Path) -> None:
    """There equal weights and one criterion in general are kept for good, without a word."""

    def script(seen: Seen) -> Act:
        act = replying(seen)
        return Act(text="{}") if '"weights"' in act.text or "Clarity" in seen.prompt else act

    broken, _ = served(script, tmp_path)
    tally = tally_of(broken)
    clarity = next(s for s in tally.sides if s.id == CLARITY)
    mended, calls = served(replying, tmp_path)

    assert (tally.no_weights, clarity.missing, clarity.criteria) == (
        Reason.UNREADABLE,
        Reason.UNREADABLE,
        (),
    )
    assert isinstance(broken.scores[NAME], Undefined)
    assert isinstance(mended.scores[NAME], Measured)
    # weights, the criteria of clarity, and the marks whose group is now another one
    assert 3 <= calls <= 4


@pytest.mark.parametrize("listed", [False, True], ids=["one object", "none"])
def test_flaw_own_dimensions_that_are_no_list_of_one_to_three(listed: bool, tmp_path: Path) -> None:
    """There one object crashes the task for good, and a broken reply is a task without any."""

    def script(seen: Seen) -> Act:
        act = replying(seen)
        own: object = [] if listed else {"name": "Own side", "definition": "What it is."}
        said = {"nonce": "NONCE", "why": "", "sides": own}
        return Act(text=json.dumps(said)) if '"sides"' in act.text else act

    found, _ = served(script, tmp_path)
    tally = tally_of(found)

    if tally.no_own is None:
        assert [s.name for s in tally.sides if not s.is_general] == ["Own side"]
    else:
        assert tally.no_own is Reason.UNREADABLE
        assert isinstance(found.scores[NAME], Undefined)


def test_flaw_marks_are_found_by_id_whatever_the_words() -> None:
    """There scores are matched by the words of a criterion: two of the same words are one."""
    asker = Panel({d: [("the same", 0.5), ("the same", 0.5)] for d in General}, by_id)
    found = evaluated(asker)
    tally = tally_of(found)

    # criteria 1 and 2 of each dimension get 1 and 2: 1.5 everywhere
    assert [c.mark for s in tally.sides[:1] for c in s.criteria] == [1.0, 2.0]
    assert value(found.scores[f"{NAME}.coverage"]) == 1.5


def by_id(ask: SideMarkAsk) -> float:
    """The number of the criterion."""
    return float(ask.id.rpartition("-")[2])


def test_flaw_a_task_of_the_same_number_has_a_rubric_of_its_own() -> None:
    """There rubrics are kept by the query's number: the second set of tasks gets the first's."""
    asks = [
        {a.identity() for a in evaluated_asks(query) if not isinstance(a, SideMarkAsk)}
        for query in ("Why does ice float?", "Why does iron sink?")
    ]

    assert len(asks[0]) == len(asks[1]) == 7
    assert not asks[0] & asks[1]


def evaluated_asks(query: str) -> list[Ask[object]]:
    """What is asked for the same task number with another query."""
    asker = Panel({}, lambda _: 5.0)
    evaluated(asker, query=query)
    return asker.asked


def test_flaw_another_report_or_judge_never_gets_old_marks() -> None:
    """There results are kept by query and system. Here the ask holds the report's words."""
    one, other = Panel({}, lambda _: 5.0), Panel({}, lambda _: 5.0)
    evaluated(one, "Ice floats.")
    evaluated(other, "Iron sinks.")
    marks = [{a.identity() for a in p.asked if isinstance(a, SideMarkAsk)} for p in (one, other)]
    rubrics = [{a.identity() for a in p.asked if not isinstance(a, SideMarkAsk)}
               for p in (one, other)]  # fmt: skip

    assert not marks[0] & marks[1]
    assert rubrics[0] == rubrics[1]


@pytest.mark.parametrize(
    ("sides", "problem"),
    [
        ([], "0 sides"),
        ([("Policy", "x")] * 2, "twice"),
        ([(f"S{n}", "x") for n in range(4)], "4 sides"),
        ([("Coverage", "x")], "of every task"),
        ([("Factual accuracy", "x")], "about facts"),
        ([("数据准确性", "x")], "about facts"),
        ([("How well it does what is asked", "x")], "one to three words"),
        ([("Policy", " ")], "no definition"),
    ],
)
def test_own_dimensions_are_one_to_three_and_keep_facts_out(
    sides: list[tuple[str, str]], problem: str
) -> None:
    """Factuality is measured apart, so that nothing counts twice."""
    found = TaskSides(tuple(TaskSide(*one) for one in sides))

    assert problem in TaskSidesAsk("Why?").objection(found)


def test_a_dimension_has_one_to_ten_criteria() -> None:
    """As the paper has it; the code asks for no number and accepts any."""
    ask = SideCriteriaAsk("Why?", general_sides("en")[0])
    counts = (0, 1, 10, 11)
    found = [
        ask.objection(Criteria(tuple(Criterion(f"c{i}", "", 1 / n) for i in range(n))))
        for n in counts
    ]

    assert [bool(one) for one in found] == [True, False, False, True]


def test_marks_have_two_decimals() -> None:
    """What is written beyond is rounded: 7.126 is 7.13."""
    found = tally_of(evaluated(Panel({}, lambda _: 7.126)))

    assert {c.mark for s in found.sides for c in s.criteria} == {7.13}


# ---- parts and rubrics ----------------------------------------------------------------------


def test_quality_and_factuality_are_apart() -> None:
    """Each part asks nothing of the other's."""
    names = {
        part: [m.name for m in deepresearcheval(Settings(parts=part)).measures] for part in Part
    }

    assert all(".quality" in name for name in names[Part.QUALITY])
    assert all(".factuality" in name for name in names[Part.FACTUALITY])
    assert names[Part.BOTH] == names[Part.QUALITY] + names[Part.FACTUALITY]


def test_a_rubric_goes_to_a_file_and_back(tmp_path: Path) -> None:
    """The same criteria, weights and own dimensions; the examiner is not asked."""
    asker = Panel({COVERAGE: [("wide", 0.75), ("deep", 0.25)]}, lambda a: len(a.criterion))
    first = evaluated(asker)
    line = deepresearcheval().rubric_line
    assert line is not None
    written = line("Why does ice float?", first.tallies)
    assert written is not None
    path = tmp_path / "rubrics.jsonl"
    path.write_bytes(written + b"\n")
    again = Panel({}, lambda a: len(a.criterion))
    second = evaluated(again, settings=Settings(parts=Part.QUALITY, rubrics=str(path)))

    assert {type(ask) for ask in again.asked} == {SideMarkAsk}
    assert second.scores == first.scores
    assert tally_of(second) == tally_of(first)


def test_a_query_without_a_rubric_in_the_file_has_no_score(tmp_path: Path) -> None:
    """None is made up."""
    line = deepresearcheval().rubric_line
    assert line is not None
    written = line("Another?", evaluated(Panel({}, lambda _: 5.0)).tallies)
    path = tmp_path / "rubrics.jsonl"
    path.write_bytes(written or b"")
    found = evaluated(Panel({}, lambda _: 5.0), settings=Settings(rubrics=str(path)))

    for name, score in found.scores.items():
        if ".quality" in name:
            assert isinstance(score, Undefined)
            assert score.reason is Reason.NO_GOLD


@pytest.mark.parametrize("lost", ["definitions", "coverage", "task-1"])
def test_a_file_that_holds_half_a_rubric_is_refused(lost: str, tmp_path: Path) -> None:
    """With the line and what it lacks."""
    line = deepresearcheval().rubric_line
    assert line is not None
    written = json.loads(
        line("Why does ice float?", evaluated(Panel({}, lambda _: 5.0)).tallies) or b"{}"
    )
    if lost == "definitions":
        del written["definitions"]
    else:
        del written["criterions"][lost]
    path = tmp_path / "rubrics.jsonl"
    path.write_text(json.dumps(written), "utf-8")

    with pytest.raises(InputError, match=r"line 1\b.*: is no rubric"):
        evaluated(Panel({}, lambda _: 5.0), settings=Settings(rubrics=str(path)))


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Compare wind and solar power in Spain, and explain what slows new grids.", "en"),
        ("比较西班牙风能与太阳能发电，并说明新电网建设受阻的原因。", "zh"),
        ("Why?", "en"),
    ],
)
def test_the_rules_write_a_valid_rubric(query: str, language: str) -> None:
    """One to three own dimensions, weights of just these, criteria of each; in both languages."""
    own_ask = TaskSidesAsk(query, language)
    own = own_ask.by_rule()
    assert isinstance(own, Answer)
    sides = (
        *general_sides(language),
        *(Side(f"task-{n}", s.name, s.definition) for n, s in enumerate(own.value.sides, 1)),
    )
    weights_ask = SideWeightsAsk(query, sides, language)
    weights = weights_ask.by_rule()
    assert isinstance(weights, Answer)

    assert own_ask.objection(own.value) == ""
    assert weights_ask.objection(weights.value) == ""
    for one in sides:
        ask = SideCriteriaAsk(query, one, language)
        criteria = ask.by_rule()
        assert isinstance(criteria, Answer)
        assert ask.objection(criteria.value) == ""


# ---- a report that says nothing -------------------------------------------------------------


def test_an_empty_report_counts_0_in_the_published_total_alone() -> None:
    """By itself it has no score, and neither of the two is asked; whatever fails stays absent."""
    empty = Undefined(Reason.NOTHING_TO_CHECK, SAYS_NOTHING)
    nothing = QualityTally(absent=empty.reason, why=empty.detail)

    assert quality.total(nothing) == quality.general(nothing) == empty
    assert totals.published({NAME: empty}) == Measured(0.0, 0, bounds=Bounds(0.0, 0.0))
    assert totals.published({NAME: Undefined(TIMEOUT)}) == Undefined(TIMEOUT)
    assert totals.published({NAME: Measured(5.0)}) == Measured(5.0)


@pytest.mark.parametrize("text", ["", " \n\n", "<!-- Ice floats. -->"])
def test_an_empty_report_halves_the_published_mean_of_two(text: str) -> None:
    """One at 6, and one that shows no word: (6 + 0) / 2 = 3 published, 6 over what is marked."""
    panel = Panel({}, lambda ask: 6.0)
    empty = evaluated(panel, text)
    assert panel.asked == []
    both = [evaluated(panel), empty]
    published, marked = (
        summarize(scores, scale=Bounds(0.0, 10.0)).mean
        for scores in ([b.totals["published"] for b in both], [b.scores[NAME] for b in both])
    )

    assert (published, marked) == (pytest.approx(3.0), pytest.approx(6.0))


def test_an_empty_report_without_a_rubric_in_the_file_is_not_counted(tmp_path: Path) -> None:
    """No report on that query has a score, and this one no 0."""
    rubrics = tmp_path / "rubrics.jsonl"
    line = quality_line("Why is the sea salt?", evaluated(Panel({}, lambda ask: 6.0)).tallies)
    assert line is not None
    rubrics.write_bytes(line + b"\n")
    file = Settings(parts=Part.QUALITY, rubrics=str(rubrics))

    other = evaluated(Panel({}, lambda ask: 6.0), "", settings=file)
    same = evaluated(Panel({}, lambda ask: 6.0), "", query="Why is the sea salt?", settings=file)

    assert other.totals["published"] == Undefined(Reason.NO_GOLD, NO_RUBRIC)
    assert value(same.totals["published"]) == 0.0


def test_factuality_alone_has_no_total() -> None:
    """The total is of quality; facts are another kind of number."""
    parts = {part: deepresearcheval(Settings(parts=part)) for part in Part}
    named = {part: [t.name for t in method.totals] for part, method in parts.items()}

    assert named == {Part.BOTH: ["published"], Part.QUALITY: ["published"], Part.FACTUALITY: []}


# ---- askers and contexts --------------------------------------------------------------------


@dataclass
class Panel:
    """An examiner whose criteria are written down, and a judge of single criteria.

    Attributes:
        written: criteria with weights by dimension; one criterion where nothing is said.
        judge: the mark.
    """

    written: dict[General, list[tuple[str, float]]]
    judge: Callable[[SideMarkAsk], float]
    asked: list[Ask[object]] = field(default_factory=list)

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """As it is written."""
        del draw
        self.asked.append(ask)
        match ask:
            case TaskSidesAsk():
                return Answer(TaskSides((TaskSide("Own side", "of this task"),)))
            case SideWeightsAsk():
                share = 1 / len(ask.sides)
                return Answer(SideWeights(tuple(SideWeight(s.id, share) for s in ask.sides)))
            case SideCriteriaAsk():
                written = self.written.get(ask.side.id, [("whole", 1.0)])  # type: ignore[call-overload]
                return Answer(Criteria(tuple(Criterion(name, "", w) for name, w in written)))
            case SideMarkAsk():
                return Answer(SideMark(self.judge(ask)))
        raise AssertionError(ask.kind)


def context(
    asker: object, text: str = "Ice floats.", query: str = "Why does ice float?"
) -> Context:
    """A report on one task."""
    own = Submission("s", "t", parse_report(text.encode()))
    return Context(Task("t", Query(query), "en"), own, {}, asker)  # type: ignore[arg-type]


QUALITY = Settings(parts=Part.QUALITY)


def evaluated(
    asker: Panel,
    text: str = "Ice floats.",
    *,
    query: str = "Why does ice float?",
    settings: Settings = QUALITY,
) -> Evaluation:
    """The report scored."""
    chosen = deepresearcheval(Settings(parts=Part.QUALITY, rubrics=settings.rubrics))
    return asyncio.run(evaluate_submission(chosen, context(asker, text, query)))


def tally_of(found: Evaluation) -> QualityTally:
    """What was counted."""
    tally = found.tallies[NAME]
    assert isinstance(tally, QualityTally)
    return tally


def served(script: Script, folder: Path) -> tuple[Evaluation, int]:
    """The report scored by a served examiner and judge, with a ledger; and how many calls."""
    with ScriptedServer(script) as server, open_ledger(folder / "quality.ledger") as ledger:
        place = Endpoint(name="quality", base_url=server.base_url)
        binding = Binding(endpoint="quality", model="m", place=place)
        models = Models(bindings={Role.JUDGE: binding, Role.EXAMINER: binding})

        async def run() -> Evaluation:
            async with bound(models, ledger) as found:
                roles: Roles = found.roles
                return await evaluate_submission(deepresearcheval(QUALITY), context(roles))

        return asyncio.run(run()), server.calls
