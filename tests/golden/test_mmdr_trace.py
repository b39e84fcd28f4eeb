"""TRACE, gates and totals of MMDeepResearch-Bench by hand, with the code's flaws absent."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from math import e, log
from typing import TypeVar

import pytest

from tests.golden import built
from tests.golden.mmdr_built import (
    Panel,
    context,
    flae_tally,
    lost,
    ok_page,
    pair,
    said,
    tally,
    traced,
)
from veridical.ask import Answer, NoVerdict, Quote
from veridical.measure import Submission
from veridical.methods.mmdr import evidence as ev
from veridical.methods.mmdr import totals as tot
from veridical.methods.mmdr.asks.evidence import (
    EvidenceWeights,
    EvidenceWeightsAsk,
    Found,
    PairAsk,
    PairVerdict,
    adapted,
)
from veridical.methods.mmdr.domains import Category, category_of, host_of, registered_domain
from veridical.methods.mmdr.evidence_collect import verified
from veridical.methods.mmdr.gates import Gather, MosaicGate, is_above_0
from veridical.methods.mmdr.mosaic_validity import Bucket
from veridical.methods.mmdr.pairs import claim_pairs, is_key, weight
from veridical.methods.mmdr.settings import GateOn, Settings, Weighing
from veridical.methods.mmdr.trace import TraceTally, trace
from veridical.methods.mmdr.vef import VefTally
from veridical.retrieval.passages import Passage
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined
from veridical.task import Item

T = TypeVar("T")
TIMEOUT = Reason.TIMEOUT
PROHIBITED, GOOD = Category.PROHIBITED, Category.AUTHORITATIVE


def value(score: Score) -> float:
    """Of a measured score."""
    assert isinstance(score, Measured), score
    return score.value


def ends(score: Score) -> tuple[float, float]:
    """The bounds of a score."""
    assert not isinstance(score, Gated)
    assert score.bounds is not None
    return score.bounds.worst, score.bounds.best


# ---- TRACE: the three measures (the code's formulas) -----------------------------------------


def test_a2_consistency_is_weighted_support_less_prohibited_sources() -> None:
    """W 1.5, 1, 1; s .8, .5, 0: 1.7/3.5 = .4857; one of three prohibited: · 2/3 = .3238."""
    t = tally(pair(said(0.8), weight=1.5), pair(said(0.5)), pair(said(0.0), category=PROHIBITED))

    found = ev.consistency(t)
    assert value(found) == pytest.approx(1.7 / 3.5 * 2 / 3)
    assert isinstance(found, Measured)
    assert found.n == 3


def test_9_an_unreachable_page_is_missing_and_supports_nothing() -> None:
    """The code gives it .18 at least. Here .9 over what is there; at worst the other is 0 and
    prohibited: .9/2 · 1/2, at best it is 1: 1.9/2.
    """
    t = tally(pair(said(0.9)), pair(Reason.UNREACHABLE))

    found = ev.consistency(t)
    assert isinstance(found, Measured)
    assert found.value == pytest.approx(0.9)
    assert (found.n, found.missing) == (1, lost(Reason.UNREACHABLE))
    assert ends(found) == pytest.approx((0.225, 0.95))


def test_a2_coverage_is_full_from_tau_on_and_nothing_by_prohibited_sources() -> None:
    """τ = .45: .9 → 1, .225 → .5, .9 prohibited → 0; claims that are no key, or speak of a
    picture, do not count: 1.5/3.
    """
    t = tally(
        pair(said(0.9), is_key=True),
        pair(said(0.225), is_key=True),
        pair(said(0.9), is_key=True, category=PROHIBITED),
        pair(said(0.0)),
        pair(said(0.0), is_key=True, on_picture=True),
    )

    assert value(ev.coverage(t)) == pytest.approx(0.5)
    # research, τ = .55: 1, .225/.55, 0
    assert value(ev.coverage(replace(t, tau=0.55))) == pytest.approx((1 + 0.225 / 0.55) / 3)


def test_a2_coverage_without_a_key_claim_is_0_as_published_alone() -> None:
    """0 in the code. Here no number, left out of EVI: (.444 + .278)/(.444 + .278) of 1s is 100;
    as published .444·1 + .278·0 + .278·1 = .722.
    """
    t = tally(pair(said(1.0, 0, 0, 1)), weights=(0.444, 0.278, 0.278))

    assert isinstance(ev.coverage(t), Undefined)
    assert value(ev.evidence(t)) == pytest.approx(100.0)
    assert value(ev.evidence(t, as_published=True)) == pytest.approx(72.2)


def test_a2_fidelity_is_the_harmonic_mean_of_three() -> None:
    """h̄ = .3, v̄ = .1, c̄ = .8: 3/(1/.7 + 1/.9 + 1/.8) = .7917."""
    t = tally(pair(said(0.5, 0.2, 0.0, 0.9)), pair(said(0.5, 0.4, 0.2, 0.7)))

    assert value(ev.fidelity(t)) == pytest.approx(3 / (1 / 0.7 + 1 / 0.9 + 1 / 0.8))


def test_a2_fidelity_is_0_where_one_of_the_three_is() -> None:
    """All is made up: 1 − 1 = 0; the harmonic mean has no number there, its limit is 0."""
    assert value(ev.fidelity(tally(pair(said(0.5, 1.0, 0.0, 1.0))))) == 0.0


def test_a2_fidelity_with_a_missing_verdict_has_bounds() -> None:
    """At worst h̄ = .6, v̄ = .5, c̄ = .4; at best .1, 0, .9."""
    t = tally(pair(said(0.5, 0.2, 0.0, 0.8)), pair(TIMEOUT))

    found = ev.fidelity(t)
    assert value(found) == pytest.approx(3 / (1 / 0.8 + 1 / 1 + 1 / 0.8))
    assert ends(found) == pytest.approx(
        (3 / (1 / 0.4 + 1 / 0.5 + 1 / 0.4), 3 / (1 / 0.9 + 1 / 1 + 1 / 0.9))
    )


def test_a2_diversity_is_entropy_and_how_many_good_sites() -> None:
    """Sites a (2 pairs, authoritative) and b (1, acceptable): H = (2/3 ln 3/2 + 1/3 ln 3)/ln 2
    = .9183; (1 + .5·1)/3 = .5.
    """
    t = tally(
        pair(said(1), domain="a.gov", category=GOOD),
        pair(said(1), domain="a.gov", category=GOOD),
        pair(said(1), domain="b.org", category=Category.ACCEPTABLE),
    )
    entropy = (2 / 3 * log(3 / 2) + 1 / 3 * log(3)) / log(2)

    assert value(ev.diversity(t)) == pytest.approx(entropy * 0.5)
    assert value(ev.diversity(tally(pair(said(1), domain="a.gov")))) == 0.0


def test_a2_diversity_counts_no_prohibited_site() -> None:
    """A authoritative, x prohibited, one pair each: H = ln 2/ln 2 = 1, (1 + .5·0)/3."""
    t = tally(
        pair(said(1), domain="a.gov", category=GOOD),
        pair(said(1), domain="x.com", category=PROHIBITED),
    )

    assert value(ev.diversity(t)) == pytest.approx(1 / 3)


def test_without_a_pair_nothing_is_measured_and_the_published_reading_is_0() -> None:
    """The code: EVI 0, and Fid. 1 if all are pictures."""
    t = tally()

    for score in (ev.consistency(t), ev.coverage(t), ev.fidelity(t), ev.evidence(t)):
        assert isinstance(score, Undefined)
        assert score.reason is Reason.NOTHING_TO_CHECK
    assert ev.evidence(t, as_published=True) == Measured(0.0, 0)


def test_a2_evidence_weighs_the_three() -> None:
    """Con. .5, Cov. 1 (.5 ≥ .45), Fid. 3/(1/.8 + 1/1 + 1/.8) = .857; W = .5 .3 .2:
    100·(.25 + .3 + .1714).
    """
    t = tally(pair(said(0.5, 0.2, 0.0, 0.8), is_key=True), weights=(0.5, 0.3, 0.2))

    assert value(ev.evidence(t)) == pytest.approx(100 * (0.25 + 0.3 + 0.2 * 6 / 7))


def test_a2_evidence_without_weights_is_between_its_parts() -> None:
    """The judge did not weigh: Con. .5, Cov. 1, Fid. .857."""
    t = replace(tally(pair(said(0.5, 0.2, 0.0, 0.8), is_key=True)), weights_missing=TIMEOUT)

    found = ev.evidence(t)
    assert isinstance(found, Undefined)
    assert (found.reason, found.missing) == (TIMEOUT, lost(TIMEOUT))
    assert ends(found) == pytest.approx((50.0, 100.0))
    assert value(ev.evidence(t, weights=Weighing.PRIOR)) == pytest.approx(
        100 * (0.444 * 0.5 + 0.278 * 1 + 0.278 * 6 / 7)
    )


@pytest.mark.parametrize(
    ("found", "shifts"),
    [
        (Found(9, 3, 0.05, 0.4, 0.25, 0.15), (0, 0, 0)),
        (Found(9, 3, 0.06, 0.4, 0.25, 0.15), (1.0, 0, 0)),
        (Found(9, 3, 0.0, 0.39, 0.0, 0.0), (0, 0.8, 0)),
        (Found(9, 2, 0.0, 0.39, 0.0, 0.0), (0, 0, 0)),
        (Found(9, 3, 0.0, 0.9, 0.26, 0.0), (0, 0, 0.8)),
        (Found(9, 3, 0.0, 0.9, 0.0, 0.16), (0, 0, 0.8)),
        (Found(9, 3, 0.5, 0.1, 0.9, 0.9), (1.0, 0.8, 0.8)),
    ],
    ids=["none", "prohibited", "uncovered", "too few", "made up", "inverted", "all"],
)
def test_a2_weights_are_moved_by_what_is_found(
    found: Found, shifts: tuple[float, float, float]
) -> None:
    """softmax(log(.444 .278 .278) + h): π·exp(h) over their sum, at each printed threshold."""
    raised = [p * e**h for p, h in zip((0.444, 0.278, 0.278), shifts, strict=True)]

    assert adapted(found) == pytest.approx(tuple(r / sum(raised) for r in raised))
    asked = EvidenceWeightsAsk("q", found).by_rule()
    assert isinstance(asked, Answer)
    assert asked.value.all == pytest.approx(adapted(found))


def test_evidence_weights_count_by_their_ratios() -> None:
    """As FLAE's."""
    ask = EvidenceWeightsAsk("q", Found(1, 1, 0, 1, 0, 0))

    assert ask.objection(EvidenceWeights(0.5, 0.5, 0.5)) == ""
    assert ask.objection(EvidenceWeights(0, 0, 0)) == "no weight is above 0"


