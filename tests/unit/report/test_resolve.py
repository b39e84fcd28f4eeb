"""Resolution: entries, links, maps, evidence items; missing and ambiguous labels."""

from collections.abc import Mapping

import pytest

from veridical.report import (
    EvidenceList,
    ReferenceOrigin,
    Report,
    Resolution,
    parse_report,
)

LIST = "\n\n## References\n\n[1] One. https://a.example/1\n[2] Two. https://a.example/2\n"


def _keys(report: Report) -> list[tuple[str, Resolution, str | None]]:
    return [
        (citation.label, citation.resolution, citation.source and citation.source.key)
        for citation in report.citations
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("A [1].", [("1", Resolution.RESOLVED, "https://a.example/1")]),
        ("A [01].", [("1", Resolution.RESOLVED, "https://a.example/1")]),
        ("A [3].", [("3", Resolution.MISSING, None)]),
        ("A [x](https://c.example).",
         [("https://c.example", Resolution.LINK, "https://c.example")]),
        ("A [1](https://a.example/1).", [("1", Resolution.LINK, "https://a.example/1")]),
        ("A [1](https://c.example).", [("1", Resolution.AMBIGUOUS, "https://c.example")]),
        ("A (Source: Two).", [("Two", Resolution.RESOLVED, "https://a.example/2")]),
        ("A (Source: Someone else).", [("Someone else", Resolution.UNRESOLVED, None)]),
        ("A [source].", [("source", Resolution.UNRESOLVED, None)]),
    ],
)  # fmt: skip
def test_outcomes(body: str, expected: list[tuple[str, Resolution, str | None]]) -> None:
    """What becomes of a label beside a list of two."""
    assert _keys(parse_report(body + LIST)) == expected


def test_links_name_the_entry_of_their_address() -> None:
    """A link to a listed address cites that entry."""
    report = parse_report("A [x](https://www.a.example/2/?utm_source=y)." + LIST)

    assert report.citations[0].references == (1,)


def test_several_lists_serve_their_own_chapters() -> None:
    """A number leads into the first list after it, not into another chapter's."""
    chapter = "## {0}\n\nText [1].\n\n### References\n\n[1] https://{0}.example\n\n"
    report = parse_report(chapter.format("a") + chapter.format("b"))

    assert [key for _, _, key in _keys(report)] == ["https://a.example", "https://b.example"]


def test_of_two_lists_in_a_row_the_one_with_addresses_counts() -> None:
    """A list of titles does not make the list of addresses below it ambiguous."""
    report = parse_report(
        "A [1].\n\n## References\n\n1. Some title, 2020\n\n参考文献：\n\n[1] https://a.example\n"
    )

    assert _keys(report) == [("1", Resolution.RESOLVED, "https://a.example")]


@pytest.mark.parametrize(
    ("body", "references"),
    [
        ("A (Roe et al., 2020).", (0,)),
        ("A (Doe, 2020).", (1,)),
        ("Doe (2020) says.", (1,)),
        ("A (Poe & Low, 2019a).", (2,)),
        ("A (Poe & Low, 2019).", (2, 3)),
        ("A (World Bank, 2018).", (4,)),
        ("A (Roe et al., 2017).", ()),
    ],
)
def test_authors_and_years(body: str, references: tuple[int, ...]) -> None:
    """Author and year lead to the entries of both; two of one year are ambiguous."""
    listed = (
        "Roe, A., Low, B., & Zed, C. (2020). T1. https://a.example/1\n\n"
        "Doe, A. (2020). T2. https://a.example/2\n\n"
        "Poe, A., & Low, B. (2019a). T3. https://a.example/3\n\n"
        "Poe, A., & Low, B. (2019b). T4. https://a.example/4\n\n"
        "World Bank. (2018). T5. https://a.example/5\n"
    )
    report = parse_report(f"{body}\n\n## References\n\n{listed}")

    assert report.citations[0].references == references


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ({"turn0search1": "https://a.example"}, (Resolution.RESOLVED, "https://a.example")),
        ({"TURN0SEARCH1": "https://a.example"}, (Resolution.RESOLVED, "https://a.example")),
        ({"turn0search1": "chunk-7"}, (Resolution.RESOLVED, "item:chunk-7")),
        ({"turn0search2": "https://a.example"}, (Resolution.UNRESOLVED, None)),
        ({}, (Resolution.UNRESOLVED, None)),
    ],
)
def test_maps(sources: Mapping[str, str], expected: tuple[Resolution, str | None]) -> None:
    """A map leads from a label to an address or an id."""
    report = parse_report("A citeturn0search1.", sources=sources)

    assert [(resolution, key) for _, resolution, key in _keys(report)] == [expected]


