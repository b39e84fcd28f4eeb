"""U25, U26, U29, U31: leaked reasoning, placeholder hosts, mail and handles, empty reports."""

import pytest

from tests.cases.read import labels, outcomes, said
from veridical.report import NoteKind, Resolution, parse_report
from veridical.report.identity import Note


@pytest.mark.parametrize(
    ("source", "content"),
    [
        ("fact [site.example/4? wait, skip this]", "site.example/4? wait, skip this"),
        (
            "fact [https://a.example/x? hmm, not sure about it]",
            "https://a.example/x? hmm, not sure about it",
        ),
        (
            "fact [t](https://a.example/x and some more thoughts)",
            "https://a.example/x and some more thoughts",
        ),
        ("fact [maybe a.example/p, let me check this]", "maybe a.example/p, let me check this"),
        ("fact [3 and more", "3"),
        ("fact [1,]", "1,"),
        ("fact [?]", "?"),
        ("fact [cite: ]", "cite:"),
    ],
)
def test_u25_malformed_citations(source: str, content: str) -> None:
    """They are reported with their text, and there is nothing to fetch."""
    report = parse_report(source)
    citation = report.citations[0]

    assert (Resolution.MALFORMED, content) == (citation.resolution, citation.label)
    assert citation.source is None
    assert NoteKind.MALFORMED_CITATION in {note.kind for note in report.notes}


@pytest.mark.parametrize(
    "source",
    [
        "fact [https://a.example/x]",
        "fact [https://a.example/x A title]",
        "fact [https://a.example/x, accessed 3 May 2024]",
        "fact [see https://a.example/x for more]",
        "fact ([source](https://a.example/x))",
    ],
)
def test_u25_readable_neighbors(source: str) -> None:
    """An address with a title or a date is a way to cite."""
    report = parse_report(source)

    assert [citation.resolution for citation in report.citations] == [Resolution.LINK]


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/customer-trends",
        "http://www.example.org/a",
        "https://example.net",
        "https://sub.example.com/report.pdf",
        "https://yourdomain.com/x",
        "https://my-company.com/y",
    ],
)
def test_u26_placeholder_hosts(address: str) -> None:
    """The reference says that its host is a placeholder."""
    report = parse_report(f"Demand grew [22].\n\n[22] {address}\n")
    source = report.citations[0].source

    assert outcomes(report) == [("22", Resolution.RESOLVED)]
    assert source is not None
    assert Note.PLACEHOLDER_HOST in source.notes


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("write to [a@b.org](mailto:a@b.org) or @team; cited [@roe2020]", ["roe2020"]),
        ("mail a@b.org, ask @jane, read @roe2020 and [@doe99, p. 3]", ["roe2020", "doe99"]),
        ("both [@roe2020; @doe99]", ["roe2020", "doe99"]),
        ("[see @roe2020, pp. 33-35; also @smith04, chap. 1]", ["roe2020", "smith04"]),
        ("[-@roe2020] says so; thanks to @octocat", ["roe2020"]),
        ("<a@b.org> and user@host.example and @news", []),
        ("as @key1 says, see [@key1]", ["key1", "key1"]),
    ],
)
def test_u29_mail_and_handles(source: str, expected: list[str]) -> None:
    """Keys are cited; mail addresses and handles are not."""
    report = parse_report(source)

    assert expected == labels(report)


def test_u29_keys_resolve() -> None:
    """A key leads to the entry of its name."""
    report = parse_report(
        "cited [@roe2020]; again @doe99\n\n## References\n\n[roe2020] Roe. https://a.example/r\n"
        "[doe99] Doe. https://a.example/d\n"
    )

    assert [citation.source and citation.source.url for citation in report.citations] == [
        "https://a.example/r",
        "https://a.example/d",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "",
        "# Title",
        "[1] https://a.example\n[2] https://b.example\n",
        "# A\n\n## B\n\n### C\n",
        "   \n\n\t\n",
        "## References\n\n1. https://a.example\n2. https://b.example\n",
        "---\n\n***\n",
        "\ufeff",
        "```\ncode\n```",
    ],
)
def test_u31_empty_reports(source: str) -> None:
    """Nothing to say: no statement, no citation, no exception."""
    report = parse_report(source)

    assert (said(report), labels(report)) == ([], [])


def test_u31_only_a_list() -> None:
    """A list alone is a list."""
    report = parse_report("[1] https://a.example\n[2] https://b.example\n")

    assert [reference.label for reference in report.references] == ["1", "2"]


def test_u31_bytes_of_any_kind() -> None:
    """Bytes that are no text give a report with a note."""
    report = parse_report(b"\xff\xfe\x00\xd8\x80[1]")

    assert report.name == "report"