# ---- TRACE (App. A.2) ------------------------------------------------------------------------


def seen(passed: bool | Reason) -> VefTally:
    """Vef. passed or failed, or why it is missing."""
    if isinstance(passed, Reason):
        return VefTally(None, missing=passed, why="x")
    return VefTally(8 if passed else 2)


FORTY = replace(
    tally(pair(said(0.4, 0.6, 0.6, 0.4), is_key=True)), tau=1.0, weights=(0.4, 0.3, 0.3)
)
"""Con. .4, Cov. .4, Fid. HM(.4, .4, .4) = .4: EVI 40."""


@pytest.mark.parametrize(
    ("passed", "trace_"), [(True, 64.0), (False, 24.0)], ids=["passes", "fails"]
)
def test_a2_trace_is_two_fifths_pictures_and_three_fifths_words(
    passed: bool, trace_: float
) -> None:
    """EVI 40, Vef. 100 or 0: .4·100 + .6·40 = 64; .6·40 = 24."""
    assert value(trace(TraceTally(FORTY, seen(passed)))) == pytest.approx(trace_)


def test_a2_trace_without_vef_lies_between_both() -> None:
    """24 if it fails, 64 if it passes."""
    found = trace(TraceTally(FORTY, seen(Reason.NOT_ASSESSED)))

    assert isinstance(found, Undefined)
    assert found.reason is Reason.NOT_ASSESSED
    assert ends(found) == pytest.approx((24.0, 64.0))


