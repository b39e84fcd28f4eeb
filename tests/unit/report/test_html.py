"""HTML: tokens, blocks, marks, what is hidden, and telling it from Markdown."""

import pytest

from tests.unit.report.reading import marked, marks, noted, outline
from veridical.report.html import html_layout, looks_like_html
from veridical.report.html.entities import decode_attribute
from veridical.report.html.tokenizer import TokenKind, tokens
from veridical.report.model import BlockKind, InlineKind, NoteKind


def _tokens(source: str) -> list[tuple[str, str]]:
    return [(token.kind.name, source[token.start : token.end]) for token in tokens(source)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("a<b>c</b>", [("TEXT", "a"), ("START", "<b>"), ("TEXT", "c"), ("END", "</b>")]),
        ("a < b", [("TEXT", "a < b")]),
        ("5 <3 x", [("TEXT", "5 <3 x")]),
        ("<!-- a > b -->c", [("COMMENT", "<!-- a > b -->"), ("TEXT", "c")]),
        ("<!-->x", [("COMMENT", "<!-->"), ("TEXT", "x")]),
        ("<!--a", [("COMMENT", "<!--a")]),
        ("<!DOCTYPE html>x", [("DECLARATION", "<!DOCTYPE html>"), ("TEXT", "x")]),
        ("<?xml a?>x", [("DECLARATION", "<?xml a?>"), ("TEXT", "x")]),
        ("<![CDATA[a<b]]>", [("CDATA", "<![CDATA[a<b]]>")]),
        ("<a b='>'>x", [("START", "<a b='>'>"), ("TEXT", "x")]),
        ("<a b='>x", [("START", "<a b='>"), ("TEXT", "x")]),
        ("<a b", [("TEXT", "<a b")]),
        ("</>x", [("DECLARATION", "</>"), ("TEXT", "x")]),
        (
            "<script>a<b</script>c",
            [("START", "<script>"), ("RAW", "a<b"), ("END", "</script>"), ("TEXT", "c")],
        ),
        ("<style>x", [("START", "<style>"), ("RAW", "x")]),
        (
            "<svg><title>a</title>",
            [("START", "<svg>"), ("START", "<title>"), ("TEXT", "a"), ("END", "</title>")],
        ),
    ],
)
def test_tokens(source: str, found: list[tuple[str, str]]) -> None:
    """Tokens cover the source, as a browser would cut it."""
    assert _tokens(source) == found


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        ("<a href=x>", (("href", "x"),)),
        ("<a HREF='x y' b>", (("href", "x y"), ("b", ""))),
        ('<a a="1"b="2">', (("a", "1"), ("b", "2"))),
        ("<a a = 1 / >", (("a", "1"),)),
        ("<img src=a.png/>", (("src", "a.png/"),)),
        ("<a title='A &amp; B &lt;'>", (("title", "A & B <"),)),
        ("<a =x>", (("", ""),)),
    ],
)
def test_attributes(tag: str, attributes: tuple[tuple[str, str], ...]) -> None:
    """Attributes with every kind of quote, decoded."""
    (token,) = tokens(tag)

    assert token.kind is TokenKind.START
    assert tuple(pair for pair in token.attributes if pair[0]) == tuple(
        pair for pair in attributes if pair[0] and pair[0] != "x"
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("?a=1&amp;b=2", "?a=1&b=2"),
        ("?a=1&copy=2", "?a=1&copy=2"),
        ("?a=1&copyright", "?a=1&copyright"),
        ("&copy;", "©"),
        ("&copy", "©"),
        ("&#38;&#x26;", "&&"),
        ("&nosuch;", "&nosuch;"),
        ("a & b", "a & b"),
    ],
)
def test_entities_in_attributes(written: str, meant: str) -> None:
    """Addresses keep parameters that look like entities."""
    assert decode_attribute(written) == meant


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("<p>a<p>b", [("paragraph", "a"), ("paragraph", "b")]),
        ("a<div>b</div>c", [("paragraph", "a"), ("paragraph", "b"), ("paragraph", "c")]),
        ("<h1>T</h1>x", [("heading", "T"), ("paragraph", "x")]),
        ("<h2>A<h3>B</h3>", [("heading", "A"), ("heading", "B")]),
        ("<p>a</b></i></p></div>b", [("paragraph", "a"), ("paragraph", "b")]),
        ("<pre>x\n  y[3]</pre>", [("code", "x\n  y[3]")]),
        ("<ul><li>a<li>b</ul>c", [("list_item", "a"), ("list_item", "b"), ("paragraph", "c")]),
        ("<dl><dt>t<dd>d</dl>", [("paragraph", "t"), ("paragraph", "d")]),
        ("<p>a  b\n c</p>", [("paragraph", "a b c")]),
        ("<p>a&nbsp;&amp;&copy b</p>", [("paragraph", "a\xa0&© b")]),
        ("<p>&notit; 5 &lt; 6", [("paragraph", "¬it; 5 < 6")]),
        ("<p>a<br>b<br/>c", [("paragraph", "a\nb\nc")]),
        ("a<hr>b", [("paragraph", "a"), ("paragraph", "b")]),
        ("plain", [("paragraph", "plain")]),
        ("<![CDATA[a [1]]]>", [("paragraph", "a [1]")]),
        ("<![CDATA[never closed", [("paragraph", "never closed")]),
        ("<textarea>a <b>c</textarea>", [("paragraph", "a <b>c")]),
        (
            "<svg/><p>b</p><script>x<p>y</script>",
            [("figure", ""), ("paragraph", "b"), ("hidden", "x<p>y")],
        ),
        ("<p>a</p><svg/><p>b</p>", [("paragraph", "a"), ("figure", ""), ("paragraph", "b")]),
        ("<p><b>a</b> <i>b</i></p>", [("paragraph", "a b")]),
        ("<section><article><p>x</article></section>", [("paragraph", "x")]),
        ("<summary>s</summary>t", [("paragraph", "s"), ("paragraph", "t")]),
        ("<p></p><p> </p>", []),
        ("\ufeff<p>x</p>", [("paragraph", "x")]),
    ],
)
def test_blocks(source: str, blocks: list[tuple[str, str]]) -> None:
    """Text is cut where a block begins or ends, with or without end tags."""
    assert outline(html_layout(source)) == blocks


