"""What the agent made for a report, and what it hands back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from veridical.agents.hka.analysis import Insight
from veridical.agents.hka.rates import NO_RATES, Rates
from veridical.agents.research.journal import Researched
from veridical.retrieval.tables import Table
from veridical.task import Item

FOLDER = "figures"
"""Beside the report."""


@dataclass(frozen=True)
class Made:
    """An analysis of a table.

    Attributes:
        table: that was analysed.
        code: the program that drew the figure.
        picture: the figure, as PNG; its pixels were read once, in the sandbox.
        analysis: the sentences, as evidence to be cited.
        figure: the caption, as evidence to be shown.
        insights: the sentences with their numbers traced.
    """

    table: Table
    code: str
    picture: bytes
    analysis: Item
    figure: Item
    insights: tuple[Insight, ...] = ()

    def files(self) -> Mapping[str, bytes]:
        """What is kept beside the report, by name: figure, code, data, numbers."""
        name = (self.figure.image_path or "").removesuffix(".png")
        return {
            f"{name}.png": self.picture,
            f"{name}.py": self.code.encode("utf-8", "backslashreplace"),
            f"{name}.data.json": _json({"table": self.table.id, "rows": self.table.objects}),
            f"{name}.numbers.json": _json(self.insights),
        }


@dataclass(frozen=True)
class Analysed(Researched):
    """A report with what was made for it.

    Attributes:
        made: the analyses, in the order of their numbers.
        rates: of failed programs and rejected figures.
        calls: of tools.
        not_assessed: what could not be done or looked at here, a line each.
    """

    made: tuple[Made, ...] = ()
    rates: Rates = NO_RATES
    calls: int = 0
    not_assessed: tuple[str, ...] = ()


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