def test_the_own_list_goes_before_the_map() -> None:
    """What the report itself says of a label counts."""
    report = parse_report("A [1]." + LIST, sources={"1": "https://c.example"})

    assert _keys(report) == [("1", Resolution.RESOLVED, "https://a.example/1")]


EVIDENCE = EvidenceList(
    texts=("t-a", "t-b", "t-c"),
    images=("i-a", "i-b"),
    names={"t-a": "https://a.example/2", "t-b": "A readable title"},
)


def _items(report: Report) -> list[str | None]:
    return [
        report.references[citation.references[0]].item if citation.references else None
        for citation in report.citations
    ]


@pytest.mark.parametrize(
    ("body", "items"),
    [
        ("A [1]. B [3].", ["t-a", "t-c"]),
        ("A [1-3].", ["t-a", "t-b", "t-c"]),
        ("A [4].", [None]),
        ("A [t-b].", ["t-b"]),
        ("A ［2］.", ["t-b"]),
        ("A [x](https://a.example/2).", ["t-a"]),
        ("A [0].", []),
    ],
)
def test_evidence_items(body: str, items: list[str | None]) -> None:
    """Without a list of its own, a report's numbers count the evidence list."""
    assert _items(parse_report(body, evidence=EVIDENCE)) == items


def test_evidence_references() -> None:
    """A cited item becomes a reference once, with its name."""
    report = parse_report("A [2]. B [2]. C [1].", evidence=EVIDENCE)

    assert [(r.origin, r.label, r.item, r.title) for r in report.references] == [
        (ReferenceOrigin.EVIDENCE, "2", "t-b", "A readable title"),
        (ReferenceOrigin.EVIDENCE, "1", "t-a", ""),
    ]


def test_the_own_list_goes_before_the_evidence() -> None:
    """The entry names the source; the item is that of its address, else of its number."""
    report = parse_report("A [1]. B [2]." + LIST, evidence=EVIDENCE)

    assert [key for _, _, key in _keys(report)] == ["https://a.example/1", "https://a.example/2"]
    assert [r.item for r in report.references] == [None, "t-a"]


def test_items_by_number_where_no_address_contradicts() -> None:
    """Entry k of the report's list is item k if the item's address is not known."""
    evidence = EvidenceList(("t-a", "t-b"))
    report = parse_report("A [1]." + LIST, evidence=evidence)

    assert [r.item for r in report.references] == ["t-a", "t-b"]


def test_placed_images_are_citations() -> None:
    """An inserted image counts as citing its item; one beyond the list is missing."""
    report = parse_report(
        "Text.\n\n|image2|\n\nFigure 1: It rose.\n\n|image7|\n", evidence=EVIDENCE
    )
    found = [(c.style, c.label, c.resolution) for c in report.citations]

    assert found == [
        ("image", "image2", Resolution.RESOLVED),
        ("image", "image7", Resolution.MISSING),
    ]
    assert _items(report) == ["i-b", None]


def test_images_are_no_citations_without_evidence() -> None:
    """Without a list that they could name, placeholders are figures only."""
    report = parse_report("Text.\n\n|image2|\n")

    assert (report.citations, len(report.figures)) == ((), 1)
