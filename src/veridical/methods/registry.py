"""Every method that ships, under its default settings. The laws are tested over this."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from veridical.measure import Method
from veridical.methods.hievidr.method import HIEVIDR, hievidr
from veridical.methods.hievidr.settings import Settings

METHODS: tuple[Method, ...] = (HIEVIDR,)

_MAKERS: Mapping[str, Callable[[Mapping[str, str]], Method]] = {
    HIEVIDR.name: lambda shown: hievidr(msgspec.convert(dict(shown), Settings, strict=False)),
}


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
