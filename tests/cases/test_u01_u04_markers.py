"""U01–U04: markers in code, in odd fences, brackets that are no citations, groups and ranges."""

import pytest

from tests.cases.read import cited_by, labels, numbered_list
from veridical.report import parse_report


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Use `arr[1]` here [2].\n\n```\nx = y[3]\n```\n", ["2"]),
        ("``a [1] ` b`` is code, and [2] is not.", ["2"]),
        ("A <code>v[1]</code> tag [2].", ["2"]),
        ("```python\nprint(m[4])\n```\n\nDone [5].", ["5"]),
        ("- item `t[1]` [2]\n- other\n\n      w[3] in a block\n", ["2"]),
        ("| a | b |\n|---|---|\n| `q[1]` | six [2] |\n", ["2"]),
        ("> quoted `z[9]` text [3].", ["3"]),
    ],
)
def test_u01_markers_in_code_are_none(source: str, expected: list[str]) -> None:
    """What stands in code cites nothing."""
    report = parse_report(source, format="markdown")

    assert expected == labels(report)


@pytest.mark.parametrize(
    "fenced",
    [
        "~~~\n[1]\n~~~\n",
        "    v[2]\n",
        "```\n[3]\n",
        "````\n```\n[5]\n```\n````\n",
        "~~~text\n```\n[6]\n~~~\n",
        "```\n[7]\n``` not the end\n[8]\n",
        "> ```\n> [9]\n> ```\n",
    ],
)
def test_u02_unusual_fences(fenced: str) -> None:
    """Fences of any kind hold no citations; one that is never closed runs to the end."""
    report = parse_report(f"ok [4]\n\n{fenced}")

    assert labels(report) == ["4"]


def test_u02_all_in_one() -> None:
    """The given input, all of it in one text."""
    report = parse_report("ok [4]\n\n~~~\n[1]\n~~~\n\n    v[2]\n\n```\n[3]\n")

    assert labels(report) == ["4"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "In re Foo [1998] 2 AC 1; the interval [0, 1]; $x[2]=y[3]$; \\[ a^2 \\]; see [7].",
            ["7"],
        ),
        ("It was decided in [2003] EWCA Civ 5 and held [2].", ["2"]),
        ("Values lie in the interval [1, 5] or the range [2-4], see [3].", ["3"]),
        ("Set x[2] = 5 and my_list[3] += 1 as told [1].", ["1"]),
        ("- [x] done\n- [ ] open\n- cited [4]\n", ["4"]),
        ("He wrote [sic] and [...] and […] and [citation needed] [5].", ["5"]),
        ("$$ y[1] = z[2] $$\n\nMatrix \\(a[3]\\) holds [6].", ["6"]),
        ("A scale of [1-7], the array [1, 2, 3], and half-open [0, 1) [2].", ["2"]),
        ("Scores ∈ [1, 3] and p = [1, 2] but found [7].", ["7"]),
        ("取值范围 [1, 5] 之内，区间[2, 4]，见文献[3]。", ["3"]),
    ],
)
def test_u03_brackets_that_are_no_citations(body: str, expected: list[str]) -> None:
    """Years, intervals, indices, math, checkboxes and editors' marks are no citations."""
    report = parse_report(body + numbered_list(*"1234567"))

    assert expected == labels(report)


def test_u03_a_year_that_the_list_has() -> None:
    """A four-digit mark is a citation only if the list has that number."""
    report = parse_report("See [1998]." + numbered_list("1998", "1999"))

    assert labels(report) == ["1998"]


def test_u03_a_large_number_of_the_evidence_list() -> None:
    """A number as large as the evidence list is long is a citation too."""
    from veridical.report import EvidenceList

    evidence = EvidenceList(tuple(f"e{n}" for n in range(1, 1500)))
    report = parse_report("See [1200], not [1998].", evidence=evidence)

    assert labels(report) == ["1200"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "A [1][2]. B [1, 3]. C [2-4]. D [2–4]. E [E1, E3].",
            {
                "A.": ["1", "2"],
                "B.": ["1", "3"],
                "C.": ["2", "3", "4"],
                "D.": ["2", "3", "4"],
                "E.": ["E1", "E3"],
            },
        ),
        ("F [1; 3]. G [1、3].", {"F.": ["1", "3"], "G.": ["1", "3"]}),
        ("H [1, 3-4].", {"H.": ["1", "3", "4"]}),
        ("I [1]-[3].", {"I.": ["1", "2", "3"]}),
        ("J [2—4]. K [2~4].", {"J.": ["2", "3", "4"], "K.": ["2", "3", "4"]}),
        ("L [1 and 3]. M [1 & 4].", {"L.": ["1", "3"], "M.": ["1", "4"]}),
        ("N [1, p. 23]. O [3, Table 2].", {"N.": ["1"], "O.": ["3"]}),
        ("P [ 2 ]. Q [\u200b3\u200b].", {"P.": ["2"], "Q.": ["3"]}),
        ("甲[1，3]。乙[2－4]。丙[1-3]。", {"甲。": ["1", "3"], "丙。": ["1", "2", "3"]}),
    ],
)
def test_u04_groups_and_ranges(body: str, expected: dict[str, list[str]]) -> None:
    """A marker cites each number that it lists or spans."""
    report = parse_report(body + numbered_list("1", "2", "3", "4", "E1", "E2", "E3"))
    found = cited_by(report)

    assert expected == {words: found.get(words) for words in expected}


def test_u04_each_number_has_its_own_place() -> None:
    """The span of a number is the number; of one inside a range, the range."""
    report = parse_report("B [1, 3]. C [2-4]." + numbered_list(*"1234"))
    found = [report.words(citation.span) for citation in report.citations]

    assert found == ["1", "3", "2-4", "2-4", "2-4"]


def test_u04_labels_that_do_not_exist() -> None:
    """Without entries of such labels, letters with numbers are no citations."""
    report = parse_report("E [E1, E3]. Type [B2] and [CO2]." + numbered_list("1"))

    assert labels(report) == []