def test_a_gate_is_undecided_only_where_what_is_missing_could_turn_it() -> None:
    """Open if all are above 0 at worst, closed if one is 0 at best."""
    assert is_above_0(Bounds(60, 60), Bounds(40, 40)) is True
    assert is_above_0(Bounds(60, 60), Bounds(0, 0)) is False
    assert is_above_0(Bounds(60, 60), Bounds(0, 40)) is None
    assert is_above_0(Bounds(0, 0), Bounds(0, 40)) is False
    assert is_above_0(Bounds(0.1, 0.1), Bounds(0.1, 0.2)) is True
    assert is_above_0(Bounds(0, 0.1), Bounds(0.1, 0.1)) is None


def gate(
    evi: float | Reason | None,
    vef_: VefTally,
    settings: Settings = Settings(),  # noqa: B008 - frozen
) -> bool | None:
    """Whether MOSAIC runs on a report with this EVI, None for no pair; FLAE is 50."""
    known_ = evi if isinstance(evi, Reason) or evi is None else said(evi, 1 - evi, 1 - evi, evi)
    pairs = () if known_ is None else (pair(known_, is_key=True),)
    given = replace(tally(*pairs, weights=(0.4, 0.3, 0.3)), tau=1.0)
    quality = flae_tally(form=(0.5, 0.5, 0.5), judge=(0.5, 0.5, 0.5), weights=(1, 0, 0), alpha=1)

    bare = context(Panel(), "Ice.")
    opens = MosaicGate(settings, known(quality), known(given), known(vef_))
    return asyncio.run(opens(bare))


