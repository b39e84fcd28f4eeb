"""Every way in which a shipped method can be run that changes what is asked or reckoned.

An option with named values (an enum, yes or no) gives a variant for each value that is not its
default, so a new one joins by itself; options with any number or text are tried at those below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import Enum
from typing import get_type_hints

from veridical.measure import Method
from veridical.methods.deepresearcheval.settings import Settings as DeepResearchEvalSettings
from veridical.methods.fact.settings import Settings as FactSettings
from veridical.methods.hievidr.settings import Settings as HievidrSettings
from veridical.methods.kdr.settings import Settings as KdrSettings
from veridical.methods.mmdr.settings import Settings as MmdrSettings
from veridical.methods.race.settings import Settings as RaceSettings
from veridical.methods.registry import METHODS, restored

_SETTINGS: Mapping[str, type] = {
    "hievidr": HievidrSettings,
    "mmdr": MmdrSettings,
    "fact": FactSettings,
    "race": RaceSettings,
    "kdr": KdrSettings,
    "deepresearcheval": DeepResearchEvalSettings,
}
_TRIED: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "mmdr": (
        {"alpha": "deterministic"},
        {"alpha": "0.25"},
        {"shares": "0.1,0.7,0.2"},
        {"shares": "1,0,3", "variant": "no_vef", "alpha": "0"},
    )
}
_UNTRIED = {("hievidr", "rating_norm", "literal")}
"""A reading of another equation, which is refused."""


def _variants() -> Iterator[tuple[str, Method]]:
    for method in METHODS:
        yield method.name, method
        for changed in (*_named(method.name), *_TRIED.get(method.name, ())):
            varied = restored(method.name, {**method.settings, **changed})
            assert varied is not None, changed
            yield "-".join((method.name, *(f"{k}={v}" for k, v in changed.items()))), varied


def _named(name: str) -> Iterator[Mapping[str, str]]:
    """Each option with named values, at each that is not its default."""
    hints = get_type_hints(_SETTINGS[name])
    for option in fields(_SETTINGS[name]):
        kind, default = hints[option.name], option.default
        if kind is bool:
            yield {option.name: str(not default).lower()}
        elif isinstance(kind, type) and issubclass(kind, Enum):
            others = (str(v.value) for v in kind if v is not default)
            yield from ({option.name: v} for v in others if (name, option.name, v) not in _UNTRIED)


VARIANTS: Mapping[str, Method] = dict(_variants())
"""Methods by name, the defaults of each first."""

assert _SETTINGS.keys() == {method.name for method in METHODS}
