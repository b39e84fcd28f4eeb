"""What the agent made for a report, and what it hands back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from veridical.agents.hka.analysis import Insight
from veridical.agents.hka.rates import NO_RATES, Rates
from veridical.agents.hka.read_back import ReadBack
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
        is_ruled: whether the rules wrote the sentences.
        read: what was read off the figure, by each reader; none as published.
    """

    table: Table
    code: str
    picture: bytes
    analysis: Item
    figure: Item
    insights: tuple[Insight, ...] = ()
    is_ruled: bool = False
    read: tuple[ReadBack, ...] = ()

    def files(self) -> Mapping[str, bytes]:
        """What is kept beside the report, by name: figure, code, data, numbers."""
        name = (self.figure.image_path or "").removesuffix(".png")
        return {
            f"{name}.png": self.picture,
            f"{name}.py": self.code.encode("utf-8", "backslashreplace"),
            f"{name}.data.json": _json({"table": self.table.id, "rows": self.table.objects}),
            f"{name}.numbers.json": _json(self.insights),
            f"{name}.read.json": _json(self.read),
        }


@dataclass(frozen=True)
class Analysed(Researched):
    """A report with what was made for it.

    Attributes:
        made: the analyses, in the order of their numbers.
        rates: of failed programs and rejected figures.
        calls: of tools.
        not_assessed: what could not be done or looked at here, a line each.
        not_found: parts of the plan that nothing in the report answers.
    """

    made: tuple[Made, ...] = ()
    rates: Rates = NO_RATES
    calls: int = 0
    not_assessed: tuple[str, ...] = ()
    not_found: tuple[str, ...] = ()


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