def known(tally_: T) -> Gather[T]:
    """Gathers what is there already."""

    async def gather(_: object) -> T:
        return tally_

    return gather


CODE = Settings(gate=GateOn.EVIDENCE)


@pytest.mark.parametrize(
    ("evi", "passed", "settings", "is_open"),
    [
        (0.4, False, Settings(), True),
        (0.4, False, CODE, True),
        (None, True, Settings(), True),
        (None, True, CODE, False),
        (None, False, Settings(), False),
        (0.0, Reason.NO_GOLD, Settings(), False),
        (0.4, TIMEOUT, Settings(), True),
        (0.0, TIMEOUT, Settings(), None),
        (0.0, TIMEOUT, CODE, False),
        (None, Reason.NOT_ASSESSED, Settings(), None),
        (TIMEOUT, False, Settings(), None),
        (TIMEOUT, True, Settings(), True),
        (TIMEOUT, True, CODE, None),
    ],
    ids=[
        "words alone", "words alone, code", "pictures alone", "pictures alone, code", "neither",
        "nothing to see", "decided without Vef.", "hangs on Vef.", "not in the code", "unseen",
        "hangs on pages", "decided without pages", "hangs on pages, code",
    ],
)  # fmt: skip
def test_sec4_mosaic_runs_where_flae_and_trace_are_above_0(
    evi: float | Reason | None, passed: bool | Reason, settings: Settings, is_open: bool | None
) -> None:
    """EVI 0 with a pass gives TRACE 40: open as printed, closed in the code. What is missing
    leaves the gate undecided only where it could turn it.
    """
    assert gate(evi, seen(passed), settings) is is_open


# ---- pairs -----------------------------------------------------------------------------------

