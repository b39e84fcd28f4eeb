"""U19, U21–U23: headings of reference lists, escaped brackets, footnotes, full-width brackets."""

import pytest

from tests.cases.read import addresses, labels, notes, outcomes, said
from veridical.report import NoteKind, Resolution, parse_report

LIST = "[1] One. https://a.example/1\n[2] Two. https://a.example/2\n"
BOTH = ["https://a.example/1", "https://a.example/2"]


@pytest.mark.parametrize(
    "heading",
    [
        "**List of All Relevant Sources**",
        "### Sources",
        "参考文献",
        "Quellen:",
        "12 References",
        "Références",
        "",
        "## References",
        "# 8. References and Notes",
        "Works cited",
        "**参考资料：**",
        "## 资料来源",
        "引用文献",
        "參考文獻",
        "来源：",
        "## Literaturverzeichnis",
        "Bibliographie",
        "## Bibliografía",
        "## Fuentes",
        "Referências",
        "## Riferimenti",
        "## Список литературы",
        "Источники",
        "## 出典",
        "참고문헌",
        "## المراجع",
        "## संदर्भ",
        "Kaynakça",
        "## Bronnen",
        "## Källor",
        "## Źródła",
        "Literatura",
        "## อ้างอิง",
        "## Tài liệu tham khảo",
        "## Daftar Pustaka",
        "## Πηγές",
        "## Zdroje",
        "## Lähteet",
        "## Джерела",
        "## 附录：参考文献",
        "十、参考文献",
        "📚 **References**",
    ],
)
def test_u19_headings(heading: str) -> None:
    """The list is found under each heading, and under none."""
    report = parse_report(f"Body [1]. More [2].\n\n{heading}\n\n{LIST}")

    assert addresses(report) == BOTH
    assert said(report) == ["Body.", "More."]
    assert outcomes(report) == [("1", Resolution.RESOLVED), ("2", Resolution.RESOLVED)]


@pytest.mark.parametrize(
    "section",
    [
        "## Data sources\n\n- World Bank: https://data.example/wb\n- IMF: https://data.example/imf\n",
        "## 数据来源\n\n- 世界银行 https://data.example/wb\n- 基金 https://data.example/imf\n",
        "## Energy sources\n\n- Coal\n- Gas\n",
        "## Sources of growth\n\n1. Trade\n2. Capital\n",
        "## Literature review\n\nSmith wrote. Roe wrote.\n",
        "## Sources\n\nThe sources of growth are trade and capital. Both rose.\n",
    ],
)
def test_u19_sections_in_mid_text(section: str) -> None:
    """A section on sources of something is no reference list."""
    report = parse_report(
        f"Body [1].\n\n{section}\n## Results\n\nMore [2].\n\n## References\n\n{LIST}"
    )

    assert addresses(report) == BOTH
    assert len(said(report)) >= 4


@pytest.mark.parametrize(
    ("entries", "urls"),
    [
        ("1. One. https://a.example/1\n2. Two. https://a.example/2\n", BOTH),
        ("1) One. https://a.example/1\n2) Two. https://a.example/2\n", BOTH),
        ("［1］ One. https://a.example/1\n［2］ Two. https://a.example/2\n", BOTH),
        ("【1】One https://a.example/1\n【2】Two https://a.example/2\n", BOTH),
        ("- [1] One. https://a.example/1\n- [2] Two. https://a.example/2\n", BOTH),
        ("* **[1]** [One](https://a.example/1)\n* **[2]** [Two](https://a.example/2)\n", BOTH),
        ("[1] One.\nhttps://a.example/1\n[2] Two.\nhttps://a.example/2\n", BOTH),
        ("[1] One.\n\nhttps://a.example/1\n\n[2] Two.\n\nhttps://a.example/2\n", BOTH),
        ("[1]: https://a.example/1 \"One\"\n[2]: https://a.example/2\n", BOTH),
        ("[1] https://a.example/1 https://mirror.example/1\n[2] https://a.example/2\n", BOTH),
        ("[1] One https://a.example/1 [2] Two https://a.example/2\n", BOTH),
        ("| # | Source | URL |\n|---|---|---|\n| 1 | One | https://a.example/1 |\n"
         "| 2 | Two | https://a.example/2 |\n", BOTH),
        ("1. One. https://a.example/1\n1. Two. https://a.example/2\n", BOTH),
        ("(1) One. https://a.example/1\n\n(2) Two. https://a.example/2\n", BOTH),
        ("[1](https://a.example/1) One\n\n[2](https://a.example/2) Two\n", BOTH),
    ],
)  # fmt: skip
def test_u19_forms_of_entries(entries: str, urls: list[str]) -> None:
    """Whatever form the entries have, numbers lead to their addresses."""
    report = parse_report(f"Body [1]. More [2].\n\n## References\n\n{entries}")
    found = [citation.source and citation.source.url for citation in report.citations]

    assert urls == found
    assert said(report) == ["Body.", "More."]


