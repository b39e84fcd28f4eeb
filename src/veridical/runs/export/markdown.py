"""A check, or the thresholds of a run, as a Markdown summary, as for the page of a CI job.

Words of reports, pages and models are data: nothing in them becomes a heading, a link, a
picture, a formula, raw HTML, or a name that is told of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from veridical.findings import Finding
from veridical.findings.verdict import State
from veridical.runs.check import CheckResult
from veridical.runs.check_tally import Share, tally_of
from veridical.runs.ending import FAILED, PASSED, Ending
from veridical.runs.export.check_outputs import CheckedReport, CheckOutput

SHOWN_FINDINGS = 50
"""Of a report; the JSON beside it holds all."""
SHOWN_CHARACTERS = 300
INDICATIVE = "Judged by the built-in rules: indicative, not comparable with a model judge."
_MARKS = re.compile(r"[\\`*_{}\[\]()<>#!|~^$&@:]|^[-+]")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])(?= |$)")
_WWW = re.compile(r"\b(www)\.", re.IGNORECASE)
_NAMED = frozenset("@#")
_JOINER = "&#8288;"
"""An invisible sign that parts a sign from a name, so that nobody is told of it."""


def escaped(text: str) -> str:
    """Text on one line that Markdown shows as it is, in a table too."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    cut = line if len(line) <= SHOWN_CHARACTERS else line[: SHOWN_CHARACTERS - 1] + "…"
    plain = _WWW.sub(r"\1&#46;", _MARKS.sub(_entity, cut))
    return _NUMBERED.sub(lambda number: f"{number[1]}&#{ord(number[2])};", plain)


def _entity(mark: re.Match[str]) -> str:
    sign = mark[0]
    return f"&#{ord(sign)};" + (_JOINER if sign in _NAMED else "")


def check_markdown(output: CheckOutput) -> bytes:
    """The summary of a check."""
    parts = ["# Veridical check", *_ended(output.ending, output.unread)]
    for one in output.reports:
        parts += _report(one)
    return "\n\n".join(parts).encode("utf-8", "replace") + b"\n"


def ending_markdown(title: str, ending: Ending, rows: Sequence[Sequence[str]] = ()) -> bytes:
    """How runs ended, with a table of scores.

    Args:
        title: of the summary.
        ending: how they ended.
        rows: the heads of the table, then its rows; all are escaped.
    """
    table = [_table(rows[0], rows[1:])] if rows else []
    parts = [f"# {escaped(title)}", *_ended(ending, ()), *table]
    return "\n\n".join(parts).encode("utf-8", "replace") + b"\n"


def _ended(ending: Ending, unread: Iterable[str]) -> Iterator[str]:
    """The verdict in bold, and why."""
    lines = [*unread, *ending.lines]
    if unread:
        head = "**Not all could be read.**"
    elif ending.code == FAILED:
        head = "**Failed.**"
    elif ending.code != PASSED:
        head = "**Incomplete.**"
    else:
        head = "**Passed.**" if lines else "Nothing was demanded."
    yield head
    if lines:
        yield "\n".join(f"- {escaped(line)}" for line in lines)


def _report(one: CheckedReport) -> Iterator[str]:
    result = one.result
    yield f"## {escaped(result.report.name)}"
    yield _counts(result)
    if result.is_indicative:
        yield INDICATIVE
    if result.findings:
        shown = [_row(result, finding) for finding in result.findings[:SHOWN_FINDINGS]]
        yield _table(("line", "severity", "finding", "what"), shown)
    left = len(result.findings) - SHOWN_FINDINGS
    if left > 0:
        yield f"… and {left} more."


def _counts(result: CheckResult) -> str:
    tally = tally_of(result)
    counts = {state: n for state, n in result.counts.items() if n}
    heads = [state.value.replace("_", " ") for state in State if state in counts]
    shares = [_shown(tally.supported_share), _shown(tally.coverage)]
    numbers = [str(counts[state]) for state in State if state in counts]
    return _table([*heads, "supported share", "coverage"], [[*numbers, *shares]])


def _shown(share: Share) -> str:
    return f"not measured: {share.why}" if share.value is None else f"{share.value:.3f}"


def _row(result: CheckResult, finding: Finding) -> Sequence[str]:
    said = result.said(finding)
    words = f"{finding.message} “{said}”" if said else finding.message
    kind = finding.kind.value.replace("_", " ")
    return str(finding.line), finding.severity.value, kind, words


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, *rows]
    told = [f"| {' | '.join(escaped(cell) for cell in line)} |" for line in lines]
    return "\n".join([told[0], f"|{' --- |' * len(heads)}", *told[1:]])
