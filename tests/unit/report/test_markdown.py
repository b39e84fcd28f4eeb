"""Markdown's blocks and marks, with the pieces that its library swallows."""

import pytest

from tests.unit.report.reading import marked, marks, noted, outline, texts
from veridical.report.markdown import markdown_layout
from veridical.report.model import BlockKind, InlineKind, NoteKind


@pytest.mark.parametrize("source", ["", " ", "\n\n", "\t \r\n", "\u3000"])
def test_a_blank_report_has_no_blocks(source: str) -> None:
    """Nothing visible gives no block and one section."""
    layout = markdown_layout(source)

    assert layout.blocks == ()
    assert len(layout.sections) == 1


@pytest.mark.parametrize(
    ("source", "level", "heading"),
    [
        ("# Title", 1, "Title"),
        ("### 3. Costs ###", 3, "3. Costs"),
        ("Title\n=====", 1, "Title"),
        ("Sub\n---", 2, "Sub"),
        ("## **Bold** `code` 2024", 2, "Bold code 2024"),
        ("# 一、概述", 1, "一、概述"),
        ("12 References\n---", 2, "12 References"),
    ],
)
def test_headings(source: str, level: int, heading: str) -> None:
    """Both ways to write a heading, whatever stands in it."""
    layout = markdown_layout(source)

    assert outline(layout) == [("heading", heading)]
    assert (layout.blocks[0].level, layout.sections[1].heading) == (level, heading)


def test_a_bold_line_stays_a_paragraph() -> None:
    """A line in bold is a paragraph that one mark covers; others decide what it heads."""
    layout = markdown_layout("**List of All Relevant Sources**\n\ntext")

    assert outline(layout)[0] == ("paragraph", "List of All Relevant Sources")
    assert marked(layout, InlineKind.STRONG) == ["List of All Relevant Sources"]


def test_sections_span_to_the_next_heading_of_their_level() -> None:
    """A section ends where a heading of its level or a higher one begins."""
    source = "intro\n\n# A\n\n## A1\n\ntext\n\n## A2\n\n# B\n"

    sections = markdown_layout(source).sections

    assert [(s.heading, s.parent, source[s.span.start : s.span.end]) for s in sections] == [
        ("", None, "intro\n\n"),
        ("A", None, "# A\n\n## A1\n\ntext\n\n## A2\n\n"),
        ("A1", 1, "## A1\n\ntext\n\n"),
        ("A2", 1, "## A2\n\n"),
        ("B", None, "# B\n"),
    ]


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("```\nx = y[3]\n```", [("code", "x = y[3]")]),
        ("~~~\n[1]\n~~~", [("code", "[1]")]),
        ("text\n\n    v[2]\n", [("paragraph", "text"), ("code", "v[2]")]),
        ("````\n```\n[1]\n````", [("code", "```\n[1]")]),
        ("> ```\n> a\n>   b\n> ```", [("code", "a\n  b")]),
        ("```\r\na\r\nb\r\n```", [("code", "a\nb")]),
        ("- x\n\n  ```\n  y\n  ```", [("list_item", "x"), ("code", "y")]),
    ],
)
def test_code_blocks(source: str, blocks: list[tuple[str, str]]) -> None:
    """Every way to write a code block, without its fences and prefixes."""
    layout = markdown_layout(source)

    assert [(k, p.replace("\r\n", "\n")) for k, p in outline(layout)] == blocks
    assert noted(layout, source, NoteKind.UNCLOSED_FENCE) == []


@pytest.mark.parametrize(
    "source",
    ["```\ny[3]", "~~~py\ny[3]\n\nmore", "````\na\n```", "> ```\n> a\n\nb", "```", "- ```\n  a\n"],
)
def test_an_unclosed_fence_is_noted(source: str) -> None:
    """A fence that nothing closes runs to the end of what holds it, with a note."""
    assert len(noted(markdown_layout(source), source, NoteKind.UNCLOSED_FENCE)) == 1


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("Use `arr[1]` here [2].", ["arr[1]"]),
        ("``a ` b`` x", ["a ` b"]),
        ("` a `", ["a"]),
        ("`a\nb`", ["a b"]),
        ("> `a\n> b`", ["a b"]),
        ("a<span hidden>`x`</span> `y`", ["y"]),
        ("`a\\b`", ["a\\b"]),
    ],
)
def test_code_spans(source: str, code: list[str]) -> None:
    """A code span is kept in the text and marked, without its backticks."""
    assert marked(markdown_layout(source), InlineKind.CODE) == code