def test_a_block_covers_its_tags() -> None:
    """The span of a paragraph is its element's."""
    source = "<div><p class=x>a <b>b</b></p>\n<p>c</div>"

    spans = [b.span for b in html_layout(source).blocks if b.kind is BlockKind.PARAGRAPH]

    assert [source[s.start : s.end] for s in spans] == ["<p class=x>a <b>b</b></p>", "<p>c"]


@pytest.mark.parametrize(
    ("source", "labels"),
    [
        ("<ol><li>a<li>b</ol>", ["1", "2"]),
        ("<ol start=5><li>a<li>b</ol>", ["5", "6"]),
        ("<ol><li value=7>a<li>b</ol>", ["7", "8"]),
        ("<ul><li>a<li id=x>b</ul>", ["", "x"]),
        ("<ol><li>a<ol><li>b</ol><li>c</ol>", ["1", "1", "2"]),
        ('<ul><li><span id="cite-3"></span>a</ul>', ["cite-3"]),
    ],
)
def test_list_items_are_numbered_as_browsers_do(source: str, labels: list[str]) -> None:
    """An item has the number that a reader sees, else its id."""
    items = [b for b in html_layout(source).blocks if b.kind is BlockKind.LIST_ITEM]

    assert [item.label for item in items] == labels


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ('<p id="ref3">[3] Site</p>', "ref3"),
        ('<div id="cite_note-3"><p>Site</p></div>', "cite_note-3"),
        ('<p><a name="r3"></a>[3] Site</p>', "r3"),
        ('<p><a id="r3">[3]</a> Site</p>', "r3"),
        ('<h2 id="sources">Sources</h2>', "sources"),
        ("<p>Site</p>", ""),
    ],
)
def test_blocks_can_be_found_by_id(source: str, label: str) -> None:
    """What a link to ``#ref3`` leads to carries that id."""
    (block,) = [b for b in html_layout(source).blocks if b.text is not None]

    assert block.label == label


def test_nested_items_name_their_parents() -> None:
    """Inner lists, paragraphs and tables know their item."""
    source = "<ul><li>a<ul><li>b<p>c</p></li></ul><p>d</p></li></ul>"
    blocks = [b for b in html_layout(source).blocks if b.text is not None]
    plains = {b.index: b.text.plain for b in blocks if b.text}

    found = [
        (b.text.plain, b.level, plains.get(b.parent or 0, "") if b.parent is not None else "")
        for b in blocks
        if b.text
    ]

    assert found == [("a", 1, ""), ("b", 2, "a"), ("c", 0, "b"), ("d", 0, "a")]


