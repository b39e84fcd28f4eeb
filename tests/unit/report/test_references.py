"""Reference lists: headings, forms of entries, sources, titles, authors."""

import pytest

from veridical.report import ReferenceOrigin, parse_report
from veridical.report.markdown import markdown_layout
from veridical.report.references import (
    Entry,
    entry_authors,
    entry_source,
    entry_title,
    is_reference_heading,
    reference_lists,
)


def _entries(source: str) -> list[Entry]:
    layout = markdown_layout(source)
    return list(reference_lists(layout.blocks, layout.tables).entries)


def _shown(source: str) -> list[tuple[str, str]]:
    return [(entry.label, " ".join(entry.text.plain.split())) for entry in _entries(source)]


@pytest.mark.parametrize(
    "heading",
    [
        "References",
        "**List of All Relevant Sources**",
        "12 References",
        "8. References",
        "IV. References",
        "Appendix A: References",
        "Works Cited",
        "Key References and Further Reading",
        "参考文献：",
        "十、参考文献与资料来源",
        "引用列表",
        "Quellenverzeichnis",
        "Список использованной литературы",
        "Tài liệu tham khảo",
        "참고 문헌",
        "📚 Sources",
    ],
)
def test_reference_headings(heading: str) -> None:
    """Words of many languages, numbered, bold or with a colon."""
    assert is_reference_heading(heading)


@pytest.mark.parametrize(
    "heading",
    [
        "Data sources",
        "数据来源",
        "Energy sources",
        "Sources of growth",
        "Literature review",
        "文献综述",
        "Reference architecture",
        "Notes",
        "A source of trouble",
        "来源分析",
        "",
        "   ",
        "References " * 20,
    ],
)
def test_other_headings(heading: str) -> None:
    """Sources of something, reviews and architectures are no reference lists."""
    assert not is_reference_heading(heading)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("## References\n\n[1] One\n[2] Two\n", [("1", "One"), ("2", "Two")]),
        ("## References\n\n1. One\n2. Two\n", [("1", "One"), ("2", "Two")]),
        ("## References\n\n1. One\n1. Two\n1. Six\n", [("1", "One"), ("2", "Two"), ("3", "Six")]),
        ("## References\n\n(1) One\n\n(2) Two\n", [("1", "One"), ("2", "Two")]),
        ("## References\n\n1、甲\n2、乙\n", [("1", "甲"), ("2", "乙")]),
        ("## References\n\n【1】甲\n【2】乙\n", [("1", "甲"), ("2", "乙")]),
        ("## References\n\n¹ One\n² Two\n", [("1", "One"), ("2", "Two")]),
        ("## References\n\n[doc-1] One\n[doc-2] Two\n", [("doc-1", "One"), ("doc-2", "Two")]),
        ("## References\n\n**[1]** One\n\n**[2]** Two\n", [("1", "One"), ("2", "Two")]),
        ("## References\n\n12 [1] One\n13 [2] Two\n", [("1", "One"), ("2", "Two")]),
        ("References: [1] One [2] Two [3] Three", [("1", "One"), ("2", "Two"), ("3", "Three")]),
        ("## References\n\n- https://a.example\n- https://b.example\n",
         [("", "https://a.example"), ("", "https://b.example")]),
        ("## References\n\nRoe, J. (2020). Title.\n\nDoe, A. (2019). Other.\n",
         [("", "Roe, J. (2020). Title."), ("", "Doe, A. (2019). Other.")]),
        ("## References\n\n[1] One\ngoes on\n[2] Two\n", [("1", "One goes on"), ("2", "Two")]),
        ("## References\n\n1. One\n   - URL: https://a.example\n2. Two\n",
         [("1", "One URL: https://a.example"), ("2", "Two")]),
        ("## References\n\n### News\n\n[1] One\n\n### Papers\n\n[2] Two\n",
         [("1", "One"), ("2", "Two")]),
        ("## References\n\n**News**\n\n- https://a.example\n\n**Papers**\n\n- https://b.example\n",
         [("", "https://a.example"), ("", "https://b.example")]),
    ],
)  # fmt: skip
def test_forms_of_lists(source: str, expected: list[tuple[str, str]]) -> None:
    """Each entry once, with its label and all its lines."""
    assert _shown(f"Body text.\n\n{source}") == expected


def test_a_list_ends_at_prose() -> None:
    """Words after the list are the report's again."""
    report = parse_report(
        "Body [1].\n\n## References\n\n[1] One. https://a.example\n\nThis closes the report.\n"
    )

    assert [s.text for s in report.statements] == ["Body.", "This closes the report."]


def test_a_table_of_contents_is_no_heading() -> None:
    """A bullet "References" in a table of contents begins no list."""
    source = "- Introduction\n- References\n- Appendix\n\nBody [1].\n\n## References\n\n[1] One\n"

    assert _shown(source) == [("1", "One")]


def test_two_lists_in_a_row_are_of_one_chapter() -> None:
    """A list right after another belongs to the same chapter; one after text does not."""
    source = (
        "## References\n\n1. One\n\n参考文献：\n\n[1] https://a.example\n\n## Part two\n\nText.\n\n"
        "## References\n\n[1] https://b.example\n"
    )

    assert [entry.chapter for entry in _entries(source)] == [0, 0, 1]


