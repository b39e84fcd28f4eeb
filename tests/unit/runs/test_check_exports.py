"""SARIF, JUnit and Markdown of a check: whole whatever the report says, and true to its verdict."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pyromark
import pytest

from veridical import check
from veridical.findings import FindingKind
from veridical.runs.check import CheckResult
from veridical.runs.check_gates import NO_GATES, Gates, check_ending, gates_of
from veridical.runs.export.check_outputs import CheckedReport, CheckOutput
from veridical.runs.export.finding_help import HELP
from veridical.runs.export.junit import check_junit, clean
from veridical.runs.export.markdown import check_markdown, escaped
from veridical.runs.export.sarif import FINGERPRINT, sarif_json

SOURCE = "The tower is 330 meters tall. It was built in 1889."
LIST = "\n\n## References\n\n[1] Tower. https://t.org/a\n[2] Salt. https://s.org/b\n"
BODY = "The tower is 300 meters tall [1]. Salt is found in every sea [2]. Ice floats [7]."
CHINESE = "# 报告\n\n这座塔高300米［1］。\n\n## 参考文献\n\n［1］ 塔。 https://t.org/a\n"
HOSTILE = (
    "# <script>alert(1)</script>\n\nThe tower is 300 meters tall | <img src=x onerror=alert(1)> "
    "![p](https://evil.org/p.png) [go](https://evil.org) @everyone www.evil.org `x` $y$ {0} "
    "\u202e\x00\x0b ]]> &amp; [1]. Ice floats [7]."
)


def checked(folder: Path, text: str, name: str = "r.md", source: str = SOURCE) -> CheckedReport:
    """A report of these words."""
    (folder / "sources").mkdir(exist_ok=True)
    (folder / "sources" / "1.txt").write_text(source, "utf-8")
    path = folder / name
    path.write_text(text, "utf-8")
    return CheckedReport(path, check(path, sources=folder / "sources"))


def output(*reports: CheckedReport, gates: Gates = NO_GATES, unread: tuple[str, ...] = ()) -> Any:
    """All of a command."""
    results: list[CheckResult] = [one.result for one in reports]
    ending = check_ending(results, gates)
    return CheckOutput(reports=reports, ending=ending, gates=gates, unread=unread)


def results_of(told: bytes) -> list[dict[str, Any]]:
    """The results of a SARIF log."""
    results: list[dict[str, Any]] = json.loads(told)["runs"][0]["results"]
    return results


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_kind_is_explained() -> None:
    """Rules have a help text."""
    assert sorted(set(FindingKind) - set(HELP)) == []


def test_sarif_has_what_its_schema_requires(here: Path) -> None:
    """SARIF 2.1.0: §3.13 version, runs; §3.14 tool; §3.19 name; §3.49 id; §3.27 message; §3.30."""
    log = json.loads(sarif_json(output(checked(here, BODY + LIST))))
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]

    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    assert run["tool"]["driver"]["name"] == "Veridical"
    assert len({rule["id"] for rule in rules}) == len(rules) == len(FindingKind)
    assert all(rule["help"]["text"] and rule["help"]["markdown"] for rule in rules)
    assert {"none", "note", "warning", "error"} >= {
        rule["defaultConfiguration"]["level"] for rule in rules
    }
    assert run["invocations"][0]["executionSuccessful"] is True
    assert len(run["results"]) == 3
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert re.fullmatch(r"[0-9a-f]{32}:\d+", result["partialFingerprints"][FINGERPRINT])
        region = result["locations"][0]["physicalLocation"]["region"]
        assert min(region.values()) >= 1
        assert (region["startLine"], region["startColumn"]) <= (
            region["endLine"],
            region["endColumn"],
        )


def test_regions_are_the_words(here: Path) -> None:
    """In code points, in Chinese as in English: from the first one to the place after the last."""
    report = checked(here, CHINESE, source="这座塔高330米。")
    (result,) = [r for r in results_of(sarif_json(output(report))) if r["ruleId"] == "contradicted"]
    region = result["locations"][0]["physicalLocation"]["region"]
    line = CHINESE.splitlines()[region["startLine"] - 1]

    assert region["startLine"] == region["endLine"] == 3
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1].startswith("这座塔高300米")
    assert json.loads(sarif_json(output(report)))["runs"][0]["columnKind"] == "unicodeCodePoints"


def test_addresses_of_reports(here: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Relative below the working folder, else whole; whatever signs the name has."""
    below = checked(here, BODY + LIST, "a b#?%海.md")
    outside = checked(tmp_path_factory.mktemp("other"), BODY + LIST)
    log = json.loads(sarif_json(output(below, outside)))
    first, second = (one["location"] for one in log["runs"][0]["artifacts"])

    assert first == {"uri": "a%20b%23%3F%25%E6%B5%B7.md", "uriBaseId": "%SRCROOT%"}
    assert second["uri"].startswith("file:///")
    assert second["uri"].endswith("/r.md")