@pytest.mark.parametrize(
    ("source", "kind", "words"),
    [
        ("<p><strong>x</strong> <b>y</b>", InlineKind.STRONG, ["x", "y"]),
        ("<p><em>x</em> <i>y</i>", InlineKind.EMPHASIS, ["x", "y"]),
        ("<p>f<sup>1</sup>", InlineKind.SUPERSCRIPT, ["1"]),
        ("<p><code>x[1]</code> <kbd>k</kbd>", InlineKind.CODE, ["x[1]", "k"]),
        ("<p><math><mi>x</mi><mo>=</mo><mn>2</mn></math> a", InlineKind.MATH, ["x=2"]),
        ("<p><a href=u>t</a> <a name=n>no link</a>", InlineKind.LINK, ["t"]),
        ("<b>a<p>b</p></b>", InlineKind.STRONG, ["a", "b"]),
        ("<p><b><i>x</b>y</i>", InlineKind.STRONG, ["x"]),
        ("<p><b>unclosed", InlineKind.STRONG, ["unclosed"]),
    ],
)
def test_marks(source: str, kind: InlineKind, words: list[str]) -> None:
    """Inline elements mark their words, across blocks and badly nested ones too."""
    assert marked(html_layout(source), kind) == words


@pytest.mark.parametrize("source", ["<code></p></> 0", "<b>a<p> b</p></b>", "<i><p>\n c</i>"])
def test_marks_that_go_on_begin_where_their_block_begins(source: str) -> None:
    """White space before the block is no part of the mark either."""
    block = [b for b in html_layout(source).blocks if b.text is not None][-1]
    spans = [mark.span for mark in block.text.inlines] if block.text else []

    assert [block.span.start <= span.start <= span.end <= block.span.end for span in spans] == [
        True
    ]


def test_footnote_links() -> None:
    """A raised link to an entry is a link with that target, inside raised text."""
    source = '<p>Fact<sup><a href="#cite-3">[3]</a></sup></p><ol><li id="cite-3">Site</li></ol>'

    layout = html_layout(source)

    assert [m.target for m in marks(layout, InlineKind.LINK)] == ["#cite-3"]
    assert marked(layout, InlineKind.SUPERSCRIPT) == ["[3]"]


HIDING = [
    "<p hidden>secret</p>",
    "<div style='display: none'><p>secret</p></div>",
    "<p style='visibility:hidden'>secret</p>",
    "<p style='font-size:0px'>secret</p>",
    "<p style='opacity:0'>secret</p>",
    "<p style='color:#FFF'>secret</p>",
    "<p style='color: white !important'>secret</p>",
    "<p style='color:rgb(255, 255, 255)'>secret</p>",
    "<font color=white>secret</font>",
    "<p>seen <span style='display:none'>secret</span></p>",
    "<p>seen<span style='color:white'>secret</span></p>",
    "<table><tr><td>seen<span hidden>secret</span></td></tr></table>",
    "<p aria-hidden=true>secret</p>",
    "<!-- secret -->",
    "<p>seen<!-- secret --></p>",
    "<table><tr><td>seen</td><!-- secret --></tr></table>",
]


@pytest.mark.parametrize("source", HIDING)
def test_hidden_words_are_noted_and_not_read(source: str) -> None:
    """What a reader does not see is in no visible text, and there is a note."""
    layout = html_layout(source)
    shown = [p for k, p in outline(layout) if k != "hidden"]
    shown += [c.text.plain for t in layout.tables for c in t.cells]

    assert "secret" not in " ".join(shown)
    assert len(noted(layout, source, NoteKind.HIDDEN_TEXT)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "<p style='color:#fff;background:#000'>seen</p>",
        "<div style='background:navy'><p style='color:white'>seen</p></div>",
        "<table><tr><th bgcolor=#333 style='color:#fff'>seen</th></tr></table>",
        "<p style='color:#eee'>seen</p>",
        "<p style='display:block;font-size:10px'>seen</p>",
        "<p style='opacity:0.5'>seen</p>",
        "<p hidden-x>seen</p>",
    ],
)
def test_visible_words_are_not_taken_for_hidden(source: str) -> None:
    """White letters on a dark ground, small letters and the like are read."""
    layout = html_layout(source)
    shown = [p for k, p in outline(layout) if k != "hidden"]
    shown += [c.text.plain for t in layout.tables for c in t.cells]

    assert "seen" in shown
    assert noted(layout, source, NoteKind.HIDDEN_TEXT) == []


@pytest.mark.parametrize(
    "source",
    [
        "<script>x = '[1]'</script>",
        "<style>p{}</style>",
        "<head><title>T</title></head>",
        "<template><p>x</p></template>",
        "<noscript>x</noscript>",
        "<iframe>x</iframe>",
    ],
)
def test_machinery_is_hidden_without_a_note(source: str) -> None:
    """What no browser ever shows is no trick."""
    layout = html_layout(source + "<p>a</p>")

    assert [p for k, p in outline(layout) if k != "hidden"] == ["a"]
    assert layout.notes == ()


