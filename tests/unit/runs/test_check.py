"""`check` as a function: a report, its sources, its verdicts and findings."""

import asyncio
import codecs
import json
from pathlib import Path

import msgspec
import pytest

from veridical import check
from veridical.ask import Answer, NoVerdict
from veridical.checks.support import Support, Verdict
from veridical.errors import InputError
from veridical.findings import FindingKind, Severity
from veridical.findings.verdict import SourceVerdict, State, StatementVerdict
from veridical.report import parse_report
from veridical.runs.check import CheckResult, open_sources, read_report
from veridical.runs.check_gates import check_ending
from veridical.runs.export.checked import CheckFile, check_json, check_line, file_names
from veridical.score import Reason

ICE = "Ice has a density of 917 kg per cubic meter at 0 °C. It floats on water."
SAID = "Ice has a density of 917 kg per cubic meter at 0 °C"
ENTRY = "\n\n## References\n\n[1] On ice. https://ice.org/a\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a folder of sources in it, where 1.md speaks of ice."""
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "1.md").write_text(ICE, "utf-8")
    return tmp_path


def checked(
    place: Path, text: str, *, name: str = "report.md", sources: bool = True
) -> CheckResult:
    """A report of these words, checked."""
    path = place / name
    path.write_text(text, "utf-8")
    return check(path, sources=place / "sources" if sources else None)


def is_complete(result: CheckResult) -> bool:
    """Whether nothing failed, as the program would end."""
    return check_ending([result]).code == 0


def states(result: CheckResult) -> list[State]:
    """The state of each statement."""
    return [verdict.state for verdict in result.verdicts]


def kinds(result: CheckResult) -> list[str]:
    """The kinds of the findings, in their order."""
    return [finding.kind.value for finding in result.findings]


def test_a_statement_that_its_source_carries(place: Path) -> None:
    """Supported, with nothing to complain about."""
    result = checked(place, f"{SAID} [1].{ENTRY}")

    assert (states(result), kinds(result)) == ([State.SUPPORTED], [])
    assert result.counts[State.SUPPORTED] == 1


def test_a_marker_without_reference(place: Path) -> None:
    """U14: text cites [1] and [9]; the list has 1 alone. Nobody guesses what 9 is."""
    (place / "sources" / "9.md").write_text(ICE, "utf-8")
    result = checked(place, f"{SAID} [1]. {SAID}, too [9].{ENTRY}")

    assert states(result) == [State.SUPPORTED, State.MISSING_REFERENCE]
    assert kinds(result) == ["missing_reference"]


def test_a_report_without_any_list(place: Path) -> None:
    """Its numbers name the files of the folder, where they do."""
    result = checked(place, f"{SAID} [1]. Rain falls [2].")

    assert states(result) == [State.SUPPORTED, State.MISSING_REFERENCE]
    assert [f.message for f in result.findings] == [
        "[2] names 2, which is in no list of references."
    ]


@pytest.mark.parametrize(
    "body", ["Body without marks.", "海水是咸的。", "- one\n- two", "Ice floats. Rain falls."]
)
def test_no_marks_at_all(place: Path, body: str) -> None:
    """U15: no cited statement, ten uncited references, one word about it."""
    listed = "\n".join(f"[{n}] https://a{n}.org/p" for n in range(1, 11))
    result = checked(place, f"{body}\n\n## References\n\n{listed}\n")

    assert set(states(result)) == {State.UNCITED}
    assert kinds(result) == ["no_citation", *["uncited_reference"] * 10]


def test_a_number_of_two_entries(place: Path) -> None:
    """U16: both candidates are looked up; what they do not agree on is no verdict."""
    (place / "sources" / "a.example.org_x.md").write_text(ICE, "utf-8")
    (place / "sources" / "b.example.org_y.md").write_text("The sea is salt.", "utf-8")
    listed = "[2] https://a.example.org/x\n[2] https://b.example.org/y"
    result = checked(place, f"{SAID} [2].\n\n{listed}\n")

    assert states(result) == [State.NO_VERDICT]
    assert [s.source.id for s in result.verdicts[0].sources if s.source] == [
        "a.example.org_x.md",
        "b.example.org_y.md",
    ]
    assert FindingKind.AMBIGUOUS_REFERENCE in kinds(result)
    assert is_complete(result)


