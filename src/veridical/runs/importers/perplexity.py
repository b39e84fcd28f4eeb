"""Replies in the format of Perplexity: ``[n]`` in the text, its n-th source beside it.

``citations`` lists addresses; ``search_results`` has them with titles. Numbers count from 1.
What a reasoning model thinks stands between ``<think>`` and ``</think>`` before its answer.
"""

from __future__ import annotations

import re

import msgspec

from veridical.runs.importers.cited import Source, definitions
from veridical.runs.importers.imported import Imported, Lost, imported

KIND = "a reply in Perplexity's format"
_THINKING = "</think>"
_NUMBER = re.compile(r"\[(\d{1,4})\]")


class _Found(msgspec.Struct):
    url: str | None = None
    title: str | None = None


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message


class _Reply(msgspec.Struct):
    choices: list[_Choice] | None = None
    content: str | None = None
    citations: list[str | _Found] | None = None
    search_results: list[_Found] | None = None


def read_reply(raw: object) -> Imported:
    """A reply as a report.

    Raises:
        msgspec.ValidationError: it does not follow the format.
    """
    reply = msgspec.convert(raw, type=_Reply)
    choices = reply.choices or []
    written = choices[0].message.content if choices else reply.content
    text, thoughts = without_thoughts(written or "")
    sources = _sources(reply)
    defined = definitions(sources.items())
    cited = {int(found[1]) for found in _NUMBER.finditer(text)}
    lost = [
        Lost(max(0, len(choices) - 1), "other choice"),
        Lost(thoughts, "stretch of thoughts", "stretches of thoughts"),
        Lost(len(cited - set(sources)) if sources else 0, "number without a source",
             "numbers without a source"),
    ]  # fmt: skip
    return imported(f"{text.rstrip()}\n{defined}\n" if defined else text, KIND, lost)


def without_thoughts(text: str) -> tuple[str, int]:
    """An answer without what was thought before it, and whether anything was."""
    if not text.lstrip().startswith("<think>") or _THINKING not in text:
        return text, 0
    return text.rpartition(_THINKING)[2].lstrip(), 1


def _sources(reply: _Reply) -> dict[int, Source]:
    """The sources by their numbers; a number whose place names nothing has none."""
    found = reply.search_results or []
    titles = {one.url: one.title or "" for one in found if one.url}
    listed: list[_Found] = []
    for one in reply.citations or []:
        place = _Found(one) if isinstance(one, str) else one
        listed.append(_Found(place.url, place.title or titles.get(place.url or "")))
    return {
        number: Source(one.url, one.title or "")
        for number, one in enumerate(listed or found, start=1)
        if one.url
    }
