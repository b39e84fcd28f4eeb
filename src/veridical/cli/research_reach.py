"""What `research` may find, and what stands between its draft and the report."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.agents.release import Filters, Release

_option = partial(typer.Option, rich_help_panel="What may be found")


@dataclass(frozen=True, kw_only=True)
class ReachOptions:
    """Which evidence may be found, and when enough of it is."""

    since: Annotated[
        str, _option(metavar="DAY", help="Only what says it was published from this day on.")
    ] = ""
    until: Annotated[
        str, _option(metavar="DAY", help="Only what says it was published up to this day.")
    ] = ""
    allow_host: Annotated[
        list[str] | None, _option(help="Only what stands on this host; may be repeated.")
    ] = None
    deny_host: Annotated[
        list[str] | None, _option(help="Nothing that stands on this host; may be repeated.")
    ] = None
    block: Annotated[
        list[str] | None,
        _option(help="Not this address, DOI, site, title or id of an item; may be repeated."),
    ] = None
    search_language: Annotated[
        list[str] | None, _option(help="Only evidence in this language, as en; may be repeated.")
    ] = None
    least_gain: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="Refine no more once a round brings fewer new supported statements per 1,000 "
            "estimated input tokens; by default 0.02, and 0 refines on.",
        ),
    ] = None

    def filters(self) -> Filters:
        """What may be found.

        Raises:
            ConfigError: a day or a host is none, or the window is empty.
        """
        from veridical.agents.release import Filters

        return Filters(
            self.since,
            self.until,
            tuple(self.allow_host or ()),
            tuple(self.deny_host or ()),
            tuple(self.search_language or ()),
        )

    def release(self, spend: int | None, *, as_published: bool) -> Release | None:
        """What stands behind the agent; None = nothing.

        Raises:
            ConfigError: as published, and a threshold for it.
        """
        from veridical.agents.release import Release
        from veridical.errors import ConfigError

        if as_published:
            if self.least_gain is not None:
                raise ConfigError(
                    "--least-gain",
                    "means nothing with --as-published",
                    fix="Leave one of them out.",
                )
            return None
        if self.least_gain is None:
            return Release(spend)
        return Release(spend, least_gain=self.least_gain)
