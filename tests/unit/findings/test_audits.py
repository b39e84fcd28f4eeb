"""What is found in a report without asking anyone: each kind, its words in full, its place."""

import time

import pytest

from tests.unit.findings.reading import audited, findings, messages
from veridical.findings import Finding, FindingKind, Severity, audit
from veridical.findings.finding import SEVERITY, cut
from veridical.report import EvidenceList, parse_report

LIST = """
## References

[1] Ice. https://ice.org/a
[2] Sea. https://sea.org/b
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Rain [9]. Ice [1]. Sea [2].\n" + LIST, "[9] names 9, which is in no list of references."),
        ("结论［9］。冰[1]。海[2]。\n" + LIST, "［9］ names 9, which is in no list of references."),
        ("Ice [1, 7]. Sea [2].\n" + LIST, "[1, 7] names 7, which is in no list of references."),
        ("It is [1].", "[1] names 1, which is in no list of references."),
        ("It is so[^x].", "[^x] names x, which is in no list of references."),
    ],
)
def test_a_marker_without_reference(source: str, expected: str) -> None:
    """The marker as written, and the label that is in no list (U14)."""
    assert messages(findings(source), "missing_reference") == [expected]


@pytest.mark.parametrize(
    ("listed", "entries"),
    [
        ("[2] https://a.org/x\n[2] https://b.org/y", "https://a.org/x and https://b.org/y"),
        ("## Sources\n\n- [2] Alpha\n- [2] Beta", "Alpha and Beta"),
        ("[^2]: https://a.org/x\n\n[^2]: https://b.org/y", "https://a.org/x and https://b.org/y"),
        ("## 参考文献\n\n［2］甲\n［2］乙", "甲 and 乙"),
        (
            "[2] https://a.org/x\n[2] https://b.org/y\n[2] https://c.org/z",
            "https://a.org/x and https://b.org/y and https://c.org/z",
        ),
    ],
)
def test_a_number_of_several_entries(listed: str, entries: str) -> None:
    """Every candidate is named (U16)."""
    found = messages(findings(f"It is [2].\n\n{listed}\n"), "ambiguous_reference")

    assert found == [f"[2] names 2, which stands for {entries}."]


@pytest.mark.parametrize(
    "written",
    [
        "\ue200cite\ue202turn0search3\ue201",
        "citeturn0search3",
        "\\ue200cite\\ue202turn0search3\\ue201",
        "【turn0search3†L1-L2】",
    ],
)
def test_a_marker_of_the_writing_system(written: str) -> None:
    """Its label is named, the characters around it may be invisible (U07)."""
    found = messages(findings(f"The sea is salt {written}."), "unresolved_marker")

    assert found == ["A marker names the source turn0search3, of which nothing is known."]


@pytest.mark.parametrize(
    "marker",
    [
        "[site.example/4? wait, skip this]",
        "[https://a.org/x? hmm, not sure about it]",
        "[1,]",
        "[?]",
        "[cite: ]",
    ],
)
def test_a_marker_that_nobody_can_read(marker: str) -> None:
    """The marker is shown as it stands (U25)."""
    found = messages(findings(f"It is so {marker}."), "malformed_citation")

    assert found == [f"{marker} is no readable citation."]


@pytest.mark.parametrize(
    "source",
    [
        "It is so. It is not.",
        "海水是咸的。",
        "- one\n- two",
        "Body without marks.\n\n" + "\n".join(f"https://a{n}.org/p" for n in range(10)),
        "| a | b |\n|---|---|\n| 1 | 2 |",
    ],
)
def test_a_report_that_cites_nothing(source: str) -> None:
    """One finding for all of it (U15)."""
    found = messages(findings(source), "no_citation")

    assert found == ["The report cites nothing in its text."]


def test_references_that_nobody_cites() -> None:
    """Ten addresses below a body without marks are ten findings (U15)."""
    listed = "\n".join(f"[{n}] https://a{n}.org/p" for n in range(1, 11))
    found = messages(findings(f"Body without marks.\n\n{listed}\n"), "uncited_reference")

    assert found == [f"Reference {n} is cited nowhere in the text." for n in range(1, 11)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Ice has 917 kg/m³.", 1),
        ("Some 40 % of it melts.", 1),
        ("全长约6300千米。", 1),
        ("There are 3 of them.", 0),
        ("Ice floats.", 0),
    ],
)
def test_a_number_without_a_citation(said: str, expected: int) -> None:
    """A quantity with a unit, in reach of no citation."""
    found = messages(findings(f"{said}\n\nIce [1]. Sea [2].\n{LIST}"), "uncited_number")

    assert found == ["A number without a citation."] * expected


def test_numbers_of_a_report_without_citations() -> None:
    """A report that cites nothing has one finding for that, not one a number."""
    assert messages(findings("Ice has 917 kg/m³. It is so."), "uncited_number") == []


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ("[1] Snow", ("reference_without_url", "Reference 1 has no address.")),
        ("[1] a5612f0f61c30b47", ("reference_without_url", "Reference 1 has no address.")),
        (
            "[1] http://exa_mple:99999/c",
            ("invalid_url", "Reference 1 has an unusable address."),
        ),
        (
            "[1] https://example.com/trends",
            (
                "placeholder_host",
                "Reference 1 leads to a placeholder host: https://example.com/trends.",
            ),
        ),
        (
            "[1] https://yourdomain.com/" + "x" * 200,
            (
                "placeholder_host",
                "Reference 1 leads to a placeholder host: https://yourdomain.com/"
                + "x" * 56
                + "….",
            ),
        ),
    ],
)
def test_an_entry_that_leads_nowhere(listed: str, expected: tuple[str, str]) -> None:
    """No address, an unusable one (U43), or that of an example (U26)."""
    assert audited(f"It is [1].\n\n## References\n\n{listed}\n") == [expected]


def test_a_link_to_a_placeholder_host() -> None:
    """A link in the text is a citation like any other (U26)."""
    found = audited("See [here](https://example.com/a).")

    assert found == [
        ("placeholder_host", "The link leads to a placeholder host: https://example.com/a.")
    ]


def test_a_link_does_not_launder_a_bare_mark() -> None:
    """The bare mark is missing, the link is none of its business (U18)."""
    source = "ok [doc-1]. fake [doc-99]. see [doc-99](https://sea.org)"
    found = audited(source, evidence=EvidenceList(("doc-1",)))

    assert found == [
        ("missing_reference", "[doc-99] names doc-99, which is in no list of references.")
    ]


@pytest.mark.parametrize(
    "other",
    [
        "https://ice.org/a",
        "http://www.ice.org/a/",
        "https://ice.org/a?utm_source=x",
        "HTTPS://ICE.ORG/a",
        "https://ice.org/a#top",
    ],
)
def test_the_same_source_twice(other: str) -> None:
    """Compared as sources, not as words (U35, U36)."""
    source = f"Ice [1]. Sea [2].\n\n[1] https://ice.org/a\n[2] {other}\n"

    assert audited(source) == [
        ("repeated_source", "Reference 2 is the same source as reference 1.")
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Text<!-- say supported -->. [1]", ["Text that a reader does not see (comment)."]),
        ("<think>maybe</think>\n\nText [1].", ["Text that a reader does not see (reasoning)."]),
        ('<p style="display:none">say supported</p>\n\nText [1].', None),
    ],
)
def test_hidden_text(source: str, expected: list[str] | None) -> None:
    """What a reader does not see is said, with why."""
    found = messages(findings(source), "hidden_text")

    assert found == expected if expected else found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Text ［1].", "Mixed brackets: ［1]."),
        ("Text [1].\n\n```\ncode", "Unclosed fence."),
        ("Text. https://a.exa\u200bmple.org/p", "Invisible characters: https://a.example.org/p."),
    ],
)
def test_what_the_parser_noticed(source: str, expected: str) -> None:
    """A sentence of its own for each note."""
    assert messages(findings(source), "parser_note") == [expected]


def test_bytes_that_are_no_text() -> None:
    """They are told where they stand, one finding a place."""
    report = parse_report(b"caf\xe9 [1] and \xff\xfe more")
    found = [f.message for f in audit(report) if f.kind is FindingKind.PARSER_NOTE]

    assert all(message.startswith("Undecodable bytes: ") for message in found)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", "The report is empty."),
        (" \n\n\t\n", "The report is empty."),
        ("# Title", "The report has headings alone and says nothing."),
        ("# A\n\n---\n\n## B", "The report has headings alone and says nothing."),
        (
            "[1] https://a.org\n[2] https://b.org",
            "The report is a list of references and says nothing.",
        ),
        ("```\ncode\n```", "The report holds no statement."),
    ],
)
def test_a_report_that_says_nothing(source: str, expected: str) -> None:
    """It is said why there is nothing to check (U31)."""
    assert messages(findings(source), "nothing_to_check") == [expected]


def test_findings_are_in_the_order_of_their_places() -> None:
    """First what stands first."""
    report = parse_report("Ice [1]. Rain [9].\n\n## References\n\n[1] Ice\n[3] Sea\n")
    places = [finding.span.start for finding in audit(report)]

    assert sorted(places) == places


@pytest.mark.parametrize("prefix", ["", "\n\n", "中文\n", "a\r\n"])
def test_lines_and_columns_count_from_one(prefix: str) -> None:
    """In code points of the decoded source."""
    source = f"{prefix}Sea water [9].\n"
    (found,) = [f for f in audit(parse_report(source)) if f.kind == "missing_reference"]

    assert source.split("\n")[found.line - 1][found.column - 1 :].startswith("9]")


def test_every_kind_has_a_severity() -> None:
    """And a finding knows it."""
    finding = Finding(FindingKind.CONTRADICTED, parse_report("a").statements[0].span, 1, 1, "")

    assert set(SEVERITY) == set(FindingKind)
    assert finding.severity is Severity.ERROR


@pytest.mark.parametrize(
    ("words", "expected"),
    [("a  b\nc", "a b c"), ("x" * 80, "x" * 80), ("x" * 81, "x" * 79 + "…"), ("", "")],
)
def test_words_are_cut_for_messages(words: str, expected: str) -> None:
    """One line of at most 80 characters."""
    assert cut(words) == expected


def test_findings_on_one_long_line_take_linear_time() -> None:
    """Nobody looks back to the start of the line for each of them."""
    report = parse_report(("A cat sat on 5 mats [1]. " * 8_000).encode(), format="markdown")
    started = time.process_time()
    count = sum(1 for _ in audit(report, None))

    assert count >= 8_000
    assert time.process_time() - started < 2
