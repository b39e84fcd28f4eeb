"""The options of MMDeepResearch-Bench's scores, and the constants that it does not print.

The paper calls its formulas fixed and prints no number of them. The constants of `Beta` are
ours, and so is their version: it goes up with any change of them, and is recorded with every
score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum

from veridical.errors import ConfigError
from veridical.task import Task

LAMBDA = 0.4
"""The fixed share of Vef. in TRACE."""
SHARES = {"flae": 0.2, "trace": 0.5, "mosaic": 0.3}
"""What each module counts in the overall score."""
PRIORS = (0.444, 0.278, 0.278)
"""What Con., Cov. and Fid. count before a task is seen: the code's, its fourth part left out."""
TAU = {"daily": 0.45, "research": 0.55}
"""From which support on a key claim counts as covered."""
SHORTEST = 1000
"""Characters below which a report is not judged."""
AS_PRINTED = ",".join(str(share) for share in SHARES.values())
LEAST_SHARE, MOST_SHARE = 1e-6, 1e6
"""Between them lies a share that is not 0, so that sums and products of shares are numbers."""
BETA_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Beta:
    """The constants of the formula channel, version `BETA_VERSION`; all are ours.

    Attributes:
        variety: of the type–token ratio in windows of `window` tokens.
        headings: of headings over paragraphs, which count up to `most_headings`.
        long: of the share of long sentences.
        repeated: of the share of repeated word quadruples.
        base: of insightfulness and structure, where nothing speaks for them.
        insight: of the mean of the three shares of insight.
        sections: of the expected sections that are there.
        references: of the share of markers with one address.
        citing: of the share of factual sentences that cite.
        pictures: of the share of pictures that are wanted.
    """

    variety: float = 2.0
    headings: float = 1.2
    long: float = -2.0
    repeated: float = -3.0
    base: float = -2.0
    insight: float = 4.0
    sections: float = 1.6
    references: float = 1.0
    citing: float = 0.8
    pictures: float = 0.6


BETA = Beta()


class Regime(StrEnum):
    """Which of the two kinds of task: light and everyday, or heavy on analysis."""

    DAILY = "daily"
    RESEARCH = "research"


def regime_of(task: Task) -> Regime:
    """The regime in the task's tag ``regime``; a task that names none is research."""
    said = task.tags.get("regime", "").strip().lower()
    return Regime.DAILY if said.startswith("daily") else Regime.RESEARCH


class Weighing(StrEnum):
    """Who weighs Con., Cov. and Fid.

    `JUDGE`: one ask a report, as printed. `ADAPTIVE`: the priors, moved by what was found, as
    in the released code. `PRIOR`: the priors alone.
    """

    JUDGE = "judge"
    ADAPTIVE = "adaptive"
    PRIOR = "prior"


class GateOn(StrEnum):
    """What must be above 0 beside FLAE for MOSAIC to run: TRACE as printed, EVI as in the code."""

    TRACE = "trace"
    EVIDENCE = "evidence"


class Variant(StrEnum):
    """What is run: the paper's evaluation, or one of its own ablations.

    `NO_VEF`: nobody looks at the question's pictures, and EVI is all of TRACE. `NO_MOSAIC`: nobody
    looks at the report's, and FLAE and TRACE share the whole.
    """

    FULL = "full"
    NO_VEF = "no_vef"
    NO_MOSAIC = "no_mosaic"


JUDGED, DETERMINISTIC = "judge", "deterministic"


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    Attributes:
        alpha: how much the formula counts beside the judge: ``judge`` = one ask a report, as
            printed; ``deterministic`` = by the printed ablation; or a fixed number.
        weights: who weighs the three measures of evidence.
        gate: what must be above 0 for MOSAIC to run.
        characters: code points of a page that are found for each claim at most, and shown with
            the page's beginning, one of an unspaced script counted three times; 0 = the page
            whole. The released code shows the first 9,000 to every claim.
        pictures: of a report that MOSAIC looks at, from its first one; those after them are not
            assessed, and counted. 0 = all. The released code looks at 9, and at 3 pairs.
        beta: the version of the formula's constants.
        variant: the whole evaluation, or an ablation.
        shares: what FLAE, TRACE and MOSAIC count, three numbers with commas between them, each 0
            or from 0.000001 to 1000000; only how they stand to each other counts.
    """

    alpha: str = JUDGED
    weights: Weighing = Weighing.JUDGE
    gate: GateOn = GateOn.TRACE
    characters: int = 2000
    pictures: int = 24
    beta: str = BETA_VERSION
    variant: Variant = Variant.FULL
    shares: str = AS_PRINTED

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        if self.alpha not in (JUDGED, DETERMINISTIC) and self.fixed_alpha is None:
            raise _refused("alpha", self.alpha, f"{JUDGED}, {DETERMINISTIC} or a share from 0 to 1")
        if self.characters and self.characters < _LEAST:
            raise _refused("characters", self.characters, f"0, or a whole number from {_LEAST}")
        if self.pictures < 0:
            raise _refused("pictures", self.pictures, "0, or a whole number above it")
        if self.beta != BETA_VERSION:
            raise _refused("beta", self.beta, BETA_VERSION)
        left = 2 if self.variant is Variant.NO_MOSAIC else 3
        if not any(self.module_shares[:left]):
            wanted = (
                f"three numbers, each 0 or from 0.000001 to 1000000, not all of the first {left} "
                f"0: {AS_PRINTED}"
            )
            raise _refused("shares", self.shares, wanted)

    @property
    def fixed_alpha(self) -> float | None:
        """The number that α is fixed at; None where it is not."""
        try:
            share = float(self.alpha)
        except ValueError:
            return None
        return share if 0.0 <= share <= 1.0 else None

    @property
    def module_shares(self) -> tuple[float, ...]:
        """What FLAE, TRACE and MOSAIC count; nothing where `shares` is not three such numbers."""
        try:
            found = tuple(float(one) for one in self.shares.split(","))
        except ValueError:
            return ()
        is_fit = len(found) == len(SHARES) and all(map(_is_share, found))
        return found if is_fit else ()

    def shown(self) -> Mapping[str, str]:
        """Every option by name, as recorded."""
        return {f.name: str(getattr(self, f.name)) for f in fields(self)}


_LEAST = 100
"""Code points: about a sentence."""


def _is_share(number: float) -> bool:
    return number == 0 or LEAST_SHARE <= number <= MOST_SHARE


def _refused(name: str, got: object, expected: str) -> ConfigError:
    return ConfigError(
        f"settings of mmdr, {name}", "means nothing", got=got, expected=expected, fix="Correct it."
    )


DEFAULTS = Settings()
