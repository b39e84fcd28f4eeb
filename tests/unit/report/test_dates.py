"""Dates in texts: intervals, ambiguity, ranges, and numbers that are no years."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.report.dates import DateMention, dates, same_date

# Language, text, and what is found: "text low high granularity".
FOUND = [
    ("en", "It grew in 2023.", ["2023|2023-01-01|2023-12-31|year"]),
    ("en", "In March 2024 it fell.", ["March 2024|2024-03-01|2024-03-31|month"]),
    ("en", "In February 2024 it fell.", ["February 2024|2024-02-01|2024-02-29|month"]),
    ("en", "On 2024-03-05 it fell.", ["2024-03-05|2024-03-05|2024-03-05|day"]),
    ("en", "At 2024-03-05T12:00:00Z.", ["2024-03-05T12:00:00Z|2024-03-05|2024-03-05|day"]),
    ("en", "On 5 March 2024.", ["5 March 2024|2024-03-05|2024-03-05|day"]),
    ("en", "On the 5th of March 2024.", ["5th of March 2024|2024-03-05|2024-03-05|day"]),
    ("en", "On March 5, 2024, it fell.", ["March 5, 2024|2024-03-05|2024-03-05|day"]),
    ("en", "On Mar. 5, 2024.", ["Mar. 5, 2024|2024-03-05|2024-03-05|day"]),
    ("en", "From 3–5 March 2024.", ["3–5 March 2024|2024-03-03|2024-03-05|range"]),
    ("en", "In Q3 2023.", ["Q3 2023|2023-07-01|2023-09-30|quarter"]),
    ("en", "In 2023Q3.", ["2023Q3|2023-07-01|2023-09-30|quarter"]),
    ("en", "The third quarter of 2023.", ["third quarter of 2023|2023-07-01|2023-09-30|quarter"]),
    ("en", "The first half of 2021.", ["first half of 2021|2021-01-01|2021-06-30|half"]),
    ("en", "In H2 2024.", ["H2 2024|2024-07-01|2024-12-31|half"]),
    ("en", "From 2019–2023.", ["2019–2023|2019-01-01|2023-12-31|range"]),
    ("en", "In 2019-23.", ["2019-23|2019-01-01|2023-12-31|range"]),
    ("en", "From 2019 to 2023.", ["2019 to 2023|2019-01-01|2023-12-31|range"]),
    ("en", "Between 2019 and 2023.", ["2019 and 2023|2019-01-01|2023-12-31|range"]),
    ("en", "In March–May 2024.", ["March–May 2024|2024-03-01|2024-05-31|range"]),
    (
        "en",
        "January 2020 to March 2021.",
        ["January 2020 to March 2021|2020-01-01|2021-03-31|range"],
    ),
    ("en", "James Johnson (1891-1955).", ["1891-1955|1891-01-01|1955-12-31|range"]),
    ("en", "In the 1990s.", ["1990s|1990-01-01|1999-12-31|decade"]),
    ("en", "In the 19th century.", ["19th century|1801-01-01|1900-12-31|century"]),
    ("en", "A twenty-first-century city.", ["twenty-first-century|2001-01-01|2100-12-31|century"]),
    (
        "en",
        "As Smith (1998) and (Roe, 2020a) say.",
        ["1998|1998-01-01|1998-12-31|year", "2020|2020-01-01|2020-12-31|year"],
    ),
    ("en", "A market of 2025-2030F.", ["2025-2030|2025-01-01|2030-12-31|range"]),
    ("de", "Am 5. März 2024 fiel es.", ["5. März 2024|2024-03-05|2024-03-05|day"]),
    ("de", "Am 5.3.2024 fiel es.", ["5.3.2024|2024-03-05|2024-03-05|day"]),
    ("fr", "Le 1er mars 2024.", ["1er mars 2024|2024-03-01|2024-03-01|day"]),
    ("es", "El 5 de marzo de 2024.", ["5 de marzo de 2024|2024-03-05|2024-03-05|day"]),
    ("fr", "Le 03/04/2024.", ["03/04/2024|2024-04-03|2024-04-03|day"]),
    ("ru", "5 марта 2024 года.", ["5 марта 2024|2024-03-05|2024-03-05|day"]),
    ("zh", "2023年增长。", ["2023年|2023-01-01|2023-12-31|year"]),
    ("zh", "2023年3月增长。", ["2023年3月|2023-03-01|2023-03-31|month"]),
    ("zh", "2023年3月5日增长。", ["2023年3月5日|2023-03-05|2023-03-05|day"]),
    ("zh", "２０２３年３月增长。", ["２０２３年３月|2023-03-01|2023-03-31|month"]),
    ("zh", "二〇二三年五月。", ["二〇二三年五月|2023-05-01|2023-05-31|month"]),
    ("zh", "对1945年的历史", ["1945年|1945-01-01|1945-12-31|year"]),
    ("zh", "2023年第三季度。", ["2023年第三季度|2023-07-01|2023-09-30|quarter"]),
    ("zh", "2023年上半年。", ["2023年上半年|2023-01-01|2023-06-30|half"]),
    ("zh", "2025年1-3月。", ["2025年1-3月|2025-01-01|2025-03-31|range"]),
    ("zh", "2019年至2023年。", ["2019年至2023年|2019-01-01|2023-12-31|range"]),
    ("zh", "2019—2023年。", ["2019—2023年|2019-01-01|2023-12-31|range"]),
    ("zh", "20世纪90年代。", ["20世纪90年代|1990-01-01|1999-12-31|decade"]),
    ("zh", "2020年代。", ["2020年代|2020-01-01|2029-12-31|decade"]),
    ("zh", "19世纪。", ["19世纪|1801-01-01|1900-12-31|century"]),
    ("ja", "令和5年に増えた。", ["令和5年|2023-01-01|2023-12-31|year"]),
    ("ko", "2023년 3월 5일.", ["2023년 3월 5일|2023-03-05|2023-03-05|day"]),
]

NONE = [
    ("en", "2000 people and 1800 workers came."),
    ("en", "1500–2000 people, or 1500 to 2000 users, or 2000-3000."),
    ("en", "It cost $2000, about 2000, n = 2000, 2000%."),
    ("en", "COVID-2019, ISO 9001:2015, v2023, 1920x1080."),
    ("en", "See https://a.example/2023/05/06 and a@2023.example."),
    ("en", "You may march on."),
    ("en", "The year has 365 days."),
    ("en", "On 13/13/2023 and 2023-13-45."),
    ("en", "A value of 1.2023 or 12,2023."),
    ("zh", "2000人，2000年历史，三个月，5年。"),
    ("zh", "第2023章"),
]

AMBIGUOUS = [
    ("en", "03/04/2024", ["2024-03-04", "2024-04-03"]),
    ("en", "FY2023", ["2023-01-01", "2022-10-01", "2022-07-01", "2023-04-01"]),
    ("zh", "2023财年", ["2023-01-01", "2022-10-01", "2022-07-01", "2023-04-01"]),
    ("en", "Prices of 2010-12.", ["2010-12-01", "2010-01-01"]),
    ("en", "the '80s", ["1980-01-01"]),
    ("zh", "90年代", ["1990-01-01"]),
    ("en", "In 2000 patients it fell.", ["2000-01-01"]),
    ("en", "The 2023 results show it.", ["2023-01-01"]),
]

RELATIVE = [
    ("en", "Sales fell last year.", "last year", "year"),
    ("en", "It began three weeks ago.", "three weeks ago", "week"),
    ("en", "It rose this quarter.", "this quarter", "quarter"),
    ("en", "It rose yesterday.", "yesterday", "day"),
    ("en", "It rose in October.", "October", "month"),
    ("en", "It rose on 5 May.", "5 May", "day"),
    ("zh", "去年3月增长。", "去年3月", "year"),
    ("zh", "上个月增长。", "上个月", "month"),
    ("zh", "3月5日增长。", "3月5日", "day"),
]


def told(mention: DateMention) -> str:
    """Write a mention as the tables do."""
    return f"{mention.text}|{mention.low}|{mention.high}|{mention.granularity}"


@pytest.mark.parametrize(("language", "text", "expected"), FOUND)
def test_finds_dates_as_intervals(language: str, text: str, expected: list[str]) -> None:
    """Each way of writing a date comes with its first and last day."""
    assert expected == [told(mention) for mention in dates(text, language)]


@pytest.mark.parametrize(("language", "text"), NONE)
def test_leaves_other_numbers_alone(language: str, text: str) -> None:
    """Counts, names, addresses and impossible days are no dates."""
    assert [m.text for m in dates(text, language)] == []


@pytest.mark.parametrize(("language", "text", "lows"), AMBIGUOUS)
def test_keeps_every_reading_of_an_ambiguous_date(
    language: str, text: str, lows: list[str]
) -> None:
    """The likeliest reading comes first and a reason says what the doubt is."""
    (mention,) = dates(text, language)

    assert [low for low, _ in mention.readings] == lows
    assert mention.ambiguous
    assert mention.reason != ""


@pytest.mark.parametrize(("language", "text", "expected", "granularity"), RELATIVE)
def test_marks_relative_dates(language: str, text: str, expected: str, granularity: str) -> None:
    """What the context alone could place has no interval."""
    (mention,) = dates(text, language)

    assert (mention.text, mention.granularity) == (expected, granularity)
    assert (mention.relative, mention.low, mention.high) == (True, None, None)


def test_dates_before_the_year_1_have_no_interval() -> None:
    """They are found, so that they are not taken for quantities, and are not relative."""
    (mention,) = dates("It fell in 300 BC.", "en")

    assert (mention.text, mention.low, mention.relative) == ("300 BC", None, False)


def test_an_unambiguous_slash_date_has_one_reading() -> None:
    """No month has the number 31."""
    (mention,) = dates("31/12/2023", "en")

    assert (mention.low, mention.ambiguous) == ("2023-12-31", False)


def test_skips_what_the_caller_names() -> None:
    """A citation marker that looks like a year is none."""
    assert dates("As shown [2019].", "en", [(9, 15)]) == []


SAME = [
    ("2023", "5 March 2023", True),
    ("March 2024", "2024-03-05", True),
    ("2023年", "Q3 2023", True),
    ("1990s", "in 1995", True),
    ("2019–2023", "in 2021", True),
    ("03/04/2024", "3 April 2024", True),
    ("March 2024", "April 2024", False),
    ("in 2023", "in 2024", False),
    ("2019–2021", "2020–2023", False),
    ("last year", "in 2023", False),
]


@pytest.mark.parametrize(("first", "second", "expected"), SAME)
def test_dates_are_the_same_if_one_contains_the_other(
    first: str, second: str, expected: bool
) -> None:
    """Precision may differ, the place in time may not; the order is irrelevant."""
    (a,), (b,) = dates(first, "en" if first.isascii() else "zh"), dates(second, "en")

    assert (expected, expected) == (same_date(a, b), same_date(b, a))


HEAVY = {
    "ones": "1" * 100_000,
    "commas": "1," * 50_000,
    "han": "一" * 50_000,
    "slashes": "1/" * 100_000,
    "years": "2019-" * 40_000,
    "to": "2019 to " * 25_000,
    "months": "March " * 33_000,
    "chinese years": "2019年" * 40_000,
    "report": "The company grew 20% in 2023. On March 5, 2024 it fell. " * 3600,
}


@pytest.mark.parametrize("name", HEAVY)
def test_long_input_comes_through(name: str) -> None:
    """Very long and odd texts give valid mentions."""
    check(HEAVY[name], dates(HEAVY[name], "en"))


def check(text: str, mentions: list[DateMention]) -> None:
    """Assert places, order and intervals."""
    end = 0
    for mention in mentions:
        assert end <= mention.start < mention.end <= len(text)
        assert text[mention.start : mention.end] == mention.text
        assert (mention.low is None) == (mention.readings == ())
        assert mention.readings == () or not mention.relative
        assert all(low <= high for low, high in mention.readings)
        end = mention.end


SCRAPS = (
    "2023|2000|-|–|/|.|, | |to |5|12|March|May |年|月|日|世纪|Q3|FY|'90s|century|19th|last |year"
    "|去年|people|(|)|th|31|二〇二三|十|令和|T12:00|BC| ago|three |12345|１９"
)
PIECES = st.lists(st.sampled_from(SCRAPS.split("|")), max_size=12).map("".join)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(), PIECES), st.sampled_from(["en", "de", "zh", "und", "ja"]))
def test_any_text_gives_valid_mentions(text: str, language: str) -> None:
    """Nothing raises, and each mention stands where it says."""
    check(text, dates(text, language))


@settings(max_examples=200, deadline=None)
@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)))
def test_reads_back_iso_dates(day: date) -> None:
    """Every day of the years that reports speak of is read as itself."""
    written = day.isoformat()
    found = dates(f"on {written} it", "en")

    assert [(m.low, m.high, m.granularity) for m in found] == [(written, written, "day")]
