"""The options that say which models answer, the same for every verb that asks.

A role that no option and no file names is answered by the built-in rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.ask import Role
    from veridical.runs.bound import Spending
    from veridical.runs.records import Manifest
    from veridical.runs.settings import Settings

_NAMED = "ENDPOINT:MODEL"

Judge = Annotated[
    str | None,
    typer.Option(
        metavar=_NAMED, help="Who judges: openai-compatible:MODEL with --base-url, ollama:MODEL …"
    ),
]
Vision = Annotated[str | None, typer.Option(metavar=_NAMED, help="Who looks at pictures.")]
Examiner = Annotated[str | None, typer.Option(metavar=_NAMED, help="Who writes rubrics.")]
BaseUrl = Annotated[str | None, typer.Option(help="Where these models run, up to /v1.")]
KeyEnv = Annotated[
    str | None, typer.Option(help="The environment variable that holds the endpoint's key.")
]
Temperature = Annotated[float | None, typer.Option(min=0, max=2, help="Of these models.")]
MaxUsd = Annotated[float | None, typer.Option(min=0, help="Spend at most, at list price.")]
MaxTokens = Annotated[int | None, typer.Option(min=0, help="Use at most so many tokens.")]
MaxCalls = Annotated[int | None, typer.Option(min=0, help="Make at most so many calls.")]
PriceFile = Annotated[
    Path | None, typer.Option("--prices", help="A TOML file of prices; none is built in.")
]
IsOffline = Annotated[
    bool, typer.Option("--offline", help="Call no model: only kept answers are used.")
]
Config = Annotated[
    Path | None, typer.Option(help="Settings; by default veridical.toml, if it is there.")
]
LedgerAt = Annotated[
    str | None, typer.Option(help="A path or postgresql:// URL; by default beside the run.")
]


def settings_of(
    config: Path | None = None,
    *,
    judge: str | None = None,
    vision: str | None = None,
    examiner: str | None = None,
    base_url: str | None = None,
    key_env: str | None = None,
    temperature: float | None = None,
    max_usd: float | None = None,
    max_tokens: int | None = None,
    max_calls: int | None = None,
    prices: Path | None = None,
    offline: bool = False,
) -> Settings | None:
    """The settings of options and file; None where no model is named at all.

    Raises:
        ConfigError: a setting that means nothing.
    """
    from veridical.runs.settings import CONFIG, Flags, read_settings

    named = {"judge": judge, "vision": vision, "examiner": examiner}
    flags = (judge, vision, examiner, base_url, key_env, temperature, prices, config)
    limits = (max_usd, max_tokens, max_calls)
    has_file = Path(CONFIG).is_file()
    if not has_file and not offline and all(one is None for one in (*flags, *limits)):
        return None
    return read_settings(
        config,
        Flags(
            models=_by_role(named),
            base_url=base_url,
            key_env=key_env,
            temperature=temperature,
            max_usd=max_usd,
            max_tokens=max_tokens,
            max_calls=max_calls,
            prices=prices,
            is_offline=offline,
        ),
    )


def _by_role(named: Mapping[str, str | None]) -> dict[Role, str]:
    from veridical.ask import Role

    return {Role(role): model for role, model in named.items() if model is not None}


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
        if len(one.resolved) > 1:
            typer.echo(
                f"warning: {len(one.resolved)} models answered as {named}; "
                "their verdicts stand side by side in this run."
            )
    bound = {one.role.value for one in manifest.models}
    ruled = [role for role in ("judge", "vision", "examiner") if role not in bound]
    if ruled:
        typer.echo(f"{' and '.join(ruled)}: the built-in rules")


def show_spending(spending: Spending) -> None:
    """Print what a run took, and whether its budget stopped it."""
    typer.echo(str(spending), err=True)
