"""The rewriter changes the markers and the list, nothing else, and each style reads back."""

import pytest

from tools.rewrite_styles import (
    STYLES,
    cited_addresses,
    found_addresses,
    rewrite,
    split_report,
)

REPORT = """# A report

Growth was 5%[1][2]. It fell later [3].

References:

[1] https://a.example/one - The first title
[2] https://a.example/two - The second title
[3] https://a.example/three_(x) - A third: with | signs
[4] https://a.example/four - Never cited
"""
CITED = {
    "https://a.example/one",
    "https://a.example/two",
    "https://a.example/three_(x)",
}


def test_the_list_is_split_off() -> None:
    """The body ends before the list's heading; each entry has number, address and title."""
    body, sources = split_report(REPORT)

    assert body.rstrip().endswith("It fell later [3].")
    assert [(s.number, s.url) for s in sources][:2] == [
        ("1", "https://a.example/one"),
        ("2", "https://a.example/two"),
    ]
    assert sources[0].title == "The first title"


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("grouped", "5%[1, 2]. It fell later [3]."),
        ("fullwidth", "5%［1］［2］. It fell later ［3］."),
        ("dagger", "5%【1†L1-L2】【2†L1-L2】."),
        ("doubled", "5%[[1]][[2]]."),
        ("number_link", "5%[1](https://a.example/one)[2](https://a.example/two)."),
        ("cite_tag", "5% [cite: 1, 2]."),
        ("footnote", "5%[^1][^2]."),
        ("superscript_html", "5%<sup>1,2</sup>."),
        ("superscript_unicode", "5%¹,²."),
        ("private_use", "5%\ue200cite\ue202turn0search1\ue202turn0search2\ue201."),
        ("pandoc", "5% [@src1; @src2]."),
        ("key", "5%[doc-1][doc-2]."),
        ("latex", "5%\\cite{src1,src2}."),
        ("author_year", "5% (Becker, 1951; Castro, 1952)."),
        ("html", '5%<a href="#ref1">[1]</a><a href="#ref2">[2]</a>.'),
    ],
)
def test_markers_of_a_style(style: str, expected: str) -> None:
    """Each marker is written as the style writes it."""
    assert expected in rewrite(REPORT, style).text


def test_styles_that_need_a_map_give_one() -> None:
    """Private-use marks lead somewhere only through the map."""
    assert rewrite(REPORT, "private_use").sources["turn0search2"] == "https://a.example/two"
    assert rewrite(REPORT, "brackets").sources == {}


def test_cited_addresses_leave_out_what_is_not_cited() -> None:
    """Only sources with a marker count."""
    assert cited_addresses(REPORT) == CITED


@pytest.mark.parametrize("style", sorted(STYLES))
def test_every_style_reads_back(style: str) -> None:
    """The parser finds the same sources cited in each style."""
    assert found_addresses(REPORT, style) >= CITED
