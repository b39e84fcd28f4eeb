"""Rewrites a report that cites by ``[1]`` with a numbered list into every other citation style.

So one report with known citations can show that each style is read as well as the first:

    python tools/rewrite_styles.py footnote report.md > report_footnote.md
    python tools/rewrite_styles.py check reports.jsonl

The list must be the last part of the report, an entry a line: ``[1] https://… - Title``.
Styles whose marks only a map of sources can resolve print the map as JSON to standard error.
Reads brackets and lists by patterns of its own, so that it shares no fault with the parser.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from veridical.report import Resolution, parse_report
from veridical.report.identity import identify

_ENTRY = re.compile(r"^\[(\d+)\][ \t]+(\S.*?)(?: - (.*))?$", re.M)
_MARKERS = re.compile(r"\[\d+\](?:\[\d+\])*")
_NUMBER = re.compile(r"\d+")
_UNSAFE = re.compile(r"[\[\]|`*_<>\\$~#\"(){}]")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_FAMILIES = (
    "Abbott Becker Castro Dawson Eriksen Fischer Gruber Hansen Ibsen Jansen Keller Lindgren Moreau"
    " Novak Olsen Petrov Quigley Romano Santos Tanaka Ullman Vogel Weber Xenakis Yamada Zeller"
)


@dataclass(frozen=True)
class Source:
    """An entry of the list: its number, its address, its title."""

    number: str
    url: str
    title: str


@dataclass(frozen=True)
class Rewritten:
    """A report in another style.

    Attributes:
        text: the report.
        sources: label → address, for styles whose marks need a map; else empty.
        format: ``markdown`` or ``html``.
    """

    text: str
    sources: Mapping[str, str] = field(default_factory=dict)
    format: str = "markdown"


Marker = Callable[[Sequence[Source]], str]
Lister = Callable[[Sequence[Source]], str]


def split_report(report: str) -> tuple[str, list[Source]]:
    """The report's body without its list, and the list's entries."""
    body, listed = _body_and_list(report)
    return body, [
        Source(found[1], found[2].strip().replace(" ", "%20"), (found[3] or "").strip())
        for found in _ENTRY.finditer(listed)
    ]


def _body_and_list(report: str) -> tuple[str, str]:
    """Cut before the heading of the last run of entries."""
    lines = report.rstrip().split("\n")
    start = len(lines)
    while start and (_ENTRY.match(lines[start - 1]) or not lines[start - 1].strip()):
        start -= 1
    return "\n".join(lines[: max(start - 1, 0)]), "\n".join(lines[start:])


def rewrite(report: str, style: str) -> Rewritten:
    """The report in another style.

    Args:
        report: text with ``[1]`` markers and the list at its end.
        style: one of `STYLES`.
    """
    body, sources = split_report(report)
    by_number = {source.number: source for source in sources}
    marker, lister = STYLES[style]

    def replaced(found: re.Match[str]) -> str:
        named = [by_number[n] for n in _NUMBER.findall(found[0]) if n in by_number]
        return marker(named) if named else found[0]

    if style == "html":
        return Rewritten(_page(body, sources, replaced), format="html")
    text = _MARKERS.sub(replaced, body) + "\n\n" + lister(sources) + "\n"
    return Rewritten(text, _sources_of(style, sources))


def _each(form: str) -> Marker:
    """A marker that names each number by itself."""
    return lambda named: "".join(
        form.format(n=s.number, url=_url(s), title=_title(s)) for s in named
    )


def _all(form: str, one: str, between: str) -> Marker:
    """One marker that lists all its numbers."""
    return lambda named: form.format(
        between.join(one.format(n=s.number, author=_author(s), year=_year(s)) for s in named)
    )


def _entries(form: str) -> Lister:
    return lambda sources: (
        "## References\n\n"
        + "\n".join(
            form.format(n=s.number, url=_url(s), title=s.title, author=_author(s), year=_year(s))
            for s in sources
        )
    )


def _apart(form: str) -> Lister:
    """Entries with blank lines between them."""
    return lambda sources: _entries(form)(sources).replace("\n", "\n\n")


def _without_list(_: Sequence[Source]) -> str:
    return ""


def _url(source: Source) -> str:
    return re.sub(r"[()|<>\\*_~`\[\]\"]", lambda c: f"%{ord(c[0]):02X}", source.url)


def _title(source: Source) -> str:
    return " ".join(_UNSAFE.sub(" ", source.title).split()) or "Untitled"


def _author(source: Source) -> str:
    families = _FAMILIES.split()
    return families[int(source.number) % len(families)]


def _year(source: Source) -> str:
    return str(1950 + int(source.number) % 70)


def _raised(named: Sequence[Source]) -> str:
    return ",".join(source.number.translate(_RAISED) for source in named)


def _sources_of(style: str, sources: Sequence[Source]) -> dict[str, str]:
    forms = {"oaicite": "oaicite:{}"} | dict.fromkeys(_PRIVATE, "turn0search{}")
    form = forms.get(style)
    return {form.format(s.number): s.url for s in sources} if form else {}


def _page(body: str, sources: Sequence[Source], replaced: Callable[[re.Match[str]], str]) -> str:
    paragraphs = [
        f"<p>{_MARKERS.sub(replaced, html.escape(part, quote=False))}</p>"
        for part in re.split(r"\n\s*\n", body)
        if part.strip()
    ]
    items = "".join(
        f'<li id="ref{s.number}"><a href="{html.escape(s.url)}">{html.escape(s.title)}</a></li>'
        for s in sources
    )
    listed = f"<h2>References</h2><ol>{items}</ol>"
    return "<html><body>" + "\n".join(paragraphs) + listed + "</body></html>"


_PRIVATE = ("private_use", "private_use_lost", "private_use_escaped")
_LINES = _entries("[{n}] {url} - {title}")

STYLES: dict[str, tuple[Marker, Lister]] = {
    "brackets": (_each("[{n}]"), _LINES),
    "grouped": (_all("[{}]", "{n}", ", "), _LINES),
    "fullwidth": (_each("［{n}］"), _entries("［{n}］{url} - {title}")),
    "lenticular": (_each("【{n}】"), _entries("【{n}】{url} - {title}")),
    "dagger": (_each("【{n}†L1-L2】"), _LINES),
    "doubled": (_each("[[{n}]]"), _LINES),
    "doubled_link": (_each("[[{n}]]({url})"), _without_list),
    "number_link": (_each("[{n}]({url})"), _without_list),
    "link": (_each(" [{title}]({url})"), _without_list),
    "bare_url": (_each(" ({url})"), _without_list),
    "autolink": (_each(" <{url}>"), _without_list),
    "cite_tag": (_all(" [cite: {}]", "{n}", ", "), _LINES),
    "footnote": (_each("[^{n}]"), _apart("[^{n}]: {url} - {title}")),
    "definition": (_each("[{n}]"), _entries('[{n}]: {url} "x"')),
    "superscript_html": (_all("<sup>{}</sup>", "{n}", ","), _entries("{n}. {url} - {title}")),
    "superscript_unicode": (_raised, _entries("{n}. {url} - {title}")),
    "caret": (_all("^{}^", "{n}", ","), _LINES),
    "private_use": (_all("\ue200cite{}\ue201", "\ue202turn0search{n}", ""), _without_list),
    "private_use_lost": (_all("cite{}", "turn0search{n}", ""), _without_list),
    "private_use_escaped": (
        _all("\\ue200cite{}\\ue201", "\\ue202turn0search{n}", ""),
        _without_list,
    ),
    "oaicite": (_each(":contentReference[oaicite:{n}]{{index={n}}}"), _without_list),
    "pandoc": (_all(" [{}]", "@src{n}", "; "), _entries("[src{n}] {url} - {title}")),
    "key": (_each("[doc-{n}]"), _entries("[doc-{n}] {url} - {title}")),
    "key_list": (_all("[{}]", "E{n}", ", "), _entries("[E{n}] {url} - {title}")),
    "latex": (_all("\\cite{{{}}}", "src{n}", ","), _entries("[src{n}] {url} - {title}")),
    "author_year": (
        _all(" ({})", "{author}, {year}", "; "),
        _apart("{author}, A. ({year}). {title}. {url}"),
    ),
    "author_year_han": (
        _all("（{}）", "{author}，{year}", "；"),
        _apart("{author}, A. ({year}). {title}. {url}"),
    ),
    "html": (
        lambda named: "".join(f'<a href="#ref{s.number}">[{s.number}]</a>' for s in named),
        _without_list,
    ),
}
"""For each style, how a marker and how the list is written."""


def cited_numbers(report: str) -> dict[str, str]:
    """Number → key of its source, for each that a report cites in brackets, by patterns alone."""
    body, sources = split_report(report)
    cited = {n for marker in _MARKERS.findall(body) for n in _NUMBER.findall(marker)}
    return {s.number: identify(s.url).key for s in sources if s.number in cited}


def cited_addresses(report: str) -> set[str]:
    """The keys of the sources that the report cites; several numbers may share one."""
    return set(cited_numbers(report).values())


def found_addresses(report: str, style: str) -> set[str]:
    """The keys of the sources that the parser finds cited in the report's other style."""
    rewritten = rewrite(report, style)
    parsed = parse_report(rewritten.text, format=rewritten.format, sources=rewritten.sources)
    good = (Resolution.RESOLVED, Resolution.LINK)
    sources = (c.source for c in parsed.citations if c.resolution in good)
    return {identify(source.url or source.original).key for source in sources if source}


