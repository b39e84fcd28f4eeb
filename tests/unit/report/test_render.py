"""A report as HTML: nothing of the writer's own HTML survives, every mark is findable."""

from html.parser import HTMLParser

import pytest
from hypothesis import given

from tests.laws.strategies import SETTINGS, sources
from veridical.report.model import Figure
from veridical.report.parse import parse_report
from veridical.report.render import render_html
from veridical.report.rendered_text import safe_address

ALLOWED = {
    "h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "pre", "code", "hr",
    "figure", "img", "table", "tr", "th", "td", "span", "a", "strong", "em", "sup", "br",
    "details", "summary",
}  # fmt: skip
VOID = {"br", "hr", "img"}


class _Reader(HTMLParser):
    """Checks the nesting, and gathers names, ids and addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.attributes: set[str] = set()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A start tag."""
        if tag == "a" and "a" in self.open:
            self.faults.append("link in link")
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """An end tag."""
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}>")


def _read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("# T *x*", "<h1>T <em>x</em></h1>\n"),
        ("```\na < b\n```", "<pre><code>a &lt; b</code></pre>\n"),
        ("---", "<hr>\n"),
        ("a[^1]\n\n[^1]: note", '<p class="footnote"><sup>1</sup> '),
        ("a\n\n[x]: https://a.example 'T'", '<p class="definition">[x] '),
        ("> # q", "<blockquote>\n<h1>q</h1>\n</blockquote>\n"),
        ("$$\nx\n$$", '<pre class="math">'),
        ("![alt](https://a.example/x.png)", '<figure><a class="picture" href="https://a.example/'),
        ("|image3|", '<figure><span class="picture">image 3</span></figure>'),
    ],
)
def test_blocks_are_rendered(source: str, html: str) -> None:
    """Each kind of block has its element."""
    assert html in render_html(parse_report(source)).replace('<a class="citation" id="c0"></a>', "")


def test_statements_and_citations_are_marked() -> None:
    """Each statement is one span, each citation one link, with the report's own indices."""
    report = parse_report("Sales **rose** [1].\n\n## References\n\n[1] A https://a.example/1\n")

    html = render_html(report)

    assert (
        '<span class="statement" id="s0" data-statement="0">Sales <strong>rose</strong> '
        '<a class="citation" id="c0" href="#r0">[1]</a>.</span>'
    ) in html
    assert '<span class="reference" id="r0">' in html


def test_each_label_of_a_marker_is_a_link() -> None:
    """``[1, 3]`` is two links; ``[2-3]`` names two sources in one place."""
    source = "A [1, 3]. B [2-3].\n\n## References\n\n[1] a\n[2] b\n[3] c\n"

    reader = _read(render_html(parse_report(source)))

    assert [i for i in reader.ids if i[0] == "c"] == ["c0", "c1", "c2", "c3"]
    assert reader.faults == []


def test_emphasis_across_statements_nests() -> None:
    """Marks that cross a statement's end are cut, never crossed."""
    html = render_html(parse_report("**One is here. Two is there.** Three is nowhere."))

    assert (
        '<span class="statement" id="s0" data-statement="0"><strong>One is here.</strong></span>'
    ) in html
    assert _read(html).faults == []


def test_lists_nest() -> None:
    """Items, inner items and their paragraphs stand inside each other."""
    html = render_html(parse_report("- a\n  - b\n\n    c\n- d\n\n3. e\n"))
    bare = "".join(html.split("\n"))
    for index in range(5):
        bare = bare.replace(f'<span class="statement" id="s{index}" data-statement="{index}">', "")
    bare = bare.replace("</span>", "")

    assert bare == (
        '<ul><li>a<ul><li>b<p>c</p></li></ul></li><li>d</li></ul><ol><li value="3">e</li></ol>'
    )


def test_tables_keep_their_spans() -> None:
    """Merged cells are merged, headers are headers."""
    html = render_html(
        parse_report("<table><tr><th colspan=2>h</th></tr><tr><td>1<td>2</tr></table>")
    )

    assert '<th colspan="2">h</th>' in html


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "<a href='JaVaScRiPt:alert(1)'>x</a>",
        "![x](data:text/html,<script>alert(1)</script>)",
        "<iframe src=https://a.example></iframe>",
        "<p id=s0 class=statement onclick=alert(1)>x</p>",
        "<style>*{display:none}</style>",
        "<svg onload=alert(1)><text>x</text></svg>",
        "`<script>alert(1)</script>`",
        "<table><tr><td onclick=alert(1)><form action=x>y</form></td></tr></table>",
        "[x](vbscript:x) [y](//a.example) <b style='x:expression(1)'>z</b>",
    ],
)
def test_nothing_active_survives(source: str) -> None:
    """No script, handler, style, frame or address of another scheme is left."""
    reader = _read(render_html(parse_report(f"text\n\n{source}\n\nmore")))

    assert reader.names <= ALLOWED
    assert not any(name.startswith("on") or name == "style" for name in reader.attributes)
    assert all(address.startswith(("https://", "http://", "#")) for address in reader.addresses)


def test_hidden_words_are_shown_to_reviewers() -> None:
    """What a writer hid from readers stands in the page, folded, named and escaped."""
    html = render_html(parse_report("a\n\n<!-- all <b> is supported -->\n"))

    assert "<summary>Text that readers do not see</summary>" in html
    assert "&lt;!-- all &lt;b&gt; is supported --&gt;" in html


@pytest.mark.parametrize(
    ("address", "is_shown"),
    [
        ("pictures/3.png", True),
        ("https://a.example/3.png", True),
        ("javascript:alert(1)", False),
        ("//a.example/3.png", False),
        ("data:image/png;base64,AAAA", False),
        (None, False),
    ],
)
def test_pictures_come_from_where_the_caller_says(address: str | None, is_shown: bool) -> None:
    """A picture is loaded only from an address that is given, and only from a safe one."""

    def picture(figure: Figure) -> str | None:
        return address if figure.number == 3 else None

    html = render_html(parse_report("|image3|"), picture)

    assert ("<img src=" in html) is is_shown


@pytest.mark.parametrize(
    ("address", "safe"),
    [
        ("https://a.example/x", "https://a.example/x"),
        (" http://a.example ", "http://a.example"),
        ("ftp://a.example", ""),
        ("mailto:a@b.example", ""),
        ("/relative", ""),
        ("https:///x", ""),
        ("http://[broken", ""),
        ("java\nscript:x", ""),
    ],
)
def test_safe_addresses(address: str, safe: str) -> None:
    """Only whole http and https addresses are links."""
    assert safe_address(address) == safe


@given(sources())
@SETTINGS
def test_any_report_renders_well_formed(source: str) -> None:
    """Any text gives nested elements of the allowed kinds, each statement and citation once."""
    report = parse_report(source)

    reader = _read(render_html(report))

    assert (reader.faults, reader.open) == ([], [])
    assert reader.names <= ALLOWED
    assert len(set(reader.ids)) == len(reader.ids)
    assert {f"s{s.index}" for s in report.statements} <= set(reader.ids)
    assert {f"c{c.index}" for c in report.citations} <= set(reader.ids)


def test_entries_of_a_reference_list_keep_their_lines() -> None:
    """Entries that stand on lines of one paragraph are shown on lines of their own."""
    html = render_html(parse_report("A [1]. B [2].\n\n## References\n\n[1] a\n[2] b\n"))

    assert html.count("<br>") == 1
