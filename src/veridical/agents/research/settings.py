"""How far an agent goes; the defaults are HiEviDR-Bench's."""

from __future__ import annotations

import msgspec

from veridical.errors import ConfigError


class Research(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of both pipelines.

    Attributes:
        top: items that one pass is written from (RAG).
        sub_questions: of a plan, at most (ours; the paper does not say).
        per_question: items that a sub-question finds.
        rounds: of refinement, at most.
        texts: that the writer is given, at most.
        images: likewise.
        tokens: estimated input tokens; where they are spent, nothing more is refined, and the
            report is what it is then. None = no limit.
    """

    top: int = 15
    sub_questions: int = 5
    per_question: int = 20
    rounds: int = 3
    texts: int = 25
    images: int = 5
    tokens: int | None = None

    def __post_init__(self) -> None:
        """Refuse what allows nothing."""
        for name in ("top", "sub_questions", "per_question", "texts"):
            if getattr(self, name) < 1:
                raise ConfigError(
                    f"research, {name}",
                    "allows nothing",
                    got=getattr(self, name),
                    expected="a number from 1",
                    fix="Correct it.",
                )
