"""Every method that ships, under its default settings. The laws are tested over this."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from veridical.measure import Method
from veridical.methods.deepresearcheval.method import DEEPRESEARCHEVAL, deepresearcheval
from veridical.methods.deepresearcheval.settings import Settings as DeepResearchEvalSettings
from veridical.methods.fact.method import FACT, fact
from veridical.methods.fact.settings import Settings as FactSettings
from veridical.methods.hievidr.method import HIEVIDR, hievidr
from veridical.methods.hievidr.settings import Settings
from veridical.methods.kdr.method import KDR, kdr
from veridical.methods.kdr.settings import Settings as KdrSettings
from veridical.methods.mmdr.method import MMDR, mmdr
from veridical.methods.mmdr.settings import Settings as MmdrSettings
from veridical.methods.race.method import RACE, race
from veridical.methods.race.settings import Settings as RaceSettings
from veridical.sources import Search, Web

METHODS: tuple[Method, ...] = (HIEVIDR, MMDR, FACT, RACE, KDR, DEEPRESEARCHEVAL)

_MAKERS: Mapping[str, Callable[[Mapping[str, str]], Method]] = {
    HIEVIDR.name: lambda shown: hievidr(msgspec.convert(dict(shown), Settings, strict=False)),
    MMDR.name: lambda shown: mmdr(msgspec.convert(dict(shown), MmdrSettings, strict=False)),
    FACT.name: lambda shown: fact(msgspec.convert(dict(shown), FactSettings, strict=False)),
    RACE.name: lambda shown: race(msgspec.convert(dict(shown), RaceSettings, strict=False)),
    KDR.name: lambda shown: kdr(msgspec.convert(dict(shown), KdrSettings, strict=False)),
    DEEPRESEARCHEVAL.name: lambda shown: deepresearcheval(
        msgspec.convert(dict(shown), DeepResearchEvalSettings, strict=False)
    ),
}


_SEARCHERS: Mapping[str, Callable[[Mapping[str, str], Search | None, Web | None], Method]] = {
    DEEPRESEARCHEVAL.name: lambda shown, search, web: deepresearcheval(
        msgspec.convert(dict(shown), DeepResearchEvalSettings, strict=False), search=search, web=web
    ),
}
"""The methods that can search the web, under the setting ``search``."""


def can_search(name: str) -> bool:
    """Whether the method of that name can search the web."""
    return name in _SEARCHERS


def searching(
    method: Method, provider: str, search: Search | None = None, web: Web | None = None
) -> Method:
    """The method under a provider that it is to search with.

    Args:
        method: one that `can_search`.
        provider: who searches; recorded with the scores.
        search: finds addresses; None = it is not opened yet.
        web: reads addresses; None likewise.
    """
    return _SEARCHERS[method.name]({**method.settings, "search": provider}, search, web)


def restored(name: str, settings: Mapping[str, str]) -> Method | None:
    """A shipped method under settings as they were recorded.

    Returns:
        The method; None if none of that name ships, or if it has no such settings.
    """
    maker = _MAKERS.get(name)
    if maker is None:
        return None
    try:
        return maker(settings)
    except msgspec.ValidationError:
        return None
