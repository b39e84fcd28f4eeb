"""What MMDR-Bench's task and ground-truth files may call their fields, and what is kept of each.

Source: MMDeepResearch-Bench, arXiv:2601.12346, the released code: ``quiz.jsonl`` and
``quiz_vef.jsonl``. Ids of digits are written with a Q before them; tasks Q0 to Q99 are research,
Q100 to Q139 daily.
"""

from __future__ import annotations

import re

import msgspec

from veridical.runs.importers.rows import Json, Rows, Shape

LAST_RESEARCH, LAST_TASK = 99, 139
_NUMBERED = re.compile(r"Q(\d+)")
_LANGUAGES = {
    "english": "en",
    "chinese": "zh",
    "simplified chinese": "zh",
    "traditional chinese": "zh-TW",
    "中文": "zh",
    "英文": "en",
    "japanese": "ja",
    "korean": "ko",
    "french": "fr",
    "german": "de",
    "spanish": "es",
}
_CODE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")


class Kept(msgspec.Struct, frozen=True):
    """What a task has no place for, to write its lines back as they were.

    Attributes:
        task: the task's id.
        row: the keys of its line.
        images: (path in the bench, name in the line) of each picture, in order.
        truth: the keys of its ground truth's line; None if it has none.
    """

    task: str
    row: Shape
    images: tuple[tuple[str, str], ...] = ()
    truth: Shape | None = None


def id_of(raw: Json) -> Json:
    """An id as the code writes it: ``7`` and ``"7"`` are ``Q7``."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        return f"Q{raw}"
    said = raw.strip() if isinstance(raw, str) else raw
    return f"Q{said}" if isinstance(said, str) and said.isascii() and said.isdigit() else said


def regime_by_id(task: str) -> str:
    """The regime of a task of the published bench by its number; "" of another."""
    found = _NUMBERED.fullmatch(task)
    if found is None or int(found[1]) > LAST_TASK:
        return ""
    return "research" if int(found[1]) <= LAST_RESEARCH else "daily"


def _text(raw: Json) -> Json:
    return raw if isinstance(raw, str) else ""


def _lower(raw: Json) -> Json:
    return raw.strip().lower() if isinstance(raw, str) else ""


def _regime(raw: Json) -> Json:
    """``daily`` or ``research``, of a scoring profile such as ``daily_hard`` as well."""
    said = raw.strip().lower() if isinstance(raw, str) else ""
    return next((one for one in ("daily", "research") if said.startswith(one)), said)


def _language(raw: Json) -> Json:
    """A code; "" for what is none."""
    said = raw.strip() if isinstance(raw, str) else ""
    known = _LANGUAGES.get(said.lower(), said)
    return known if _CODE.fullmatch(known) else ""


def _names(raw: Json) -> Json:
    """A list of names, of one name as well."""
    listed = raw if isinstance(raw, list) else [raw]
    return [name for name in listed if isinstance(name, str) and name.strip()]


def _tags(raw: Json) -> Json:
    """Labels in one line."""
    listed = raw if isinstance(raw, list) else [raw]
    return ", ".join(name for name in listed if isinstance(name, str) and name.strip())


def _version(raw: Json) -> Json:
    return str(raw) if isinstance(raw, str | int | float) and not isinstance(raw, bool) else ""


TASK = Rows(
    {
        "id": ("qid", "id"),
        "title": ("caption", "title"),
        "query": ("body", "text"),
        "images": ("image_url", "images"),
        "regime": ("set", "split", "regime"),
        "difficulty": ("difficulty",),
        "language": ("language", "lang"),
        "domain": ("domain",),
        "tags": ("tags",),
    },
    {
        "id": id_of,
        "title": _text,
        "query": _text,
        "images": _names,
        "regime": _regime,
        "difficulty": _lower,
        "language": _language,
        "domain": _text,
        "tags": _tags,
    },
)
TRUTH = Rows(
    {
        "id": ("qid", "id"),
        "text": ("body", "text", "answer", "gt"),
        "version": ("version", "gt_version"),
    },
    {"id": id_of, "text": _text, "version": _version},
)
