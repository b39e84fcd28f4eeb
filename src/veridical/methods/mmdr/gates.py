"""The gate before MOSAIC (arXiv:2601.12346, Sec. 4): pictures are looked at where the text holds.

As printed MOSAIC runs where FLAE and TRACE are above 0; the released code looks at EVI in TRACE's
place. What has nothing to measure counts 0 here, as it does in the published total. Where
something failed, the gate is decided if it would be the same whatever is missing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from veridical.measure import Context, Gate
from veridical.methods.mmdr.evidence import evidence
from veridical.methods.mmdr.evidence_tally import EvidenceTally
from veridical.methods.mmdr.flae import FlaeTally, flae
from veridical.methods.mmdr.settings import LAMBDA, GateOn, Settings, Variant
from veridical.methods.mmdr.vef import VefTally, vef
from veridical.methods.mmdr.vef import collect as collect_vef
from veridical.score import Bounds, Gated, Reason, Score, Undefined

T = TypeVar("T")
Gather: TypeAlias = Callable[[Context], Awaitable[T]]
"""Gathers a tally of a report."""

NAMES = {
    GateOn.TRACE: "FLAE and TRACE above 0",
    GateOn.EVIDENCE: "FLAE and EVI above 0",
}
_ANYTHING = Bounds(0.0, 100.0)
_ZERO = Bounds(0.0, 0.0)
_COUNTS_0 = frozenset({Reason.NO_GOLD, Reason.NOTHING_TO_CHECK})


def is_bare(score: Score) -> bool:
    """Whether a score is absent since there was nothing to measure, and nothing failed."""
    if not isinstance(score, Undefined):
        return False
    reasons = {reason for reason, _ in score.missing.counts} | {score.reason}
    has_items = score.reason is Reason.NOTHING_TO_CHECK and score.missing.total
    return reasons <= _COUNTS_0 and not has_items


def ends_by_convention(score: Score) -> Bounds:
    """Where a score lies if what has nothing to measure counts 0."""
    if isinstance(score, Gated) or is_bare(score):
        return _ZERO
    return score.bounds or _ANYTHING


def is_above_0(*parts: Bounds) -> bool | None:
    """Whether all parts are above 0; None where that hangs on what is missing."""
    if any(max(p.worst, p.best) <= 0 for p in parts):
        return False
    return True if all(min(p.worst, p.best) > 0 for p in parts) else None


@dataclass(frozen=True, eq=False)
class MosaicGate:
    """Whether MOSAIC runs.

    Attributes:
        settings: what must be above 0.
        of_flae: gathers FLAE's tally.
        of_evidence: gathers EVI's.
        of_vef: gathers Vef.'s.
    """

    settings: Settings
    of_flae: Gather[FlaeTally]
    of_evidence: Gather[EvidenceTally]
    of_vef: Gather[VefTally] = collect_vef

    async def __call__(self, context: Context) -> bool | None:
        """True, False, or None where it hangs on what is missing."""
        quality = flae(await self.of_flae(context), alpha=self.settings.alpha)
        gathered = await self.of_evidence(context)
        said = ends_by_convention(
            evidence(gathered, weights=self.settings.weights, as_published=True)
        )
        if gate_of(self.settings) is GateOn.TRACE:
            seen = ends_by_convention(vef(await self.of_vef(context)))
            said = Bounds(
                LAMBDA * seen.worst + (1 - LAMBDA) * said.worst,
                LAMBDA * seen.best + (1 - LAMBDA) * said.best,
            )
        return is_above_0(ends_by_convention(quality), said)


def gate_of(settings: Settings) -> GateOn:
    """What must be above 0 beside FLAE: without Vef., EVI is all of TRACE."""
    return GateOn.EVIDENCE if settings.variant is Variant.NO_VEF else settings.gate


def mosaic_gate(
    settings: Settings, of_flae: Gather[FlaeTally], of_evidence: Gather[EvidenceTally]
) -> Gate:
    """The gate under the settings."""
    return Gate(NAMES[gate_of(settings)], MosaicGate(settings, of_flae, of_evidence))
