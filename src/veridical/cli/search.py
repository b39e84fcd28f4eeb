"""The options of `evaluate` that have a method search the web."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.measure import Method
    from veridical.runs.check_sources import SourcePlan
    from veridical.runs.facts import FactPlan
    from veridical.runs.searched import Skipped

PANEL = "Search"
"""The part of the verb's help that these options stand in."""
SHOWN = 5

_option = partial(typer.Option, rich_help_panel=PANEL)


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """Who searches the web for a method that searches."""

    search: Annotated[
        str | None,
        _option(
            metavar="PROVIDER",
            help="Search the web, not the bench's corpus: serper, tavily, brave or searxng.",
        ),
    ] = None
    search_url: Annotated[str | None, _option(help="Where that provider is.")] = None
    search_key_env: Annotated[
        str | None, _option(help="The environment variable that holds its key.")
    ] = None

    def plan(self, method: Method, sources: SourcePlan, *, is_offline: bool) -> FactPlan | None:
        """Where is searched; None where the bench's corpus is.

        Args:
            method: what is measured.
            sources: where pages are read.
            is_offline: whether the network is forbidden.

        Raises:
            ConfigError: no such provider, or options of none; pages are to be read by a method
                that searches, and nobody searches.
        """
        from veridical.runs.applicable import refuse_search

        refuse_search(self.search, url=self.search_url, key_env=self.search_key_env)
        if not self.search:
            from veridical.methods.registry import can_search

            if can_search(method.name) and sources.reads_addresses:
                from veridical.errors import ConfigError

                raise ConfigError(
                    "--sources",
                    "is the web, which this method can only search",
                    expected="--search with a provider",
                    fix="Add it, or leave --sources out to search the bench's corpus.",
                )
            return None
        from veridical.runs.facts import FactPlan

        is_kept = sources.reads_addresses and not sources.may_fetch
        return FactPlan(
            folder=sources.folder,
            provider=self.search,
            endpoint=self.search_url or "",
            key_env=self.search_key_env or "",
            hosts=sources.hosts,
            snapshots=sources.store,
            is_offline=is_offline or is_kept,
        )


def show_skipped(skipped: Skipped) -> None:
    """Name on the error stream what would have needed the network."""
    _named("query", "queries", "not put", skipped.queries)
    _named("address", "addresses", "not read", skipped.addresses)


def _named(one: str, several: str, what: str, every: Sequence[str]) -> None:
    from veridical.web.words import count

    found = list(dict.fromkeys(every))
    if not found:
        return
    shown = "".join(f"\n  {_printable(name)}" for name in found[:SHOWN])
    more = f"\n  … and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    typer.echo(f"offline: {count(len(found), one, several)} {what}:{shown}{more}", err=True)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)
