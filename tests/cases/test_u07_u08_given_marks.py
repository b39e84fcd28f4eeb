"""U07, U08: marks that only the writing system can read, and marks with their own numbering."""

import pytest

from tests.cases.read import labels, outcomes, said
from veridical.report import EvidenceList, Resolution, parse_report

IDS = ["turn0search3", "turn0search8"]


@pytest.mark.parametrize(
    "mark",
    [
        "\ue200cite\ue202turn0search3\ue202turn0search8\ue201",
        "citeturn0search3turn0search8",
        "\\uE200cite\\uE202turn0search3\\uE202turn0search8\\uE201",
        "\\ue200cite\\ue202turn0search3\\ue202turn0search8\\ue201",
        "\ue200filecite\ue202turn0search3\ue202turn0search8\ue201",
        " citeturn0search3 turn0search8",
        "\ue200cite\ue202turn0search3\ue201\ue200cite\ue202turn0search8\ue201",
        "filecite turn0search3 turn0search8",
    ],
)
def test_u07_private_use_marks(mark: str) -> None:
    """Whole, lost or written out: two ids, unresolved, and no words of the sentence."""
    report = parse_report(f"A{mark}.")

    assert [(name, Resolution.UNRESOLVED) for name in IDS] == outcomes(report)
    assert said(report) == ["A."]


def test_u07_a_map_resolves_them() -> None:
    """With a map of sources an id leads where the map says; one that it lacks stays open."""
    report = parse_report(
        "A\ue200cite\ue202turn0search3\ue202turn0search8\ue201.",
        sources={"turn0search3": "https://a.example/x"},
    )
    found = [(c.resolution, c.source and c.source.url) for c in report.citations]

    assert found == [(Resolution.RESOLVED, "https://a.example/x"), (Resolution.UNRESOLVED, None)]


def test_u07_a_map_of_ids() -> None:
    """A map may give an item of a corpus in place of an address."""
    report = parse_report("A citeturn0search3.", sources={"turn0search3": "doc-17"})

    assert [c.source and c.source.key for c in report.citations] == ["item:doc-17"]


@pytest.mark.parametrize("kind", ["turn1news2", "turn0file0", "turn2view1", "turn10fetch3"])
def test_u07_other_ids(kind: str) -> None:
    """Ids of files, news and pages are read as those of searches."""
    report = parse_report(f"A\ue200cite\ue202{kind}\ue201.")

    assert [kind] == labels(report)


def test_u07_widgets_and_bounds_are_silent() -> None:
    """Private-use marks that cite nothing are no words and no citations."""
    report = parse_report("\ue203A rose\ue204\ue200cite\ue202turn0search3\ue201. \ue206B fell.")

    assert (labels(report), said(report)) == (["turn0search3"], ["A rose.", "B fell."])


def test_u07_a_word_is_no_mark() -> None:
    """Words that begin with "cite" and ids in prose are words."""
    report = parse_report("They cite turnover0 and citeturns. See turn0search3.")

    assert labels(report) == []


BIBLIOGRAPHY = (
    "\n\n## Works cited\n\n[5] Five. https://five.example\n[2] Two. https://two.example\n"
)


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("[cite: 2, 5]", ["https://two.example", "https://five.example"]),
        ("[cite: 5]", ["https://five.example"]),
        ("[cite:2]", ["https://two.example"]),
        ("[cite: 5, 2]", ["https://five.example", "https://two.example"]),
        ("[citation: 2]", ["https://two.example"]),
        ("[ cite: 2 ]", ["https://two.example"]),
    ],
)
def test_u08_numbers_resolve_by_the_bibliography(mark: str, expected: list[str]) -> None:
    """Never by position: 5 is listed first, and the list of sources has another order."""
    evidence = EvidenceList(("a", "b", "c", "d", "e"))
    report = parse_report(f"Growth was 5% {mark}.{BIBLIOGRAPHY}", evidence=evidence)

    assert expected == [c.source and c.source.url for c in report.citations]
    assert said(report) == ["Growth was 5%."]


