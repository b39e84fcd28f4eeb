"""U14–U18: markers without references, references never cited, duplicates, laundering links."""

import pytest

from tests.cases.read import addresses, labels, notes, numbered_list, outcomes
from veridical.report import EvidenceList, NoteKind, Resolution, parse_report

LIST = numbered_list("1", "2", "3")


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("It is [1] and [9].", ["9"]),
        ("It is [1, 9].", ["9"]),
        ("It is [2-5].", ["4", "5"]),
        ("结论［9］与【1】。", ["9"]),
        ("It is [[9]] and [cite: 8].", ["9", "8"]),
        ("It is [^9] and <sup>8</sup>.", ["9", "8"]),
        ("Nothing [10][11][12].", ["10", "11", "12"]),
    ],
)
def test_u14_markers_without_reference(body: str, missing: list[str]) -> None:
    """Each is a citation that says that its reference is missing."""
    report = parse_report(body + LIST)
    found = [c.label for c in report.citations if c.resolution is Resolution.MISSING]

    assert missing == found


def test_u14_no_list_at_all() -> None:
    """Without any list every number is missing."""
    report = parse_report("It is [1] and [2].")

    assert outcomes(report) == [("1", Resolution.MISSING), ("2", Resolution.MISSING)]


TEN = [f"https://a{n}.example/p" for n in range(10)]


@pytest.mark.parametrize(
    "listed",
    [
        "\n".join(TEN),
        "\n".join(f"- {url}" for url in TEN),
        "\n".join(f"{n}. {url}" for n, url in enumerate(TEN, 1)),
        "\n\n".join(TEN),
        "Sources:\n" + "\n".join(f"* Title {n}. {url}" for n, url in enumerate(TEN)),
        "\n".join(f"[{n}] {url}" for n, url in enumerate(TEN, 1)),
        "### Sources\n\n" + "\n".join(f"- [Title {n}]({url})" for n, url in enumerate(TEN)),
    ],
)
def test_u15_references_never_cited(listed: str) -> None:
    """A body without marks has no citations; the ten addresses are references."""
    report = parse_report(f"Body without marks. It says two things.\n\n{listed}\n")
    numbered = listed.startswith("1. ")

    if numbered:
        assert len(report.references) + len(report.citations) == 10
    else:
        assert (len(report.citations), addresses(report)) == (0, TEN)
        assert len(report.statements) == 2


@pytest.mark.parametrize(
    "listed",
    [
        "[2] https://a.example/x\n[2] https://b.example/y",
        "References:\n[2] https://a.example/x\n[2] https://b.example/y",
        "## Sources\n\n- [2] A. https://a.example/x\n- [2] B. https://b.example/y",
        "## 参考文献\n\n［2］甲 https://a.example/x\n［2］乙 https://b.example/y",
        "[1] https://c.example\n[2] https://a.example/x\n[02] https://b.example/y",
        "[^2]: https://a.example/x\n\n[^2]: https://b.example/y",
    ],
)
def test_u16_duplicate_number(listed: str) -> None:
    """Two entries of one number: ambiguous, both named, and noted."""
    report = parse_report(f"claim [2]\n\n{listed}\n")
    citation = report.citations[0]
    urls = [
        source.url for index in citation.references if (source := report.references[index].source)
    ]

    assert Resolution.AMBIGUOUS is citation.resolution
    assert urls == ["https://a.example/x", "https://b.example/y"]
    assert NoteKind.DUPLICATE_REFERENCE in {note.kind for note in report.notes}


def test_u16_in_one_paragraph() -> None:
    """The given input on adjacent lines."""
    report = parse_report("claim [2]\n[2] https://a.example/x\n[2] https://b.example/y")

    assert outcomes(report) == [("2", Resolution.AMBIGUOUS)]


def test_u16_the_same_source_twice() -> None:
    """The same address under the same number is no ambiguity, but is noted."""
    report = parse_report("claim [2]\n\n[2] https://a.example/x\n[2] http://www.a.example/x/")

    assert outcomes(report) == [("2", Resolution.RESOLVED)]
    assert "duplicate_reference" in dict(notes(report))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "ok [doc-1]. fake [doc-99]. see [doc-99](https://example.org)",
            [
                ("doc-1", Resolution.RESOLVED),
                ("doc-99", Resolution.MISSING),
                ("doc-99", Resolution.LINK),
            ],
        ),
        (
            "see [2](https://b.example) and bare [2].",
            [("2", Resolution.LINK), ("2", Resolution.MISSING)],
        ),
        (
            "bare [doc_7] and [doc_7](https://b.example).",
            [("doc_7", Resolution.MISSING), ("doc_7", Resolution.LINK)],
        ),
        (
            "linked [[5]](https://b.example), bare [5].",
            [("5", Resolution.LINK), ("5", Resolution.MISSING)],
        ),
        ("fake [source-3].", [("source-3", Resolution.MISSING)]),
        ("both [doc-1, doc-99].", [("doc-1", Resolution.RESOLVED), ("doc-99", Resolution.MISSING)]),
    ],
)
def test_u18_links_do_not_launder(body: str, expected: list[tuple[str, Resolution]]) -> None:
    """A link with a mark's words makes no bare mark of the same words resolve."""
    report = parse_report(body, evidence=EvidenceList(("doc-1",)))

    assert expected == outcomes(report)


def test_u18_items_are_named() -> None:
    """A bare id of the evidence list names its item."""
    report = parse_report("ok [doc-1].", evidence=EvidenceList(("doc-1",)))

    assert (labels(report), [r.item for r in report.references]) == (["doc-1"], ["doc-1"])
