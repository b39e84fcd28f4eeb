"""Findings as SARIF 2.1.0 (OASIS Standard, 27 March 2020), for code scanning and editors.

One run with a rule for each kind of finding. Regions count code points from 1, their end is the
place after the last one; a report that was turned into text (PDF, DOCX, JSON) has no regions, and
the message names the line of that text. Where a report lies below the working folder its address
is relative to it, under the base ``%SRCROOT%``. A fingerprint is made of what a finding is about,
never of where it stands, so that edits elsewhere do not change it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from veridical.errors import printable
from veridical.findings import Finding, FindingKind
from veridical.findings.finding import SEVERITY
from veridical.report.model import Report
from veridical.runs.ending import INCOMPLETE
from veridical.runs.export.check_outputs import CheckedReport, CheckOutput
from veridical.runs.export.finding_help import help_of
from veridical.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "veridicalFinding/v1"
ROOT = "%SRCROOT%"
_KINDS = tuple(FindingKind)
_BEGIN = 1024
_TURNED_INTO_TEXT = frozenset({".json", ".jsonl"})
_NUMBERS = re.compile(
    r"^\s*(?:\[[^\]]{1,20}\]|［[^］]{1,20}］|【[^】]{1,20}】|\(?\d{1,4}[.)、．])\s*"
)


def sarif_json(output: CheckOutput) -> bytes:
    """The findings of all reports, indented."""
    run = {
        "tool": {"driver": _driver()},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(output)],
        "artifacts": [{"location": _location(one.path)} for one in output.reports],
        "results": [
            result for index, one in enumerate(output.reports) for result in _results(one, index)
        ],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=1) + b"\n"


def _driver() -> dict[str, Any]:
    return {"name": "Veridical", "version": __version__, "rules": [_rule(k) for k in _KINDS]}


def _rule(kind: FindingKind) -> dict[str, Any]:
    words, told = kind.value.replace("_", " "), help_of(kind)
    return {
        "id": kind.value,
        "name": words.title().replace(" ", ""),
        "shortDescription": {"text": f"{words.capitalize()}."},
        "fullDescription": {"text": told.means},
        "help": {
            "text": f"{told.means} {told.do}",
            "markdown": f"**{words.capitalize()}.** {told.means}\n\n{told.do}",
        },
        "defaultConfiguration": {"level": SEVERITY[kind].value},
    }


def _invocation(output: CheckOutput) -> dict[str, Any]:
    """Whether all could be done; a demand that was not met is no failure of the tool."""
    is_done = output.ending.code != INCOMPLETE and not output.unread
    told = [*output.unread, *output.ending.lines]
    notes = [{"level": "error" if line in output.unread else "note", "message": {"text": line}}
             for line in told]  # fmt: skip
    return {"executionSuccessful": is_done, "toolExecutionNotifications": notes}


def _results(one: CheckedReport, index: int) -> Iterator[dict[str, Any]]:
    report = one.result.report
    place: dict[str, Any] = {"artifactLocation": {**_location(one.path), "index": index}}
    is_text = _is_text(one.path)
    for finding, mark in fingerprinted(report, one.result.findings):
        region = {"region": _region(report, finding)} if is_text else {}
        line = "" if is_text else f" (Line {finding.line} of its text.)"
        result: dict[str, Any] = {
            "ruleId": finding.kind.value,
            "ruleIndex": _KINDS.index(finding.kind),
            "level": finding.severity.value,
            "message": {"text": _message(finding) + line},
            "locations": [{"physicalLocation": {**place, **region}}],
            "partialFingerprints": {FINGERPRINT: mark},
        }
        if said := one.result.said(finding):
            result["properties"] = {"statement": said}
        yield result


def _is_text(path: Path) -> bool:
    """Whether the lines of the report are the lines of its file."""
    try:
        with path.open("rb") as file:
            begin = file.read(_BEGIN)
    except OSError:
        return True
    is_other = b"%PDF-" in begin or begin.startswith(b"PK\x03\x04")
    return not is_other and path.suffix.lower() not in _TURNED_INTO_TEXT


def _message(finding: Finding) -> str:
    """The message with the source's words.

    Nothing in it makes a link or a placeholder (SARIF 2.1.0, 3.11.5 and 3.11.6).
    """
    said = finding.message
    for one in finding.quotes[:2]:
        said += f' {one.source}: "{" ".join(one.text.split())}".'
    return re.sub(r"\{(\d+)\}", r"{{\1}}", printable(said).replace("](", "] ("))


def _region(report: Report, finding: Finding) -> dict[str, int]:
    end = max(finding.span.end, finding.span.start)
    return {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": report.line(end),
        "endColumn": report.column(end),
    }


def _location(path: Path) -> dict[str, str]:
    """Where a report is; below the working folder relative to it, else a whole address."""
    at = Path(os.path.normpath(path.absolute()))
    here = Path.cwd()
    if at.is_relative_to(here):
        return {"uri": quote(os.fsencode(at.relative_to(here))), "uriBaseId": ROOT}
    return {"uri": f"file://{quote(os.fsencode(at))}"}


def fingerprinted(report: Report, findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Each finding with what stays the same as long as what it is about does.

    Of several about the same thing the second and further ones are numbered.
    """
    times: Counter[str] = Counter()
    for finding in findings:
        about = f"{finding.kind.value}\n{_about(report, finding)}"
        digest = sha256(about.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        times[digest] += 1
        yield finding, f"{digest}:{times[digest]}"


def _about(report: Report, finding: Finding) -> str:
    """What a finding is about, without numbers that other entries and edits move."""
    parts = []
    if finding.statement is not None:
        parts.append(report.statements[finding.statement].text)
    if finding.reference is not None:
        parts.append(_source(report, finding.reference))
    elif finding.citation is not None:
        parts.append(_cited(report, finding.citation))
    words = parts or [report.words(finding.span)]
    return "\n".join(" ".join(word.split()) for word in words)


def _source(report: Report, index: int) -> str:
    entry = report.references[index]
    return entry.source.key if entry.source else _NUMBERS.sub("", entry.text)


def _cited(report: Report, index: int) -> str:
    """The sources that a citation names; one that names none is known by its statements."""
    citation = report.citations[index]
    if citation.source is not None:
        return citation.source.key
    if citation.references:
        return "\n".join(_source(report, reference) for reference in citation.references)
    said = [report.statements[statement].text for statement in citation.scope.statements]
    return "\n".join(said) or citation.label
