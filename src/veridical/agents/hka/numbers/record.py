"""Where each number of a report comes from, found when the report is written.

A statement's numbers are looked for in what it cites: first among the traced numbers of an
analysis, then in the sentences of a text; a caption's in the captions of the pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from veridical.agents.hka.analysis import Insight, Traced
from veridical.agents.hka.analysis.digits import Digits, digits, without_numbers
from veridical.agents.hka.made import Made
from veridical.agents.hka.numbers.model import Drawn, Line, NumberRecord, Numbers, Quoted
from veridical.agents.research.evidence import Evidence
from veridical.report.model import Report, Resolution, Statement, StatementKind
from veridical.report.sentences import sentence_spans
from veridical.task import Item

FIGURE_NUMBER = re.compile(r"^\s*(?:Figure|图)\s*\d+\s*[:：]")


def record(report: Report, evidence: Evidence, made: Sequence[Made]) -> Numbers:
    """The numbers of a report as it was written.

    Args:
        report: read back from its file, with its evidence.
        evidence: that its markers stand for.
        made: the analyses among them.
    """
    analyses = {one.analysis.id: one for one in made}
    lines = []
    for statement in report.statements:
        text = told(statement)
        found = digits(text)
        if found:
            cited = _cited(report, statement, evidence)
            own = [analyses[item.id] for item in cited if item.id in analyses]
            numbers = tuple(_traced(text, found, cited, analyses))
            lines.append(Line(text, numbers, _is_computed(text, own)))
    return Numbers(tuple(lines), tuple(_drawn(made)))


def _drawn(made: Sequence[Made]) -> Iterator[Drawn]:
    by_table: dict[str, list[Made]] = {}
    for one in made:
        by_table.setdefault(one.table.id, []).append(one)
    for id_, every in by_table.items():
        rows = [dict(row) for row in every[0].table.objects]
        yield Drawn(id_, tuple(one.figure.id for one in every), rows)


def _is_computed(text: str, made: Sequence[Made]) -> bool:
    bare = without_numbers(text)
    return any(
        without_numbers(one.text) == bare for own in made if own.is_ruled for one in own.insights
    )


def told(statement: Statement) -> str:
    """The words of a statement; of a caption without the figure's number, which nothing gives."""
    if statement.kind is StatementKind.CAPTION:
        return FIGURE_NUMBER.sub("", statement.text).strip()
    return statement.text


def _cited(report: Report, statement: Statement, evidence: Evidence) -> list[Item]:
    """What a statement may have its numbers from."""
    if statement.kind is StatementKind.CAPTION:
        return list(evidence.images)
    numbers = [
        int(one.label)
        for one in map(report.citations.__getitem__, statement.citations)
        if one.resolution is Resolution.RESOLVED and one.label.isdecimal()
    ]
    return [evidence.texts[n - 1] for n in numbers if 1 <= n <= len(evidence.texts)]


def _traced(
    text: str, found: Sequence[Digits], cited: Sequence[Item], analyses: Mapping[str, Made]
) -> Iterator[NumberRecord]:
    cells = [
        (insight, analyses[item.id])
        for item in cited
        if item.id in analyses
        for insight in analyses[item.id].insights
    ]
    # the sentence that the words are of comes first: equal numbers may stand in several
    bare = without_numbers(text)
    cells.sort(key=lambda one: without_numbers(one[0].text) != bare)
    texts = [item for item in cited if item.id not in analyses]
    taken: set[tuple[int, bool]] = set()
    for place, number in enumerate(found):
        yield _of_cells(number, cells, taken) or _of_texts(text, place, number, texts)


def _of_cells(
    number: Digits, cells: Sequence[tuple[Insight, Made]], taken: set[tuple[int, bool]]
) -> NumberRecord | None:
    """The first traced number that is worth the same, each once as long as there is another."""
    fit = [
        (one, is_label, made)
        for insight, made in cells
        for one in insight.numbers
        for is_label, written in ((False, one.written), (True, one.label))
        if _is_in(number, written)
    ]
    if not fit:
        return None
    fresh = [one for one in fit if (id(one[0]), one[1]) not in taken]
    traced, is_label, made = (fresh or fit)[0]
    taken.add((id(traced), is_label))
    return NumberRecord(number.text, traced, is_label, _file(made))


def _is_in(number: Digits, written: str) -> bool:
    return any(one.value == number.value for one in digits(written))


def _file(made: Made) -> str:
    return made.table.source


def _of_texts(text: str, place: int, number: Digits, texts: Sequence[Item]) -> NumberRecord:
    """The sentence with the same words, else the first that holds the number."""
    bare = without_numbers(text)
    otherwise: Quoted | None = None
    for item in texts:
        for sentence in sentences(item.text):
            if bare in without_numbers(sentence):
                before = without_numbers(sentence).partition(bare)[0].count("#")
                same = digits(sentence)[before:]
                if place < len(same) and same[place].value == number.value:
                    return _quoted(number, item, sentence, before + place)
            if otherwise is None:
                equal = [n for n, one in enumerate(digits(sentence)) if one.value == number.value]
                otherwise = Quoted(item.id, sentence, equal[0], item.source) if equal else None
    return NumberRecord(number.text, quoted=otherwise)


def _quoted(number: Digits, item: Item, sentence: str, place: int) -> NumberRecord:
    return NumberRecord(number.text, quoted=Quoted(item.id, sentence, place, item.source))


def sentences(text: str) -> list[str]:
    """The sentences of a text; a row of a table is one."""
    return [
        line.strip()
        for start, end in sentence_spans(text)
        for line in text[start:end].splitlines()
        if line.strip()
    ]


__all__ = ["Traced", "record", "sentences", "told"]
