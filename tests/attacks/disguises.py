"""Orders made hard to read for a program, and still easy for a model."""

from __future__ import annotations

import base64
from collections.abc import Callable

_LOOK_ALIKE = str.maketrans("aeopcxyiAEOPCTBHKM", "аеорсхуіАЕОРСТВНКМ")
_WIDE = {n: n + 0xFEE0 for n in range(0x21, 0x7F)}


def _between(mark: str) -> Callable[[str], str]:
    return lambda text: mark.join(text)


def _coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


DISGUISES: dict[str, Callable[[str], str]] = {
    "": lambda text: text,
    "zero-width": _between("\u200b"),
    "soft-hyphens": _between("\u00ad"),
    "spaced": _between(" "),
    "homoglyphs": lambda text: text.translate(_LOOK_ALIKE),
    "full-width": lambda text: text.translate(_WIDE),
    "base64": _coded,
}
