"""What stands between a draft and the report that is written from it; the defaults are ours."""

from __future__ import annotations

import msgspec

from veridical.errors import ConfigError


class Release(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the release; no paper has it, so a pipeline as published goes without.

    Attributes:
        tokens: the spending limit in estimated input tokens; None = none. As it is approached,
            one tool after the other is taken away, and the report is still delivered.
        rerank_until: share of the limit from which nothing is reranked, in [0, 1].
        refine_until: share from which nothing is refined.
        rewrite_until: share from which no statement is rewritten and the rules judge.
        least_gain: new supported statements per 1,000 estimated input tokens under which a round
            of refinement is the last. The default, one in 50,000 tokens, is about two rounds of
            the default agent that bring one statement; 0 = never.
        pairs: of sentences that may contradict each other that are looked at, at most.
    """

    tokens: int | None = None
    rerank_until: float = 0.5
    refine_until: float = 0.75
    rewrite_until: float = 1.0
    least_gain: float = 0.02
    pairs: int = 40

    def __post_init__(self) -> None:
        """Refuse shares that are none, and less than nothing."""
        shares = (self.rerank_until, self.refine_until, self.rewrite_until)
        if not 0 <= shares[0] <= shares[1] <= shares[2] <= 1:
            raise ConfigError(
                "release, shares of the limit",
                "do not ascend",
                got=shares,
                expected="numbers from 0 to 1: rerank_until, refine_until, rewrite_until",
                fix="Correct them.",
            )
        for name in ("tokens", "least_gain", "pairs"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise ConfigError(
                    f"release, {name}",
                    "is less than nothing",
                    got=value,
                    expected="a number from 0",
                    fix="Correct it.",
                )