REPORT = """# Ice

Ice has a density of 917 kg per cubic metre [1][2]. It is lighter than water,
as [a paper](https://c.org/paper) says. See https://d.org/raw for the rest of this long story.

Figure 1 shows it in a chart with 3 bars [2]. ![](https://e.org/p.png)

## References:

[1] https://a.org/ice
[2] https://b.org/water
"""


def test_1_the_reference_list_is_no_claim() -> None:
    """The code makes a claim of the whole block for each address, and of each of its lines."""
    t, asker = traced(REPORT, {"https://a.org/ice": ok_page("Ice is light.")})
    claims = {p.statement for p in t.pairs}
    asked = [ask.claim for ask in asker.of(PairAsk)]

    assert [p.page for p in t.pairs if "a.org" in p.page] == ["https://a.org/ice"]
    assert len(t.pairs) == 5
    assert len(claims) == 4
    assert all("References" not in text and "https://a.org" not in text for text in asked)


def test_markers_links_and_bare_addresses_make_pairs() -> None:
    """[1], [2], the link, the bare address, [2] again for another claim."""
    t, _ = traced(REPORT, {})

    assert [p.domain for p in t.pairs] == ["a.org", "b.org", "c.org", "d.org", "b.org"]
    assert [p.on_picture for p in t.pairs] == [False, False, False, False, True]


def test_a_repeated_claim_on_the_same_page_is_one_pair() -> None:
    """Case and marks do not count."""
    text = "Ice floats on water [1].\n\nICE floats, on water [1].\n\n## References\n\n[1] https://a.org\n"
    t, _ = traced(text, {})

    assert len(t.pairs) == 1


def test_what_cites_a_picture_itself_is_left_to_mosaic() -> None:
    """And counted."""
    text = "It looks like this [1].\n\n## References\n\n[1] https://a.org/p.jpg?w=3\n"
    t, asker = traced(text, {"https://a.org/p.jpg?w=3": ok_page("x")})

    assert (t.pairs, t.on_images) == ((), 1)
    assert asker.of(PairAsk) == []


def test_the_site_of_an_item_is_that_of_its_source() -> None:
    """A marker that stands for an item of the corpus, which says where it is from."""
    built_ = built.report(("Ice floats.", "E1"), ("Ice melts.", "E2"), items=["E1", "E2"])
    items = {"E1": Item("E1", "Ice.", source="https://x.com/a"), "E2": Item("E2", "Ice.")}
    bare = replace(context(Panel(), ""), corpus=items)
    found = claim_pairs(replace(bare, submission=Submission("s", "t", built_)))

    assert [(p.domain, p.category) for p in found] == [
        ("x.com", PROHIBITED),
        ("", Category.UNKNOWN),
    ]


def test_a_claim_counts_more_the_more_it_says() -> None:
    """1; .3 from 120 characters, .2 for a digit, .2 for an English and for a Chinese cue."""
    assert weight("Ice floats.") == pytest.approx(1.0)
    assert weight("x" * 120) == pytest.approx(1.3)
    assert weight("Ice has 917 kg.") == pytest.approx(1.2)
    assert weight("Ice floats because it is light.") == pytest.approx(1.2)
    assert weight("冰因此上升") == pytest.approx(1.2)
    assert weight("It fell by 5 因此 " + "x" * 120) == pytest.approx(1.9)


@pytest.mark.parametrize(
    ("claim", "key"),
    [
        ("x" * 50, True),
        ("x" * 49, False),
        ("9" + "x" * 24, True),
        ("9" + "x" * 23, False),
        ("We recommend ice.", True),
        ("总之，冰较轻。", True),
        ("Ice floats.", False),
    ],
)
def test_key_claims(claim: str, key: bool) -> None:
    """50 characters; 25 with a digit; a word of conclusion or advice."""
    assert is_key(claim) is key


