"""MMDeepResearch-Bench's ablations: without Vef., without MOSAIC, α fixed, weights perturbed."""

from __future__ import annotations

import asyncio

import pytest

from tests.golden.mmdr_built import FULL, Panel, context
from veridical.errors import ConfigError
from veridical.measure import Measure, Page, Scorecard
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.mmdr import totals as tot
from veridical.methods.mmdr.failures import FailureTally
from veridical.methods.mmdr.method import mmdr
from veridical.methods.mmdr.settings import GateOn, Settings, Variant
from veridical.methods.mmdr.trace import TraceTally
from veridical.methods.mmdr.vef import VefTally
from veridical.runs.verbs import method_named
from veridical.score import Gated, Measured, Reason, Score, Undefined

NO_VEF, NO_MOSAIC = Settings(variant=Variant.NO_VEF), Settings(variant=Variant.NO_MOSAIC)
PICTURE_MEASURES = {"mmdr.vef", "mmdr.vef.score", "mmdr.failure.emi", "mmdr.failure.sto"}


def card(gen: float, evi: float, vef: float, mm: float) -> dict[str, Score]:
    """Four parts, all measured."""
    values = {tot.GEN: gen, tot.EVI: evi, tot.EVI_PUBLISHED: evi, tot.VEF: vef, tot.MM: mm}
    return {name: Measured(value, 1) for name, value in values.items()}


PARTS = card(60, 50, 100, 40)


def value(settings: Settings, name: str, of: Scorecard) -> float:
    """A total of a scorecard under the settings."""
    score = next(t for t in mmdr(settings).totals if t.name == name).equation(of)
    assert isinstance(score, Measured)
    return score.value


@pytest.mark.parametrize("name", ["published", "measured"])
@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        (Settings(), 59.0),
        (NO_VEF, 49.0),
        (NO_MOSAIC, 470 / 7),
        (Settings(shares="1,1,1"), 170 / 3),
        (Settings(shares="0.25,0.45,0.3"), 58.5),
        (Settings(variant=Variant.NO_VEF, shares="1,1,2"), 47.5),
    ],
    ids=["full", "no_vef", "no_mosaic", "alike", "perturbed", "no_vef_perturbed"],
)
def test_ablations_of_the_overall_score(name: str, settings: Settings, wanted: float) -> None:
    """Full: TRACE = .4·100 + .6·50 = 70, and .2·60 + .5·70 + .3·40 = 59.
    Without Vef. TRACE is 50: 12 + 25 + 12 = 49. Without MOSAIC: (12 + 35) / .7 = 67.142…
    Alike: (60 + 70 + 40) / 3 = 56.67. Perturbed: 15 + 31.5 + 12 = 58.5.
    Both: (60 + 50 + 2·40) / 4 = 47.5.
    """
    assert value(settings, name, PARTS) == pytest.approx(wanted)


def test_shares_reach_from_a_millionth_to_a_million() -> None:
    """Both ends are shares: 1e-6, 1e6 and 0; what lies beyond either is none."""
    assert Settings(shares="0.000001,1000000,0").module_shares == (1e-6, 1e6, 0.0)
    for beyond in ("0.0000009,1,1", "1000001,1,1"):
        with pytest.raises(ConfigError, match="shares"):
            Settings(shares=beyond)


def test_ablations_shares_are_together_one() -> None:
    """Without Vef. .2, .5, .3; without MOSAIC 2/7, 3/7 and 2/7; what counts nothing is no part."""
    no_vef, no_mosaic = tot.part_shares(NO_VEF), tot.part_shares(NO_MOSAIC)

    assert no_vef == pytest.approx({tot.GEN: 0.2, tot.EVI: 0.5, tot.MM: 0.3})
    assert no_mosaic == pytest.approx({tot.GEN: 2 / 7, tot.EVI: 3 / 7, tot.VEF: 2 / 7})
    assert tot.part_shares(Settings(shares="3,0,1")) == pytest.approx({tot.GEN: 0.75, tot.MM: 0.25})
    assert tot.part_shares(Settings()) == tot.PART_SHARES


def test_ablations_lack_nothing_of_what_they_leave_out() -> None:
    """Vef. and MOSAIC are absent: missing in a full run, with bounds; no part of the variants."""
    absent = Undefined(Reason.TIMEOUT)
    bare = {**PARTS, tot.VEF: absent, tot.MM: absent}
    full = tot.measured(bare)
    assert isinstance(full, Measured)
    assert full.missing.total == 2

    for settings, left in ((NO_VEF, {**bare, tot.MM: Measured(40, 1)}),
                           (NO_MOSAIC, {**bare, tot.VEF: Measured(100, 1)})):  # fmt: skip
        score = tot.measured(left, shares=tot.part_shares(settings))
        assert isinstance(score, Measured)
        assert score.missing.total == 0
        assert score.bounds is None or score.bounds.worst == score.bounds.best
        assert value(settings, "validity", left) == 1.0