def test_a_file_that_is_no_text_has_no_regions(here: Path) -> None:
    """Lines of what it was turned into are not its own; the message names them."""
    report = checked(here, BODY + LIST)
    for name, data in {"r.pdf": b"%PDF-1.7", "r.docx": b"PK\x03\x04", "r.json": b"{}"}.items():
        (here / name).write_bytes(data)
        other = CheckedReport(here / name, report.result)
        for result in results_of(sarif_json(output(other))):
            assert set(result["locations"][0]["physicalLocation"]) == {"artifactLocation"}
            assert re.search(r" \(Line \d+ of its text\.\)$", result["message"]["text"])


def fingerprints(report: CheckedReport) -> set[tuple[str, str]]:
    """Which findings there are, wherever they stand."""
    told = results_of(sarif_json(output(report)))
    return {(r["ruleId"], r["partialFingerprints"][FINGERPRINT]) for r in told}


def test_fingerprints_outlast_edits_elsewhere(here: Path) -> None:
    """A paragraph before, an entry that moves all numbers, another file name."""
    before = fingerprints(checked(here, BODY + LIST))
    moved = BODY.replace("[2]", "[3]").replace("[7]", "[8]")
    entries = "\n\n## References\n\n[1] Tower. https://t.org/a\n[2] New. https://n.org/c\n"
    text = f"A new paragraph that cites this [2].\n\n{moved}{entries}[3] Salt. https://s.org/b\n"
    after = fingerprints(checked(here, text, "other.md"))

    assert len(before) == 3
    assert before <= after
    assert len(after - before) == 1


def test_a_fingerprint_changes_with_what_it_is_about(here: Path) -> None:
    """Another number is another statement; two findings about one thing are told apart."""
    before = fingerprints(checked(here, BODY + LIST))
    after = fingerprints(checked(here, BODY.replace("300", "301") + LIST))
    twice = fingerprints(checked(here, BODY.replace("[7]", "[7] [8]") + LIST))

    assert {kind for kind, _ in before - after} == {"contradicted"}
    assert len([kind for kind, _ in twice if kind == "missing_reference"]) == 2


def test_an_incomplete_check_is_no_successful_one(here: Path) -> None:
    """Nor one that could not read a report; a missed demand is none of the tool's failures."""
    report = checked(here, BODY + LIST)

    def is_successful(**more: Any) -> bool:
        run = json.loads(sarif_json(output(report, **more)))["runs"][0]
        (invocation,) = run["invocations"]
        return bool(invocation["executionSuccessful"])

    assert is_successful(gates=gates_of("error"))
    assert not is_successful(gates=gates_of("dead_reference"))
    assert not is_successful(unread=("x.md: cannot be read.",))


def cases(told: bytes) -> dict[str, ET.Element]:
    """The cases of one report, by name."""
    return {case.attrib["name"]: case for case in ET.fromstring(told).iter("testcase")}


def outcomes(told: bytes, *names: str) -> list[str]:
    """What became of cases."""
    found = cases(told)
    return [next((child.tag for child in found[name]), "passed") for name in names]


def test_junit_fails_what_the_check_fails(here: Path) -> None:
    """A case for each kind and each share; what is unknown is skipped; counts add up."""
    report = checked(here, BODY + LIST)
    gates = gates_of("contradicted", min_supported=0.5, min_coverage=0.1)
    told = check_junit(output(report, gates=gates))
    root = ET.fromstring(told)
    names = ("contradicted", "missing reference", "unreachable source", "dead reference")

    assert outcomes(told, *names) == ["failure", "system-out", "skipped", "skipped"]
    assert outcomes(told, "supported at least 0.5", "coverage at least 0.1") == [
        "failure",
        "passed",
    ]
    assert root.attrib["tests"] == str(len(FindingKind) + 2) == str(len(cases(told)))
    assert root.attrib["failures"] == str(len(root.findall(".//failure"))) == "2"
    assert root.attrib["skipped"] == str(len(root.findall(".//skipped")))