def test_a_link_does_not_launder_a_bare_mark(place: Path) -> None:
    """U18: the writer had doc-1 alone; the bare doc-99 is missing, the link is a link."""
    (place / "report.evidence.json").write_text('{"texts": ["doc-1"]}', "utf-8")
    (place / "sources" / "corpus.jsonl").write_text(
        json.dumps({"id": "doc-1", "text": ICE}) + "\n", "utf-8"
    )
    result = checked(place, f"{SAID} [doc-1]. It is fake [doc-99]. See [doc-99](https://sea.org).")

    assert states(result)[:2] == [State.SUPPORTED, State.MISSING_REFERENCE]
    assert [f.message for f in result.findings if f.severity is Severity.ERROR] == [
        "[doc-99] names doc-99, which is in no list of references."
    ]


@pytest.mark.parametrize(
    "marker", ["[site.org/4? wait, skip this]", "[https://a.org/x? hmm, let me see]", "[1,]"]
)
def test_reasoning_that_leaked_into_a_marker(place: Path, marker: str) -> None:
    """U25: malformed, with its text; nothing is looked up."""
    result = checked(place, f"It is a fact {marker}.")

    assert (states(result), dict(result.sources)) == ([State.MISSING_REFERENCE], {})
    assert [f.message for f in result.findings] == [f"{marker} is no readable citation."]


@pytest.mark.parametrize(
    "host", ["example.com", "www.example.org", "sub.example.net", "yourdomain.com", "a.example"]
)
def test_a_placeholder_host(place: Path, host: str) -> None:
    """U26: an error, and the statement stays open."""
    result = checked(place, f"It is so [22].\n\n[22] https://{host}/customer-trends\n")

    assert states(result) == [State.UNREACHABLE]
    assert kinds(result) == ["placeholder_host", "unreachable_source"]


def test_a_placeholder_host_whose_source_is_at_hand(place: Path) -> None:
    """The address need not lead anywhere where the folder has its text."""
    (place / "sources" / "corpus.example_ice.md").write_text(ICE, "utf-8")
    result = checked(place, f"{SAID} [7].\n\n[7] https://corpus.example/ice\n")

    assert (states(result), kinds(result)) == ([State.SUPPORTED], [])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "The report is empty."),
        ("# Title", "The report has headings alone and says nothing."),
        (
            "[1] https://ice.org\n[2] https://sea.org\n",
            "The report is a list of references and says nothing.",
        ),
        (" \n\n", "The report is empty."),
        ("```\ncode\n```", "The report holds no statement."),
    ],
)
def test_a_report_that_says_nothing(place: Path, text: str, why: str) -> None:
    """U31: no verdict, no rate, a word about why; nothing failed."""
    result = checked(place, text)

    assert set(result.counts.values()) == {0}
    assert why in [f.message for f in result.findings]
    assert is_complete(result)


def test_without_sources_nothing_is_known(place: Path) -> None:
    """The report itself is still audited."""
    result = checked(place, f"{SAID} [1]. {SAID} [9].{ENTRY}", sources=False)

    assert states(result) == [State.NOT_LOOKED_UP, State.MISSING_REFERENCE]
    assert (kinds(result), is_complete(result)) == (["missing_reference"], True)


