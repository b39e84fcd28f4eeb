"""What a report's own words tell of its pictures: kinds, numbers, what stands beside them."""

from __future__ import annotations

import pytest

from veridical.measure import Context, Submission
from veridical.methods.mmdr.mosaic_items import PictureItem, items_of
from veridical.methods.mmdr.mosaic_kinds import Kind, kind_by_words
from veridical.methods.mmdr.mosaic_naming import (
    numbers_named,
    numbers_of_figures,
    points_at_a_picture,
    without_numbers,
)
from veridical.report import parse_report
from veridical.report.model import EvidenceList
from veridical.task import Query, Task


def items(text: str, evidence: EvidenceList | None = None) -> tuple[PictureItem, ...]:
    """The pictures of a report, none of them at hand."""
    submission = Submission("s", "t", parse_report(text, name="r.md"), evidence)
    return items_of(Context(Task("t", Query("what?")), submission, {}, None)).pictures  # type: ignore[arg-type]


LOOSE = (
    "Gothic architecture of Reims Cathedral",
    "The Trans-Alaska pipeline near Fairbanks",
    "Max Verstappen at the Monaco circuit",
    "Ice forms on the lake",
    "Signs of erosion at the coast",
    "Mountain ranges of Peru",
    "Chocolate bars on a shelf",
    "Apple pie",
    "A framework of steel beams",
    "The curve of the road at night",
    "Clouds over 20 % of the sky",
    "A table laid for dinner",
    "A snapshot of the economy",
    "故宫建筑架构",
    "桌面上的菜单",
    "电影海报",
)
"""Words that name a kind elsewhere, and here none."""


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Bar chart of sales", Kind.DATACHART),
        ("Pie charts of exports", Kind.DATACHART),
        ("Bar diagram of exports", Kind.DATACHART),
        ("Figure 3: flow chart of the process", Kind.DIAGRAM),
        ("Architecture diagram of the system", Kind.DIAGRAM),
        ("Screenshot of the dashboard", Kind.OCRCHART),
        ("screenshot of a form", Kind.OCRCHART),
        ("Photograph of the bridge", Kind.PHOTO),
        ("图2：销量折线图", Kind.DATACHART),
        ("2020年出口饼图", Kind.DATACHART),
        ("图1 系统架构图", Kind.DIAGRAM),
        ("审批流程图", Kind.DIAGRAM),
        ("设置界面截图", Kind.OCRCHART),
        ("桥梁实拍照片", Kind.PHOTO),
        ("Figure 1: The bridge", None),
        ("Photo of a bar chart on a wall", None),
        ("", None),
        *[(words, None) for words in LOOSE],
    ],
)
def test_the_kind_that_words_name(words: str, kind: Kind | None) -> None:
    """A longer name hides the shorter in it; none, or two, leave it open."""
    assert kind_by_words(words) is kind


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("As Figure 2 shows, it rose.", (2,)),
        ("Figures 1 and 2 differ", (1, 2)),
        ("see Figs. 3–5", (3, 4, 5)),
        ("Fig. 1, Fig. 4 and Fig. 6", (1, 4, 6)),
        ("图1和图3相比", (1, 3)),
        ("见图2、3", (2, 3)),
        ("a figure of 12 million", ()),
        ("Figure 3.14 is pi", ()),
        ("The company employs 40 people", ()),
    ],
)
def test_the_numbers_of_figures_that_words_name(words: str, numbers: tuple[int, ...]) -> None:
    """Lists and ranges; another number is none."""
    assert numbers_named(words) == numbers


def test_the_name_of_a_figure_is_no_reading_of_it() -> None:
    """Taken out at its length, so that all else keeps its place."""
    assert without_numbers("Figure 2 shows 5 of 7") == "         shows 5 of 7"


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("The chart shows a rise", True),
        ("as shown below", True),
        ("如图所示", True),
        ("上图给出", True),
        ("Sales rose by half", False),
        ("企图上涨", False),
    ],
)
def test_words_that_point_at_a_picture(words: str, points: bool) -> None:
    """With or without its number."""
    assert points_at_a_picture(words) is points


def test_figures_go_by_the_numbers_of_their_captions() -> None:
    """Not by their order; a number that stands twice is nobody's."""
    text = "![](a.png)\n\nFigure 7: A.\n\n![](b.png)\n\nFigure 2: B.\n\n![](c.png)\n\nFigure 2: C."

    assert numbers_of_figures(parse_report(text, name="r.md")) == {0: 7}


def test_figures_without_captions_go_by_their_order() -> None:
    """As writers count them."""
    assert numbers_of_figures(parse_report("![](a.png)\n\n![](b.png)", name="r.md")) == {0: 1, 1: 2}


def test_the_sentences_of_an_item_and_no_others() -> None:
    """Its neighbors, its caption, and whoever names it from afar; not the next section's."""
    text = """# One

Far before.

Just before it.

![](a.png)

Figure 1: A.

Just after it.

Far after.

# Two

Figure 1 comes back here. Nothing else does.
"""
    (found,) = items(text)

    assert [s.text for s in found.statements] == [
        "Just before it.",
        "Figure 1: A.",
        "Just after it.",
        "Figure 1 comes back here.",
    ]


def test_a_placeholder_leads_to_an_item_that_the_writer_was_given() -> None:
    """Beyond the list it leads nowhere."""
    evidence = EvidenceList((), ("one",))
    first, second = items("|image1|\n\n|image2|", evidence)

    assert (first.form.referenced, second.form.referenced) == (True, False)


def test_a_sentence_that_names_another_figure_does_not_explain_this_one() -> None:
    """It speaks of that one."""
    text = "![](a.png)\n\nFigure 1: A.\n\nAs Figure 1 shows.\n\n![](b.png)\n\nFigure 2: B."
    first, second = items(text)

    assert (first.form.explained, second.form.explained) == (True, False)


def test_the_address_of_a_picture_in_the_list_is_a_reference() -> None:
    """The figure is shown from the address that the list names."""
    text = "![](https://a.org/p.png)\n\nWords [1].\n\n## References\n\n[1] A. https://a.org/p.png"
    (found, *_) = items(text)

    assert found.form.referenced
    assert len(items(text)) == 1


def test_a_file_s_name_is_a_hint() -> None:
    """Of the words it is written with; a picture inside the report has none."""
    named, inline = items("![](img/sales_bar-chart.png)\n\n![](data:image/png;base64,iVBORw0KGgo=)")

    assert (named.hints, inline.hints) == ("sales bar chart", "")


@pytest.mark.parametrize(
    "said",
    [
        "Charts 2020 and 2021 show 12 % and 15 %.",
        "上图2019年产量为300吨，2020年为350吨。",
        "如图2019年产量为300吨。",
    ],
)
def test_a_year_is_no_number_of_a_figure(said: str) -> None:
    """201 of 2019 named a figure, and what was left of the year was read as a value."""
    assert numbers_named(said) == ()
    assert without_numbers(said) == said


@pytest.mark.parametrize(
    ("said", "numbers"),
    [("Figure 2 shows it.", (2,)), ("图2显示", (2,)), ("Fig. 1, 2 and 13", (1, 2, 13))],
)
def test_numbers_of_figures_are_read(said: str, numbers: tuple[int, ...]) -> None:
    """As before a year was told apart."""
    assert numbers_named(said) == numbers
