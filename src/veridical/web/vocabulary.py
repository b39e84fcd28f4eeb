"""The functions that templates may call; everything else on a page is its own fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from veridical.ask import Quote
from veridical.diagnosis import Diagnosis, Exhibit, NodeFinding
from veridical.graph import EvidenceGraph, Node
from veridical.measure import Scale
from veridical.report.model import Report
from veridical.task import Item, Task
from veridical.web import words
from veridical.web.body import marked, pieces, with_pictures
from veridical.web.charts import bar, funnel, step
from veridical.web.exhibits import (
    exhibit_columns,
    exhibit_groups,
    exhibit_marks,
    mark_scale,
    mark_under,
    row_place,
)
from veridical.web.graph_drawing import draw_graph, initials, states_of, tone_of
from veridical.web.marks import (
    evidence_marks,
    node_marks,
    reference_marks,
    sign,
    verdict_marks,
)
from veridical.web.names import fragment, page_name
from veridical.web.pages.check import CheckedStatement, FindingRow, ReferenceRow, VerdictKind
from veridical.web.pages.facts import FactKind, FactSection
from veridical.web.pages.leaderboard import SystemRow
from veridical.web.pages.report import AskCard
from veridical.web.parts import CITING_SHOWN, card_parts, fact_parts, finding_parts
from veridical.web.quotes import all_quotes, quote_origin, quote_place, quoted_text

_LONGEST_ANSWER = 60
_LONG = 200_000
"""Characters."""


def scale(of: Scale) -> str:
    """A scale in words: ``0 to 20``, ``from 0``."""
    if of.highest is None:
        return f"from {of.lowest:g}"
    return f"{of.lowest:g} to {of.highest:g}"


@pass_context
def report_address(context: Context, system: str, task: str) -> str:
    """Where the page of a report lies, seen from this page."""
    return f"{context['root']}systems/{page_name(system)}/{page_name(task)}.html"


@pass_context
def task_address(context: Context, task: str) -> str:
    """Where the page of a task lies, seen from this page."""
    return f"{context['root']}tasks/{page_name(task)}.html"


@pass_context
def place_of(context: Context, quote: Quote, report: Report) -> str:
    """The fragment that a quote leads to, "" if its text is not shown."""
    return quote_place(quote, report, context.get("items") or ())


def query_words(task: Task) -> Markup:
    """The query with a sign in place of each of its pictures."""
    stand_in = Markup('<span class="image-sign">picture</span>')
    return stand_in.join(escape(part) for part in task.query.text.split("<image>"))


def finding_of(node: str, diagnosis: Diagnosis | None) -> NodeFinding | None:
    """What was found out about a node."""
    return next((f for f in diagnosis.nodes if f.node == node), None) if diagnosis else None


def first_use(graph: EvidenceGraph, node: Node) -> bool:
    """Whether `node` is the first on the page that rests on its item."""
    return next(n.id for n in graph.topological if n.item == node.item) == node.id


def other_items(items: Mapping[str, Item], graph: EvidenceGraph | None) -> tuple[Item, ...]:
    """The items that no node of the graph shows."""
    shown = {node.item for node in graph.evidence} if graph else set()
    return tuple(item for id_, item in items.items() if id_ not in shown)


def ask_title(id_: str, asks: Sequence[AskCard]) -> str:
    """What an ask is called in a list: its kind and its own title."""
    found = next((ask for ask in asks if ask.id == id_), None)
    if found is None:
        return id_[:8]
    return short_kind(found.kind) + (f": {found.title}" if found.title else "")


def searches_of(finding: NodeFinding, asks: Sequence[AskCard]) -> tuple[AskCard, ...]:
    """The searches among the asks of a node."""
    return tuple(ask for ask in asks if ask.sought and ask.id in finding.asks)


def short_kind(kind: str) -> str:
    """The last part of an ask's kind, in words: which method asked is said elsewhere."""
    return words.readable(kind.rpartition(".")[2])


def short_answer(ask: AskCard) -> str:
    """The first thing that the answer says."""
    said = next((fact.value for fact in ask.answer if fact.value), "")
    return said if len(said) <= _LONGEST_ANSWER else said[: _LONGEST_ANSWER - 1] + "…"


