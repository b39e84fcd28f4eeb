"""DeepResearchEval's result files: the answer of a chat page, saved with what stood around it.

``entries[0].response`` begins with the page itself: the query again, the plan of the research,
the page's buttons. The report begins after the row of buttons over it; the steps of the plan and
the echo of the query are no statements of the report and are left out by name.
``deep_research_sources`` lists sources as links, in the order in which the report's numbers count
them; those that were read but not used have no numbers.

Source: DeepResearchEval, result files of its repository.
"""

from __future__ import annotations

import re

import msgspec

from veridical.runs.importers.cited import Source, definitions
from veridical.runs.importers.imported import Imported, Lost, imported

KIND = "a result of DeepResearchEval"
_BUTTONS = re.compile(r"\bContents\s+Export\s+Create\s+")
_DOUBT = re.compile(r"can make mistakes, so double-check it\s+")
_DONE = re.compile(r"\bI've completed your research\.[^\n]{0,200}?\bchanges\.\s+")
_STEP = re.compile(r"(?:^|\s)\((\d{1,2})\)\s")
_SOURCE = re.compile(r"\[([^\[\]\n]{0,500})\]\((https?://[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)")
_UNUSED = re.compile(r"Sources read but not used in the report")
_NEW_WINDOW = "Opens in a new window"
_LINKED_NUMBER = re.compile(r"\[(\d{1,4})\]\((https?://[^\s()]+)\)")
_NUMBER = re.compile(r"\[(\d{1,4})\](?!\()")


class _Entry(msgspec.Struct):
    response: str
    query: str = ""
    deep_research_sources: str | None = None
    thinking_panel: str | None = None


class _Result(msgspec.Struct):
    entries: list[_Entry]
    query_id: int | str | None = None
    timestamp: str | None = None


def read_result(raw: object) -> Imported:
    """A result as a report.

    Raises:
        msgspec.ValidationError: it does not follow the format, or has no entry.
    """
    result = msgspec.convert(raw, type=_Result)
    if not result.entries:
        raise msgspec.ValidationError("`entries` is empty")
    entry = result.entries[0]
    text, left = _without_page(entry.response, entry.query)
    sources, unused = _sources(entry.deep_research_sources or "")
    linked = {int(found[1]): Source(found[2]) for found in _LINKED_NUMBER.finditer(text)}
    sources = linked | sources if _agree(linked, sources) else linked
    numbers = {int(found[1]) for found in _NUMBER.finditer(text)}
    defined = definitions((n, sources[n]) for n in sorted(numbers & set(sources)))
    lost = [
        Lost(len(result.entries) - 1, "other entry", "other entries"),
        *left,
        Lost(len(numbers - set(sources)), "number without a source", "numbers without a source"),
        Lost(unused, "source that was read but not used", "sources that were read but not used"),
        Lost(bool(entry.thinking_panel), "panel of thoughts", "panels of thoughts"),
    ]
    found = imported(f"{text.strip()}\n{defined}\n", KIND, lost)
    return Imported(
        found.data,
        found.format,
        found.kind,
        found.lost,
        task="" if result.query_id is None else str(result.query_id),
        query=entry.query,
        date=(result.timestamp or "")[:10],
    )


def _without_page(response: str, query: str) -> tuple[str, list[Lost]]:
    """The report without what the page shows over it, and what that was."""
    ends = [found.end() for sign in (_DONE, _DOUBT, _BUTTONS) if (found := sign.search(response))]
    begin = max(ends, default=0)
    if not begin and query and " ".join(response.split()).startswith(" ".join(query.split())):
        begin = _end_of(query, response)
    page = response[:begin]
    steps = len({found[1] for found in _STEP.finditer(page)})
    is_echoed = bool(query) and " ".join(query.split()) in " ".join(page.split())
    left = [
        Lost(is_echoed, "echo of the query", "echoes of the query"),
        Lost(steps, "step of the plan of the research", "steps of the plan of the research"),
        Lost(len(page), "character of the chat page before the report",
             "characters of the chat page before the report"),
    ]  # fmt: skip
    return response[begin:], left


def _end_of(words: str, text: str) -> int:
    """Where words end that a text begins with, whatever white space stands between them."""
    found = re.match(r"\s*" + r"\s+".join(map(re.escape, words.split())) + r"\s*", text)
    return found.end() if found else 0


def _sources(panel: str) -> tuple[dict[int, Source], int]:
    """The sources that the report used, by number, and how many others were read."""
    parted = _UNUSED.search(panel)
    used = panel[: parted.start()] if parted else panel
    found = list(_SOURCE.finditer(used))
    sources = {n: Source(one[2], _title(one[1])) for n, one in enumerate(found, start=1)}
    return sources, len(_SOURCE.findall(panel)) - len(found)


def _title(shown: str) -> str:
    return shown.strip().removesuffix(_NEW_WINDOW).strip()


def _agree(linked: dict[int, Source], sources: dict[int, Source]) -> bool:
    """Whether the panel counts as the report's own linked numbers do."""
    return all(n in sources and sources[n].address == s.address for n, s in linked.items())