def tally_types(settings: Settings) -> set[type]:
    """What the measures of a variant are computed from."""
    return {m.tally_type for m in mmdr(settings).measures if isinstance(m, Measure)}


def judged(settings: Settings) -> tuple[Evaluation, Panel]:
    """A report scored by a whole variant."""
    panel = Panel(marks=(0.5, 0.5, 0.5))
    text = FULL + "\n" + "More is to be said of ice and water than this. " * 30
    pages = {"https://a.org/ice": Page("https://a.org/ice", "ok", "Ice has 917 kg per cubic metre")}
    given = context(panel, text, pages=pages)
    return asyncio.run(evaluate_submission(mmdr(settings), given)), panel


def test_ablation_without_vef_measures_and_asks_nothing_of_it() -> None:
    """EVI is TRACE, and stands before the gate in its place; no tally of the pictures is made."""
    found, _ = judged(NO_VEF)

    assert not PICTURE_MEASURES & found.scores.keys()
    assert judged(Settings())[0].scores.keys() >= PICTURE_MEASURES
    assert found.scores["mmdr.trace"] == found.scores["mmdr.evidence"]
    assert list(found.gates) == ["FLAE and EVI above 0"]
    of_pictures = {VefTally, TraceTally, FailureTally}
    assert of_pictures <= tally_types(Settings())
    assert not of_pictures & tally_types(NO_VEF)
    assert "mmdr.mosaic" in found.scores


def test_ablation_without_mosaic_has_no_gate() -> None:
    """Nor anything behind it; the rest is as it was."""
    found, _ = judged(NO_MOSAIC)
    full, _ = judged(Settings())

    assert found.gates == {}
    assert "mmdr.mosaic" in full.scores
    assert not [name for name in found.scores if name.startswith("mmdr.mosaic")]
    assert not [score for score in found.scores.values() if isinstance(score, Gated)]
    assert {name: full.scores[name] for name in found.scores} == found.scores


def test_ablation_with_alpha_fixed_asks_for_none() -> None:
    """At .25 of the formula's share: s = .25 form + .75·.5, and no ask for α."""
    found, panel = judged(Settings(alpha="0.25"))
    tally = found.tallies["mmdr.flae"]
    form = tally.form.readability  # type: ignore[attr-defined]
    read = found.scores["mmdr.flae.readability"]

    assert isinstance(read, Measured)
    assert read.value == pytest.approx(0.25 * form + 0.375)
    assert [ask.kind for ask in panel.asked if ask.kind.endswith("alpha")] == []


@pytest.mark.parametrize(
    "options",
    [{"variant": "no_vef"}, {"variant": "no_mosaic"}, {"alpha": "0.5"}, {"shares": "0.3,0.4,0.3"}],
    ids=lambda o: "-".join(o),
)
def test_ablations_are_options_and_recorded(options: dict[str, str]) -> None:
    """What a run's manifest keeps makes the same method again."""
    method = method_named("mmdr", options)

    assert {name: method.settings[name] for name in options} == options
    assert method_named("mmdr", dict(method.settings)).settings == method.settings


@pytest.mark.parametrize(
    "shares", ["", "1,2", "1,2,x", "-1,1,1", "0,0,0", "nan,1,1", "1,1,1,1", "inf,1,1"]
)
def test_ablation_shares_that_mean_nothing(shares: str) -> None:
    """Are refused, as is MOSAIC alone where there is none."""
    with pytest.raises(ConfigError):
        Settings(shares=shares)
    with pytest.raises(ConfigError):
        Settings(shares="0,0,1", variant=Variant.NO_MOSAIC)


def test_the_gate_of_a_full_run_is_the_option_s() -> None:
    """The variant decides alone where Vef. is left out."""
    for gate, name in ((GateOn.TRACE, "TRACE"), (GateOn.EVIDENCE, "EVI")):
        assert mmdr(Settings(gate=gate)).gates[0].name == f"FLAE and {name} above 0"
        left = mmdr(Settings(gate=gate, variant=Variant.NO_VEF))
        assert left.gates[0].name == "FLAE and EVI above 0"
