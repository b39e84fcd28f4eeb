"""Pictures: placeholders, images, drawings, and their captions."""

from base64 import b64encode
from hashlib import sha256
from time import process_time

import pytest

from tests.unit.report.reading import noted, outline
from veridical.report.html import html_layout
from veridical.report.markdown import markdown_layout
from veridical.report.model import BlockKind, FigureKind, Layout, NoteKind


def _numbers(layout: Layout) -> list[int | None]:
    return [figure.number for figure in layout.figures]


@pytest.mark.parametrize(
    ("source", "numbers"),
    [
        ("|image3|", [3]),
        ("|image 3|", [3]),
        ("｜image3｜", [3]),
        ("｜image 12｜", [12]),
        ("|Image1|", [1]),
        ("see |image2| and |image4| here", [2, 4]),
        ("|image1||image2|", [1, 2]),
        ("- |image1|", [1]),
        ("> |image1|", [1]),
        ("**|image1|**", [1]),
        ("甲公司｜image1｜增长", [1]),
    ],
)
def test_placeholders(source: str, numbers: list[int]) -> None:
    """A placeholder is a figure with its number, wherever it stands."""
    layout = markdown_layout(source)

    assert _numbers(layout) == numbers
    assert layout.tables == ()
    assert {figure.kind for figure in layout.figures} == {FigureKind.PLACEHOLDER}


@pytest.mark.parametrize(
    "source",
    ["`|image1|`", "```\n|image1|\n```", "| image | 1 |", "|imagery|", "image1", "|image|"],
)
def test_what_is_no_placeholder(source: str) -> None:
    """Code and other words are not taken for placeholders."""
    assert markdown_layout(source).figures == ()


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| North | |image3| |", ["North", ""]),
        ("| North | grew |image3| fast |", ["North", "grew  fast"]),
        ("| |image3| | 5 |", ["", "5"]),
        ("| North | ｜image3｜ |", ["North", ""]),
        ("|North|image3|", ["North", ""]),
    ],
)
def test_placeholders_in_cells_are_no_pipes(row: str, cells: list[str]) -> None:
    """A placeholder in a cell is a picture of that cell; the columns stay."""
    layout = markdown_layout(f"| a | b |\n|---|---|\n{row}\n")

    assert [c.text.plain for c in layout.tables[0].cells[2:]] == cells
    assert (_numbers(layout), layout.tables[0].columns) == ([3], 2)
    assert layout.figures[0].block == layout.tables[0].block


def test_a_placeholder_alone_is_a_figure_block() -> None:
    """A line with only a placeholder is a figure that shows no text."""
    layout = markdown_layout("a\n\n|image1|\n\nb")

    assert outline(layout) == [("paragraph", "a"), ("figure", ""), ("paragraph", "b")]


def test_a_placeholder_line_parts_its_paragraph() -> None:
    """Text directly above and below a picture stays text; the picture stands alone."""
    source = "Sales rose.\n|image1|\nFigure 1: Sales\nThey rose again. [2]"

    layout = markdown_layout(source)

    assert outline(layout) == [
        ("paragraph", "Sales rose."),
        ("figure", ""),
        ("caption", "Figure 1: Sales"),
        ("paragraph", "They rose again. [2]"),
    ]


