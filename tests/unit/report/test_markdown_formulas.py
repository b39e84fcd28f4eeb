"""Formulas in Markdown, and the money and brackets that are none."""

import pytest

from tests.unit.report.reading import marked, marks, outline
from veridical.report.markdown import markdown_layout
from veridical.report.model import BlockKind, InlineKind


@pytest.mark.parametrize(
    ("source", "formulas"),
    [
        ("the value $x[2]=y[3]$;", ["x[2]=y[3]"]),
        ("a \\[ a^2 \\] b", [" a^2 "]),
        ("so \\(x_1\\) holds", ["x_1"]),
        ("$n$ and $m$", ["n", "m"]),
        ("其中$x_i$表示", ["x_i"]),
        ("$$E = mc^2$$ inline", ["E = mc^2"]),
        ("$\\text{cost in } 5$", ["\\text{cost in } 5"]),
        ("$3 + 4 = 7$", ["3 + 4 = 7"]),
        ("$*a* + b*$", ["*a* + b*"]),
        ("$p$-value", ["p"]),
    ],
)
def test_formulas_are_marked(source: str, formulas: list[str]) -> None:
    """A formula is kept as written, without its delimiters, whatever it holds."""
    assert marked(markdown_layout(source), InlineKind.MATH) == formulas


@pytest.mark.parametrize(
    "source",
    [
        "revenue of $35M revenue … $5 later",
        "from $5 to $10.",
        "$5M/$6M",
        "US$5 and A$6",
        "costs $5–$10 each",
        "it cost 5$ and then 6$.",
        "$5亿，而2020年为3$。",
        "$AAPL and $TSLA",
        "$12 in 2020, or 7$, they say",
        "a lone $ sign",
    ],
)
def test_money_is_no_formula(source: str) -> None:
    """Dollar signs around amounts and words mark nothing and stay."""
    layout = markdown_layout(source)

    assert marks(layout, InlineKind.MATH) == []
    assert outline(layout) == [("paragraph", source)]


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("\\[1\\] Site A", "[1] Site A"),
        ("see \\[2, 3\\]", "see [2, 3]"),
        ("\\[Smith 2020\\]", "[Smith 2020]"),
        ("\\(2020\\)", "(2020)"),
        ("\\[1] Site A\n\\[2] Site B", "[1] Site A\n[2] Site B"),
    ],
)
def test_escaped_brackets_are_no_formulas(source: str, plain: str) -> None:
    """A writer who escapes brackets means brackets."""
    layout = markdown_layout(source)

    assert marks(layout, InlineKind.MATH) == []
    assert outline(layout) == [("paragraph", plain)]


@pytest.mark.parametrize(
    "source",
    ["`$x$`", "```\n$x$\n```", "<https://a.example/$x$>", "[t](https://a.example/$x$)", "    $x$"],
)
def test_code_and_addresses_hold_no_formulas(source: str) -> None:
    """Dollar signs in code and in addresses are themselves."""
    assert marks(markdown_layout(source), InlineKind.MATH) == []


def test_an_address_with_dollars_keeps_them() -> None:
    """What shields formulas from the library leaves addresses alone."""
    source = "[t](https://a.example/$x$) and [1]\n\n[1]: https://a.example/$y$/z\n\n$a$"

    targets = [m.target for m in marks(markdown_layout(source), InlineKind.LINK) if not m.is_bare]

    assert targets == ["https://a.example/$x$", "https://a.example/$y$/z"]


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("$$\na = b\n- c\n$$", "\na = b\n- c\n"),
        ("\\[\na^2\n\\]", "\na^2\n"),
        ("$$x$$", "x"),
        ("> $$\n> x_1\n> $$", "x_1"),
        ("```math\nx^2\n```", "x^2"),
    ],
)
def test_displayed_formulas_are_blocks(source: str, plain: str) -> None:
    """A paragraph that is one displayed formula is a block of its own kind."""
    shown = [b for b in markdown_layout(source).blocks if b.kind is not BlockKind.MARKUP]

    assert [b.kind for b in shown] == [BlockKind.MATH]
    assert shown[0].text is not None
    assert shown[0].text.plain.strip() == plain.strip()


def test_a_formula_does_not_cross_cells_or_paragraphs() -> None:
    """Two lone dollar signs in two places are no formula."""
    source = "| a$ | $b |\n|---|---|\n| $5 | 6$ |\n\nx $y\n\nz$ w"

    assert marks(markdown_layout(source), InlineKind.MATH) == []


def test_a_formula_keeps_its_place() -> None:
    """The mark covers the formula in the source with its delimiters."""
    source = "so $x_1$ holds"
    (mark,) = marks(markdown_layout(source), InlineKind.MATH)

    assert source[mark.span.start : mark.span.end] == "$x_1$"
