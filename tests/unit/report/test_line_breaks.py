"""Line breaks inside a paragraph: which part statements, which only wrap a line."""

import pytest

from veridical.report import parse_report

WRAPPED = (
    "The share of renewables in the mix of the country has risen by a\n"
    "Quarter since the law came into force, and most of it is wind power\n"
    "From the north."
)
WIDE = (
    "根据国家统计局的数据，全国居民人均可支配收入比上年名义增长百分之\n"
    "六点三，扣除价格因素后实际增长百分之六点一，城镇居民收入增长百分\n"
    "之五点一。"
)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Genre: drama\nTopic: war", ["Genre: drama", "Topic: war"]),
        ("题材：军事动作电影\n导演：吴京", ["题材：军事动作电影", "导演：吴京"]),
        ("Two speeds\nand one line.", ["Two speeds and one line."]),
        ("One, two,\nThree.", ["One, two, Three."]),
        (WRAPPED, [" ".join(WRAPPED.split())]),
        (WIDE, [WIDE.replace("\n", "")]),
        ("Sales\nProfit\nLoss", ["Sales", "Profit", "Loss"]),
        ("Sales rose  \nProfit fell", ["Sales rose", "Profit fell"]),
        ("Sales rose  \nin the north", ["Sales rose in the north"]),
        ("It rose.\n[1]\nIt fell.", ["It rose.", "It fell."]),
        ("One line only", ["One line only"]),
    ],
)
def test_line_breaks(source: str, expected: list[str]) -> None:
    """Items on lines of their own are statements of their own; wrapped lines are one text."""
    assert [statement.text for statement in parse_report(source).statements] == expected


def test_named_values_on_long_lines() -> None:
    """Lines of the form "name: value" are items however long they are."""
    first = "Revenue in 2023: 45 million dollars, up 12 percent on the year"
    second = "Profit in 2023: 5 million dollars"
    report = parse_report(f"{first}\n{second}")

    assert [statement.text for statement in report.statements] == [first, second]