# ---- sites -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "category"),
    [
        ("https://www.netflix.com/title", Category.ACCEPTABLE),
        ("https://fedex.com", Category.ACCEPTABLE),
        ("https://x.com/a/status/1", PROHIBITED),
        ("https://mobile.twitter.com/a", PROHIBITED),
        ("https://me.medium.com/post", PROHIBITED),
        ("https://notreddit.com", Category.ACCEPTABLE),
        ("https://old.reddit.com/r/x", PROHIBITED),
        ("https://www.zhihu.com/question/1", PROHIBITED),
        ("https://data.gov.uk/x", GOOD),
        ("https://www.gov.uk/x", GOOD),
        ("https://www.gov.cn/x", GOOD),
        ("https://www.nhs.uk/x", GOOD),
        ("https://www.canada.ca/x", GOOD),
        ("https://go.it/x", Category.ACCEPTABLE),
        ("https://youtu.be/x", PROHIBITED),
        ("https://www.stats.gov.cn/x", GOOD),
        ("https://mit.edu", GOOD),
        ("https://u-tokyo.ac.jp", GOOD),
        ("https://www.who.int/news", GOOD),
        ("https://arxiv.org/abs/1", GOOD),
        ("https://govtrack.us", Category.ACCEPTABLE),
        ("no address", Category.UNKNOWN),
    ],
)
def test_5_sites_are_told_by_whole_names(address: str, category: Category) -> None:
    """The code finds "x.com" in netflix.com and fedex.com."""
    assert category_of(host_of(address)) is category


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("news.bbc.co.uk", "bbc.co.uk"),
        ("a.b.org", "b.org"),
        ("un.org", "un.org"),
        ("x.gov.cn", "x.gov.cn"),
        ("www.tax.service.gov.uk", "service.gov.uk"),
        ("me.github.io", "me.github.io"),
        ("a.me.github.io", "me.github.io"),
        ("192.0.2.7", "192.0.2.7"),
    ],
)
def test_registered_names(host: str, name: str) -> None:
    """Under countries' own second labels, and under sites where everybody has one."""
    assert registered_domain(host) == name


# ---- judging a pair --------------------------------------------------------------------------


def test_support_needs_a_quote_that_stands_in_the_page() -> None:
    """Else it is no verdict; without support none is needed."""
    page = Passage("p", 0, "Ice has a density of 917 kg per cubic metre.")
    claims = PairVerdict(0.9, 0, 0, 1)
    good = Answer(claims, "", (Quote("p", 0, 3, "a density of 917 kg"),))
    made_up = Answer(claims, "", (Quote("p", 0, 3, "a density of 999 kg"),))
    none = Answer(PairVerdict(0.0, 1, 0, 0))

    assert verified(good, (page,)) == good
    assert isinstance(verified(made_up, (page,)), NoVerdict)
    assert isinstance(verified(Answer(claims), (page,)), NoVerdict)
    assert verified(none, (page,)) == none


def test_7_the_judge_sees_what_stands_far_down_the_page() -> None:
    """The code shows the first 9,000 characters; here what speaks of the claim is found."""
    far = "Nothing of note. " * 2000 + "Ice has a density of 917 kg per cubic metre. "
    t, asker = traced(REPORT, {"https://a.org/ice": ok_page(far + "Nothing again. " * 500)})
    shown = "".join(p.text for ask in asker.of(PairAsk) for p in ask.passages)

    assert "917 kg per cubic metre" in shown
    assert len(shown) < 9000
    assert [p.judged is not None for p in t.pairs] == [True, False, False, False, False]


@pytest.mark.parametrize("state", ["timeout", "blocked", "unavailable", "offline", "not_found"])
def test_a_page_without_text_is_shown_to_nobody(state: str) -> None:
    """Its pair is missing with a reason; nothing is supported by it."""
    t, asker = traced(REPORT, {"https://a.org/ice": replace(ok_page(""), state=state)})

    assert asker.of(PairAsk) == []
    assert t.known == ()
    assert t.pairs[0].missing is not None
    assert t.pairs[0].state == state


