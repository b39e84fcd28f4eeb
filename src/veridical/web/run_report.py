"""One result of a run as its page: scores down to tallies, asks, answers and quotes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec

from veridical.ask import Answer, NoVerdict
from veridical.asked import Exchange
from veridical.methods.evaluator import Evaluation
from veridical.picture import ImageState
from veridical.report.model import Figure, FigureKind, Report
from veridical.report.render import render_html
from veridical.runs.recompute import Recollection
from veridical.runs.records import Manifest
from veridical.task import Item
from veridical.web.asked import inputs_of, named_statements, sought_in
from veridical.web.facts import facts_of
from veridical.web.pages.frame import Frame
from veridical.web.pages.report import AskCard, ReportPage
from veridical.web.pages.scores import Column, GateLine, ScoreLine
from veridical.web.pictures import kept_picture
from veridical.web.run_columns import measure_column, total_column

TITLE_CHARACTERS = 90


def report_page(again: Recollection, *, frame: Frame, manifest: Manifest) -> ReportPage:
    """The page of one report."""
    evaluation, report = again.evaluation, again.context.report
    return ReportPage(
        frame=frame,
        system=again.submitted.system,
        task=again.context.task,
        report=report,
        body=render_html(report, lambda figure: _picture(figure, again)),
        scores=tuple(_scores(evaluation, manifest)),
        gates=tuple(_gates(evaluation, manifest)),
        diagnosis=evaluation.diagnosis,
        exhibits=evaluation.exhibits,
        figures=_figures(again),
        asks=tuple(_card(e, manifest, report) for e in evaluation.asked),
        items=_items(again),
    )


def _figures(again: Recollection) -> dict[int, str]:
    """The paths of the figures that have one, by index."""
    found = {i: _picture(one, again) for i, one in enumerate(again.context.report.figures)}
    return {index: path for index, path in found.items() if path}


def _picture(figure: Figure, again: Recollection) -> str | None:
    """The path of a figure's picture: kept with the run, or of the item that it stands for."""
    return _kept(figure, again) or _placed(figure, again)


def _kept(figure: Figure, again: Recollection) -> str | None:
    pictures = again.context.submission.pictures
    for image in pictures.images if pictures else ():
        if image.figure == figure.index and image.path and image.state is ImageState.PRESENT:
            return kept_picture(image.path)
    return None


def _placed(figure: Figure, again: Recollection) -> str | None:
    evidence, number = again.context.submission.evidence, figure.number
    if evidence is None or number is None or not 1 <= number <= len(evidence.images):
        return None
    item = again.context.corpus.get(evidence.images[number - 1])
    return item.image_path if item else None


def _scores(evaluation: Evaluation, manifest: Manifest) -> Iterator[ScoreLine]:
    totals = [total_column(t) for t in manifest.totals]
    for column in totals[:1]:
        yield ScoreLine(column=column, score=evaluation.totals[column.name])
    for measure in manifest.measures:
        yield _measured(measure_column(measure), evaluation)
    for column in totals[1:]:
        yield ScoreLine(column=column, score=evaluation.totals[column.name])


def _measured(column: Column, evaluation: Evaluation) -> ScoreLine:
    tally = evaluation.tallies.get(column.name)
    known = {exchange.ask.identity() for exchange in evaluation.asked}
    return ScoreLine(
        column=column,
        score=evaluation.scores[column.name],
        tally=facts_of(tally) if tally is not None else (),
        asks=tuple(dict.fromkeys(_asks_in(msgspec.to_builtins(tally, str_keys=True), known))),
    )


def _asks_in(value: object, known: Collection[str]) -> Iterator[str]:
    """The identities of asks that a tally names, in its order."""
    if isinstance(value, str):
        yield from [value] if value in known else []
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _asks_in(one, known)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _asks_in(one, known)


def _gates(evaluation: Evaluation, manifest: Manifest) -> Iterator[GateLine]:
    for name in manifest.gates:
        is_reached = name in evaluation.gates
        yield GateLine(name=name, opens=evaluation.gates.get(name), is_reached=is_reached)


def _card(exchange: Exchange, manifest: Manifest, report: Report) -> AskCard:
    ask, answer = exchange.ask, exchange.answer
    sought, among = sought_in(exchange)
    quotes = answer.quotes if isinstance(answer, Answer) else ()
    has_answer = isinstance(answer, Answer)
    return AskCard(
        id=ask.identity(),
        kind=ask.kind,
        title=_title(exchange),
        sought=sought,
        among=among,
        inputs=inputs_of(ask, report),
        answer=facts_of(answer.value) if isinstance(answer, Answer) else (),
        why=answer.why if isinstance(answer, Answer) else "",
        quotes=quotes or named_statements(exchange, report),
        no_verdict=answer if not has_answer and isinstance(answer, NoVerdict) else None,
        respondent=manifest.respondents.get(ask.role.value, ""),
    )


def _title(exchange: Exchange) -> str:
    """The shortest of the ask's texts: what a reader tells it by among its kind."""
    plain = msgspec.to_builtins(exchange.ask)
    texts = [v for k, v in plain.items() if isinstance(v, str) and v and k != "language"]
    shortest = min(texts, key=len, default="")
    is_short = len(shortest) <= TITLE_CHARACTERS
    return shortest if is_short else shortest[: TITLE_CHARACTERS - 1] + "…"


def _items(again: Recollection) -> dict[str, Item]:
    """Every item that the graph, the quotes, the citations or the figures name."""
    report, corpus = again.context.report, again.context.corpus
    graph = again.context.task.gold.graph
    named = [n.item or "" for n in graph.evidence] if graph else []
    named += [r.item or "" for r in report.references]
    quotes = [
        q for e in again.evaluation.asked if isinstance(e.answer, Answer) for q in e.answer.quotes
    ]
    named += [quote.source for quote in quotes]
    evidence = again.context.submission.evidence
    if evidence and any(f.kind is FigureKind.PLACEHOLDER for f in report.figures):
        named += evidence.images
    return {name: corpus[name] for name in dict.fromkeys(named) if name in corpus}
