"""MMDeepResearch-Bench's equations by hand, with the flaws of the released code absent."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from math import exp

import pytest

from tests.golden.mmdr_built import (
    FULL,
    NONE_SEEN,
    Panel,
    context,
    evaluated,
    flae_tally,
    lost,
    shares,
)
from veridical.ask import Answer
from veridical.errors import ConfigError
from veridical.methods.mmdr import flae
from veridical.methods.mmdr.asks.flae import Alpha, AlphaAsk, MarksAsk, Weights, WeightsAsk
from veridical.methods.mmdr.features import Features, Three, features, formula, logistic
from veridical.methods.mmdr.sections import Part, parts_of
from veridical.methods.mmdr.settings import Regime, Settings
from veridical.methods.mmdr.signals import deterministic_alpha, signals
from veridical.methods.mmdr.text import is_long, paragraphs, repeated, tokens, variety
from veridical.report import parse_report
from veridical.score import Measured, Reason, Undefined

TIMEOUT = Reason.TIMEOUT

# ---- FLAE: the formula channel (App. A.2) ----------------------------------------------------


def test_a2_flae_formula_with_every_feature_at_its_best() -> None:
    """Read σ(2·1 + 1.2·.5) = σ(2.6); insh σ(−2 + 4) = σ(2); stru σ(−2+1.6+1+.8+.6) = σ(2)."""
    best = Features(1, 0.9, 0, 0, 0.3, 0.2, 0.3, 1, 1, 1, 1, False)

    found = formula(best)
    assert found.all == pytest.approx((logistic(2.6), logistic(2.0), logistic(2.0)))
    assert found.insightfulness == pytest.approx(0.8808, abs=1e-4)


def test_a2_flae_formula_counts_nothing_beyond_enough() -> None:
    """Twice what is enough of cues, numbers and sources, and of headings: insh σ(−2 + 4),
    read σ(1.2·.5).
    """
    more = Features(0, 2, 0, 0, 0.6, 0.4, 0.6, 0, 0, 0, 0, False)

    assert formula(more).insightfulness == pytest.approx(logistic(2.0))
    assert formula(more).readability == pytest.approx(logistic(0.6))


def test_a2_flae_formula_with_every_feature_at_its_worst() -> None:
    """Read σ(2·.1 − 2·1 − 3·1) = σ(−4.8); insh and stru σ(−2) = 0.1192."""
    worst = Features(0.1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, False)

    assert formula(worst).all == pytest.approx((logistic(-4.8), logistic(-2.0), logistic(-2.0)))
    assert logistic(-2.0) == pytest.approx(1 / (1 + exp(2)))


def test_a2_flae_formula_in_between() -> None:
    """Read 2·.6 + 1.2·.2 − 2·.1 − 3·.05 = 1.09; a = .15/.3 = .5, q = .1/.2 = .5, m = .03/.3 = .1:
    insh −2 + 4·1.1/3 = −.5333; stru −2 + 1.6·.5 + 1·.8 + .8·.25 + .6·.5 = .1.
    """
    f = Features(0.6, 0.2, 0.1, 0.05, 0.15, 0.1, 0.03, 0.5, 0.8, 0.25, 0.5, False)

    assert formula(f).all == pytest.approx((logistic(1.09), logistic(-0.53333333), logistic(0.1)))


def test_a2_flae_formula_of_an_empty_report_is_0_and_nobody_is_asked() -> None:
    """By rule: 0 in every dimension, FLAE 0."""
    asker = Panel()
    found = evaluated(asker, "")

    assert found.scores["mmdr.flae"] == Measured(0.0, 3)
    assert found.scores["mmdr.flae.structure"] == Measured(0.0)
    assert asker.of(MarksAsk) == []


# ---- FLAE: fusion and weights ----------------------------------------------------------------


def test_a2_flae_fuses_both_channels_and_weighs_the_dimensions() -> None:
    """α = .25: .25·.8 + .75·.4 = .5; .25·.4 + .75·.8 = .7; .25·0 + .75·1 = .75.

    W = .5 .3 .2: 100·(.25 + .21 + .15) = 61.
    """
    t = flae_tally(form=(0.8, 0.4, 0.0), judge=(0.4, 0.8, 1.0), weights=(0.5, 0.3, 0.2), alpha=0.25)

    found = flae.flae(t)
    assert isinstance(found, Measured)
    assert found.n == 3
    assert found.value == pytest.approx(61.0)
    each = [flae.dimension(t, at=n) for n in range(3)]
    assert [s.value for s in each if isinstance(s, Measured)] == pytest.approx([0.5, 0.7, 0.75])


def test_a2_flae_with_alpha_fixed_at_its_ends() -> None:
    """α = 1: 100·(.5·.8 + .3·.4) = 52; α = 0: 100·(.5·.4 + .3·.8 + .2·1) = 64."""
    t = flae_tally(form=(0.8, 0.4, 0.0), judge=(0.4, 0.8, 1.0), weights=(0.5, 0.3, 0.2), alpha=0.25)

    ends = [flae.flae(t, alpha=a) for a in ("1", "0")]
    assert [s.value for s in ends if isinstance(s, Measured)] == pytest.approx([52.0, 64.0])


def test_a2_flae_with_deterministic_alpha() -> None:
    """α_det of (1, .5, .5, 1) is .275; form 1, judge 0 everywhere: 27.5."""
    t = replace(
        flae_tally(form=(1, 1, 1), judge=(0, 0, 0), weights=(0.2, 0.3, 0.5), alpha=None),
        signals=shares(1, 0.5, 0.5, 1),
    )

    found = flae.flae(t, alpha="deterministic")
    assert isinstance(found, Measured)
    assert found.value == pytest.approx(27.5)


@pytest.mark.parametrize(
    ("seen", "alpha"),
    [((1, 0.5, 0.5, 1), 0.275), ((1, 1, 1, 1), 0.0), ((0, 0, 0, 0), 1.0), ((0, 0, 1, 0), 0.8)],
    ids=["between", "all 1", "all 0", "citing alone"],
)
def test_a2_alpha_det_is_one_minus_the_weighted_sum(
    seen: tuple[float, float, float, float], alpha: float
) -> None:
    """1 − (.35 + .175 + .1 + .1) = .275; 1 − 1 = 0; 1 − 0 = 1; 1 − .2 = .8: it grows as a
    report gets worse.
    """
    assert deterministic_alpha(shares(*seen)) == pytest.approx(alpha)


def test_a2_flae_without_the_judge_has_bounds_and_no_default() -> None:
    """α = .5, form 1 .5 0, marks anywhere: 100·(.5·[.5, 1] + .3·[.25, .75] + .2·[0, .5]).

    The released code takes .60 .55 .55 instead.
    """
    t = flae_tally(form=(1, 0.5, 0), judge=TIMEOUT, weights=(0.5, 0.3, 0.2), alpha=0.5)

    found = flae.flae(t)
    assert isinstance(found, Undefined)
    assert (found.reason, found.missing) == (TIMEOUT, lost(TIMEOUT))
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == pytest.approx((32.5, 82.5))
    alone = flae.flae(t, alpha="1")
    assert isinstance(alone, Measured)
    assert alone.value == pytest.approx(65.0)


def test_a2_flae_without_weights_or_alpha_has_bounds() -> None:
    """Form .8 .4 0, judge .4 .8 1: without W between the least and the greatest s_d of .5 .7 .75;
    without α each s_d between its channels: 100·(.5·[.4, .8] + .3·[.4, .8] + .2·[0, 1]).
    """
    form, judge = (0.8, 0.4, 0.0), (0.4, 0.8, 1.0)
    no_weights = flae.flae(flae_tally(form=form, judge=judge, weights=TIMEOUT, alpha=0.25))
    no_alpha = flae.flae(flae_tally(form=form, judge=judge, weights=(0.5, 0.3, 0.2), alpha=TIMEOUT))

    assert isinstance(no_weights, Undefined)
    assert isinstance(no_alpha, Undefined)
    assert no_weights.bounds is not None
    assert no_alpha.bounds is not None
    assert (no_weights.bounds.worst, no_weights.bounds.best) == pytest.approx((50.0, 75.0))
    assert (no_alpha.bounds.worst, no_alpha.bounds.best) == pytest.approx((32.0, 84.0))


@pytest.mark.parametrize("weights", [(0.5, 0.5, 0.5), (0.2, 0.2, 0.2)], ids=["above", "below"])
def test_weights_count_by_their_ratios(weights: tuple[float, float, float]) -> None:
    """The prompt says so; only three of 0 are refused, for they hold no ratio."""
    ask = WeightsAsk("q", NONE_SEEN)

    assert ask.objection(Weights(*weights)) == ""
    assert ask.objection(Weights(0, 0, 0)) == "no weight is above 0"


def test_what_rounding_left_of_weights_is_taken_out() -> None:
    """.33 .33 .33 are thirds: of marks 1, 1, 1 with α = 0 FLAE is 100, not 99."""
    asker = Panel(marks=(1, 1, 1), weights=(0.33, 0.33, 0.33), alpha=0.0)
    found = evaluated(asker, FULL).scores["mmdr.flae"]

    assert isinstance(found, Measured)
    assert found.value == pytest.approx(100.0)


def test_alpha_is_asked_of_signals_alone() -> None:
    """No word of report or query, no name of a system; by rule it is α_det."""
    asker = Panel()
    evaluated(asker, FULL)
    (ask,) = asker.of(AlphaAsk)
    shown = "".join(part.text for part in ask.prompt())

    assert "density" not in shown
    assert "system" not in shown
    assert ask.by_rule() == Answer(
        Alpha(deterministic_alpha(ask.signals)),
        "by rule: α_det of the paper",
    )


@pytest.mark.parametrize("alpha", ["deterministic", "0.6"])
def test_alpha_is_not_asked_where_it_is_set(alpha: str) -> None:
    """One ask fewer."""
    asker = Panel()
    evaluated(asker, FULL, settings=Settings(alpha=alpha))

    assert asker.of(AlphaAsk) == []
    assert len(asker.of(MarksAsk)) == 1


@pytest.mark.parametrize(
    "given", [{"alpha": "1.5"}, {"alpha": "x"}, {"characters": 5}, {"beta": "9"}]
)
def test_settings_that_mean_nothing_are_refused(given: dict[str, object]) -> None:
    """At once, with what was expected."""
    with pytest.raises(ConfigError, match="means nothing"):
        Settings(**given)  # type: ignore[arg-type]


# ---- FLAE: features --------------------------------------------------------------------------


def test_tokens_are_words_and_single_characters() -> None:
    """A Chinese character is a word."""
    assert tokens("Ice-cold water, 水密度 917") == ["ice-cold", "water", "水", "密", "度", "917"]


def test_a_list_is_one_paragraph() -> None:
    """Two paragraphs, a list of three items between them: three in all."""
    text = "Ice floats.\n\n- It is light.\n- It is cold.\n- It is clear.\n\nIt melts in spring.\n"

    assert [len(group) for group in paragraphs(parse_report(text.encode()))] == [1, 3, 1]


def test_variety_is_the_mean_over_windows_of_200() -> None:
    """201 tokens, all "a" but the last: windows have 1 and 2 types: (1/200 + 2/200)/2."""
    assert variety(["a"] * 200 + ["b"]) == pytest.approx(1.5 / 200)
    assert variety(["a", "b", "a", "b"]) == pytest.approx(0.5)
    assert variety([]) == 0.0


def test_repeated_is_the_share_of_quadruples_said_before() -> None:
    """A b c d a b c d: quadruples abcd bcda cdab dabc abcd, one of five before."""
    assert repeated(list("abcdabcd")) == pytest.approx(1 / 5)
    assert repeated(list("abc")) == 0.0


def test_4_a_sentence_of_36_characters_is_not_long() -> None:
    """The code's limit of 35 characters makes nearly every English sentence long."""
    assert not is_long("This sentence has 36 characters, so.")
    assert not is_long(" ".join(["word"] * 35))
    assert is_long(" ".join(["word"] * 36))
    assert not is_long("水" * 80)
    assert is_long("水" * 81)