@pytest.mark.parametrize(
    ("told", "category"),
    [(PROHIBITED, PROHIBITED), (Category.UNKNOWN, Category.ACCEPTABLE)],
    ids=["told", "not told"],
)
def test_the_judge_says_what_kind_a_page_is_before_its_name_does(
    told: Category, category: Category
) -> None:
    """Where it does not know, the site's name decides."""
    judge = {"mmdr.pair": lambda _: PairVerdict(0.0, 0, 0, 1, told)}
    t, _ = traced(REPORT, {"https://a.org/ice": ok_page("Ice.")}, Panel(others=judge))

    assert t.pairs[0].category is category


def test_pages_are_asked_of_once_with_all_their_claims() -> None:
    """b.org is cited twice: two asks with the same passages, which go into one call."""
    _, asker = traced(REPORT, {"https://b.org/water": ok_page("Water is heavy. A chart.")})
    asks = asker.of(PairAsk)

    assert len(asks) == 2
    assert asks[0].passages == asks[1].passages
    assert asks[0].prompt()[:2] == asks[1].prompt()[:2]


@pytest.mark.parametrize("weights", [Weighing.ADAPTIVE, Weighing.PRIOR])
def test_weights_are_asked_for_only_where_the_judge_weighs(weights: Weighing) -> None:
    """One ask fewer."""
    pages = {"https://a.org/ice": ok_page("Ice.")}
    _, asked = traced(REPORT, pages)
    _, spared = traced(REPORT, pages, settings=Settings(weights=weights))

    assert len(asked.of(EvidenceWeightsAsk)) == 1
    assert spared.of(EvidenceWeightsAsk) == []


# ---- overall (Sec. 5) ------------------------------------------------------------------------


def card(
    gen: Score | float, evi: Score | float, vef_: Score | float, mm: Score | float, **more: float
) -> dict[str, Score]:
    """A scorecard of these parts."""
    given = {
        "mmdr.flae": gen,
        "mmdr.evidence": evi,
        "mmdr.evidence.published": evi,
        "mmdr.vef": vef_,
        "mmdr.mosaic": mm,
        "mmdr.length": more.get("characters", 5000.0),
    }
    return {n: Measured(float(s)) if isinstance(s, int | float) else s for n, s in given.items()}


def test_sec5_overall_worked_example() -> None:
    """GEN 60, EVI 40, VEF 100, MM 50: TRACE = 64; 12 + 32 + 15 = 59.0, and 12 + 12 + 20 + 15."""
    whole = card(60, 40, 100, 50)

    assert tot.overall(60, 64, 50) == pytest.approx(59.0)
    assert value(tot.published(whole)) == pytest.approx(59.0)
    assert value(tot.measured(whole)) == pytest.approx(59.0)
    assert tot.validity(whole) == Measured(1.0)


@pytest.mark.parametrize(
    ("flae", "evidence", "vef_", "mosaic", "recombined", "printed"),
    [
        (61.89, 28.39, 38.57, 29.44, 37.44, 36.76),  # 12.378 + .5·(15.428 + 17.034) + 8.832
        (45.82, 39.87, 26.42, 29.53, 35.27, 37.06),  # 9.164 + .5·(10.568 + 23.922) + 8.859
    ],
    ids=["judge Gemini-2.5-Pro", "judge GPT-5.2"],
)
def test_sec5_printed_means_recombined(
    flae: float, evidence: float, vef_: float, mosaic: float, recombined: float, printed: float
) -> None:
    """The weights that the paper states do not give the overall means that it prints."""
    found = value(tot.published(card(flae, evidence, vef_, mosaic)))

    assert found == pytest.approx(recombined, abs=0.005)
    assert abs(found - printed) > 0.6