def test_what_the_writer_was_given_says_what_its_marks_mean(place: Path) -> None:
    """An evidence list beside a report without a list of references."""
    (place / "report.evidence.json").write_text('{"texts": ["rain", "ice"]}', "utf-8")
    lines = [{"id": "ice", "text": ICE}, {"id": "rain", "text": "Rain falls."}]
    (place / "sources" / "corpus.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    result = checked(place, f"{SAID} [2].")

    assert (states(result), kinds(result)) == ([State.SUPPORTED], [])


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"texts": 3}', "Expected `array`, got `int` - at `$.texts`"),
        ("{", "Input data was truncated"),
        ('{"text": []}', "Object contains unknown field `text`"),
    ],
)
def test_an_evidence_list_that_cannot_be_read(place: Path, content: str, expected: str) -> None:
    """It is told, not ignored."""
    (place / "report.evidence.json").write_text(content, "utf-8")
    with pytest.raises(InputError) as caught:
        checked(place, "It is so [1].")

    assert str(caught.value) == (
        f"{place / 'report.evidence.json'}: is no evidence list: {expected}; expected "
        '{"texts": [ids], "images": [ids]}. Mend the file.'
    )


def test_the_gravest_finding_comes_first(place: Path) -> None:
    """Then the order of places."""
    text = "Snow weighs 5 kg. Ice [9]. Sea [1]. Rain [8].\n\n[1] Ice\n[2] Sea\n"
    ranks = [list(Severity).index(f.severity) for f in checked(place, text, sources=False).findings]

    assert sorted(ranks) == ranks


@pytest.mark.parametrize(("severity", "expected"), [("error", 2), ("warning", 2), ("note", 4)])
def test_findings_of_a_severity_or_graver(place: Path, severity: str, expected: int) -> None:
    """What a threshold counts."""
    result = checked(
        place, "Ice [9]. Sea [1]. Rain [8].\n\n[1] Ice\n[2] https://sea.org\n", sources=False
    )

    assert result.at_least(severity) == expected


HARMLESS = (Reason.NOT_ASSESSED, Reason.NOTHING_TO_CHECK, Reason.UNREACHABLE, Reason.OFFLINE)


@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("is_joint", [False, True])
def test_what_makes_a_check_incomplete(reason: Reason, is_joint: bool) -> None:
    """A failed ask, be it about one source or about all; not a source that is not there."""
    report, absent = parse_report("Ice floats."), NoVerdict(reason)
    answered = Answer(Verdict(Support.NOT_IN_SOURCE))
    verdict = StatementVerdict(
        0,
        State.NO_VERDICT,
        sources=(SourceVerdict(0, None, answered if is_joint else absent),),
        joint=absent if is_joint else None,
    )
    result = CheckResult(report, (verdict,), (), {}, "rules/2", is_indicative=True)

    assert is_complete(result) is (reason in {*HARMLESS, Reason.NO_GOLD})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"Ice floats.\r\n\r\nRain falls.\r\n", ["Ice floats.", "Rain falls."]),
        ("海水是咸的。".encode("utf-16"), ["海水是咸的。"]),
        (codecs.BOM_UTF8 + b"Ice floats.", ["Ice floats."]),
        ("海水是咸的。".encode(), ["海水是咸的。"]),
        (b"", []),
    ],
)
def test_reports_of_every_encoding(tmp_path: Path, data: bytes, said: list[str]) -> None:
    """Read as what they are, whatever the locale."""
    path = tmp_path / "report.md"
    path.write_bytes(data)

    assert [s.text for s in read_report(path).statements] == said


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an Office document that is old, or locked with a password"),
        (b"{\\rtf1 x}", "an RTF document"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (b"\x1f\x8b\x08", "a compressed file"),
    ],
)
def test_a_file_that_is_no_report(tmp_path: Path, data: bytes, kind: str) -> None:
    """Its first bytes say so; a page of its bytes would help nobody."""
    path = tmp_path / "report.md"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_report(path)

    assert str(caught.value) == (
        f"{path}: is {kind}; expected a report in Markdown, HTML, DOCX, PDF or JSON. "
        "Convert it first."
    )


