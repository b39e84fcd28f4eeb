"""Replies in the format of Anthropic: blocks of text, each with the citations it rests on.

A block's citations speak for all of its words. A ``web_search_result_location`` has a ``url``, a
``search_result_location`` a ``source``, the locations in documents a ``document_title`` or only
a ``document_index``. Offsets in them count in the document that is cited, not in the text.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from veridical.runs.importers.cited import Cited, Numbered, Source, first_free, with_markers
from veridical.runs.importers.imported import Imported, Lost
from veridical.runs.importers.joined import finished

KIND = "a reply in Anthropic's format"
_LONGEST_ANNOUNCEMENT = 400
_CALLS = ("server_tool_use", "tool_use", "mcp_tool_use")
_THOUGHTS = ("thinking", "redacted_thinking")


class _Citation(msgspec.Struct):
    type: str = ""
    url: str | None = None
    source: str | None = None
    title: str | None = None
    document_title: str | None = None
    document_index: int | None = None
    file_id: str | None = None
    cited_text: str | None = None


class _Block(msgspec.Struct):
    type: str = ""
    text: str | None = None
    citations: list[_Citation] | None = None


class _Message(msgspec.Struct):
    content: list[_Block]


def read_reply(raw: object) -> Imported:
    """A message, or the list of its blocks, as a report.

    Raises:
        msgspec.ValidationError: it does not follow the format.
    """
    blocks = msgspec.convert(raw if isinstance(raw, list) else _content(raw), type=list[_Block])
    kept = [block for i, block in enumerate(blocks) if not _is_announcement(blocks, i)]
    texts = [block for block in kept if block.type == "text"]
    numbered = Numbered(max((first_free(block.text or "") for block in texts), default=1))
    pieces: list[str] = []
    nameless = quotes = 0
    for index, block in enumerate(kept):
        if block.type != "text" or not block.text:
            continue
        is_after_call = bool(pieces) and kept[index - 1].type != "text"
        cited = block.citations or []
        sources = [source for one in cited if (source := _source(one)) is not None]
        nameless += len(cited) - len(sources)
        quotes += sum(bool(one.cited_text) for one in cited)
        places = [Cited(0, len(block.text), source) for source in sources]
        pieces += ["\n\n" if is_after_call else "", with_markers(block.text, places, numbered)]
    lost = [
        Lost(len(blocks) - len(kept), "announcement of a search", "announcements of searches"),
        Lost(sum(b.type in _THOUGHTS for b in blocks), "block of thoughts", "blocks of thoughts"),
        Lost(nameless, "citation without a source", "citations without a source"),
        Lost(quotes, "quoted passage of a source", "quoted passages of sources"),
    ]
    return finished("".join(pieces), numbered, KIND, lost)


def _content(raw: object) -> object:
    if isinstance(raw, dict) and isinstance(raw.get("message"), dict):
        raw = raw["message"]
    return raw.get("content") if isinstance(raw, dict) else raw


def _is_announcement(blocks: Sequence[_Block], index: int) -> bool:
    """Whether a block only says what the call right after it will do."""
    block = blocks[index]
    if block.type != "text" or block.citations or index + 1 == len(blocks):
        return False
    is_short = len(block.text or "") <= _LONGEST_ANNOUNCEMENT
    return is_short and blocks[index + 1].type in _CALLS


def _source(one: _Citation) -> Source | None:
    address = one.url or one.source or ""
    title = one.title or one.document_title or ""
    if address.lower().startswith(("http://", "https://")):
        return Source(address, title)
    name = title or address or one.file_id or ""
    if not name and one.document_index is not None:
        name = f"document {one.document_index + 1}"
    known = f"document:{one.document_index}" if one.document_index is not None else name
    return Source("", name, known) if name else None
