"""How far the agent of Knowledgeable Deep Research goes, and what is taken from it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from veridical.errors import ConfigError

_COUNTS = ("calls", "runs", "validations", "table_k", "web_k", "sub_questions", "texts", "views")


class Part(StrEnum):
    """What an ablation takes away."""

    WEB = "web"
    """Texts and pictures are not searched."""
    TABLES = "tables"
    """Tables are not analysed."""
    RERANK = "rerank"
    """The most similar table is taken, whatever it shows."""
    SCHEMA = "schema"
    """Whoever writes code is shown the table itself instead of its fields."""


class Hka(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings; the paper gives no numbers, so the defaults are those of the released code.

    Attributes:
        calls: of tools for one report, at most; no part is begun once they are reached.
        runs: of programs until one works, in one round.
        validations: rounds in which a figure is drawn and looked at.
        table_k: tables that are looked at for a question, beside those used already.
        web_k: texts and pictures that a query finds (ours: the released code takes 5 whole pages,
            each of them many such pieces).
        sub_questions: of a plan, at most (ours).
        views: figures of one table at most, where the rules write its programs (ours; as
            published it is 1, and a program of a model's makes one figure in any case).
        texts: that the writer of a part is given, at most (ours), beside the analyses.
        images: likewise, beside the figures.
        without: what is taken away.
        as_published: whether a figure that was rejected to the last is used all the same, and
            sentences whose numbers nobody can trace; and each table gives one figure.
    """

    calls: int = 30
    runs: int = 5
    validations: int = 5
    table_k: int = 5
    web_k: int = 20
    sub_questions: int = 5
    views: int = 2
    texts: int = 25
    images: int = 5
    without: tuple[Part, ...] = ()
    as_published: bool = False

    def __post_init__(self) -> None:
        """Refuse what allows nothing."""
        for name in _COUNTS:
            if getattr(self, name) < 1:
                raise ConfigError(
                    f"research, {name}",
                    "allows nothing",
                    got=getattr(self, name),
                    expected="a number from 1",
                    fix="Correct it.",
                )
