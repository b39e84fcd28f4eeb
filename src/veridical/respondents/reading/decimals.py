"""In which languages does a comma stand before the decimals?"""

from __future__ import annotations

_COMMA = """
af az be bg bs ca cs da de el es et eu fi fr gl hr hu hy id is it ka kk lt lv mk nb nl nn no
pl pt ro ru sk sl sq sr sv tr uk uz vi
"""
COMMA_LANGUAGES = frozenset(_COMMA.split())
"""Languages, by their primary tag, whose usual decimal mark is the comma."""

_POINT_REGIONS = frozenset({"mx", "gt", "hn", "ni", "sv", "pa", "do", "pr", "us", "ch", "li"})
"""Regions that write a point in a language that mostly writes a comma."""


def language_of(subject: object) -> str:
    """The language of what is asked about, as its tag; "" = it does not say."""
    language = getattr(subject, "language", "")
    return language if isinstance(language, str) else ""


def has_decimal_comma(language: str) -> bool:
    """Whether a text in that language writes 8,5 for eight and a half."""
    primary, *rest = language.lower().replace("_", "-").split("-")
    return primary in COMMA_LANGUAGES and not _POINT_REGIONS.intersection(rest)
