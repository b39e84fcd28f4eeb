"""Statements: which texts hold them, what their words are, where they stand."""

from itertools import pairwise

import pytest

from veridical.report import StatementKind, parse_report
from veridical.report.statements import folded


def _said(source: str) -> list[str]:
    return [statement.text for statement in parse_report(source).statements]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("It rose [1] , and fell [2] .", ["It rose, and fell."]),
        ("It rose ( [1] ).", ["It rose."]),
        ("It rose (see [1], [2]).", ["It rose."]),
        ("It rose（来源：[1]、[2]）。", ["It rose。"]),
        ("It rose ([bbc.com](https://bbc.com/a)).", ["It rose."]),
        ("It rose[1][2][3].", ["It rose."]),
        ("It rose. [1]. Next.", ["It rose.", "Next."]),
        ("See [the OECD](https://a.example) for more.", ["See the OECD for more."]),
        ("Smith et al. (2020) found it.", ["Smith et al. (2020) found it."]),
        ("It is `code` and $x$ here.", ["It is code and x here."]),
        ("Two  spaces\nand a break.", ["Two spaces and a break."]),
        ("中文，\n换行。", ["中文，换行。"]),
        ("**Bold** and *italic* [1].", ["Bold and italic."]),
        ("Line one.  \nLine two.", ["Line one.", "Line two."]),
        ("A long line that goes  \non in the next [1].", ["A long line that goes on in the next."]),
        ("It rose by 3.5%, e.g. in the U.S. [1].", ["It rose by 3.5%, e.g. in the U.S."]),
        ("Done. [World Bank](https://a.example)", ["Done."]),
        ("[World Bank](https://a.example)", []),
        ("[1]", []),
        ("...", []),
    ],
)  # fmt: skip
def test_words(source: str, expected: list[str]) -> None:
    """Markers out, white space folded, no stop or bracket left alone."""
    assert _said(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "# A heading",
        "```\ncode here\n```",
        "$$\nx = y\n$$",
        "<!-- a comment -->",
        "---\ntitle: x\n---\n",
        "![alt text](img.png)",
        "## References\n\n[1] One. https://a.example\n",
        "[^1]: A footnote.\n",
        "## Contents\n\n- Introduction\n- Results\n",
        "- [Introduction](#introduction)\n- [Results](#results)\n",
        "Source: World Bank [1]",
        "<div style='display:none'>hidden words</div>",
    ],
)
def test_what_holds_no_statements(source: str) -> None:
    """Headings, code, math, references, contents and what shows nothing."""
    assert _said(source) == []


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("One. Two.", [StatementKind.SENTENCE] * 2),
        ("- One\n- Two\n", [StatementKind.BULLET] * 2),
        ("- One\n\n  Two under it.\n", [StatementKind.BULLET] * 2),
        ("|a|b|\n|-|-|\n|c|d|\n", [StatementKind.CELL]),
        ("![x](i.png)\n\nFigure 1: A caption.\n", [StatementKind.CAPTION]),
        ("|image1|\n\nFigure 1: A caption.\n", [StatementKind.CAPTION]),
        ("> Quoted words.", [StatementKind.SENTENCE]),
    ],
)
def test_kinds(source: str, kinds: list[StatementKind]) -> None:
    """Each statement says where it stands."""
    found = [s.kind for s in parse_report(source).statements]

    assert found[-len(kinds) :] == kinds


def test_spans_hold_words_and_markers() -> None:
    """A statement's place in the source runs from its first word to its last marker."""
    report = parse_report("**One** rose [1]. Two fell.[2] Three [x](https://a.example)")
    places = [report.words(statement.span) for statement in report.statements]

    assert places == ["**One** rose [1].", "Two fell.[2]", "Three [x](https://a.example)"]


def test_spans_do_not_overlap() -> None:
    """Statements follow each other in the source."""
    report = parse_report("A one. [1] B two.[^1] C.\n\n- D [2](https://a.example). E\n\n[^1]: x\n")
    spans = [statement.span for statement in report.statements]

    assert all(a.end <= b.start for a, b in pairwise(spans))


def test_cells_know_their_headers() -> None:
    """A cell's statement carries the headers over and before it."""
    report = parse_report("| Year | GDP |\n|---|---|\n| 2020 | 5% |\n")
    cell = next(s for s in report.statements if s.text == "5%")

    assert "GDP" in cell.path


def test_sections_and_languages() -> None:
    """A statement names its section and its language."""
    report = parse_report(
        "# T\n\nThe economy of the country grew in the year.\n\n## S\n\n经济增长了很多。\n"
    )

    assert [(s.section, s.language) for s in report.statements] == [(1, "en"), (2, "zh")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a  b\nc", "a b c"),
        ("rose \u200b .", "rose."),
        ("rose \u200b, \u200b.", "rose."),
        ("rose \u200b, \u200b, fell", "rose, fell"),
        ("end. \u200b.", "end."),
        ("甲 \u200b。", "甲。"),
        ("qui : oui", "qui : oui"),
    ],
)
def test_folding(text: str, expected: str) -> None:
    """Only where a marker stood is punctuation mended."""
    assert folded(text) == expected


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        (
            "Figure 1. Density of water near freezing.",
            ["Figure 1. Density of water near freezing."],
        ),
        ("Fig. 2-3. Ice floats. It is light.", ["Fig. 2-3. Ice floats.", "It is light."]),
        ("Exhibit A. Numbers of it.", ["Exhibit A. Numbers of it."]),
        ("图1。冰的密度。", ["图1。冰的密度。"]),
        ("Figure 4.", ["Figure 4."]),
    ],
)
def test_the_number_of_a_caption_is_no_statement(caption: str, expected: list[str]) -> None:
    """It belongs to what the caption says."""
    report = parse_report(f"Text.\n\n![x](a.png)\n\n{caption}\n")

    assert [s.text for s in report.statements if s.kind is StatementKind.CAPTION] == expected
