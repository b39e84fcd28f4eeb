"""Bare addresses in prose: U11, U32, U34, U40 and their kinds."""

import pytest

from veridical.report.identity import find_urls


def urls(text: str) -> list[str]:
    """The addresses found in a text, as written."""
    return [mention.url for mention in find_urls(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the kind of U32, parentheses
        (
            "(see https://en.example.org/wiki/Erica_(plant)).",
            ["https://en.example.org/wiki/Erica_(plant)"],
        ),
        (
            "[ICE](https://en.example.org/wiki/ICE_(FPGA)) and",
            ["https://en.example.org/wiki/ICE_(FPGA)"],
        ),
        ("(https://a.example/x)", ["https://a.example/x"]),
        ("https://a.example/f(x(y))z)", ["https://a.example/f(x(y))z"]),
        ("https://a.example/x(accessed 2024)", ["https://a.example/x"]),
        (
            "(A: https://a.example/x; B: https://b.example/y_(z)).",
            ["https://a.example/x", "https://b.example/y_(z)"],
        ),
        # U34: trailing marks, angle brackets, title
        (
            'https://a.example/x., <https://b.example/y>; [t](https://c.example/z "title")',
            ["https://a.example/x", "https://b.example/y", "https://c.example/z"],
        ),
        ("Is it https://a.example/x?", ["https://a.example/x"]),
        ("**https://a.example/x**!", ["https://a.example/x"]),
        ("_https://a.example/x_y_", ["https://a.example/x_y"]),
        ("&lt;https://a.example/x&gt;", ["https://a.example/x"]),
        ("`https://a.example/x`", ["https://a.example/x"]),
        (
            "|https://a.example/x|https://a.example/y|",
            ["https://a.example/x", "https://a.example/y"],
        ),
        (
            "'https://a.example/x' \"https://a.example/y\"",
            ["https://a.example/x", "https://a.example/y"],
        ),
        (
            "https://en.example.org/wiki/Moore's_law, 1965",
            ["https://en.example.org/wiki/Moore's_law"],
        ),
        ("\\[1] https://a.example/x\\\n\\[2] b", ["https://a.example/x"]),
        ("https://a.example/?a=1&amp;b=2.", ["https://a.example/?a=1&amp;b=2"]),
        ("\\url{https://a.example/x}", ["https://a.example/x"]),
        (
            "https://a.example/x[1][2], https://a.example/?f[a]=1[3]",
            ["https://a.example/x", "https://a.example/?f[a]=1"],
        ),
        ("https://a.example/x,https://b.example/y", ["https://a.example/x", "https://b.example/y"]),
        ("https://a.example/xhttps://b.example/y", ["https://a.example/x", "https://b.example/y"]),
        # U11: at the end of a sentence
        ("Details at https://www.a-b.com. People may also write.", ["https://www.a-b.com"]),
        ("See www.a-b.com. Or www.a.example/x!", ["www.a-b.com", "www.a.example/x"]),
        # Chinese around, and in, an address
        (
            "见https://a.example/x。另见https://b.example/y，以及（https://c.example/z）。",
            ["https://a.example/x", "https://b.example/y", "https://c.example/z"],
        ),
        ("https://zh.wikipedia.org/wiki/中产阶级。", ["https://zh.wikipedia.org/wiki/中产阶级"]),
        ("https://a.example/路径/页2?q=北京&x=1）", ["https://a.example/路径/页2?q=北京&x=1"]),
        ("根据https://a.example/x是对的", ["https://a.example/x"]),
        ("https://a.example是一个网站", ["https://a.example"]),
        ("https://a.example/的网站", ["https://a.example/"]),
        (
            "https://zh.wikipedia.org/wiki/中国GDP增长",
            ["https://zh.wikipedia.org/wiki/中国GDP增长"],
        ),
        (
            "https://zh.wikipedia.org/wiki/史蒂夫·乔布斯」",
            ["https://zh.wikipedia.org/wiki/史蒂夫·乔布斯"],
        ),
        (
            "https://ko.wikipedia.org/wiki/한국 https://a.example/x에서",
            ["https://ko.wikipedia.org/wiki/한국", "https://a.example/x"],
        ),
        (
            "https://ru.wikipedia.org/wiki/Москва_(город),",
            ["https://ru.wikipedia.org/wiki/Москва_(город)"],
        ),
        (
            "https://en.wikipedia.org/wiki/Post–World_War_II – a page",
            ["https://en.wikipedia.org/wiki/Post–World_War_II"],
        ),
        ("https://例子.中国/路 ok", ["https://例子.中国/路"]),
        ("https://a.example/x１", ["https://a.example/x"]),
        # U40: invisible characters
        ("https://a.exa\u200bmple/p\ufeff.", ["https://a.exa\u200bmple/p"]),
        # other names
        (
            "doi:10.1000/182. DOI 10.1000/183, dx.doi.org/10.1000/184;",
            ["doi:10.1000/182", "DOI 10.1000/183", "dx.doi.org/10.1000/184"],
        ),
        (
            "arXiv:2101.00001v2, arXiv: hep-th/9901001.",
            ["arXiv:2101.00001v2", "arXiv: hep-th/9901001"],
        ),
        (
            "doi:10.1641/0006(2000)050[0907:PT]2.0.CO;2.",
            ["doi:10.1641/0006(2000)050[0907:PT]2.0.CO;2"],
        ),
        ("doi:10.1000/x[1] doi:10.1000/y是", ["doi:10.1000/x", "doi:10.1000/y"]),
        (
            "https://web.archive.org/web/2020/https://a.example/x.",
            ["https://web.archive.org/web/2020/https://a.example/x"],
        ),
        (
            "https://a.example:8080/x https://[::1]/y",
            ["https://a.example:8080/x", "https://[::1]/y"],
        ),
        # no address
        ("mail a@www.example.org, https:// and www. and doi: 11", []),
        ("xdoi:10.1000/1 arXiv:21.1 https://...", []),
    ],
)
def test_bare_addresses_end_where_the_sentence_goes_on(text: str, expected: list[str]) -> None:
    """Each address is found once, without the marks of the sentence around it."""
    assert urls(text) == expected


def test_skipped_spans_hold_no_address_and_stop_one() -> None:
    """A span that a parser has read is left alone."""
    text = "https://a.example/x `https://b.example/y` https://c.example/zz"

    found = find_urls(text, skip=[(20, 41), (60, 62)])

    assert [mention.url for mention in found] == ["https://a.example/x", "https://c.example/"]