def test_signals_of_a_report() -> None:
    """Counted by hand off the text; the title and the reference list are no section."""
    seen = signals(parse_report(FULL.encode()), Regime.DAILY)

    # summary, analysis, conclusion: 3 of 3; of 4 factual sentences those with [1] and [2] count,
    # since [7] has no entry; of 3 labels 2 have an address
    assert (seen.headings, seen.paragraphs, seen.tables, seen.pictures) == (3, 3, 0, 0)
    assert (seen.sections, seen.citing) == (1.0, 0.5)
    assert seen.references == pytest.approx(2 / 3)
    assert seen.length == pytest.approx(seen.words / 700)


def test_signals_of_a_chinese_report() -> None:
    """Every character counts as a word, sections have Chinese names."""
    text = (
        "# 冰\n\n## 摘要\n\n冰的密度为917千克每立方米[1]。\n\n## 结论\n\n冰会浮起来。\n\n"
        "## 参考文献\n\n[1] https://a.org/x\n"
    )
    seen = signals(parse_report(text.encode()), Regime.DAILY)

    # 冰的密度为 (5) 917 千克每立方米 (6+1) and 冰会浮起来 (5)
    assert seen.words == 5 + 1 + 6 + 5
    assert seen.sections == pytest.approx(2 / 3)
    assert (seen.citing, seen.references) == (1.0, 1.0)


