"""JSON → reports: whose format it is, told by its content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from veridical.errors import InputError
from veridical.runs.importers import (
    anthropic,
    deepresearch_bench,
    deepresearcheval,
    gemini,
    openai,
    perplexity,
)
from veridical.runs.importers.imported import Imported
from veridical.runs.importers.streams import whole_reply

Reader = Callable[[object], Imported]
EXPECTED = (
    "a reply of OpenAI, Gemini, Perplexity or Anthropic, or a result of DeepResearchEval or "
    "DeepResearch Bench"
)


def read_json(data: bytes, name: str) -> tuple[Imported, ...]:
    """The reports of a JSON file: one, or one a line.

    Args:
        data: all of the file.
        name: the file's, for messages.

    Raises:
        InputError: it is no JSON, in no format that is known, or has no report.
    """
    found: list[Imported] = []
    for raw, where in _values(whole_reply(data.removeprefix(b"\xef\xbb\xbf")), name):
        reader = reader_of(raw)
        if reader is None:
            raise InputError(
                where,
                "is JSON in no format that is known",
                got=_keys(raw),
                expected=EXPECTED,
                fix="Save the whole reply, or the report as Markdown.",
            )
        found.append(_read(reader, raw, where))
    return tuple(found)


def is_known(data: bytes) -> bool:
    """Whether some bytes are JSON in a format that is known."""
    try:
        return reader_of(msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))) is not None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False


def reader_of(raw: object) -> Reader | None:
    """The reader of a JSON value; None if it is in no format that is known."""
    if isinstance(raw, list):
        first = raw[0] if raw else None
        if isinstance(first, dict) and "content" in first:
            return openai.read_reply
        is_blocks = isinstance(first, dict) and _types(raw) & _ANTHROPIC
        return anthropic.read_reply if is_blocks else None
    return _of_object(raw) if isinstance(raw, dict) else None


_ANTHROPIC = frozenset({"text", "thinking", "server_tool_use", "web_search_tool_result"})


def _of_object(raw: Mapping[str, object]) -> Reader | None:
    if "article" in raw:
        return deepresearch_bench.read_article
    entries, content = raw.get("entries"), raw.get("content")
    if isinstance(entries, list):
        return deepresearcheval.read_result
    if "candidates" in raw or isinstance(raw.get("outputs"), list):
        return gemini.read_reply
    if ("citations" in raw or "search_results" in raw) and ("choices" in raw or content):
        return perplexity.read_reply
    if isinstance(raw.get("output"), list) or isinstance(raw.get("choices"), list):
        return openai.read_reply
    if isinstance(content, list):
        return openai.read_reply if _is_openai(content) else anthropic.read_reply
    if isinstance(raw.get("message"), dict):
        return reader_of(raw["message"])
    return openai.read_reply if "annotations" in raw and ("text" in raw or content) else None


def _is_openai(content: list[object]) -> bool:
    parts = [part for part in content if isinstance(part, dict)]
    return any("annotations" in p or isinstance(p.get("text"), dict) for p in parts) or (
        "output_text" in _types(content)
    )


def _types(content: list[object]) -> set[object]:
    return {kind for p in content if isinstance(p, dict) and isinstance(kind := p.get("type"), str)}


def _values(data: bytes, name: str) -> Iterator[tuple[object, str]]:
    """The file's value, or the value of each of its lines, with where it stands."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as e:
        lines = [(n, line) for n, line in enumerate(data.split(b"\n"), 1) if line.strip()]
        if len(lines) < 2 or not all(line.lstrip().startswith(b"{") for _, line in lines):
            raise _broken(name, e) from e
        yield from _lines(lines, name)
        return
    yield value, name


def _lines(lines: list[tuple[int, bytes]], name: str) -> Iterator[tuple[object, str]]:
    for number, line in lines:
        where = f"{name}, line {number}"
        try:
            yield msgspec.json.decode(line), where
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as e:
            raise _broken(where, e) from e


def _broken(where: str, error: Exception) -> InputError:
    return InputError(
        where, f"is no JSON: {error}", expected=EXPECTED, fix="Save the reply once more."
    )


def _read(reader: Reader, raw: object, where: str) -> Imported:
    try:
        found = reader(raw)
    except (msgspec.ValidationError, RecursionError) as e:
        raise InputError(
            where, f"does not follow its format: {e}", expected=EXPECTED, fix="Mend it."
        ) from e
    if not found.data.strip():
        raise InputError(
            where,
            f"is {found.kind} and has no report in it",
            expected="a text",
            fix="Save the whole reply, once it has ended.",
        )
    return found


def _keys(raw: object) -> object:
    return sorted(map(str, raw))[:8] if isinstance(raw, dict) else type(raw).__name__