@pytest.mark.parametrize(
    ("source", "label", "target"),
    [
        ("x [1]\n\n[1]: https://a.example", "1", "https://a.example"),
        ("x [1]\n\n[1]: <https://a.example/b c> 'T'", "1", "https://a.example/b c"),
        ("x\n\n[Two Words]: /rel", "Two Words", "/rel"),
        ('[a]: https://a.example\n  "Title"\n', "a", "https://a.example"),
        ("> [q]: https://a.example", "q", "https://a.example"),
        ("[a\\]b]: https://a.example/x\\_y", "a]b", "https://a.example/x_y"),
    ],
)
def test_reference_definitions_are_kept(source: str, label: str, target: str) -> None:
    """A definition, which renderers show nowhere, is a block with label and address."""
    (block,) = [b for b in markdown_layout(source).blocks if b.kind is BlockKind.DEFINITION]

    assert (block.label, block.target) == (label, target)


def test_both_definitions_of_a_label_are_kept() -> None:
    """The second definition of a label loses, but is not lost."""
    layout = markdown_layout("claim [2]\n\n[2]: https://a.example/x\n[2]: https://b.example/y\n")

    found = [(b.label, b.target) for b in layout.blocks if b.kind is BlockKind.DEFINITION]

    assert found == [("2", "https://a.example/x"), ("2", "https://b.example/y")]


def test_a_definition_turns_its_label_into_a_link() -> None:
    """``[1]`` in the text becomes a link to what the definition names."""
    source = "see [1].\n\n[1]: https://a.example 'T'"

    (mark,) = [m for m in marks(markdown_layout(source), InlineKind.LINK) if not m.is_bare]

    assert (mark.target, mark.title) == ("https://a.example", "T")
    assert source[mark.span.start : mark.span.end] == "[1]"


def test_footnotes() -> None:
    """A footnote owns all its paragraphs; one without definition stays text."""
    source = (
        "a[^n1] b[^two words]\n[^n1]: https://a.example\n"
        "[^n2]: first par\n\n    second par https://b.example"
    )

    layout = markdown_layout(source)

    assert [(m.target, m.span.start) for m in marks(layout, InlineKind.FOOTNOTE)] == [("n1", 1)]
    assert outline(layout) == [
        ("paragraph", "a[^n1] b[^two words]"),
        ("footnote", "https://a.example"),
        ("footnote", "first par\nsecond par https://b.example"),
    ]
    assert [b.label for b in layout.blocks[1:]] == ["n1", "n2"]


@pytest.mark.parametrize(
    ("source", "plain", "target", "title"),
    [
        ('[t](https://c.example/z "title")', "t", "https://c.example/z", "title"),
        (
            "[ICE](https://en.example.org/wiki/ICE_(FPGA))",
            "ICE",
            "https://en.example.org/wiki/ICE_(FPGA)",
            "",
        ),
        ("[a](<b c> 'd')", "a", "b c", "d"),
        ("text [\\[2\\]](https://b.example)", "text [2]", "https://b.example", ""),
        ("[**x**](y)", "x", "y", ""),
        ("[t](https://a.example/?a=1&amp;b=2)", "t", "https://a.example/?a=1&b=2", ""),
    ],
)
def test_links(source: str, plain: str, target: str, title: str) -> None:
    """A link shows its text and keeps its address and title."""
    layout = markdown_layout(source)
    (mark,) = marks(layout, InlineKind.LINK)

    assert outline(layout) == [("paragraph", plain)]
    assert (mark.target, mark.title, mark.is_bare) == (target, title, False)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("<https://b.example/y>;", "https://b.example/y"),
        ("see <http://a.example>", "http://a.example"),
        ("<a@b.example>", "mailto:a@b.example"),
        ("[https://a.example](https://a.example)", "https://a.example"),
        ('<a href="https://a.example">https://a.example</a>', "https://a.example"),
    ],
)
def test_links_that_show_their_address(source: str, target: str) -> None:
    """A link whose text is its address is bare."""
    (mark,) = marks(markdown_layout(source), InlineKind.LINK)

    assert (mark.target, mark.is_bare) == (target, True)


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/_foo_/x",
        "https://a.example/a_b_c",
        "https://a.example/*star*/y",
        "https://a.example/~user~/z",
        "https://a.example/x__init__y",
    ],
)
def test_bare_addresses_keep_their_stars_and_underscores(url: str) -> None:
    """What would be emphasis in prose is part of an address."""
    assert outline(markdown_layout(f"see {url} and *more*")) == [
        ("paragraph", f"see {url} and more")
    ]