@pytest.mark.parametrize(
    ("name", "error"), [("none.md", "No such file or directory"), ("folder", "Is a directory")]
)
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str, error: str) -> None:
    """One line says which and why."""
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError) as caught:
        check(tmp_path / name)

    assert str(caught.value) == (
        f"{tmp_path / name}: cannot be read: {error}; expected a report in Markdown, HTML, "
        "DOCX, PDF or JSON. Check the path."
    )


def test_sources_may_be_shared_by_many_reports(place: Path) -> None:
    """Opened once."""
    opened = open_sources(place / "sources")
    (place / "report.md").write_text(f"{SAID} [1].{ENTRY}", "utf-8")

    assert states(check(place / "report.md", sources=opened)) == [State.SUPPORTED]
    assert open_sources(None) is None


def test_check_works_inside_a_running_loop(place: Path) -> None:
    """As in a notebook's cell."""
    (place / "report.md").write_text(f"{SAID} [1].{ENTRY}", "utf-8")

    async def cell() -> CheckResult:
        return check(place / "report.md", sources=place / "sources")

    assert states(asyncio.run(cell())) == [State.SUPPORTED]


def test_progress_is_told(place: Path) -> None:
    """Statements done, of how many."""
    told: list[tuple[int, int]] = []
    (place / "report.md").write_text("Ice floats. Rain falls.", "utf-8")
    check(place / "report.md", progress=lambda done, total: told.append((done, total)))

    assert told == [(1, 2), (2, 2)]


def test_the_written_result_follows_its_schema(place: Path) -> None:
    """Strict JSON, with offsets of the report and of the sources."""
    result = checked(place, f"{SAID} [1].{ENTRY}")
    file = msgspec.json.decode(check_json(result), type=CheckFile, strict=True)
    (statement,) = file.statements
    (quote,) = statement.sources[0].quotes

    assert (file.schema, file.report, file.respondent) == (1, "report.md", "rules/4")
    assert result.report.source[statement.start : statement.end].startswith(SAID)
    assert ICE[quote.start : quote.end] == quote.text
    assert [(r.label, r.url, r.is_cited) for r in file.references] == [
        ("1", "https://ice.org/a", True)
    ]


def test_what_all_sources_say_together_is_written(place: Path) -> None:
    """Beside what each says."""
    (place / "sources" / "2.md").write_text("The sea is salt.", "utf-8")
    result = checked(
        place, f"Volcanoes are formed by rising magma [1][2].{ENTRY}[2] Sea. https://sea.org/b\n"
    )
    (statement,) = msgspec.json.decode(check_json(result), type=CheckFile).statements

    assert statement.joint is not None
    assert (len(statement.sources), statement.joint.verdict) == (2, "not_in_source")


def test_the_same_result_on_one_line(place: Path) -> None:
    """For a program that reads many."""
    result = checked(place, f"{SAID} [1].{ENTRY}")
    line = check_line(result)

    assert b"\n" not in line
    assert json.loads(line) == json.loads(check_json(result))


def test_a_second_check_writes_the_same_bytes(place: Path) -> None:
    """No clock and no order of arrival moves anything."""
    text = f"{SAID} [1]. Rain [1].{ENTRY}"

    assert check_json(checked(place, text)) == check_json(checked(place, text))


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a.md"], ["a.md"]),
        (["x/a.md", "x/b.md"], ["a.md", "b.md"]),
        (["x/a.md", "y/a.md"], ["x_a.md", "y_a.md"]),
        (["p/x/a.md", "q/x/a.md"], ["p_x_a.md", "q_x_a.md"]),
        (["x/a.md", "x/a.md"], ["a.md"]),
        (["a.md", "a.html"], ["a.md", "a.html"]),
        ([], []),
    ],
)
def test_reports_of_one_name_are_told_apart(paths: list[str], names: list[str]) -> None:
    """By the folders they lie in; each report once."""
    found = file_names([Path("/work") / path for path in paths])

    assert list(found.values()) == names
    assert list(found) == list(dict.fromkeys(Path("/work") / path for path in paths))