def reached_numbers(reports: Sequence[str]) -> dict[str, int]:
    """Style → how many of all cited numbers lead to their own source when written in it."""
    cited = [cited_numbers(report) for report in reports]
    return {style: _reached(reports, cited, style) for style in STYLES}


def _reached(reports: Sequence[str], cited: Sequence[Mapping[str, str]], style: str) -> int:
    keys = [found_addresses(report, style) for report in reports]
    pairs = zip(cited, keys, strict=True)
    return sum(key in found for numbers, found in pairs for key in numbers.values())


def check(reports: Sequence[str]) -> bool:
    """Print, style by style, how many of all cited numbers lead to theirs; whether all do."""
    total = sum(len(cited_numbers(report)) for report in reports)
    reached = reached_numbers(reports)
    for style, found in reached.items():
        sys.stdout.write(f"{style:24}{found:6} of {total}\n")
    return set(reached.values()) == {total}


def main() -> int:
    """Rewrite one report, or check all of a JSON Lines file (field ``article``)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("style", choices=["check", *sorted(STYLES)])
    parser.add_argument("report", type=Path)
    arguments = parser.parse_args()
    text = arguments.report.read_text(encoding="utf-8")
    if arguments.style == "check":
        reports = [str(json.loads(line)["article"]) for line in text.splitlines()]
        return 0 if check(reports) else 1
    found = rewrite(text, arguments.style)
    sys.stdout.write(found.text)
    if found.sources:
        json.dump(found.sources, sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