def test_u08_a_number_that_the_bibliography_lacks() -> None:
    """It is missing, whatever a list of sources without labels could offer."""
    report = parse_report(f"Growth [cite: 3].{BIBLIOGRAPHY}", sources={"x": "https://x.example"})

    assert outcomes(report) == [("3", Resolution.MISSING)]


def test_u08_cite_start() -> None:
    """``[cite_start]`` is no citation; it says for certain where the reach begins."""
    report = parse_report(f"Zinc is dear. [cite_start]A is so. B is so. [cite: 2]{BIBLIOGRAPHY}")
    scope = report.citations[0].scope

    assert (labels(report), said(report)) == (["2"], ["Zinc is dear.", "A is so.", "B is so."])
    assert (scope.statements, scope.is_certain) == ((1, 2), True)


LIST = (
    "\n\n#### **Works cited**\n\n"
    "1. One, accessed August 1, 2025, [https://one.example](https://one.example)\n"
    "2. Two, accessed August 1, 2025, [https://two.example](https://two.example)\n"
    "3. Three. https://three.example\n"
)
DEFINED = "\n\n[1]: https://one.example\n[2]: https://two.example\n[3]: https://three.example\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("It rose.1 It fell.2,3" + LIST, ["1", "2", "3"]),
        ("它上升了。1 它下降了。2,3" + LIST, ["1", "2", "3"]),
        ("It rose[^1^][1]. It fell [^2^][2][^3^][3]." + DEFINED, ["1", "2", "3"]),
        ("It rose [^1^]. It fell [^2^][^3^]." + DEFINED, ["1", "2", "3"]),
        ("它上升了^[1]^。它下降了^[2,3]^。" + LIST, ["1", "2", "3"]),
        ("It rose [citation:1]. It fell [citation:2][citation:3]." + LIST, ["1", "2", "3"]),
        ("It rose [](https://one.example). It fell [](https://two.example)." + LIST,
         ["https://one.example", "https://two.example"]),
        ("It rose (Ref. 1). It fell (refs 2, 3)." + LIST, ["1", "2", "3"]),
        ("It rose [Source 1]. It fell [ref_2, ref_3]." + LIST, ["Source 1", "ref_2", "ref_3"]),
        ("It rose ([one.example](https://one.example/#:~:text=rose)). It fell." + LIST,
         ["https://one.example/#:~:text=rose"]),
        ("It rose [\\[1\\]](https://one.example). It fell [\\[2\\]](https://two.example)." + LIST,
         ["1", "2"]),
    ],
)  # fmt: skip
def test_u08_marks_as_other_systems_write_them(source: str, expected: list[str]) -> None:
    """Each cites what it names, resolves, and leaves two sentences without it."""
    report = parse_report(source)
    good = {Resolution.RESOLVED, Resolution.LINK}

    assert labels(report) == expected
    assert {citation.resolution for citation in report.citations} <= good
    assert said(report) in (["It rose.", "It fell."], ["它上升了。", "它下降了。"])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("It rose :contentReference[oaicite:0]{index=0}.", ["oaicite:0"]),
        ("It rose [oaicite:3].", ["oaicite:3"]),
        ('It <cite index="1-2,4-1">rose</cite>.', ["1-2", "4-1"]),
        ("It rose 【4:0†source】.", ["4:0"]),
        ("It rose 【turn0search3†L1-L2】.", ["turn0search3"]),
    ],
)
def test_u08_other_marks_of_writing_systems(source: str, expected: list[str]) -> None:
    """Left-over marks of other systems are unresolved citations, not words."""
    report = parse_report(source)

    assert [(label, Resolution.UNRESOLVED) for label in expected] == outcomes(report)
    assert said(report) == ["It rose."]
