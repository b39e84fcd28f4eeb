"""Figures in the same place: what they count, the name they follow, the words around them."""

import pytest

from veridical.checks.clash import absences
from veridical.report.quantities import measurements


def kinds(statement: str, source: str) -> list[str]:
    """In what a source gives another figure than a statement."""
    return [one.kind.value for one in absences(statement, source, measurements(source))]


@pytest.mark.parametrize(
    ("statement", "source", "kind"),
    [
        # the same is counted, and hardly another word is shared
        ("The show ran for 3 seasons.", "It was broadcast over eight seasons.", "number"),
        ("He took part in 68 World Series.", "Klem worked 18 World Series.", "number"),
        ("那部剧共播出3季。", "该剧自2011年起播出8季。", "number"),
        # ages and people, told in two ways
        ("He died at age 77 in Rome.", "He was 67 years old when he died.", "number"),
        ("Rome has 200,000 inhabitants.", "Rome has a population of 692,600.", "number"),
        # a name's number
        ("She won the title at Grand Series 9.", "The bout is set for Grand Series 4.", "number"),
        # the only one of its sort in the source
        ("The dam of 1936 cost $900 million and took 12 crews.", "The dam cost $700 million.",
         "number"),
        # the same digits in words, of another unit or scale
        ("The bridge's building lasted 13 months.",
         "The building of the bridge was prolonged over thirteen years.", "unit"),
        ("The war caused eight thousand deaths.", "The war led to deaths of 8 million people.",
         "scale"),
    ],
)  # fmt: skip
def test_a_figure_in_the_same_place_is_another_one(statement: str, source: str, kind: str) -> None:
    """What is counted, named or measured is the same, and the value is another."""
    assert kind in kinds(statement, source)


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        # the source counts it twice, so that it is open which is meant
        ("She has 9 daughters.", "She has three daughters, and two daughters of her husband."),
        # an age, in other words
        ("He died at 95.", "He was 95 years old when he died, with 12 grandchildren."),
        # the number is part of a name
        ("The album Square Two came out.", "The album has 3 songs and came out on square discs."),
        # a part of a duration is no figure of its own
        ("一个太阴日长24小时50分，分属两天。", "一个太阴日长24小时，潮水12分属一次。"),
        # a range stands in no single value's place
        ("Lengths overlap between 4.5 and 5.1 cm.", "The mean lengths overlap at 1.4 cm."),
        # of a time that the source does not speak of
        ("In 1989 Ann had 10 rivals and won.", "The club has 47 rivals in all."),
        # two of one sort, of which the source has one: the other may be of another thing
        ("Venus has a mean of 464 °C, Mercury one of 167 °C.",
         "Mercury has 430 °C by day, and a mean of 167 °C."),
    ],
)  # fmt: skip
def test_a_figure_that_may_be_of_something_else_is_none(statement: str, source: str) -> None:
    """No clash where it is open which figure is meant, or both say the same."""
    assert kinds(statement, source) == []


@pytest.mark.parametrize(
    ("statement", "source", "is_clash"),
    [
        ("He worked 68 games and had no children.", "He worked 18 games.", True),
        ("He did not work 68 games.", "He worked 18 games.", False),
        (
            "It does not wash out, but 70 liters of water fit in.",
            "In fit 50 liters of water.",
            True,
        ),
    ],
)
def test_a_denial_reaches_the_figures_of_its_own_clause(
    statement: str, source: str, is_clash: bool
) -> None:
    """What a sentence denies elsewhere leaves its figures as they are."""
    assert bool(kinds(statement, source)) is is_clash