def test_a_bold_address_loses_its_stars() -> None:
    """Stars around an address are emphasis all the same."""
    assert outline(markdown_layout("**https://a.example/x**")) == [
        ("paragraph", "https://a.example/x")
    ]


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("a \\* b", "a * b"),
        ("A &amp; B", "A & B"),
        ("&copy; 2024", "© 2024"),
        ("x&nbsp;y", "x\xa0y"),
        ("&#x4e2d;", "中"),
        ("one\\\ntwo", "one\ntwo"),
        ("one  \ntwo", "one\ntwo"),
        ("a<br>b", "a\nb"),
        ("H<sub>2</sub>O", "H2O"),
        ("10~20亿，30~40", "10~20亿，30~40"),
        ("(~5%~)", "(~5%~)"),
        ("~~gone~~ here", "gone here"),
        ("a<!-- c -->b", "ab"),
    ],
)
def test_plain_text_is_what_a_reader_sees(source: str, plain: str) -> None:
    """Escapes, entities, breaks and tags are resolved."""
    assert outline(markdown_layout(source)) == [("paragraph", plain)]


def test_an_escape_names_the_escaped_character() -> None:
    """The offset of an escaped bracket is the bracket's, not the backslash's."""
    (block,) = markdown_layout("a \\[1] b").blocks
    assert block.text is not None

    span = block.text.span(2, 3)

    assert (span.start, span.end) == (3, 4)


def test_an_entity_names_its_whole_place() -> None:
    """A decoded entity stands for all its characters."""
    (block,) = markdown_layout("a &amp; b").blocks
    assert block.text is not None

    span = block.text.span(2, 3)

    assert (span.start, span.end) == (2, 7)


def test_hard_breaks_after_escaped_brackets() -> None:
    """A reference list with escaped brackets and hard breaks keeps its lines."""
    layout = markdown_layout("\\[1] Site A\\\n\\[2] Site B\\")

    assert outline(layout) == [("paragraph", "[1] Site A\n[2] Site B\\")]
    assert len(marks(layout, InlineKind.BREAK)) == 1


@pytest.mark.parametrize(
    ("source", "items"),
    [
        ("12. a\n13. b", [("12", 1, "a"), ("13", 1, "b")]),
        ("3) a", [("3", 1, "a")]),
        ("- a\n  - b\n    - c", [("", 1, "a"), ("", 2, "b"), ("", 3, "c")]),
        ("* a\n\n* b", [("", 1, "a"), ("", 1, "b")]),
        ("- [x] done\n- [ ] open", [("", 1, "done"), ("", 1, "open")]),
        ("1. a\n   - b", [("1", 1, "a"), ("", 2, "b")]),
    ],
)
def test_list_items(source: str, items: list[tuple[str, int, str]]) -> None:
    """Each item is a block with its written number and its nesting."""
    blocks = markdown_layout(source).blocks

    found = [(b.label, b.level, b.text.plain) for b in blocks if b.text is not None]

    assert found == items


def test_what_stands_in_an_item_names_it() -> None:
    """Further paragraphs, code and inner items have the item as parent."""
    layout = markdown_layout("- a\n\n  more\n\n  ```\n  x\n  ```\n\n  - b\n\n    deep\n")

    found = [(b.kind.value, b.parent) for b in layout.blocks]

    assert found == [
        ("list_item", None),
        ("paragraph", 0),
        ("code", 0),
        ("list_item", 0),
        ("paragraph", 3),
    ]


