"""The same words with their parts changed over: figures from and to, and who did it to whom."""

import pytest

from veridical.checks.clash import ClashKind, clashes, turned_roles
from veridical.checks.support_rule import Support, hold
from veridical.retrieval.passages import Passage


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        (
            "Revenue rose from 3.5 billion to 3.0 billion dollars in 2020.",
            "Revenue rose from 3.0 to 3.5 billion dollars in 2020.",
        ),
        (
            "The firm's revenue changed to $3.0 billion from $3.5 billion.",
            "The firm's revenue changed from $3.0 billion to about $3.5 billion in 2020.",
        ),
        (
            "Output of the mine was 3.0 million tonnes, up from 3.5 million tonnes.",
            "Output of the mine increased from 3.0 million to 3.5 million tonnes.",
        ),
        ("The share of coal moved from 8% to 12%.", "The share of coal moved from 12% to 8%."),
        ("该公司营业收入从35亿元增至30亿元。", "该公司营业收入从30亿元增至35亿元。"),
        (
            "该市人口由2010年的1.5亿变为2020年的1.2亿。",
            "该市人口由2010年的1.2亿变为2020年的1.5亿。",
        ),
        ("失业率由8%调整到12%。", "失业率从12%调整到约8%。"),
    ],
)
def test_a_change_told_backwards_clashes(statement: str, window: str) -> None:
    """Both hold the same two figures; where each begins and ends decides."""
    assert ClashKind.ORDER in {c.kind for c in clashes(statement, window)}
    held = hold(statement, [Passage("s", 0, window)])
    assert held is not None
    assert held.verdict is Support.CONTRADICTED


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        (
            "Revenue increased to 3.5 billion dollars from 3.0 billion dollars.",
            "Revenue rose from 3.0 to 3.5 billion dollars in 2020.",
        ),
        (
            "Revenue was 3.5 billion dollars, up from 3.0 billion dollars.",
            "Revenue rose from 3.0 to 3.5 billion dollars in 2020.",
        ),
        ("Ticket prices range from 5 to 3 euros.", "Ticket prices range from 3 to 5 euros."),
        (
            "Visits rose to between 3.0 and 3.5 million.",
            "Visits rose to between 3.5 and 3.0 million.",
        ),
        ("该公司营业收入由30亿元提高到35亿元。", "该公司营业收入从30亿元增至35亿元。"),
        ("该公司营业收入增至35亿元，此前为30亿元。", "该公司营业收入从30亿元增至35亿元。"),
        ("票价从5元涨到3元不等。", "票价从3元涨到5元不等。"),
        (
            "Profit of the bank went from 3.5 to 3.0 billion in 2021.",
            "Profit of the bank went from 3.0 to 3.5 billion in 2020.",
        ),
        (
            "Profit of the bank went from 3.5 billion in 2015 to 3.0 billion in 2020.",
            "Profit of the bank went from 3.0 billion in 2010 to 3.5 billion in 2015.",
        ),
        (
            "The profit of Alpha went from 3.0 to 3.5 billion.",
            "The profit of Beta went from 3.5 to 3.0 billion. "
            "The profit of Alpha went from 3.0 to 3.5 billion.",
        ),
        (
            "Alpha grew to 5 million users.",
            "Alpha grew to 5 million users while Beta grew from 3 million to 4 million users.",
        ),
    ],
)
def test_the_same_change_in_other_words_is_no_order_clash(statement: str, window: str) -> None:
    """Nor is a range, a change of other years, or one that the evidence tells as well."""
    assert ClashKind.ORDER not in {c.kind for c in clashes(statement, window)}


def test_an_order_is_not_lifted_by_a_passage_that_has_the_figures_alone() -> None:
    """Another source with one of the figures says nothing of which came first."""
    statement = "Revenue of the firm rose from 3.5 billion to 3.0 billion dollars in all countries."
    told = Passage("a", 0, "Revenue of the firm rose from 3.0 to 3.5 billion dollars.")
    bare = Passage("b", 0, "Revenue in all countries was 3.0 billion or 3.5 billion dollars.")
    held = hold(statement, [told, bare])
    assert held is not None
    assert held.clash is ClashKind.ORDER
    assert held.against == ("3.5 billion to 3.0 billion dollars", "3.0 to 3.5 billion dollars")