@pytest.mark.parametrize(
    ("entries", "titles"),
    [
        ("\\[1] Site A\\\n\\[2] Site B\\\n", ["Site A", "Site B"]),
        ("\\[1\\] Site A\n\\[2\\] Site B\n", ["Site A", "Site B"]),
        ("[1] Site A  \n[2] Site B  \n", ["Site A", "Site B"]),
        ("\\[1] Site A<br>\\[2] Site B<br>", ["Site A", "Site B"]),
        ("\\[1] Site A\\\n\\[2] Site B\\\n\\[3] Site C\\\n", ["Site A", "Site B", "Site C"]),
        ("## References\n\n\\[1] Site A\\\n\\[2] Site B\\\n", ["Site A", "Site B"]),
    ],
)
def test_u21_escaped_brackets_and_hard_breaks(entries: str, titles: list[str]) -> None:
    """Entries are found behind escapes; without an address they are noted."""
    report = parse_report(f"text [\\[2\\]](https://b.example)\n\n{entries}")
    without = [note for note in report.notes if note.kind is NoteKind.REFERENCE_WITHOUT_URL]

    assert titles == [reference.title for reference in report.references]
    assert len(titles) == len(without)
    assert outcomes(report) == [("2", Resolution.LINK)]


def test_u21_list_before_the_text() -> None:
    """The given input in the order given."""
    report = parse_report("\\[1] Site A\\\n\\[2] Site B\\\n\ntext [\\[2\\]](https://b.example)")

    assert [reference.label for reference in report.references] == ["1", "2"]
    assert [c.source and c.source.url for c in report.citations] == ["https://b.example"]


U22 = (
    "a[^n1] b[^two words]\n\n[^n1]: https://a.example\n[^n2]: first par\n\n"
    "    second par https://b.example\n"
)


def test_u22_footnotes() -> None:
    """n1 resolves; n2 has both its paragraphs and is not cited; two words are undefined."""
    report = parse_report(U22)

    assert outcomes(report) == [("n1", Resolution.RESOLVED), ("two words", Resolution.MISSING)]
    assert report.references[1].text == "first par second par https://b.example"
    assert addresses(report) == ["https://a.example", "https://b.example"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a[^1]\n\n[^1]: See https://a.example/x.\n", "https://a.example/x"),
        ("a[^1]\n\n[^1]: [Title](https://a.example/y)\n", "https://a.example/y"),
        ("a[^note-1].\n\n[^note-1]: <https://a.example/z>\n", "https://a.example/z"),
        ("a[^1]\n\n[^1]: Roe, J. doi:10.1000/182\n", "https://doi.org/10.1000/182"),
        ("a [1].\n\n[^1]: https://a.example/mixed\n", "https://a.example/mixed"),
        ("a [^1].\n\n## References\n\n[1] https://a.example/list\n", "https://a.example/list"),
    ],
)
def test_u22_more_footnotes(source: str, expected: str) -> None:
    """Footnotes lead to the address in them, whichever way they are marked."""
    report = parse_report(source)

    assert [expected] == [citation.source and citation.source.url for citation in report.citations]


WIDE = "［1］甲 https://a.example/1\n［2］乙 https://a.example/2\n［3］丙 https://a.example/3\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("结论甲［1］。结论乙【2】。结论丙[3］。", ["1", "2", "3"]),
        ("结论甲〔1〕。结论乙【2]。", ["1", "2"]),
        ("结论甲［1，3］。", ["1", "3"]),
        ("结论甲［1-3］。", ["1", "2", "3"]),
        ("结论甲［１］。", ["1"]),
        ("结论甲【1†L3-L5】，结论乙【2†source】。", ["1", "2"]),
        ("结论甲［1］［2］。", ["1", "2"]),
    ],
)
def test_u23_full_width_brackets(body: str, expected: list[str]) -> None:
    """Full-width brackets of all shapes cite the list's numbers."""
    report = parse_report(f"{body}\n\n参考文献\n\n{WIDE}")

    assert expected == labels(report)
    assert {Resolution.RESOLVED} == {citation.resolution for citation in report.citations}


def test_u23_mixed_pair_is_noted() -> None:
    """A pair whose halves differ is accepted, and noted."""
    report = parse_report("结论丙[3］。")

    assert ("mixed_brackets", "[3］") in notes(report)