def test_sec5_both_forms_of_the_overall_score_are_equal() -> None:
    """0.5·(.4·VEF + .6·EVI) = .2·VEF + .3·EVI: the shares are .2 .3 .2 .3."""
    assert list(tot.PART_SHARES.values()) == pytest.approx([0.2, 0.3, 0.2, 0.3])
    assert sum(tot.PART_SHARES.values()) == pytest.approx(1.0)


def test_sec5_absent_parts_count_0_in_the_published_total_alone() -> None:
    """No ground truth, no picture: .2·60 + .3·40 = 24; of what was measured 24/.5 = 48."""
    bare = card(60, 40, Undefined(Reason.NO_GOLD), Undefined(Reason.NOTHING_TO_CHECK))

    published = tot.published(bare)
    assert value(published) == pytest.approx(24.0)
    assert isinstance(published, Measured)
    assert published.missing == Missing()
    measured = tot.measured(bare)
    assert value(measured) == pytest.approx(48.0)
    # Vef. and MOSAIC anywhere: 24 to 24 + 20 + 30
    assert ends(measured) == pytest.approx((24.0, 74.0))


def test_sec5_a_failure_counts_0_and_is_told() -> None:
    """The judge of Vef. timed out: 0 as published, with what it could be."""
    failed = card(60, 40, Undefined(TIMEOUT, bounds=Bounds(0, 100)), 50)

    published = tot.published(failed)
    assert value(published) == pytest.approx(39.0)
    assert isinstance(published, Measured)
    assert published.missing == lost(TIMEOUT)
    assert ends(published) == pytest.approx((39.0, 59.0))


def test_sec5_mosaic_behind_the_closed_gate_is_0_in_both() -> None:
    """.2·60 + .3·0 + .2·0 + .3·0 = 12."""
    shut = card(60, 0, 0, Gated("FLAE and TRACE above 0"))

    assert value(tot.published(shut)) == pytest.approx(12.0)
    assert value(tot.measured(shut)) == pytest.approx(12.0)


def test_sec5_a_report_of_less_than_1000_characters_is_0_as_published() -> None:
    """999 is not judged, 1,000 is."""
    short = card(60, 40, 100, 50, characters=999)

    assert tot.published(short) == Measured(0.0, 0)
    assert value(tot.measured(short)) == pytest.approx(59.0)
    assert value(tot.published(card(60, 40, 100, 50, characters=1000))) == pytest.approx(59.0)


@pytest.mark.parametrize(
    ("reasons", "bucket", "share"),
    [
        ((TIMEOUT, Reason.UNREACHABLE), Bucket.PROVIDER, 0.8),
        ((Reason.UNREACHABLE, Reason.UNREADABLE), Bucket.ACCESS, 0.9),
        ((Reason.UNREADABLE, Reason.NOTHING_TO_CHECK), Bucket.PIPELINE, 0.5),
        ((Reason.NOTHING_TO_CHECK,), Bucket.MODEL, 0.0),
    ],
    ids=["provider first", "then access", "then pipeline", "then the report"],
)
def test_validity_stands_beside_the_score(
    reasons: tuple[Reason, ...], bucket: Bucket, share: float
) -> None:
    """The first that applies, whatever the order of the parts."""
    parts: list[Score] = [Undefined(reason) for reason in reasons]
    parts += [Measured(50.0)] * (3 - len(reasons))
    lacking = card(60, *parts)

    assert tot.bucket(lacking) is bucket
    assert value(tot.validity(lacking)) == pytest.approx(share)


def test_nothing_measured_is_no_total() -> None:
    """But 0 as published."""
    none = card(*([Undefined(TIMEOUT, bounds=Bounds(0, 100))] * 4))

    assert isinstance(tot.measured(none), Undefined)
    assert value(tot.published(none)) == 0.0
    assert ends(tot.published(none)) == pytest.approx((0.0, 100.0))


def test_10_there_is_one_overall_score() -> None:
    """The code still writes another mix of GEN and EVI under the name FINAL."""
    assert [t.name for t in tot.totals()] == ["published", "measured", "validity"]