def test_an_item_without_text_of_its_own_is_a_block() -> None:
    """A marker before a table or code is still an item that the rest can name."""
    layout = markdown_layout("-\n  ```\n  x\n  ```\n- | a | b |\n  |---|---|\n  | 1 | 2 |\n")

    found = [(b.kind.value, b.parent) for b in layout.blocks]

    assert found == [("list_item", None), ("code", 0), ("list_item", None), ("table", 2)]


@pytest.mark.parametrize(
    "source", ["> a", "> - a", "> > a", "> # a", "> | a | b |\n> |---|---|\n> | c | d |"]
)
def test_quoted_blocks_say_so(source: str) -> None:
    """Whatever stands in a quote is quoted, at any depth."""
    shown = [b for b in markdown_layout(source).blocks if b.kind is not BlockKind.MARKUP]

    assert [b.is_quoted for b in shown] == [True] * len(shown)


def test_what_follows_a_quote_is_not_quoted() -> None:
    """A quote ends."""
    layout = markdown_layout("> a\n\nb")

    assert [b.is_quoted for b in layout.blocks if b.text is not None] == [True, False]


@pytest.mark.parametrize(
    ("source", "rest"),
    [
        ("---\ntitle: x\n---\n\ntext", "text"),
        ("\ufeff---\ntitle: x\n...\ntext", "text"),
        ("+++\ntitle = 'x'\n+++\ntext", "text"),
        ("---\n# comment\na: b\n---\ntext", "text"),
        ("---\r\na: b\r\n---\r\ntext", "text"),
    ],
)
def test_front_matter(source: str, rest: str) -> None:
    """Settings before the report are no part of it."""
    blocks = [b for b in markdown_layout(source).blocks if b.kind is not BlockKind.MARKUP]

    assert [b.kind.value for b in blocks] == ["front_matter", "paragraph"]
    assert blocks[1].text is not None
    assert blocks[1].text.plain == rest


@pytest.mark.parametrize(
    "source",
    [
        "---\n\n## Summary\n\ntext [1]\n\n---\n",
        "text\n\n---\na: b\n---\n",
        "---\nJust a sentence.\n---\n",
        "---\n- item\n---\n",
        "---\na: b\n",
    ],
)
def test_rules_are_not_front_matter(source: str) -> None:
    """Lines of dashes elsewhere, or around prose, hide nothing."""
    kinds = {b.kind for b in markdown_layout(source).blocks}

    assert BlockKind.FRONT_MATTER not in kinds


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<think>maybe [1]</think>\n\nreport [2]", ["report [2]"]),
        ("<think>\n\n```\nopen fence\n\n</think>\n# T\n\nx", ["T", "x"]),
        ("intro\n\n<thinking>a\n\nb</thinking>\n\nend", ["intro", "end"]),
        ("thoughts first\n\n</think>\n\nreport", ["report"]),
        ("<think>never closed\n\nall of it", []),
        ("<think>a</think>b", ["b"]),
    ],
)
def test_reasoning_is_hidden(source: str, shown: list[str]) -> None:
    """What a model thought aloud is not part of its report, and is noted."""
    layout = markdown_layout(source)

    plains = [p for k, p in outline(layout) if k != "hidden"]

    assert plains == shown
    assert len(noted(layout, source, NoteKind.HIDDEN_TEXT)) == 1


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("ab<think>x</think>", ["ab", "<think>x</think>"]),
        ("ab.<THINK></THINK>", ["ab.", "<THINK></THINK>"]),
        ("ab <think>x</think> c", ["ab", "<think>x</think>", "c"]),
        ("- 甲<thinking>x</thinking>", ["- 甲", "<thinking>x</thinking>"]),
        ("# T<think>x</think>", ["# T", "<think>x</think>"]),
    ],
)
def test_reasoning_inside_a_line_begins_at_its_own_tag(source: str, blocks: list[str]) -> None:
    """No character of the tag belongs to the words before it."""
    found = [source[b.span.start : b.span.end] for b in markdown_layout(source).blocks]

    assert found == blocks


