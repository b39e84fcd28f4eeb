"""The number stays and its unit or scale changes; dates that only bound are no other dates."""

import pytest

from veridical.checks.clash import absences
from veridical.report.quantities import measurements


def kinds(statement: str, source: str) -> list[str]:
    """In what a source gives another figure than a statement."""
    return [one.kind.value for one in absences(statement, source, measurements(source))]


@pytest.mark.parametrize(
    ("statement", "source", "kind"),
    [
        # rounded: the number is the source's, the unit is not
        ("The average man in his twenties weighs 189 kilograms.",
         "The average weight of a man in his twenties is 188.6 lb in that survey.", "unit"),
        ("The prize fund of the northern league grew to 47.3 billion crowns.",
         "The northern league has a prize fund of 47.34 million crowns.", "scale"),
        # the statement gives the source's figure too, of something else
        ("The gas is 96% carbon dioxide, 1.9 years argon and 1.9% nitrogen.",
         "The gas consists of 96% carbon dioxide, 1.9% argon and 1.9% nitrogen.", "unit"),
        # both sides deny: a limit
        ("Your housing costs should not exceed 28 years of your gross income.",
         "Housing costs should not exceed 28 percent of gross monthly income.", "unit"),
        ("该湖面积约为340公顷。", "该湖面积约为340平方公里。", "unit"),
    ],
)  # fmt: skip
def test_the_number_keeps_and_its_unit_changes(statement: str, source: str, kind: str) -> None:
    """Rounded, repeated of something else, or denied on both sides."""
    assert kinds(statement, source) == [kind]


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        # the same quantity in another unit
        ("The trail along the river is 5 km long.", "The river trail is 5,000 m long."),
        ("The lake along the border covers 3.4 km².", "The border lake covers 340 ha."),
        # degrees may be of heat
        ("Cities aim to hold global warming to two degrees.",
         "Cities agreed to hold global warming to 2°C."),
        # one telling digit is met again by chance
        ("He hit 1,838 home runs as a player in his career.",
         "The league of his career as a home player was cut in two parts."),
        # people and their count, far apart
        ("Every year of pollution delayed, 34,000 people die.",
         "There are 1.14 million deaths by air pollution every year."),
    ],
)  # fmt: skip
def test_the_same_quantity_or_another_thing_is_no_clash(statement: str, source: str) -> None:
    """Converted, unsaid, or a number too plain or too far off to be meant."""
    assert kinds(statement, source) == []


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("Since 2003 Haysbert has been the spokesman of the company.",
         "Haysbert, spokesman of the company, was a judge of a festival in 2012."),
        ("该公司自2003年以来一直由王先生领导。", "该公司由王先生领导,2012年获得奖项。"),
        # one of many dates, in a sentence that shares two words
        ("The second album of the band came out in 2009 to wide praise across Europe.",
         "The band toured in 2011. The band split in 2014. An album was planned for 2015."),
    ],
)  # fmt: skip
def test_a_date_of_something_else_is_no_clash(statement: str, source: str) -> None:
    """A limit, or one of several dates of sentences that say little of the statement's."""
    assert kinds(statement, source) == []


def test_a_date_in_the_statements_own_words_clashes() -> None:
    """The source has other dates too, but one stands where the statement's stands."""
    source = "The harbor bridge of the old town opened to traffic in 1934. It was painted in 1971."

    assert kinds("The harbor bridge of the old town opened in 1938.", source) == ["date"]
