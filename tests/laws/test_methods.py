"""What every score of every method obeys, whoever answers and whatever the report says.

A method joins by being in the registry, and with it each of its variants
(`tests.laws.variants`). The contexts are any graphs and reports; the asker
answers anything of the right type, the same for the same ask.
"""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import replace
from functools import partial

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.golden.built import report
from tests.laws.method_strategies import AnyAsker, ByRule, contexts, shuffled
from tests.laws.variants import VARIANTS
from veridical.measure import Context, Law, Measure, Method
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.registry import METHODS
from veridical.score import Bounds, Gated, Measured, Score, Undefined

SEEDS = st.integers(0, 2**32)
WHO = st.sampled_from([AnyAsker, ByRule])
"""Random answers of the right type, or those of the built-in rules."""
FAULTS = st.sampled_from([0.1, 0.5, 1.0])
SLACK = 1e-9
SEARCHED = 60
"""Examples in which an Undefined that is documented has to turn up."""

any_method = pytest.mark.parametrize(
    "method", [pytest.param(m, id=name) for name, m in VARIANTS.items()]
)
law = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def measures(method: Method) -> list[Measure[object]]:
    """The method's measures, with their tallies' types."""
    found = [m for m in method.measures if isinstance(m, Measure)]
    assert len(found) == len(method.measures)
    return found


def scored(measure: Measure[object], context: Context) -> Score:
    """One measure alone, whatever the gates."""
    return asyncio.run(measure(context)).score


def evaluated(method: Method, context: Context) -> Evaluation:
    """The whole method."""
    return asyncio.run(evaluate_submission(method, context))


def bounds_of(score: Score) -> Bounds | None:
    """The score's bounds; a gated score counts nothing."""
    return Bounds(0.0, 0.0) if isinstance(score, Gated) else score.bounds


def plain(score: Score) -> object:
    """A score without the last bits and the words."""
    if isinstance(score, Measured):
        return ("measured", round(score.value, 9), score.n, score.missing)
    if isinstance(score, Undefined):
        return ("undefined", score.missing)
    return score


@any_method
@law
@given(context=contexts(), who=WHO, seed=SEEDS, lost=st.sampled_from([0.0, 0.3]))
def test_scores_lie_on_their_scales(
    method: Method, context: Context, who: type[AnyAsker], seed: int, lost: float
) -> None:
    """Value and bounds are on the scale, and the value lies within the bounds."""
    context = replace(context, asker=who(seed, lost))

    for measure in measures(method):
        score = scored(measure, context)
        ends = bounds_of(score)
        if ends is not None and not isinstance(score, Gated):
            assert measure.scale.holds(ends.worst), measure.name
            assert measure.scale.holds(ends.best), measure.name
        if isinstance(score, Measured):
            assert measure.scale.holds(score.value), measure.name
            if ends is not None:
                low, high = sorted((ends.worst, ends.best))
                assert low - SLACK <= score.value <= high + SLACK, measure.name


@any_method
@law
@given(context=contexts(), who=WHO, seed=SEEDS)
def test_the_order_of_items_does_not_matter(
    method: Method, context: Context, who: type[AnyAsker], seed: int
) -> None:
    """Nodes, edges, given texts and corpus in another order: the same scores."""
    context = replace(context, asker=who(seed))
    turned = shuffled(context, seed)

    for measure in measures(method):
        if Law.ORDER_FREE in measure.laws:
            assert plain(scored(measure, context)) == plain(scored(measure, turned)), measure.name


@any_method
@law
@given(context=contexts(), who=WHO, seed=SEEDS, lost=st.sampled_from([0.0, 0.3]))
def test_a_replay_equals_the_first_run(
    method: Method, context: Context, who: type[AnyAsker], seed: int, lost: float
) -> None:
    """The same answers give the same evaluation, and a kept tally gives the same score."""
    context = replace(context, asker=who(seed, lost))

    assert evaluated(method, context) == evaluated(method, context)
    for measure in measures(method):
        first = asyncio.run(measure(context))
        kept = msgspec.json.encode(first.tally)
        again = msgspec.json.decode(kept, type=measure.tally_type)
        assert (again, measure.equation(again)) == (first.tally, first.score), measure.name


@any_method
@law
@given(context=contexts(), who=WHO, seed=SEEDS, lost=FAULTS)
def test_a_fault_only_moves_items_to_missing(
    method: Method, context: Context, who: type[AnyAsker], seed: int, lost: float
) -> None:
    """No gate turns round; what changed says what is missing, and its bounds hold the truth."""
    asker = who(seed, lost)
    true = evaluated(method, replace(context, asker=who(seed)))
    faulty = evaluated(method, replace(context, asker=asker))

    for name, is_open in faulty.gates.items():
        assert is_open in (None, true.gates.get(name, is_open)), name
    truth = dict(true.scores) | dict(true.totals)
    for name, score in (dict(faulty.scores) | dict(faulty.totals)).items():
        if plain(score) == plain(truth[name]):
            continue
        assert asker.unread, name
        assert isinstance(score, Undefined) or (
            isinstance(score, Measured) and score.missing.total
        ), name
        _holds(name, bounds_of(score), bounds_of(truth[name]))