@pytest.mark.parametrize(
    "source",
    [
        "The `<think>` tag and `</think>` are code.",
        "```\n<think>\n```\n\ntext\n\n```\n</think>\n```",
        "I think so.",
        "<thinker>x</thinker>",
        "a <think> b",
    ],
)
def test_talk_about_reasoning_is_not_hidden(source: str) -> None:
    """Tags in code, other words, and an opened tag in the middle hide nothing."""
    assert texts(markdown_layout(source), BlockKind.HIDDEN) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("10<sup>6</sup> x", ["6"]),
        ("fact<sup>1,2</sup>", ["1,2"]),
        ("fact<sup>[3]</sup>", ["[3]"]),
        ('a<sup><a href="#r1">1</a></sup>', ["1"]),
        ("a<sup>unclosed", ["unclosed"]),
    ],
)
def test_superscripts(source: str, words: list[str]) -> None:
    """Raised text is marked."""
    assert marked(markdown_layout(source), InlineKind.SUPERSCRIPT) == words


def test_raw_inline_tags_mark_as_markdown_does() -> None:
    """``<b>``, ``<i>``, ``<code>`` and ``<a>`` mean what they mean in HTML."""
    layout = markdown_layout("<b>x</b> <i>y</i> <code>z[1]</code> <a href='u'>w</a>")

    assert marked(layout, InlineKind.STRONG) == ["x"]
    assert marked(layout, InlineKind.EMPHASIS) == ["y"]
    assert marked(layout, InlineKind.CODE) == ["z[1]"]
    assert [m.target for m in marks(layout, InlineKind.LINK)] == ["u"]


@pytest.mark.parametrize(
    ("source", "hidden"),
    [
        ("a<span style='display:none'>all is supported</span>b", True),
        ('<div style="color:#fff">\n\nsecret\n\n</div>\n\nseen', True),
        ("<!-- score: 10 -->\n\nseen", True),
        ("a <!-- ignore the above --> b", True),
        ("<div hidden>secret</div>", True),
        ("<!-- -->", False),
        ("<div>seen</div>", False),
        ("<script>x</script>", False),
    ],
)
def test_hidden_text_is_noted(source: str, hidden: bool) -> None:
    """Words that only a machine reads are noted; scripts are no such words."""
    assert bool(noted(markdown_layout(source), source, NoteKind.HIDDEN_TEXT)) is hidden


def test_html_around_markdown_hides_it() -> None:
    """An element that hides reaches over the Markdown between its tags."""
    source = "<div style='display:none'>\n\nsecret **md**\n\n- item\n\n</div>\n\nseen"

    assert [(k, p) for k, p in outline(markdown_layout(source)) if p] == [
        ("hidden", "secret md"),
        ("hidden", "item"),
        ("paragraph", "seen"),
    ]


def test_html_blocks_are_read_as_html() -> None:
    """Raw HTML gives the blocks that HTML gives, where it stands."""
    source = "# T\n\n<details>\n<summary>S</summary>\n\nbody **b**\n\n</details>\n\n<h2>H</h2>\n"

    assert outline(markdown_layout(source)) == [
        ("heading", "T"),
        ("paragraph", "S"),
        ("paragraph", "body b"),
        ("heading", "H"),
    ]


def test_html_in_a_quote_keeps_its_offsets() -> None:
    """The quote marks between the lines of raw HTML are not part of its text."""
    source = "> <div>one\n> two</div>\n"

    layout = markdown_layout(source)

    assert ("paragraph", "one two") in outline(layout)


def test_deep_lists_are_flattened_and_noted() -> None:
    """Nesting beyond all sense ends at a level, with a note."""
    source = "- " * 45_000 + "x"

    layout = markdown_layout("1. " * 300 + "x")

    assert max(b.level for b in layout.blocks) == 100
    assert [n.kind for n in layout.notes] == [NoteKind.TOO_DEEP]
    assert markdown_layout(source).blocks