TURNED = [
    ("Beta acquired Alpha in 2020.", "Alpha acquired Beta in 2020."),
    ("Fitbit bought Google for 2.1 billion dollars.", "In 2021, Google bought Fitbit."),
    ("Google was acquired by Fitbit.", "Google acquired Fitbit."),
    ("Google acquired Fitbit.", "Google was acquired in 2019 by Fitbit."),
    ("Wind power exceeded coal power in 2020.", "Coal power exceeded wind power in 2020."),
    ("Arsenal beat Chelsea in the final.", "Chelsea beat Arsenal in the final."),
    ("Apple sued Samsung over patents.", "Samsung sued Apple over patents."),
    ("Method A1 outperforms method B2.", "Method B2 outperforms method A1."),
    ("India is overtaking China.", "China is overtaking India."),
    ("腾讯收购了搜狗。", "搜狗收购了腾讯。"),
    ("搜狗被腾讯收购。", "搜狗于2021年收购腾讯。"),
    ("2020年印度人口超过中国。", "2020年中国人口超过印度。"),
    ("皇马击败了巴萨。", "巴萨击败皇马夺冠。"),
    ("三星起诉苹果侵权。", "苹果起诉三星侵权。"),
]


@pytest.mark.parametrize(("statement", "window"), TURNED)
def test_parts_changed_over_are_not_supported(statement: str, window: str) -> None:
    """Nor called contradicted: both may have happened."""
    assert [c.kind for c in turned_roles(statement, window)] == [ClashKind.ROLE]
    held = hold(statement, [Passage("s", 0, window)])
    assert held is not None
    assert (held.verdict, held.clash) == (Support.NOT_IN_SOURCE, ClashKind.ROLE)
    assert held.why.startswith("other way round: ")


@pytest.mark.parametrize(("statement", "window"), TURNED)
def test_both_directions_told_support_each(statement: str, window: str) -> None:
    """What the evidence says too is not turned round."""
    assert turned_roles(statement, f"{window} {statement}") == ()


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("Google acquired Fitbit.", "Fitbit was acquired by Google in 2021."),
        ("Google acquired Fitbit.", "Fitbit was acquired for $2.1 billion by Google."),
        ("Fitbit was bought by Google.", "Google, based in California, bought Fitbit."),
        ("Google acquired Fitbit.", "Fitbit, which Google acquired in 2021, makes watches."),
        ("Google acquired Fitbit.", "Fitbit, acquired by Google in 2021, makes watches."),
        ("Having acquired Fitbit, Google sold watches.", "Google acquired Fitbit."),
        ("Google acquired Fitbit.", "Fitbit makes watches and acquired Pebble."),
        ("Google did not exceed Apple.", "Apple exceeded Google."),
        ("The Eagles were beaten only by the Bears.", "The Bears beat the Eagles."),
        ("Pfizer agreed to buy Seagen.", "Seagen agreed to be bought by Pfizer."),
        ("India has overtaken China.", "China has been overtaken by India."),
        ("Samsung was sued.", "Samsung sued Apple."),
        ("Visitors exceeded 100 a day.", "Forecasts exceeded visitors."),
        ("腾讯收购搜狗。", "搜狗被腾讯收购。"),
        ("搜狗遭腾讯收购。", "2021年，腾讯收购搜狗。"),
        ("中国人口被印度超过。", "印度人口超过中国。"),
        ("腾讯公司收购搜狗。", "搜狗收购了一家美国公司。"),
        ("谷歌超过微软成为第一。", "谷歌超过了微软。"),
    ],
)
def test_the_same_parts_in_other_words_are_not_turned(statement: str, window: str) -> None:
    """A passive, a relative clause, a denial and a part that is not told turn nothing."""
    assert turned_roles(statement, window) == ()