def test_junit_without_demands_fails_nothing(here: Path) -> None:
    """As the exit code; findings are told all the same."""
    told = check_junit(output(checked(here, BODY + LIST)))

    assert ET.fromstring(told).attrib["failures"] == "0"
    assert "300 meters" in (cases(told)["contradicted"].findtext("system-out") or "")


def test_a_report_that_cannot_be_read_is_an_error(here: Path) -> None:
    """In a suite of its own."""
    told = check_junit(output(checked(here, BODY + LIST), unread=("x.md: is a PDF.",)))

    assert outcomes(told, "report 1") == ["error"]


@pytest.mark.parametrize("sign", ["\x00", "\x0b", "\x1f", "\ufffe", "\uffff", "\ud800", "]]>", "&"])
def test_any_sign_makes_whole_xml(sign: str) -> None:
    """What XML has no way to write is replaced; all else comes back as it was."""
    root = ET.Element("a", {"b": clean(f"x{sign}y")})
    root.text = clean(f"x{sign}y")
    read = ET.fromstring(ET.tostring(root, encoding="utf-8"))

    expected = f"x{sign}y" if sign in ("]]>", "&") else "x\ufffdy"
    assert (read.text, read.attrib["b"]) == (expected, expected)


class Shown(HTMLParser):
    """The elements and the words of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Note an element."""
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        """Note words."""
        self.words += data


def rendered(told: bytes) -> Shown:
    """A Markdown summary as it is shown, with tables and the rest of GitHub's extensions."""
    options = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
    return Shown(pyromark.html(told.decode(), options=options))


def test_a_hostile_report_makes_whole_outputs(here: Path) -> None:
    """No element, link, picture or cell of its own; XML and JSON can be read."""
    report = checked(here, HOSTILE + LIST, "a|b <i>x</i>.md".replace("/", "∕"))
    done = output(report, gates=gates_of("contradicted", min_supported=0.9))
    shown = rendered(check_markdown(done))

    assert ET.fromstring(check_junit(done)).tag == "testsuites"
    assert results_of(sarif_json(done))
    assert shown.tags <= {"h1", "h2", "p", "ul", "li", "strong"} | {
        "table", "thead", "tbody", "tr", "th", "td"
    }  # fmt: skip
    lines = check_markdown(done).decode().splitlines()
    rows = [line for line in lines if line.startswith("|") and "error" in line]
    assert rows
    assert {row.count("|") for row in rows} == {5}


@pytest.mark.parametrize(
    "words",
    [
        "a | b", "<b>x</b>", "![p](https://e.org/p.png)", "[go](https://e.org)", "`x`", "*x* _y_",
        "~~x~~", "&amp;", "# head", "- item", "1. item", "12) item", "https://e.org/a?b=c&d",
        "> said", "| --- |", "[1]: https://e.org", "塔高300米｜［1］", "\\*x", "+ x", "$x$ ^y^",
    ],
)  # fmt: skip
def test_words_are_shown_as_they_are(words: str) -> None:
    """In a list item, where a line begins."""
    shown = rendered(f"- {escaped(words)}".encode())

    assert shown.words.strip().replace("\u2060", "") == words
    assert shown.tags == {"ul", "li"}


def test_nobody_is_told_and_nothing_is_linked() -> None:
    """Names, numbers of threads and bare addresses are parted by an invisible sign or spelled."""
    assert escaped("@all #12") == "&#64;&#8288;all &#35;&#8288;12"
    assert "://" not in escaped("https://e.org")
    assert "www." not in escaped("www.e.org")


def test_a_summary_tells_the_verdict(here: Path) -> None:
    """The same lines as the program prints, and the shares."""
    report = checked(here, BODY + LIST)
    done = output(report, gates=gates_of("contradicted", min_supported=0.5))
    shown = rendered(check_markdown(done)).words

    assert "Failed." in shown
    for line in done.ending.lines:
        assert line in shown
    assert "not measured" not in shown
    assert "0.333" in shown