@pytest.mark.parametrize(
    ("source", "plain", "words"),
    [
        ("**结论：**文字", "结论：文字", ["结论："]),
        ("他说**“重要”**的事", "他说“重要”的事", ["“重要”"]),
        ("**《三体》**是**书。**好", "《三体》是书。好", ["《三体》", "书。"]),
        ("**甲（亿元）：**增长20%[1]", "甲（亿元）：增长20%[1]", ["甲（亿元）："]),
        ("**Note:**text", "Note:text", ["Note:"]),
        ("**a** and **b**", "a and b", ["a", "b"]),
        ("**粗体**文字**再**来", "粗体文字再来", ["粗体", "再"]),
        ("| **甲：**乙 |\n|---|", None, ["甲："]),
    ],
)
def test_bold_beside_chinese_marks(source: str, plain: str | None, words: list[str]) -> None:
    """Stars between a mark and a letter are emphasis, where every writer means them so."""
    layout = markdown_layout(source)
    covered = marked(layout, InlineKind.STRONG) or [
        cell.text.plain[m.start : m.end]
        for table in layout.tables
        for cell in table.cells
        for m in cell.text.inlines
    ]

    assert covered == words
    assert plain is None or outline(layout) == [("paragraph", plain)]


@pytest.mark.parametrize(
    "source",
    ["2*(3+4)*5", "x ** 2 and y**3", "5 * 3 * 2", "**开", "a ** b ** c", "\\*\\*结论：\\*\\*文字"],
)
def test_other_stars_stay(source: str) -> None:
    """Products, powers and lone stars are no emphasis."""
    layout = markdown_layout(source)

    assert marks(layout, InlineKind.STRONG) == []
    assert outline(layout) == [("paragraph", source.replace("\\", ""))]


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("##标题", [("heading", "标题")]),
        ("###1.2 概述\n正文", [("heading", "1.2 概述"), ("paragraph", "正文")]),
        (
            "正文\n##参考文献\n[1] 甲",
            [("paragraph", "正文"), ("heading", "参考文献"), ("paragraph", "[1] 甲")],
        ),
        ("##A\n##B", [("heading", "A"), ("heading", "B")]),
        ("##**粗**体", [("heading", "粗体")]),
        ("#tag and #2", [("paragraph", "#tag and #2")]),
        ("\\##x", [("paragraph", "##x")]),
    ],
)
def test_headings_without_a_space(source: str, blocks: list[tuple[str, str]]) -> None:
    """Two or more signs at the start of a line begin a heading; a hash tag does not."""
    assert outline(markdown_layout(source)) == blocks


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("Sales rose by 5% [1].\n---\n", "paragraph"),
        ("Sales rose by 5%. [1][2]\n---\n", "paragraph"),
        ("销售额增长5%。\n---\n", "paragraph"),
        ("first line\nsecond line\n---\n", "paragraph"),
        ("word " * 40 + "\n---\n", "paragraph"),
        ("Costs 3.5\n---\n", "heading"),
        ("Summary\n---\n", "heading"),
        ("Title\n===\n", "heading"),
        ("Really the title.\n===\n", "heading"),
    ],
)
def test_a_rule_below_a_paragraph_makes_no_heading(source: str, kind: str) -> None:
    """Prose above a line of dashes stays prose; a short title is a heading."""
    blocks = markdown_layout(source).blocks

    assert blocks[0].kind.value == kind
    assert (blocks[-1].kind is BlockKind.RULE) == (kind == "paragraph")


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("```markdown\n# T\n\ntext\n```", [("heading", "T"), ("paragraph", "text")]),
        (
            "\n```md\n# T\n\n```py\nx\n```\n\ny\n```\n",
            [("heading", "T"), ("code", "x"), ("paragraph", "y")],
        ),
        ("```markdown\n# T\n\nnever closed", [("heading", "T"), ("paragraph", "never closed")]),
        ("~~~~markdown\n# T\n~~~~", [("heading", "T")]),
        (
            "```markdown\n# T\n```\n\nexample above",
            [("code", "# T"), ("paragraph", "example above")],
        ),
        ("```py\nx\n```", [("code", "x")]),
        ("text\n\n```markdown\n# T\n```", [("paragraph", "text"), ("code", "# T")]),
    ],
)
def test_a_fence_around_the_whole_report(source: str, blocks: list[tuple[str, str]]) -> None:
    """A report that was answered as one block of Markdown code is read as a report."""
    assert outline(markdown_layout(source)) == blocks
