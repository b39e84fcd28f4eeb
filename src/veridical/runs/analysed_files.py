"""What stands beside a report that has analyses: numbers, graph, tables, sources.

All of it is made from the report as it was written, so that a replay writes the same bytes.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import quote

import msgspec

from veridical.agents.hka.graphing import evidence_graph
from veridical.agents.hka.made import Analysed
from veridical.agents.hka.numbers import Numbers, record
from veridical.graph import EvidenceGraph
from veridical.report import parse_report
from veridical.report.model import EvidenceList, Report
from veridical.retrieval.tables import Table
from veridical.task import Item

NUMBERS, GRAPH, SOURCES, TABLES = "numbers.json", "graph.json", "sources.json", "tables"


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source of a report.

    Attributes:
        number: of its markers; of a picture, of its figure.
        id: of the item.
        modality: text, table or image.
        title: of the item.
        source: where it comes from.
        license: under which licence it may be used.
        table: the id of the table that it was made from; "" = it was found as it is.
        citations: markers of the report that name it; of a picture, how often it is shown.
    """

    number: int
    id: str
    modality: str
    title: str
    source: str
    license: str
    table: str
    citations: int


class _Graph(msgspec.Struct, frozen=True):
    nodes: tuple[object, ...]
    edges: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Told:
    """A report's numbers and graph.

    Attributes:
        numbers: each with where it comes from.
        graph: statement by statement; None where nothing is cited.
    """

    numbers: Numbers
    graph: EvidenceGraph | None


def told_of(found: Analysed, report: Report, question: str) -> Told:
    """The numbers and the graph of a report.

    Args:
        found: what the agent did.
        report: read back from its file.
        question: that it answers.
    """
    numbers = record(report, found.evidence, found.made)
    return Told(numbers, evidence_graph(report, found.evidence, question))


def analysed_files(
    found: Analysed, written: bytes, listed: EvidenceList, *, name: str, question: str
) -> Mapping[str, bytes]:
    """The files by name.

    Args:
        found: what the agent did.
        written: the report.
        listed: what its markers stand for.
        name: of the report's files.
        question: that it answers.
    """
    report = parse_report(written, evidence=listed)
    told = told_of(found, report, question)
    files = {
        f"{name}.{NUMBERS}": _json(told.numbers),
        f"{name}.{SOURCES}": _json(list(_sources(found, report))),
    }
    if told.graph is not None:
        files[f"{name}.{GRAPH}"] = _json(_Graph(told.graph.nodes, told.graph.edges))
    for one in found.made:
        folder = PurePath(one.figure.image_path or "").parent.parent
        files[str(folder / TABLES / f"{quote(one.table.id, safe=' ')}.csv")] = _csv(one.table)
    return files


def _sources(found: Analysed, report: Report) -> Iterator[Source]:
    made = {id_: one for one in found.made for id_ in (one.analysis.id, one.figure.id)}
    cited = Counter(int(one.label) for one in report.citations if one.label.isdecimal())
    shown = Counter(one.number for one in report.figures if one.number is not None)
    evidence = found.evidence
    for items, counts in ((evidence.texts, cited), (evidence.images, shown)):
        for n, item in enumerate(items, start=1):
            if counts[n]:
                table = made[item.id].table.id if item.id in made else ""
                yield _source(n, item, table, counts[n])


def _source(number: int, item: Item, table: str, citations: int) -> Source:
    return Source(
        number,
        item.id,
        item.modality.value,
        item.title,
        item.source,
        item.license,
        table,
        citations,
    )


def _csv(table: Table) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.heading for column in table.columns])
    for row in table.rows:
        writer.writerow(["" if v is None else _cell(v) for v in row])
    return text.getvalue().encode("utf-8", "backslashreplace")


def _cell(value: float | str) -> str:
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