@pytest.mark.parametrize(
    ("source", "caption"),
    [
        ("|image1|\nFigure 1: Growth", "Figure 1: Growth"),
        ("|image1|\n\nFig. 2. Growth", "Fig. 2. Growth"),
        ("|image1|\n\n图1：增长", "图1：增长"),
        ("|image1|\n\n图 1-2 中国的增长", "图 1-2 中国的增长"),
        ("|image1|\n\n图片1：增长", "图片1：增长"),
        ("|image1|\n\nImage 1: Growth", "Image 1: Growth"),
        ("|image1|\n\nChart 3 – Growth", "Chart 3 – Growth"),
        ("|image1|\n\n*Growth since 2019*", "Growth since 2019"),
        ("|image1|\nGrowth since 2019", "Growth since 2019"),
        ("|image1|  \n**Figure 1:** Growth", "Figure 1: Growth"),
        ("Figure 1: Growth\n\n|image1|", "Figure 1: Growth"),
        ("![](a.png)\n\nFigure 1: Growth", "Figure 1: Growth"),
        ("![](a.png)\n*Growth*", "Growth"),
        ("- |image1|\n\n  Figure 1: Growth", "Figure 1: Growth"),
        ("- text\n  |image1|\n  Figure 1: Growth", "Figure 1: Growth"),
        ("<img src=a.png>\n\nFigure 1: Growth", "Figure 1: Growth"),
    ],
)
def test_captions(source: str, caption: str) -> None:
    """The line next to a picture that begins as a caption, or is italic, is its caption."""
    layout = markdown_layout(source)
    (figure,) = layout.figures

    assert figure.caption_text == caption
    assert figure.caption in [b.span for b in layout.blocks if b.kind is BlockKind.CAPTION]


@pytest.mark.parametrize(
    "source",
    [
        "|image1|\n\nFigure 1 shows that sales rose.",
        "|image1|\n\n图1显示增长。",
        "|image1|\n\nSales rose by 5% [3].",
        "|image1|\n\nFigures are rare.",
        "|image1|\n\n*One* sentence.",
    ],
)
def test_sentences_below_a_picture_are_no_captions(source: str) -> None:
    """A paragraph about a picture stays a paragraph."""
    layout = markdown_layout(source)

    assert layout.figures[0].caption is None
    assert outline(layout)[-1][0] == "paragraph"


@pytest.mark.parametrize(
    ("source", "target", "alt", "title"),
    [
        ("![a](img/a.png)", "img/a.png", "a", ""),
        ("![A *b*](https://cdn.example/c.png 'T')", "https://cdn.example/c.png", "A b", "T"),
        ("![x][r]\n\n[r]: a.png 'T'", "a.png", "x", "T"),
        ("<img src='a.png' alt='A &amp; B' title=T>", "a.png", "A & B", "T"),
        ("text ![a](b.png) text", "b.png", "a", ""),
        ("[![a](b.png)](https://a.example)", "b.png", "a", ""),
    ],
)
def test_images(source: str, target: str, alt: str, title: str) -> None:
    """An image has address, alternative text and title, and shows no text."""
    layout = markdown_layout(source)
    (figure,) = layout.figures

    assert (figure.kind, figure.target, figure.alt, figure.title) == (
        FigureKind.IMAGE,
        target,
        alt,
        title,
    )
    assert alt not in "".join(plain for kind, plain in outline(layout) if kind == "figure")


@pytest.mark.parametrize(
    ("uri", "data"),
    [
        ("data:image/png;base64,AAAA", b"\x00\x00\x00"),
        ("data:image/png;base64,QUI", b"AB"),
        ("data:image/svg+xml,%3Csvg/%3E", b"<svg/>"),
        ("data:image/svg+xml;utf8,abc", b"abc"),
        ("DATA:image/png;BASE64,QUJD", b"ABC"),
        ("data:image/png;base64,A", b"A"),
    ],
)
def test_pictures_inside_the_report(uri: str, data: bytes) -> None:
    """A data URI becomes the hash of its bytes, with their number and a note."""
    source = f'![chart]({uri} "Revenue")'

    layout = markdown_layout(source)
    (figure,) = layout.figures

    assert figure.target == f"sha256:{sha256(data).hexdigest()}"
    assert (figure.size, figure.alt, figure.title) == (len(data), "chart", "Revenue")
    assert noted(layout, source, NoteKind.INLINE_IMAGE) == [source]


@pytest.mark.timed
def test_a_large_picture_costs_little() -> None:
    """400 kB inside the report take a fraction of a second."""
    data = bytes(range(256)) * 1200
    source = f'![chart](data:image/png;base64,{b64encode(data).decode()} "Revenue")'
    start = process_time()

    layout = markdown_layout(source)

    assert process_time() - start < 1
    assert (layout.figures[0].size, layout.figures[0].title) == (len(data), "Revenue")


