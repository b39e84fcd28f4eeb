"""Where does a report conclude?

The closing section is known by its heading in many languages. Where no heading says so, a
respondent is asked which statements are the conclusion. What was found keeps its place in
the report.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Asker, NoVerdict, Part
from veridical.checks.prompt import prompt_parts
from veridical.checks.reading import Said, numbered, said
from veridical.report.model import Report, Section, Span, Statement
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"

_CONCLUDES = """
conclusion|conclusions|concluding remarks|final remarks|closing remarks|concluding thoughts
final thoughts|bottom line|fazit|schluss|schlussfolgerung|schlussfolgerungen|schlussbetrachtung
conclusión|conclusiones|conclusão|conclusões|conclusione|conclusioni|conclusie|conclusies
заключение|выводы|вывод|висновки|висновок|wnioski|zakończenie|sonuç|sonuçlar|slutsats|slutsatser
konklusion|konklusjon|johtopäätökset|závěr|kết luận|kesimpulan|συμπεράσματα
结论|结语|結語|结束语|結束語|總結|总结|結論|おわりに|まとめ|결론|맺음말
निष्कर्ष|สรุป|الخاتمة|خاتمة|الخلاصة|מסקנות|סיכום
"""
_SUMS_UP = """
summary|synthesis|key takeaways|takeaways|wrap up|outlook|zusammenfassung|ausblick|résumé|synthèse
bilan|resumen|resumo|sintesi|riassunto|samenvatting|итоги|резюме|podsumowanie|özet
sammanfattning|tóm tắt|ringkasan|περίληψη|shrnutí
小结|小結|概要|要約|요약|सारांश|الملخص|ملخص
"""
_OPENS = re.compile(r"\bexecutive\b|\bintroduc|\bmethod|\bsources?\b|\breferences?\b|摘要|引言")
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_WORDS = re.compile(r"[^\W_]+")


def _phrases(lines: str) -> tuple[str, ...]:
    found = (p.strip().casefold() for line in lines.split("\n") for p in line.split("|"))
    return tuple(p for p in found if p)


CONCLUDING = _phrases(_CONCLUDES)
SUMMING_UP = _phrases(_SUMS_UP)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A report's conclusion.

    Attributes:
        span: its place in the report.
        text: its statements without markers.
        found_by: ``heading`` or ``ask``.
        asks: identities of the asks, if any.
    """

    span: Span
    text: str
    found_by: str
    asks: tuple[str, ...] = ()


class StatementRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first and the last statement of a stretch, by their numbers."""

    first: int
    last: int


@dataclass(frozen=True)
class ConclusionAsk(Ask[StatementRange]):
    """Which statements of a report are its conclusion.

    Attributes:
        statements: all that the report says, numbered.
        language: of the report.
    """

    kind: ClassVar[str] = "conclusion"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = StatementRange

    statements: tuple[Said, ...]
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, the numbered report."""
        fields = {"statements": numbered(self.statements)}
        return prompt_parts(PROMPTS, "conclusion", self.language, fields)

    def objection(self, value: StatementRange) -> str:
        """A stretch that runs backwards, or beyond the report."""
        if value.first > value.last:
            return "the first statement comes after the last"
        known = {s.number for s in self.statements}
        unknown = {value.first, value.last} - known
        return f"there is no statement {min(unknown)}" if unknown else ""

    def by_rule(self) -> Answer[StatementRange] | NoVerdict:
        """The last section, or its last paragraph where it is long."""
        if not self.statements:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "the report says nothing")
        last = self.statements[-1]
        section = [s for s in self.statements if s.section == last.section]
        if len(section) > _LONG_SECTION or len(section) == len(self.statements):
            section = [s for s in section if s.block == last.block]
        return Answer(StatementRange(section[0].number, last.number), "what the report ends with")


_LONG_SECTION = 12
"""Statements from which a last section is a chapter of its own rather than a conclusion."""


async def find_conclusion(report: Report, asker: Asker) -> Conclusion | NoVerdict:
    """The report's conclusion, by its heading or else by asking."""
    by_heading = conclusion_by_heading(report)
    if by_heading is not None:
        return by_heading
    ask = ConclusionAsk(said(report), report.language)
    answer = await asker.ask(ask)
    if isinstance(answer, NoVerdict):
        return answer
    first, last = answer.value.first, answer.value.last
    if not 0 <= first <= last < len(report.statements):
        return NoVerdict(Reason.UNREADABLE, "statements are named that the report does not have")
    inside = report.statements[first : last + 1]
    return _conclusion(inside, "ask", (ask.identity(),))


def conclusion_by_heading(report: Report) -> Conclusion | None:
    """The last section whose heading concludes or, after half of the statements, sums up."""
    starts = [s.span.start for s in report.statements]
    for phrases, earliest in ((CONCLUDING, 0.0), (SUMMING_UP, 0.5)):
        for section in reversed(report.sections):
            if not _says(section.heading, phrases):
                continue
            first, end = _range(section, starts)
            if 0 < end - first < len(starts) and first >= earliest * len(starts):
                return _conclusion(report.statements[first:end], "heading")
    return None


def _says(heading: str, phrases: Iterable[str]) -> bool:
    text = heading.casefold()
    if _OPENS.search(text):
        return False
    words = f" {' '.join(_WORDS.findall(text))} "
    return any(f" {p} " in words if _is_spaced(p) else p in text for p in phrases)


def _is_spaced(phrase: str) -> bool:
    """Whether words stand apart and are made of letters alone: then they are matched whole."""
    return phrase.replace(" ", "").isalnum() and not _UNSPACED.search(phrase)


def _range(section: Section, starts: Sequence[int]) -> tuple[int, int]:
    """The first of the statements that begin in `section`, and one past the last."""
    return bisect_left(starts, section.span.start), bisect_left(starts, section.span.end)


def _conclusion(
    inside: Sequence[Statement], found_by: str, asks: tuple[str, ...] = ()
) -> Conclusion:
    span = Span(inside[0].span.start, max(s.span.end for s in inside))
    return Conclusion(span, " ".join(s.text for s in inside), found_by, asks)
