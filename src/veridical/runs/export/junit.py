"""A check, or the thresholds of a run, as JUnit XML: what continuous integration shows as tests.

One suite a report, one case for each kind of finding and each least share that was demanded.
Kinds are few and have the same names in every run, so that a history of them can be kept,
however long the report. A case fails exactly if it fails the check; what nobody could measure
is *skipped*, never failed and never passed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from veridical.errors import printable
from veridical.findings import Finding, FindingKind
from veridical.runs.check_gates import Gates, Held, held, unmeasured
from veridical.runs.export.check_outputs import CheckedReport, CheckOutput

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write."""
_UNKNOWN = frozenset({FindingKind.UNREACHABLE_SOURCE, FindingKind.NO_VERDICT})
"""Kinds that say that nothing is known."""


@dataclass(frozen=True, slots=True)
class Case:
    """One test case.

    Attributes:
        name: the same in every run.
        outcome: "passed", "failure", "skipped" or "error".
        message: the grounds in a line.
        text: all of them.
    """

    name: str
    outcome: str = "passed"
    message: str = ""
    text: str = ""


def check_junit(output: CheckOutput) -> bytes:
    """A check as JUnit XML."""
    suites = [(one.result.report.name, _cases(one, output.gates)) for one in output.reports]
    unread = [Case(f"report {n}", "error", line) for n, line in enumerate(output.unread, start=1)]
    return junit_xml("veridical check", [*suites, *([("unread", unread)] if unread else [])])


def junit_xml(name: str, suites: Sequence[tuple[str, Sequence[Case]]]) -> bytes:
    """Suites of cases as XML that any reader takes, whatever text is in them.

    Args:
        name: of all suites together.
        suites: each with its name.
    """
    root = ET.Element("testsuites", _counted([c for _, cases in suites for c in cases], name))
    for suite, cases in suites:
        element = ET.SubElement(root, "testsuite", _counted(cases, suite))
        for case in cases:
            _add(element, suite, case)
    ET.indent(root, " ")
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _counted(cases: Iterable[Case], name: str) -> dict[str, str]:
    outcomes = [case.outcome for case in cases]
    return {
        "name": clean(name),
        "tests": str(len(outcomes)),
        "failures": str(outcomes.count("failure")),
        "errors": str(outcomes.count("error")),
        "skipped": str(outcomes.count("skipped")),
    }


def _add(suite: ET.Element, name: str, case: Case) -> None:
    named = {"classname": clean(name), "name": clean(case.name)}
    element = ET.SubElement(suite, "testcase", named)
    if case.outcome == "passed":
        if case.text:
            ET.SubElement(element, "system-out").text = clean(case.text)
        return
    inner = ET.SubElement(element, case.outcome, {"message": clean(case.message)})
    inner.text = clean(case.text) or None


def clean(text: str) -> str:
    """Text without what XML cannot hold: such a character becomes U+FFFD."""
    return _NO_XML.sub("\ufffd", text)


def _cases(one: CheckedReport, gates: Gates) -> list[Case]:
    shares = [_share(measured) for measured in held(one.result, gates)]
    return [*shares, *(_kind(one, kind, gates) for kind in FindingKind)]


def _share(one: Held) -> Case:
    name = f"{one.name} at least {one.least:g}"
    outcome = "skipped" if one.is_open else "failure" if one.is_missed else "passed"
    return Case(name, outcome, printable(one.line))


def _kind(one: CheckedReport, kind: FindingKind, gates: Gates) -> Case:
    name = kind.value.replace("_", " ")
    found = [finding for finding in one.result.findings if finding.kind is kind]
    text = "\n".join(_line(finding) for finding in found)
    many = f"{len(found)} at {'line' if len(found) == 1 else 'lines'} {_lines(found)}"
    if any(gates.fails(finding) for finding in found):
        return Case(name, "failure", many, text)
    if found and kind in _UNKNOWN:
        return Case(name, "skipped", many, text)
    why = "" if found else unmeasured(one.result, kind)
    return Case(name, "skipped", f"not measured: {why}") if why else Case(name, text=text)


def _line(finding: Finding) -> str:
    severity = finding.severity.value
    return f"line {finding.line}, {severity}: {printable(finding.message)}"


def _lines(found: Sequence[Finding]) -> str:
    numbers = sorted({finding.line for finding in found})
    return ", ".join(map(str, numbers[:10])) + (" …" if len(numbers) > 10 else "")
