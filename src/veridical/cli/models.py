"""The options that say which models answer, the same for every verb that asks.

A role that no option and no file names is answered by the built-in rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.runs.bound import Spending
    from veridical.runs.records import Manifest
    from veridical.runs.settings import Flags, Settings

PANEL = "Models"
"""The part of a verb's help that these options stand in."""

_NAMED = "ENDPOINT:MODEL"
_option = partial(typer.Option, rich_help_panel=PANEL)

LedgerAt = Annotated[
    str | None, typer.Option(help="A path or postgresql:// URL; by default beside the run.")
]


@dataclass(frozen=True, kw_only=True)
class NamedModels:
    """Which models answer, each field an option; a verb takes them by `veridical.cli.spliced`."""

    judge: Annotated[
        str | None,
        _option(
            metavar=_NAMED,
            help="Who judges: openai-compatible:MODEL with --base-url, ollama:MODEL …",
        ),
    ] = None
    vision: Annotated[str | None, _option(metavar=_NAMED, help="Who looks at pictures.")] = None
    examiner: Annotated[str | None, _option(metavar=_NAMED, help="Who writes rubrics.")] = None
    base_url: Annotated[str | None, _option(help="Where these models run, up to /v1.")] = None
    key_env: Annotated[
        str | None, _option(help="The environment variable that holds the endpoint's key.")
    ] = None
    config: Annotated[
        Path | None, _option(help="Settings; by default veridical.toml, if it is there.")
    ] = None

    def settings(self) -> Settings | None:
        """The settings of options and file; None where no model is named at all.

        Raises:
            ConfigError: a setting that means nothing.
        """
        from veridical.runs.settings import CONFIG, read_settings

        is_silent = all(value is None or value is False for value in vars(self).values())
        if is_silent and not Path(CONFIG).is_file():
            return None
        return read_settings(self.config, self._flags())

    def _flags(self) -> Flags:
        from veridical.ask import Role
        from veridical.runs.settings import Flags

        named = {role: vars(self)[role.value] for role in Role if role.value in vars(self)}
        return Flags(
            models={role: model for role, model in named.items() if model is not None},
            base_url=self.base_url,
            key_env=self.key_env,
        )


@dataclass(frozen=True, kw_only=True)
class ModelOptions(NamedModels):
    """Which models answer, how they write and what they may take."""

    temperature: Annotated[float | None, _option(min=0, max=2, help="Of these models.")] = None
    max_usd: Annotated[float | None, _option(min=0, help="Spend at most, at list price.")] = None
    max_tokens: Annotated[int | None, _option(min=0, help="Use at most so many tokens.")] = None
    max_calls: Annotated[int | None, _option(min=0, help="Make at most so many calls.")] = None
    prices: Annotated[Path | None, _option(help="A TOML file of prices; none is built in.")] = None
    one_by_one: Annotated[
        bool, _option("--one-by-one", help="A call for every question, also about the same text.")
    ] = False
    offline: Annotated[
        bool, _option("--offline", help="Call no model: only kept answers are used.")
    ] = False

    def _flags(self) -> Flags:
        return replace(
            super()._flags(),
            temperature=self.temperature,
            max_usd=self.max_usd,
            max_tokens=self.max_tokens,
            max_calls=self.max_calls,
            prices=self.prices,
            is_offline=self.offline,
            one_by_one=self.one_by_one,
        )


def show_models(manifest: Manifest) -> None:
    """Print who answered in which role, and where an endpoint changed under the run."""
    if not manifest.models:
        return
    for one in manifest.models:
        resolved = " and ".join(one.resolved) or "a model that does not say which it is"
        named = f"{one.endpoint}:{one.requested}"
        typer.echo(
            f"{one.role}: {named}, answered by {resolved}"
            if one.replies
            else f"{one.role}: {named}, no reply was used"
        )
        for departure in one.departures:
            typer.echo(f"  not as published: {departure}")
        if len(one.resolved) > 1:
            typer.echo(
                f"warning: {len(one.resolved)} models answered as {named}; "
                "their verdicts stand side by side in this run."
            )
    bound = {one.role.value for one in manifest.models}
    ruled = [role for role in ("judge", "vision", "examiner") if role not in bound]
    if "judge" in bound and "vision" in ruled:
        ruled.remove("vision")
        typer.echo("vision: nobody; what has to be seen is not assessed")
    if "examiner" in ruled and not manifest.respondents["examiner"].startswith("rules/"):
        ruled.remove("examiner")
        typer.echo("examiner: nobody; the rubrics are those of the run that was judged before")
    if ruled:
        typer.echo(f"{' and '.join(ruled)}: the built-in rules")


def show_spending(spending: Spending) -> None:
    """Print what a run took, and whether its budget stopped it."""
    typer.echo(str(spending), err=True)
