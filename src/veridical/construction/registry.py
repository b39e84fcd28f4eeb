"""Every curation that ships, by the short name of its paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from veridical.construction.curation import Curation, Wanted
from veridical.construction.deepresearcheval.pipeline import deepresearcheval
from veridical.construction.hievidr.pipeline import hievidr
from veridical.errors import ConfigError

CURATIONS: Mapping[str, Callable[[Wanted], Curation]] = {
    "hievidr": hievidr,
    "deepresearcheval": deepresearcheval,
}


def curation_of(name: str, wanted: Wanted) -> Curation:
    """The curation of that name.

    Raises:
        ConfigError: there is none, or what is wanted cannot be.
    """
    if name not in CURATIONS:
        raise ConfigError(
            "construct", "is none", got=name, expected=" or ".join(CURATIONS), fix="Name one."
        )
    return CURATIONS[name](wanted)