def test_deep_nesting_is_flattened_and_noted() -> None:
    """Elements nested beyond all sense lose their nesting, not their words."""
    layout = html_layout("<div>" * 50_000 + "<p>x [1]</p>" + "<ul><li>y" * 200)

    assert ("paragraph", "x [1]") in outline(layout)
    assert [n.kind for n in layout.notes] == [NoteKind.TOO_DEEP]


def test_a_whole_document() -> None:
    """Head, headings, quotes, lists and a table of an ordinary document."""
    source = (
        "<!doctype html>\n<html><head><title>T</title></head><body>\n"
        "<h1>Report</h1>\n<p>Sales rose [1].</p>\n"
        "<blockquote><p>Quoted</p></blockquote>\n"
        "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>\n"
        "<h2>References</h2><ol><li>Site</li></ol></body></html>"
    )
    layout = html_layout(source)

    assert outline(layout) == [
        ("hidden", "T"),
        ("heading", "Report"),
        ("paragraph", "Sales rose [1]."),
        ("paragraph", "Quoted"),
        ("table", ""),
        ("heading", "References"),
        ("list_item", "Site"),
    ]
    assert [b.is_quoted for b in layout.blocks if b.kind is BlockKind.PARAGRAPH] == [False, True]
    assert [(s.heading, s.level) for s in layout.sections[1:]] == [("Report", 1), ("References", 2)]


@pytest.mark.parametrize(
    "source",
    [
        "<!DOCTYPE html><p>x",
        "\n\n<html><body>",
        "\ufeff<!doctype html>",
        "<?xml version='1.0'?>\n<!-- c -->\n<html>",
        "<h1>T</h1>\n<p>a</p>\n<p>b</p>",
        "<div class=report><h2>A</h2><ul><li>- x</li></ul></div>",
        "<p>one</p>",
        "```html\n<h1>T</h1><p>x</p>\n```",
    ],
)
def test_html_is_recognized(source: str) -> None:
    """Documents and fragments that begin with a tag."""
    assert looks_like_html(source)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "# T\n\n<p>x</p>",
        "<div align=center>\n\n# Title\n\n</div>\n\n- a\n- b\n\n[t](u)",
        "a < b",
        "<https://a.example> is a link",
        "<!-- note -->\n# T\n\ntext",
        "<details>\n<summary>S</summary>\n\n- a\n- b\n\n</details>\n",
        "<think>x</think>\n# T",
    ],
)
def test_markdown_is_not_taken_for_html(source: str) -> None:
    """Markdown that holds some HTML, even at its start."""
    assert not looks_like_html(source)


@pytest.mark.parametrize(
    "source",
    ["```html\n<p>x</p>\n```", "```html\n<!doctype html>\n<p>x</p>", "\n~~~html\n<p>x</p>\n~~~\n"],
)
def test_a_fence_around_the_whole_document(source: str) -> None:
    """A document that was answered as one block of code is read as a document."""
    assert outline(html_layout(source)) == [("paragraph", "x")]


@pytest.mark.parametrize(
    ("source", "language"),
    [
        ("<pre><code class='language-py'>x</code></pre>", "py"),
        ("<pre class=lang-r>x</pre>", "r"),
        ("<pre><code class='hl language-c++ x'>x</code></pre>", "c++"),
        ("<pre>x</pre>", ""),
        ("<pre><code class=wide>x</code></pre>", ""),
    ],
)
def test_code_names_its_language(source: str, language: str) -> None:
    """The class of ``<pre>`` or ``<code>`` tells the language."""
    (block,) = html_layout(source).blocks

    assert (block.kind, block.label) == (BlockKind.CODE, language)


def test_a_hidden_table_is_hidden() -> None:
    """A table that is not displayed is no table of the report."""
    source = "<div hidden><table><tr><td>secret</td></tr></table></div>"
    layout = html_layout(source)

    assert layout.tables == ()
    assert [b.kind.value for b in layout.blocks if b.kind is not BlockKind.MARKUP] == ["hidden"]


def test_deeply_nested_inline_tags_keep_their_words() -> None:
    """Inline nesting beyond all sense is flattened, noted, and loses no word."""
    layout = html_layout("<p>" + "<b>" * 300 + "x" + "</b>" * 300 + "y")

    assert outline(layout) == [("paragraph", "xy")]
    assert [n.kind for n in layout.notes] == [NoteKind.TOO_DEEP]


def test_a_long_address_is_text_when_a_quote_is_missing() -> None:
    """A tag that never ends is text, and so is what follows it."""
    layout = html_layout("<p>a <b c='>' d")

    assert outline(layout) == [("paragraph", "a <b c='>' d")]