def test_a_figure_element_has_its_caption() -> None:
    """``<figcaption>`` is a caption block and the caption of the pictures beside it."""
    source = "<figure><img src=a.png alt=A><figcaption>Sales <b>2023</b></figcaption></figure>"

    layout = html_layout(source)

    assert outline(layout) == [("figure", ""), ("caption", "Sales 2023")]
    assert layout.figures[0].caption_text == "Sales 2023"


def test_a_figure_element_may_hold_a_table() -> None:
    """The caption of a figure around a table is the table's."""
    layout = html_layout(
        "<figure><table><tr><td>1</td></tr></table><figcaption>T</figcaption></figure>"
    )

    assert layout.tables[0].caption == layout.blocks[2].span


@pytest.mark.parametrize(
    ("drawing", "alt", "title"),
    [
        ("<svg><text x=1>Jan 5</text><text>Feb 7</text></svg>", "Jan 5 Feb 7", ""),
        ("<svg><title>Sales</title><text>a</text></svg>", "a", "Sales"),
        ("<svg><g><text><tspan>a</tspan> <tspan>b</tspan></text></g></svg>", "a b", ""),
        ("<svg><text>A &amp; B</text><rect/></svg>", "A & B", ""),
        ("<svg><path d='M0'/></svg>", "", ""),
        ("<svg><style>text{}</style><text>x</text></svg>", "x", ""),
        ("<svg><desc>Bars</desc><svg><text>in</text></svg></svg>", "Bars in", ""),
    ],
)
@pytest.mark.parametrize("parse", [html_layout, markdown_layout])
def test_drawings(parse: object, drawing: str, alt: str, title: str) -> None:
    """What is written in a drawing is its alternative text, and no text of the report."""
    assert callable(parse)
    layout = parse(f"<div>\n{drawing}\n</div>")
    (figure,) = layout.figures

    assert (figure.kind, figure.alt, figure.title) == (FigureKind.SVG, alt, title)
    assert outline(layout) == [("figure", "")]


def test_pictures_in_html_cells_belong_to_the_table() -> None:
    """A picture in a cell stands in the table's block."""
    layout = html_layout("<table><tr><td>a |image7|</td><td><img src=b.png></td></tr></table>")

    assert [(f.number, f.target, f.block) for f in layout.figures] == [
        (7, "", 0),
        (None, "b.png", 0),
    ]
    assert layout.tables[0].cells[0].text.plain == "a"


def test_a_picture_below_an_items_text_stands_in_the_item() -> None:
    """The item keeps its text; the picture and its caption name it as parent."""
    layout = markdown_layout("- text\n  more\n  |image1|\n  Figure 1: x\n- next")

    assert [(b.kind.value, b.parent) for b in layout.blocks] == [
        ("list_item", None),
        ("figure", 0),
        ("caption", 0),
        ("list_item", None),
    ]
    assert outline(layout)[0] == ("list_item", "text\nmore")


def test_alternative_text_over_two_lines_is_one() -> None:
    """A line break in alternative text is a space; a picture in it adds nothing."""
    layout = markdown_layout("![a\nb `c` ![d](e.png)](f.png)")

    assert [(f.alt, f.target) for f in layout.figures] == [("a b c d", "f.png")]


def test_a_data_uri_in_html() -> None:
    """An ``<img>`` with a data URI is hashed and noted too."""
    source = "<img src='data:image/png;base64,QUJD'>"
    layout = html_layout(source)

    assert layout.figures[0].size == 3
    assert noted(layout, source, NoteKind.INLINE_IMAGE) == [source]


@pytest.mark.parametrize(
    "source",
    ["|image1| |image2|", "![a](1.png) ![b](2.png)", " |image1|\n|image2| ", "|image1|  |image2|"],
)
def test_pictures_side_by_side_are_all_marked(source: str) -> None:
    """White space between pictures is trimmed, the pictures are not."""
    layout = markdown_layout(source)
    marks = [m for b in layout.blocks if b.text for m in b.text.inlines]

    assert [m.kind.value for m in marks] == ["image", "image"]
    assert len(layout.figures) == 2