def test_without_a_marker_nothing_is_compliant() -> None:
    """C = 0 and R_ref = 0, whatever the list says."""
    text = "Ice has 917 kg per m³.\n\n## References\n\n[1] https://a.org/x\n"
    seen = signals(parse_report(text.encode()), Regime.DAILY)

    assert (seen.citing, seen.references) == (0.0, 0.0)


def test_8_sections_are_told_by_headings_alone() -> None:
    """Words like "analysis" and "conclusion" in the text make no section."""
    text = (
        "# Ice\n\nThis summary gives background, methods, an analysis, figures and a conclusion.\n"
    )

    assert signals(parse_report(text.encode()), Regime.RESEARCH).sections == 0.0
    assert parts_of(["3. Analysis and Evidence", "Conclusions"]) == {Part.ANALYSIS, Part.CONCLUSION}


def test_pictures_are_wanted_where_the_query_shows_some() -> None:
    """One for every 350 words of research, at least one; without pictures in the query 1."""
    report = parse_report(b"Ice floats.\n\n![](https://a.org/p.png)\n")
    with_none = features(report, signals(report, Regime.RESEARCH))
    with_one = features(report, signals(report, Regime.RESEARCH, 1))
    bare = parse_report(("Ice floats. " * 350 + "\n").encode())  # 700 words want 2 pictures

    assert (with_none.pictures, with_one.pictures) == (1.0, 1.0)
    assert features(bare, signals(bare, Regime.RESEARCH, 1)).pictures == 0.0


