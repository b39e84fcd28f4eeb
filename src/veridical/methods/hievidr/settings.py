"""The options of HiEviDR-Bench's scores, each with the default that we hold to be right.

Which reading of a formula is used is never silent: the settings are recorded with every
score and printed with every table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum

from veridical.errors import ConfigError


class Norm(StrEnum):
    """How a rating r from 1 to 5 becomes a share of the 20 points.

    `MINMAX` is (r - 1) / 4, in [0, 1]. `RATIO` is r / 5, in [0.2, 1]. `LITERAL` is eq. 6 as
    printed, (r - 1) / 20, in [0, 0.2]: it cannot reach the 20 points that the paper's text
    promises, and is kept for audits alone.
    """

    MINMAX = "minmax"
    RATIO = "ratio"
    LITERAL = "literal"

    def share(self, r: float) -> float:
        """The share of the points that a rating earns."""
        match self:
            case Norm.MINMAX:
                return (r - 1) / 4
            case Norm.RATIO:
                return r / 5
            case Norm.LITERAL:
                return (r - 1) / 20


class ClaimSupport(StrEnum):
    """When a claim of the gold graph is supported in a report.

    `JUDGED`: what the report says is judged supported by the cited evidence below the
    claim, bottom-up. `STRUCTURAL_ALL`: all that the graph puts under it is cited or itself
    supported; `STRUCTURAL_ANY`: any of it is. The paper does not say which.
    """

    JUDGED = "judged"
    STRUCTURAL_ALL = "structural_all"
    STRUCTURAL_ANY = "structural_any"


class Variant(StrEnum):
    """What is run: the paper's evaluation, or the baseline that it contrasts itself with.

    `ONE_PROMPT` is eq. 3: one ask that holds the whole report against the reference answer.
    """

    FULL = "full"
    ONE_PROMPT = "one_prompt"


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    Attributes:
        report_norm: how eq. 6 is read. The site's published numbers are `RATIO`.
        rating_norm: how eqs. 11 to 13 are read; as printed they are `RATIO`.
        tau: below this TF-IDF cosine to the question, retrieved evidence outside the gold
            graph is irrelevant (eq. 9). The paper gives no number.
        claim_support: when a claim is supported.
        variant: the whole evaluation, or the one-prompt baseline.
    """

    report_norm: Norm = Norm.MINMAX
    rating_norm: Norm = Norm.RATIO
    tau: float = 0.1
    claim_support: ClaimSupport = ClaimSupport.JUDGED
    variant: Variant = Variant.FULL

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        if not 0.0 <= self.tau <= 1.0:
            raise ConfigError(
                "settings of hievidr, tau",
                "is no cosine",
                got=self.tau,
                expected="a number from 0 to 1",
                fix="Correct it.",
            )
        if self.rating_norm is Norm.LITERAL:
            raise ConfigError(
                "settings of hievidr, rating_norm",
                "is a reading of eq. 6 alone",
                got=str(self.rating_norm),
                expected="ratio or minmax",
                fix="Set report_norm instead.",
            )

    def shown(self) -> Mapping[str, str]:
        """Every option by name, as recorded."""
        return {f.name: str(getattr(self, f.name)) for f in fields(self)}


DEFAULTS = Settings()
