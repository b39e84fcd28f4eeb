"""Which model answers in which role, and what may be spent: from flags and a file.

There is no default endpoint: a role that neither names is answered by the built-in rules. Keys
are read from the environment when a call is made; a setting only names the variable.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Annotated, cast

import msgspec

from veridical.ask import Role
from veridical.errors import ConfigError
from veridical.models.budget import Limits
from veridical.models.endpoint import COMPATIBLE, PRESETS, Endpoint, endpoint_and_model
from veridical.models.endpoint import endpoint_from_name as endpoint_named
from veridical.models.port import Parameters, Schema
from veridical.models.prices import Prices, read_prices
from veridical.respondents.grouped import MOST_TOGETHER

CONFIG = "veridical.toml"
"""Read from the folder that the program runs in, where there is one and none is named."""

VENDORS = frozenset({"anthropic", "bedrock", "cohere", "google"})
"""Reached in formats of their own, by the extra ``vendors``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """The model that answers in a role.

    Attributes:
        endpoint: the name of where it runs; part of every reply's key.
        model: as it is asked for.
        place: where it runs; None = a vendor that is reached in a format of its own.
        parameters: how it is to write.
        sees: whether it is shown images.
    """

    endpoint: str
    model: str
    place: Endpoint | None
    parameters: Parameters = field(default_factory=Parameters)
    sees: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The models of a run; without any, the built-in rules answer and nothing leaves here.

    Attributes:
        bindings: the model of each role that has one.
        limits: what the run may spend.
        prices: of the user's file.
        most_in_flight: calls that one endpoint gets at a time, at most.
        most_together: asks about the same text that are put in one call, at most.
        is_offline: whether only kept replies and answers are used.
    """

    bindings: Mapping[Role, Binding] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    prices: Prices = field(default_factory=Prices)
    most_in_flight: int = 64
    most_together: int = MOST_TOGETHER
    is_offline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """What a command line says of models; it goes before the file.

    Attributes:
        models: ``ENDPOINT:MODEL`` by role.
        base_url: the address of these models' endpoint.
        key_env: the environment variable that holds their key.
        temperature: how they are to write.
        max_usd: see `veridical.models.budget.Limits`, as are the next two.
        max_tokens: of prompts and replies.
        max_calls: requests.
        prices: the price file.
        is_offline: whether the network is forbidden.
        one_by_one: whether every ask gets a call of its own.
    """

    models: Mapping[Role, str] = field(default_factory=dict)
    base_url: str | None = None
    key_env: str | None = None
    temperature: float | None = None
    max_usd: float | None = None
    max_tokens: int | None = None
    max_calls: int | None = None
    prices: Path | None = None
    is_offline: bool = False
    one_by_one: bool = False


Count = Annotated[int, msgspec.Meta(gt=0)]


class _RoleTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    model: str
    base_url: str = ""
    key_env: str | None = None
    temperature: Annotated[float, msgspec.Meta(ge=0, le=2)] | None = None
    max_output_tokens: Count | None = None
    seed: int | None = None
    top_p: Annotated[float, msgspec.Meta(gt=0, le=1)] | None = None
    effort: str | None = None
    stop: tuple[str, ...] = ()
    extra: dict[str, object] = {}
    sees: bool | None = None


class _BudgetTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    max_usd: Annotated[float, msgspec.Meta(ge=0)] | None = None
    max_tokens: Annotated[int, msgspec.Meta(ge=0)] | None = None
    max_calls: Annotated[int, msgspec.Meta(ge=0)] | None = None


class _PricesTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: str


class _CallsTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    most_in_flight: Count = 64
    one_by_one: bool = False


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roles: dict[Role, _RoleTable] = {}
    budget: _BudgetTable = _BudgetTable()
    prices: _PricesTable | None = None
    calls: _CallsTable = _CallsTable()


def read_settings(config: Path | None, flags: Flags | None = None) -> Settings:
    """The settings of a run.

    Args:
        config: a ``veridical.toml``; by default that of the folder the program runs in.
        flags: what the command line says.

    Raises:
        ConfigError: a file that cannot be read, a setting that means nothing, a model whose
            endpoint is not known.
    """
    said = flags or Flags()
    path = config or Path(CONFIG)
    read = _read(path) if config is not None or path.is_file() else _File()
    tables = _roles(read.roles, said)
    return Settings(
        bindings=_seeing({role: _binding(role, table) for role, table in tables.items()}),
        limits=_limits(read.budget, said),
        prices=_prices(read.prices, path, said),
        most_in_flight=read.calls.most_in_flight,
        most_together=1 if said.one_by_one or read.calls.one_by_one else MOST_TOGETHER,
        is_offline=said.is_offline,
    )


def _read(path: Path) -> _File:
    where = f'settings "{path}"'
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    except (OSError, ValueError) as e:
        # a value is never shown: it may be a key that was written to the wrong place
        wrong = e.strerror if isinstance(e, OSError) else str(e)
        raise ConfigError(
            where,
            f"cannot be used: {wrong}",
            expected='tables such as [roles.judge] with model = "ENDPOINT:MODEL"',
            fix="Mend it.",
        ) from e


def _roles(tables: Mapping[Role, _RoleTable], flags: Flags) -> dict[Role, _RoleTable]:
    if not flags.models and (flags.base_url or flags.key_env or flags.temperature is not None):
        raise ConfigError(
            "--base-url, --key-env, --temperature",
            "say how a model is reached, but no model is named",
            fix="Name one, for example: --judge openai-compatible:MODEL --base-url URL",
        )
    found = dict(tables)
    for role, model in flags.models.items():
        table = msgspec.structs.replace(
            found.get(role, _RoleTable(model=model)),
            model=model,
            base_url=flags.base_url or "",
            key_env=flags.key_env,
        )
        if flags.temperature is not None:
            table = msgspec.structs.replace(table, temperature=flags.temperature)
        found[role] = table
    return dict(sorted(found.items()))


def _seeing(bindings: dict[Role, Binding]) -> dict[Role, Binding]:
    """The same; a judge that is said to see looks at pictures too, where nobody else does."""
    judge = bindings.get(Role.JUDGE)
    if judge is None or not judge.sees:
        return bindings
    return dict(sorted({Role.VISION: judge, **bindings}.items()))


def _binding(role: Role, table: _RoleTable) -> Binding:
    name, model = endpoint_and_model(table.model)
    place = None
    if name not in VENDORS or table.base_url:
        place = _place(name, table.base_url, table.key_env)
    return Binding(
        endpoint=place.name if place else name,
        model=model,
        place=place,
        parameters=_parameters(table),
        sees=role is Role.VISION if table.sees is None else table.sees,
    )


def _place(name: str, base_url: str, key_env: str | None) -> Endpoint:
    if name == COMPATIBLE and not base_url:
        raise ConfigError(
            f'endpoint "{name}"',
            "has no address",
            expected="a base URL",
            fix="Add --base-url URL, or base_url to the role's table.",
        )
    place = endpoint_named(name, base_url=base_url, key_variable=key_env)
    own = {preset.name: preset.base_url for preset in PRESETS}
    is_elsewhere = name == COMPATIBLE or (name in own and place.base_url != own[name])
    if not is_elsewhere:
        return place
    # a reply is kept under its endpoint's name: what one server said must never be found
    # where another one is asked, so a name that several servers share gets the address
    address = place.base_url.partition("://")[2].rstrip("/")
    return replace(place, name=f"{name}@{address}")


def _parameters(table: _RoleTable) -> Parameters:
    return Parameters(
        temperature=table.temperature,
        max_output_tokens=table.max_output_tokens,
        seed=table.seed,
        top_p=table.top_p,
        effort=table.effort,
        stop=table.stop,
        extra=cast("Schema", table.extra),
    )


def _limits(table: _BudgetTable, flags: Flags) -> Limits:
    usd = table.max_usd if flags.max_usd is None else flags.max_usd
    return Limits(
        max_usd=None if usd is None else Decimal(str(usd)),
        max_tokens=table.max_tokens if flags.max_tokens is None else flags.max_tokens,
        max_calls=table.max_calls if flags.max_calls is None else flags.max_calls,
    )


def _prices(table: _PricesTable | None, config: Path, flags: Flags) -> Prices:
    if flags.prices is not None:
        return read_prices(flags.prices)
    return read_prices(config.parent / table.file) if table is not None else Prices()