def _holds(name: str, faulty: Bounds | None, true: Bounds | None) -> None:
    """The faulty bounds hold all that the true score could be."""
    if faulty is not None and true is not None:
        low, high = sorted((faulty.worst, faulty.best))
        assert low - SLACK <= min(true.worst, true.best), name
        assert max(true.worst, true.best) <= high + SLACK, name


@any_method
@law
@given(context=contexts(), who=WHO, seed=SEEDS)
def test_a_supporting_citation_never_lowers_a_score(
    method: Method, context: Context, who: type[AnyAsker], seed: int
) -> None:
    """One more sentence that cites a gold item not cited before."""
    graph, submission = context.task.gold.graph, context.submission
    assert graph is not None
    if submission.evidence is None:
        return
    cited = {submission.report.references[r].item for c in submission.report.citations
             for r in c.references}  # fmt: skip
    cited |= {submission.evidence.images[f.number - 1] for f in submission.report.figures
              if f.number and f.number <= len(submission.evidence.images)}  # fmt: skip
    new = [n.item for n in graph.evidence if n.item in submission.evidence.texts
           and n.item not in cited]  # fmt: skip
    if not new:
        return
    pieces = [(s.text, " ".join(submission.report.citations[c].label for c in s.citations))
              for s in submission.report.statements]  # fmt: skip
    figures = [f"|{f.number}|" for f in submission.report.figures]
    items = submission.evidence.texts
    before = report(*pieces, *figures, items=items)
    after = report(*pieces, ("One more sentence.", str(new[0])), *figures, items=items)

    for measure in measures(method):
        if Law.SUPPORT_MONOTONE in measure.laws:
            scores = [
                scored(
                    measure,
                    replace(
                        context,
                        submission=replace(submission, report=r),
                        asker=who(seed),
                    ),
                )
                for r in (before, after)
            ]
            if all(isinstance(s, Measured) for s in scores):
                low, high = (s.value for s in scores if isinstance(s, Measured))
                assert low <= high + SLACK, measure.name


def documented(measure: Measure[object]) -> bool:
    """Whether the equation's docstring says when it is Undefined."""
    equation = measure.equation
    function = equation.func if isinstance(equation, partial) else equation
    return "Undefined:" in (inspect.getdoc(function) or "")


@any_method
def test_scores_are_undefined_where_documented(method: Method) -> None:
    """Every equation that says so reaches Undefined, and no other does."""
    reached: set[str] = set()

    @settings(parent=law, max_examples=SEARCHED)
    @given(context=contexts(), seed=SEEDS, lost=st.sampled_from([0.0, 0.5, 1.0]))
    def search(context: Context, seed: int, lost: float) -> None:
        for measure in measures(method):
            score = scored(measure, replace(context, asker=AnyAsker(seed, lost)))
            if isinstance(score, Undefined):
                reached.add(measure.name)

    search()

    assert reached == {m.name for m in measures(method) if documented(m)}


def test_every_method_and_every_way_to_run_it_is_here() -> None:
    """All of the registry by its defaults, and what the ablations of the papers are called."""
    assert all(any(m is one for m in VARIANTS.values()) for one in METHODS)
    assert VARIANTS.keys() >= {
        "hievidr-variant=one_prompt",
        "mmdr-variant=no_vef",
        "mmdr-variant=no_mosaic",
        "mmdr-alpha=0.25",
        "mmdr-shares=0.1,0.7,0.2",
    }


@any_method
def test_every_equation_names_its_source(method: Method) -> None:
    """Each docstring says what goes in, what comes out, and where it was published."""
    for measure in measures(method):
        equation = measure.equation
        function = equation.func if isinstance(equation, partial) else equation
        doc = inspect.getdoc(function) or ""
        assert all(part in doc for part in ("Args:", "Returns:", "Source:")), measure.name
        assert measure.source.arxiv in doc or "Ours" in doc, measure.name


@any_method
def test_names_are_the_methods_own_and_unique(method: Method) -> None:
    """``paper.part``, each once, with a title."""
    names = [m.name for m in method.measures]

    assert len(set(names)) == len(names)
    assert all(name.startswith(f"{method.name}.") for name in names)
    assert all(m.title for m in method.measures)
