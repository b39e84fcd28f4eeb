"""What the agent that analyses tables needs of this machine and this corpus."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import msgspec

from veridical.agents.hka.agent import hka
from veridical.agents.hka.drawing import Drawer, drawer
from veridical.agents.hka.made import Analysed
from veridical.agents.hka.rates import Rates
from veridical.agents.hka.settings import Hka, Part
from veridical.agents.research import Researched
from veridical.agents.research.library import Library, Setting
from veridical.agents.sandbox import find_sandbox
from veridical.ask import NoVerdict
from veridical.errors import ConfigError
from veridical.retrieval.tables import Table, table_from_item
from veridical.runs.corpus import corpus_tables
from veridical.score import Reason
from veridical.sources.eyes import found_eyes
from veridical.task import Item

_LEFT_OUT = {Setting.WEB: (Part.TABLES,), Setting.TABLE: (Part.WEB,), Setting.HYBRID: ()}


class AboutAnalyses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the analyses of a report came about.

    Attributes:
        limits: how far the agent could go, and what was taken away.
        calls: of tools.
        figures: names of the figures that were made, without suffix.
        rates: of programs that failed and figures that were rejected, as counts.
        not_assessed: what could not be done or looked at here, a line each.
        not_found: parts of the plan that nothing in the report answers.
    """

    limits: Hka
    calls: int
    figures: tuple[str, ...]
    rates: Rates
    not_assessed: tuple[str, ...] = ()
    not_found: tuple[str, ...] = ()


async def analysing(
    corpus: Path,
    items: Iterable[Item],
    settings: Hka,
    setting: Setting,
    *,
    withheld: Collection[str] = (),
) -> Callable[..., Awaitable[Researched]]:
    """The agent with its tables and its sandbox, to be called as the others are.

    Args:
        corpus: the folder.
        items: of it.
        settings: how far it goes.
        setting: what can be found: without texts, or without tables.
        withheld: ids of tables that must not be used.

    Raises:
        InputError: the tables cannot be read.
    """
    every = list(items)
    limits = msgspec.structs.replace(settings, without=left_out(settings, setting))
    tables = () if Part.TABLES in limits.without else tables_of(corpus, every)
    tables = tuple(table for table in tables if table.id not in withheld)
    drawing: Drawer | NoVerdict = NoVerdict(Reason.NOT_ASSESSED, "no table is asked for")
    if tables:
        drawing = await drawing_here()
    elif Part.TABLES not in limits.without:
        drawing = NoVerdict(Reason.NOT_ASSESSED, "the corpus holds no table that can be read")
    return partial(hka, tables=tables, drawing=drawing, settings=limits, eyes=found_eyes())


def left_out(settings: Hka, setting: Setting) -> tuple[Part, ...]:
    """What is taken away, by the ablation and by what can be found."""
    return tuple(dict.fromkeys((*settings.without, *_LEFT_OUT[setting])))


def texts_of(items: Iterable[Item]) -> Library:
    """A library of texts and pictures: tables are found by their descriptions."""
    return Library.of(items, Setting.WEB)


def tables_of(corpus: Path, items: Iterable[Item]) -> tuple[Table, ...]:
    """The typed tables of a corpus, and those that its items hold as text.

    Raises:
        InputError: they cannot be read.
    """
    found = {item.id: table for item in items if (table := table_from_item(item)) is not None}
    found |= {table.id: table for table in corpus_tables(corpus)}
    return tuple(found.values())


async def drawing_here() -> Drawer | NoVerdict:
    """Where programs can draw on this machine; why nowhere."""
    if find_spec("matplotlib") is None:
        detail = "matplotlib is not installed, as with `pip install 'veridical[research]'`"
        return NoVerdict(Reason.NOT_ASSESSED, detail)
    try:
        return await drawer(await asyncio.to_thread(find_sandbox))
    except ConfigError as e:
        return NoVerdict(Reason.NOT_ASSESSED, str(e))


def about_analyses(found: object, settings: Hka, setting: Setting) -> AboutAnalyses | None:
    """How the analyses came about; None for an agent that makes none."""
    if not isinstance(found, Analysed):
        return None
    return AboutAnalyses(
        msgspec.structs.replace(settings, without=left_out(settings, setting)),
        found.calls,
        tuple(one.figure.id for one in found.made),
        found.rates,
        found.not_assessed,
        found.not_found,
    )
