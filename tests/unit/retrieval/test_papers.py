"""Papers as trees: headings, captions, the parts of pages that are cropped."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.written_documents import pdf
from tests.written_papers import chinese_paper, paper
from veridical.retrieval.corpora import pieces_of
from veridical.retrieval.corpora.papers import Heading, Shown, ShownKind, read_paper
from veridical.retrieval.corpora.papers.lines import Line, captions_of, headings_of, sections
from veridical.retrieval.corpora.papers.model import Box
from veridical.retrieval.corpora.papers.regions import joined
from veridical.runs.corpus import build_corpus, corpus_items
from veridical.runs.corpus_search import search_corpus
from veridical.task import Modality

TITLE = "Output of Four Stations"
EXPECTED = {
    "Figure 1: Output of each station in the second year, in TWh.": ("1 Introduction",),
    "Table 1: Output and share of the stations.": ("2 Methods", "2.1 Stations"),
    "Fig. 2. The eastern station as seen from the air.": ("2 Methods", "2.1 Stations"),
    "Table 2. The same in a grid.": ("2 Methods", "2.2 Grids"),
    "Table 3: The same without lines.": ("2 Methods", "2.2 Grids"),
    "Figure 3: Output by quarter.": ("2 Methods", "2.2 Grids"),
}


@pytest.fixture(scope="module", params=[1, 2])
def shown(request: pytest.FixtureRequest) -> dict[str, Shown]:
    """What is cropped of a paper of one and of two columns, by caption."""
    found = read_paper(paper(columns=request.param)).shown
    assert len(found) == len(EXPECTED)
    return {one.caption: one for one in found}


def pixels(one: Shown) -> tuple[int, int, int]:
    """Width, height, and how many pixels are not white."""
    from PIL import Image

    with Image.open(io.BytesIO(one.png)) as image:
        grey = image.convert("L")
        dark = sum(grey.histogram()[:200])
        return (*grey.size, dark)


def test_each_with_its_caption_and_section(shown: dict[str, Shown]) -> None:
    """No sentence that only speaks of a figure is taken for one."""
    assert {caption: one.section for caption, one in shown.items()} == {
        caption: (TITLE, *section) for caption, section in EXPECTED.items()
    }
    assert [one.label for one in shown.values() if one.kind is ShownKind.TABLE] == ["1", "2", "3"]
    assert {one.kind for one in shown.values()} == set(ShownKind)


def test_the_rows_of_tables(shown: dict[str, Shown]) -> None:
    """All of them where there are three rules, and where there are none; nothing beside."""
    for caption in (
        "Table 1: Output and share of the stations.",
        "Table 3: The same without lines.",
    ):
        assert shown[caption].words.splitlines() == [
            "Station | Output (TWh) | Share (%)",
            "Northern | 12.5 | 21",
            "Southern | 19.75 | 33",
            "Eastern | 27.1 | 46",
        ]


def test_charts_with_what_is_written_at_their_axes(shown: dict[str, Shown]) -> None:
    """And no word of the prose around them."""
    bars = shown["Figure 1: Output of each station in the second year, in TWh."]
    assert {"Northern", "Southern", "Eastern", "15", "20", "25"} <= set(
        bars.words.replace("|", " ").split()
    )
    assert "measurements" not in bars.words
    assert shown["Fig. 2. The eastern station as seen from the air."].words == ""


def test_pictures_show_something(shown: dict[str, Shown]) -> None:
    """They have the place's size at twice the page's, and are not blank."""
    photograph = shown["Fig. 2. The eastern station as seen from the air."]
    width, height, dark = pixels(photograph)
    assert (width, height) == (pytest.approx(408, abs=4), pytest.approx(248, abs=4))
    assert dark > 0.7 * width * height
    for one in shown.values():
        width, height, dark = pixels(one)
        assert width > 150
        assert height > 30
        assert dark > 200


def test_a_chinese_paper() -> None:
    """Captions of both kinds; 图1显示 in the prose is none."""
    found = read_paper(chinese_paper())
    assert [one.text for one in found.headings] == ["四个站点的产量研究", "1 引言", "2 方法"]
    assert [(one.kind.value, one.caption, one.section[-1]) for one in found.shown] == [
        ("figure", "图1 各站点第二年的产量", "1 引言"),
        ("table", "表1：各站点的产量与份额", "2 方法"),
    ]
    assert "Northern" in found.shown[0].words


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Figure 1: Output", "1"),
        ("Fig. 12. Output", "12"),
        ("FIGURE 2 Output of stations", "2"),
        ("Table IV. Shares", "IV"),
        ("Figure A.1: More", None),
        ("Table A1: More", "A1"),
        ("Figure 3.2 – Output", "3.2"),
        ("Table 1", "1"),
        ("图 3 各省产量", "3"),
        ("表2-1：份额", "2-1"),
        ("Figure 1 shows that output rises", None),
        ("Figure 1 and Figure 2 show it", None),
        ("图1显示产量上升", None),
        ("表 1 给出各站的数值", None),
        ("Tables are useful", None),
        ("Figures of speech", None),
        ("Table tennis 4: a history", None),
        ("图书馆 3 层", None),
    ],
)
def test_what_begins_a_caption(text: str, label: str | None) -> None:
    """And what only begins alike."""
    found = captions_of([Line(text, Box(50, 100, 300, 110), 9.0)])
    assert [one.label for one in found] == ([label] if label is not None else [])


def test_a_caption_of_several_lines() -> None:
    """Goes on where the line before is full, in letters of the same size; not into the prose."""
    lines = [
        Line(
            "Figure 1: Output of each station in the second year, which is",
            Box(50, 100, 300, 109),
            8.5,
        ),
        Line("given in TWh.", Box(50, 90, 110, 99), 8.5),
        Line(
            "The measurements were taken at four stations over two years", Box(50, 79, 300, 88), 9.5
        ),
    ]
    (found,) = captions_of(lines)
    assert found.text.endswith("which is given in TWh.")
    assert found.lines == (0, 1)


def test_a_table_of_contents_has_no_headings() -> None:
    """Its lines name them and end in a page."""
    words = ["1 Introduction", "1 Introduction . . . . . . . . 1", "2 Methods ............ 12"]
    page = [
        Line(text, Box(50, 700 - 20 * n, 300, 712 - 20 * n), 12.0) for n, text in enumerate(words)
    ]
    prose = [Line("The prose of it. " * 30, Box(50, 600, 300, 609), 9.0)]
    assert [one.text for _, one in headings_of([[*page, *prose]])] == ["1 Introduction"]


def test_sections_are_a_tree() -> None:
    """Each heading with those above it."""
    levels = [("T", 1), ("1", 2), ("1.1", 3), ("1.2", 3), ("2", 2), ("2.1.1", 4), ("U", 1)]
    paths = list(sections(Heading(text, level, 1) for text, level in levels))
    assert paths == [
        ("T",),
        ("T", "1"),
        ("T", "1", "1.1"),
        ("T", "1", "1.2"),
        ("T", "2"),
        ("T", "2", "2.1.1"),
        ("U",),
    ]


def test_boxes_that_lie_together() -> None:
    """Ten thousand small ones in two heaps are two."""
    page = Box(0, 0, 600, 800)
    small = [Box(50 + n % 100, 100 + n // 100, 52 + n % 100, 102 + n // 100) for n in range(5_000)]
    far = [Box(400 + n % 100, 500 + n // 100, 402 + n % 100, 502 + n // 100) for n in range(5_000)]
    assert sorted(joined([*small, *far, Box(-90, -90, -50, -50)], page)) == [
        Box(50, 100, 151, 151),
        Box(400, 500, 501, 551),
    ]


def test_a_paper_in_a_corpus(tmp_path: Path) -> None:
    """Texts know their section and page, pictures lie in the corpus, both are found."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "stations.pdf").write_bytes(paper())
    built = build_corpus(tmp_path / "c", [tmp_path / "in"], characters=600)
    assert built.refused == ()
    items = corpus_items(tmp_path / "c")
    texts = [item for item in items if item.modality is Modality.TEXT]
    assert {item.section for item in texts} >= {
        f"{TITLE} / 1 Introduction",
        f"{TITLE} / 2 Methods / 2.2 Grids",
    }
    images = [item for item in items if item.modality is Modality.IMAGE]
    assert len(images) == 6
    for item in images:
        assert item.page in (1, 2)
        assert (tmp_path / "c" / str(item.image_path)).read_bytes().startswith(b"\x89PNG")
    found = search_corpus(tmp_path / "c", "eastern station from the air", modality="image")
    assert found[0][1].text == "Fig. 2. The eastern station as seen from the air."
    table = search_corpus(tmp_path / "c", "share of the northern station", modality="image")
    assert "Northern | 12.5 | 21" in table[0][1].text
    assert build_corpus(tmp_path / "c", [tmp_path / "in"], characters=600).read == 0


@pytest.mark.parametrize("body", [b"", b"%PDF-1.4 no more", b"no pdf", paper()[:3_000]])
def test_what_is_no_paper_has_no_figures(body: bytes) -> None:
    """It is no failure of this part: reading the words says what is wrong."""
    assert read_paper(body).shown == ()


def test_a_page_that_is_one_picture(tmp_path: Path) -> None:
    """A scan is no figure."""
    assert read_paper(pdf([["words"]], is_picture=True)).shown == ()


def test_reading_takes_no_longer_than_it_may() -> None:
    """What is left out is said."""
    found = read_paper(paper(), longest_s=0.001)
    assert found.shown == ()
    assert found.notes[0].startswith("its figures took over")


def test_only_a_pdf_is_looked_at_so(tmp_path: Path) -> None:
    """A text that speaks of figures has none."""
    (tmp_path / "a.txt").write_text("Figure 1: a caption without a figure, in plain words.")
    assert all(
        item.modality is Modality.TEXT for item in pieces_of(tmp_path / "a.txt", "a.txt").items
    )