def test_7_the_whole_report_is_marked() -> None:
    """The code shows the judge the first 14,000 characters."""
    asker = Panel()
    text = " ".join(f"Sentence number {n} floats [1]." for n in range(3000))
    evaluated(asker, f"{text}\n\n## References\n\n[1] https://a.org/x\n")
    (ask,) = asker.of(MarksAsk)

    assert all(f"Sentence number {n} floats" in ask.report for n in (0, 1499, 2999))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_asks_are_put_in_the_language_of_the_query(language: str) -> None:
    """And hold what they ask about."""
    asker = Panel()
    asyncio.run(flae.Collector()(context(asker, FULL, language=language)))
    words = {"en": "mark", "zh": "打分"}[language]

    assert words in asker.of(MarksAsk)[0].prompt()[0].text
    assert {part.title for part in asker.of(WeightsAsk)[0].prompt()} >= {"signals", "query"}
    assert isinstance(asker.of(MarksAsk)[0].by_rule(), Answer)
    assert isinstance(asker.of(WeightsAsk)[0].by_rule(), Answer)


def test_three_marks_are_kept_in_their_order() -> None:
    """read, insh, stru."""
    asker = Panel(marks=(0.1, 0.2, 0.3))
    found = asyncio.run(flae.Collector()(context(asker, FULL)))

    assert found.judge == Three(0.1, 0.2, 0.3)
