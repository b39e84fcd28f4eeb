"""What `research` may find, and what stands between its draft and the report."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.agents.release import Filters, Release
    from veridical.runs.corpus_search import Wanted

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
    retriever: Annotated[str, _option(help="By words, vectors or both: bm25, dense or hybrid.")] = (
        "bm25"
    )
    embedder: Annotated[
        str,
        _option(metavar="MODEL", help="Who makes vectors: a model's folder, or ENDPOINT:MODEL."),
    ] = ""
    embedder_url: Annotated[str, _option(help="Where the embedder runs, up to /v1.")] = ""
    embedder_key_env: Annotated[
        str | None, _option(help="The environment variable that holds its key.")
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

    def wanted(self) -> Wanted | None:
        """How the corpus is searched; None = by words.

        Raises:
            ConfigError: an option that means nothing, or an embedder that cannot be had.
            InputError: a folder that holds no model.
        """
        from veridical.cli.corpus import SearchOptions
        from veridical.errors import ConfigError

        if self.retriever == "bm25":
            if self.embedder:
                raise ConfigError(
                    "--embedder",
                    "means nothing with --retriever bm25",
                    got=self.embedder,
                    expected="dense or hybrid",
                    fix="Name one of these, or leave it out.",
                )
            return None
        options = SearchOptions(
            retriever=self.retriever,
            embedder=self.embedder,
            base_url=self.embedder_url,
            key_env=self.embedder_key_env,
        )
        return options.wanted(None, lambda _done, _total: None)

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
