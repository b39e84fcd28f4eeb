"""The prompt of an ask, from a text file beside its code.

A prompt file is the prompt: trusted words, and lines that hold nothing but ``{{name}}``
where a field of the ask goes. Whatever a field says came from a report, a page or a model;
it becomes an untrusted part of its own and is never mixed into the words around it.
There is one file per language, ``<name>.en.txt`` and ``<name>.zh.txt``; other languages are
asked about in English.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from veridical.ask import Part

FALLBACK = "en"
TRANSLATED = frozenset({"en", "zh"})

_Field = tuple[str, Part]
_FIELD = re.compile(r"^\{\{([a-z_]+)\}\}$", re.MULTILINE)


@cache
def _template(folder: Path, name: str, language: str) -> tuple[Part, tuple[_Field, ...]]:
    """The file cut at its fields: the first words, then each field with the words after it."""
    path = folder / f"{name}.{language}.txt"
    first, *rest = _FIELD.split(path.read_text(encoding="utf-8"))
    after = [Part(words.strip()) for words in rest[1::2]]
    return Part(first.strip()), tuple(zip(rest[::2], after, strict=True))


def prompt_language(language: str) -> str:
    """The language a prompt is written in for a text in `language` (``zh-CN`` → ``zh``)."""
    primary = language.lower().split("-")[0]
    return primary if primary in TRANSLATED else FALLBACK


def prompt_parts(
    folder: Path, name: str, language: str, fields: dict[str, str]
) -> tuple[Part, ...]:
    """The prompt file `name` of `folder` with each field as an untrusted part.

    Args:
        folder: where the prompt files lie.
        name: of the file, without language and suffix.
        language: of what is asked about.
        fields: the untrusted texts by field; an empty one is left out, together with the
            paragraph before it, which announces it.

    Raises:
        KeyError: a field that the file names and `fields` lacks.
    """
    first, rest = _template(folder, name, prompt_language(language))
    found = [first]
    for title, words in rest:
        if fields[title]:
            found.append(Part(fields[title], untrusted=True, title=title))
        else:
            found.append(Part(found.pop().text.rpartition("\n\n")[0]))
        if words.text:
            found.append(words)
    return tuple(part for part in found if part.text)