@pass_context
def marked_report(
    context: Context,
    body: str,
    report: Report,
    *,
    diagnosis: Diagnosis | None,
    exhibits: Sequence[Exhibit],
    task: Task,
) -> Iterator[Markup]:
    """A report's text, piece by piece, marked by what nodes and rows came to.

    Where a graph's nodes were looked for, they alone mark it.
    """
    nodes, citations = node_marks(report, diagnosis, task), evidence_marks(report, task)
    statements = nodes or exhibit_marks(exhibits, report)
    for piece in pieces(body):
        yield with_pictures(marked(piece, statements, citations), context["picture_address"])


@pass_context
def marked_check(
    context: Context,
    body: str,
    report: Report,
    *,
    statements: Sequence[CheckedStatement],
    verdicts: Sequence[VerdictKind],
    references: Sequence[ReferenceRow],
    factual: FactSection | None = None,
) -> Iterator[Markup]:
    """A report's text, piece by piece, marked by verdicts and by facts."""
    kinds = factual.kinds if factual else ()
    said, cited = verdict_marks(statements, verdicts, kinds), reference_marks(report, references)
    for piece in pieces(body):
        yield with_pictures(marked(piece, said, cited), context["picture_address"])


def is_long(report: Report) -> bool:
    """Whether a report is so long that a browser had better lay out only what is seen."""
    return len(report.source) > _LONG


def verdict_of(name: str, verdicts: Sequence[VerdictKind]) -> VerdictKind:
    """The kind of a verdict by its name."""
    return next(kind for kind in verdicts if kind.name == name)


def fact_kind(name: str, kinds: Sequence[FactKind]) -> FactKind:
    """A kind of fact by its name."""
    return next(kind for kind in kinds if kind.name == name)


def said_once(rows: Sequence[SystemRow]) -> str:
    """What the first total of every row is missing, where that is the same; else ""."""
    each = {words.missing(row.cells[0].score) if row.missing else "" for row in rows}
    return each.pop() if len(each) == 1 and len(rows) > 1 else ""


def has_readings(rows: Sequence[SystemRow]) -> bool:
    """Whether a cell of the table has a second number."""
    return any(cell.readings for row in rows for cell in row.cells)


def line_of(finding: FindingRow) -> str:
    """Where a finding stands: ``line 4:12``."""
    return f"line {finding.line or '?'}" + (f":{finding.column}" if finding.column else "")


def outward(address: str) -> Markup:
    """A web address as an anchor that tells nobody where it was followed from."""
    if not address.startswith(("https://", "http://")):
        return escape(address)
    return Markup('<a href="{0}" rel="noreferrer noopener">{0}</a>').format(address)


VOCABULARY: Mapping[str, Callable[..., object]] = MappingProxyType(
    {
        "absent": words.absent,
        "all_quotes": all_quotes,
        "ask_title": ask_title,
        "bar": bar,
        "bounds": words.bounds,
        "card_parts": card_parts,
        "citing_shown": lambda: CITING_SHOWN,
        "count": words.count,
        "decimal": words.decimal,
        "draw_graph": draw_graph,
        "exhibit_columns": exhibit_columns,
        "exhibit_groups": exhibit_groups,
        "fact_kind": fact_kind,
        "fact_parts": fact_parts,
        "finding_of": finding_of,
        "finding_parts": finding_parts,
        "first_use": first_use,
        "fragment": fragment,
        "funnel": funnel,
        "ground": words.ground,
        "initials": initials,
        "has_readings": has_readings,
        "row_place": row_place,
        "said_once": said_once,
        "is_long": is_long,
        "line_of": line_of,
        "mark_scale": mark_scale,
        "mark_under": mark_under,
        "marked_check": marked_check,
        "marked_report": marked_report,
        "meaning": words.meaning,
        "missing": words.missing,
        "number": words.number,
        "other_items": other_items,
        "outward": outward,
        "query_words": query_words,
        "quote_origin": quote_origin,
        "quote_place": place_of,
        "quoted_text": quoted_text,
        "readable": words.readable,
        "reason": words.reason,
        "report_address": report_address,
        "scale": scale,
        "searches_of": searches_of,
        "short_answer": short_answer,
        "short_kind": short_kind,
        "sign": sign,
        "sort_key": words.sort_key,
        "states_of": states_of,
        "step": step,
        "task_address": task_address,
        "tone_of": tone_of,
        "verdict_of": verdict_of,
    }
)