@pytest.mark.parametrize(
    ("entry", "url"),
    [
        ("Title. https://a.example/x.", "https://a.example/x"),
        ("[Title](https://a.example/x) and https://b.example", "https://a.example/x"),
        ("<https://a.example/x> Title", "https://a.example/x"),
        ("Roe. Title. doi:10.1000/182", "https://doi.org/10.1000/182"),
        ("Roe. Title. 10.1000/182.", "https://doi.org/10.1000/182"),
        ("Roe. Title. arXiv:2101.00001", "https://arxiv.org/abs/2101.00001"),
        ("Title without any place", None),
    ],
)
def test_sources_of_entries(entry: str, url: str | None) -> None:
    """The first address, else a DOI; none where the entry names none."""
    (found,) = _entries(f"## References\n\n[1] {entry}\n")
    source = entry_source(found)

    assert (source.url if source else None) == url


def test_an_address_with_a_blank() -> None:
    """Where the list writes "address - title", a blank before the dash is the address's."""
    lines = "\n".join(f"[{n}] https://a.example/{n} - Title {n}" for n in range(1, 6))
    report = parse_report(f"A [6].\n\n参考文献：\n\n{lines}\n[6] https://a.example/갓 클로스 - T\n")
    source = report.citations[0].source

    assert source is not None
    assert source.key.endswith("%20%ED%81%B4%EB%A1%9C%EC%8A%A4")


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("https://a.example/x - A title | Site", "A title | Site"),
        ("A title. https://a.example/x", "A title"),
        ("[A title](https://a.example/x)", "A title"),
        ("Roe, J. “A quoted title.” Journal 3. https://a.example", "A quoted title"),
        ("Roe, J., & Doe, K. (2020). A title here. Journal, 3.", "A title here"),
        ("张三. 增长研究[J]. 经济研究, 2020.", "增长研究"),
        ("李四.《下降研究》. 出版社, 2019.", "下降研究"),
        ("A title. Available at: https://a.example (accessed 3 May 2024)", "A title"),
        ("https://a.example/x", ""),
    ],
)
def test_titles_of_entries(entry: str, title: str) -> None:
    """The title as far as the entry's form tells it."""
    (found,) = _entries(f"## References\n\n[1] {entry}\n")

    assert entry_title(found) == title


@pytest.mark.parametrize(
    ("entry", "names", "years"),
    [
        ("Roe, J., & Doe, K. (2020). Title.", {"roe", "doe"}, ("2020",)),
        ("World Bank. (2019). Report.", {"world bank"}, ("2019",)),
        ("张三, 李四. 题目[J]. 2018.", {"张三", "李四"}, ("2018",)),
        ("Title without year. https://a.example/2020/x", set(), ()),
    ],
)
def test_authors_of_entries(entry: str, names: set[str], years: tuple[str, ...]) -> None:
    """Names before the year, and the years outside addresses."""
    (found,) = _entries(f"## References\n\n[1] {entry}\n")
    authors = entry_authors(found)

    assert names <= set(authors[0])
    assert authors[1] == years


def test_definitions() -> None:
    """A definition is a reference with its address and its title."""
    report = parse_report('A [1].\n\n[1]: https://a.example/x "The title"\n')
    (reference,) = report.references

    assert (reference.origin, reference.label) == (ReferenceOrigin.DEFINITION, "1")
    assert (reference.title, reference.source and reference.source.url) == (
        "The title",
        "https://a.example/x",
    )


def test_spans_hold_the_label() -> None:
    """A reference's place in the source begins with its label."""
    report = parse_report("A [1].\n\n## References\n\n[1] One\n2. Two\n\n3. Three\n")
    places = [report.words(r.span) for r in report.references if r.span]

    assert [place[:2] for place in places] == ["[1", "2.", "3."]


def test_an_unheaded_list_may_be_followed_by_a_closing_line() -> None:
    """A line such as "generated by" after the last entry does not hide the list."""
    report = parse_report(
        "Body [1].\n\n[1] One. https://a.example/1\n[2] Two. https://a.example/2\n\n*Generated.*\n"
    )

    assert [reference.label for reference in report.references] == ["1", "2"]


@pytest.mark.parametrize(
    "tail",
    [
        "1. Wash.\n2. Dry.\n",
        "- [Sign up](https://a.example/join) to learn about all the new things. It is free.\n",
        "Read more at https://a.example/x. It is long.\n",
        "Prices rose.<https://a.example/1>\n\nWages rose.<https://a.example/1>\n\n"
        "- Rents fell.<https://a.example/2>\n",
        "- Prices rose. (https://a.example/1)\n- Wages rose. (https://a.example/1)\n"
        "- Rents fell. (https://a.example/1)\n",
        "价格上升了。https://a.example/1\n\n工资上升了。https://a.example/2\n\n租金下降了。https://a.example/3\n",
        "1. Use [tool](https://a.example/t). It is good.\n2. Use [other](https://a.example/o).\n",
    ],
)
def test_tails_that_are_no_lists(tail: str) -> None:
    """Steps, advice and prose with addresses at the end are the report's own words."""
    report = parse_report(f"Body text here.\n\n{tail}")

    assert report.references == ()
    assert len(report.statements) > 1
