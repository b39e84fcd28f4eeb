"""Quantities in texts: value, unit, sort, hedges, names that are none, and comparison."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.report.quantities import (
    Quantity,
    comparable,
    consistent,
    measurements,
    quantities,
    same_value,
)


def only(text: str, language: str = "en") -> Quantity:
    """Return the one quantity of a text."""
    (quantity,) = quantities(text, language)
    return quantity


# Text, what is found in it, value, unit, sort.
ENGLISH = [
    ("about 35 million users", "35 million", 35e6, "", "count"),
    ("3.2 million km", "3.2 million km", 3.2e6, "km", "measure"),
    ("1e2 ms", "1e2 ms", 100, "ms", "measure"),
    ("3×10^6 cells", "3×10^6", 3e6, "", "count"),
    ("3 × 10⁶ cells", "3 × 10⁶", 3e6, "", "count"),
    ("10^9 cells", "10^9", 1e9, "", "count"),
    ("1,234,567 people", "1,234,567 people", 1234567, "people", "count"),
    ("1,234.5 kg", "1,234.5 kg", 1234.5, "kg", "measure"),
    ("1,00,000 rupees", "1,00,000 rupees", 1e5, "INR", "money"),
    ("10\u202f000 people", "10\u202f000 people", 1e4, "people", "count"),
    ("a rate of 35 %", "35 %", 35, "%", "percent"),
    ("35 per cent of it", "35 per cent", 35, "%", "percent"),
    ("35 percent", "35 percent", 35, "%", "percent"),
    ("2 ‰ of it", "2 ‰", 2, "‰", "percent"),
    ("5 percentage points", "5 percentage points", 5, "pp", "percentage_point"),
    ("5 pp higher", "5 pp", 5, "pp", "percentage_point"),
    ("50 basis points", "50 basis points", 50, "bp", "percentage_point"),
    ("$35M revenue", "$35M", 35e6, "USD", "money"),
    ("US$ 3 billion", "US$ 3 billion", 3e9, "USD", "money"),
    ("€5.2bn", "€5.2bn", 5.2e9, "EUR", "money"),
    ("£5m", "£5m", 5e6, "GBP", "money"),
    ("20 USD", "20 USD", 20, "USD", "money"),
    ("USD 20", "USD 20", 20, "USD", "money"),
    ("RMB 20 million", "RMB 20 million", 2e7, "CNY", "money"),
    ("5 million dollars", "5 million dollars", 5e6, "USD", "money"),
    ("278.5 ± 10.6 mm", "278.5 ± 10.6 mm", 278.5, "mm", "measure"),
    ("a 200-nautical-mile zone", "200-nautical-mile", 200, "nmi", "measure"),
    ("-5 °C", "-5 °C", -5, "°C", "measure"),
    ("minus 5 degrees Celsius", "minus 5 degrees Celsius", -5, "°C", "measure"),
    ("a change of −3.2%", "−3.2%", -3.2, "%", "percent"),
    ("12 GWh", "12 GWh", 12, "GWh", "measure"),
    ("5 mW", "5 mW", 5, "mW", "measure"),
    ("5 MW", "5 MW", 5, "MW", "measure"),
    ("60 mph", "60 mph", 60, "mph", "measure"),
    ("10 mg/L", "10 mg/L", 10, "mg/L", "measure"),
    ("30 square kilometers", "30 square kilometers", 30, "km²", "measure"),
    ("5 m^2", "5 m^2", 5, "m²", "measure"),
    ("5.5 hours", "5.5 hours", 5.5, "h", "measure"),
    ("a 12-month study", "12-month", 12, "month", "measure"),
    ("a 35-year-old", "35-year", 35, "year", "measure"),
    ("16GB", "16GB", 16, "GB", "measure"),
    ("100 Mbps", "100 Mbps", 100, "Mbit/s", "measure"),
    ("300K users", "300K", 3e5, "", "count"),
    ("7B parameters", "7B", 7e9, "", "count"),
    ("3-fold", "3-fold", 3, "×", "multiple"),
    ("threefold", "threefold", 3, "×", "multiple"),
    ("2x faster", "2x", 2, "×", "multiple"),
    ("3 times higher", "3 times", 3, "×", "multiple"),
    ("twice as high", "twice", 2, "×", "multiple"),
    ("it doubled", "doubled", 2, "×", "multiple"),
    ("3 times a day", "3", 3, "", "count"),
    ("the 3rd place", "3rd", 3, "", "ordinal"),
    ("1/3 of it", "1/3", 1 / 3, "", "fraction"),
    ("one in five", "one in five", 0.2, "", "fraction"),
    ("3 out of 4 doctors", "3 out of 4", 0.75, "", "fraction"),
    ("a score of 8/10", "8/10", 0.8, "", "fraction"),
    ("a 0.35 share", "0.35", 0.35, "", "fraction"),
    ("2½ miles", "2½ miles", 2.5, "mi", "measure"),
    ("p < .05", ".05", 0.05, "", "count"),
    ("n = 30", "30", 30, "", "count"),
    ("100+ users", "100+", 100, "", "count"),
    ("a 5-member panel", "5", 5, "", "count"),
    ("twenty-five firms", "twenty-five", 25, "", "count"),
    ("one hundred and twenty-three", "one hundred and twenty-three", 123, "", "count"),
    ("three million", "three million", 3e6, "", "count"),
    ("two hundred thousand cars", "two hundred thousand", 2e5, "", "count"),
    ("nine hundred ninety-nine thousand", "nine hundred ninety-nine thousand", 999e3, "", "count"),
    ("five percent", "five percent", 5, "%", "percent"),
    ("two-thirds of them", "two-thirds", 2 / 3, "", "fraction"),
    ("a third of them", "a third", 1 / 3, "", "fraction"),
    ("half of them", "half", 0.5, "", "fraction"),
    ("half a million", "half a million", 5e5, "", "count"),
    ("a dozen", "a dozen", 12, "", "count"),
    ("two and a half years", "two and a half years", 2.5, "year", "measure"),
    ("one year", "one year", 1, "year", "measure"),
]

CHINESE = [
    ("增长20%", "20%", 20, "%", "percent"),
    ("增长２０％", "２０％", 20, "%", "percent"),
    ("约3.2亿元", "3.2亿元", 3.2e8, "CNY", "money"),
    ("达1.5万亿", "1.5万亿", 1.5e12, "", "count"),
    ("1亿2000万元", "1亿2000万元", 1.2e8, "CNY", "money"),
    ("3万5千人", "3万5千人", 35000, "people", "count"),
    ("人民币35万元", "人民币35万元", 350000, "CNY", "money"),
    ("3.5万美元", "3.5万美元", 35000, "USD", "money"),
    ("增长 20 万 元", "20 万 元", 200000, "CNY", "money"),
    ("¥500", "¥500", 500, "CNY", "money"),
    ("3.2亿千瓦", "3.2亿千瓦", 3.2e8, "kW", "measure"),
    ("5万千瓦时", "5万千瓦时", 5e4, "kWh", "measure"),
    ("100平方公里", "100平方公里", 100, "km²", "measure"),
    ("12小时", "12小时", 12, "h", "measure"),
    ("十二个月", "十二个月", 12, "month", "measure"),
    ("35个百分点", "35个百分点", 35, "pp", "percentage_point"),
    ("百分之三十五", "百分之三十五", 35, "%", "percent"),
    ("百分之3.5", "百分之3.5", 3.5, "%", "percent"),
    ("百分之三点五", "百分之三点五", 3.5, "%", "percent"),
    ("三成", "三成", 30, "%", "percent"),
    ("9成的家庭", "9成", 90, "%", "percent"),
    ("三分之一", "三分之一", 1 / 3, "", "fraction"),
    ("一半", "一半", 0.5, "", "fraction"),
    ("三倍", "三倍", 3, "×", "multiple"),
    ("增长3倍", "3倍", 3, "×", "multiple"),
    ("提高了一倍", "一倍", 2, "×", "multiple"),
    ("翻一番", "翻一番", 2, "×", "multiple"),
    ("翻两番", "翻两番", 4, "×", "multiple"),
    ("一百二十三家", "一百二十三", 123, "", "count"),
    ("两千人", "两千人", 2000, "people", "count"),
    ("三千五百人", "三千五百人", 3500, "people", "count"),
    ("三千五人", "三千五人", 3500, "people", "count"),
    ("一万二人", "一万二人", 12000, "people", "count"),
    ("一百零二人", "一百零二人", 102, "people", "count"),
    ("两千三百万", "两千三百万", 2.3e7, "", "count"),
    ("一亿零五万元", "一亿零五万元", 100050000, "CNY", "money"),
    ("三点五", "三点五", 3.5, "", "count"),
    ("两个", "两", 2, "", "count"),
    ("第3名", "第3名", 3, "", "ordinal"),
    ("零下5摄氏度", "零下5摄氏度", -5, "°C", "measure"),
    ("2000人", "2000人", 2000, "people", "count"),
]

OTHERS = [
    ("de", "3,5 Mio. Euro", "3,5 Mio. Euro", 3.5e6, "EUR", "money"),
    ("de", "12,5 Prozent", "12,5 Prozent", 12.5, "%", "percent"),
    ("de", "1.234.567 Stück", "1.234.567", 1234567, "", "count"),
    ("de", "2 Billionen", "2 Billionen", 2e12, "", "count"),
    ("fr", "3,5 milliards d'euros", "3,5 milliards", 3.5e9, "", "count"),
    ("fr", "10 000 habitants", "10 000 habitants", 1e4, "people", "count"),
    ("es", "12,5 por ciento", "12,5 por ciento", 12.5, "%", "percent"),
    ("ru", "3,5 млн рублей", "3,5 млн рублей", 3.5e6, "RUB", "money"),
    ("ja", "2兆円", "2兆円", 2e12, "JPY", "money"),
    ("ja", "5万人", "5万人", 5e4, "people", "count"),
    ("ko", "3억원", "3억원", 3e8, "KRW", "money"),
    ("ar", "٣٥٪", "٣٥٪", 35, "%", "percent"),
    ("hi", "३५%", "३५%", 35, "%", "percent"),
]

ROWS = [("en", *row) for row in ENGLISH] + [("zh", *row) for row in CHINESE] + OTHERS


@pytest.mark.parametrize(("language", "text", "written", "value", "unit", "kind"), ROWS)
def test_reads_a_quantity(
    language: str, text: str, written: str, value: float, unit: str, kind: str
) -> None:
    """Each way of writing gives text, value with scale, canonical unit and sort."""
    quantity = only(text, language)

    assert (quantity.text, quantity.unit, quantity.kind) == (written, unit, kind)
    assert quantity.value == pytest.approx(value)


RANGES = [
    ("en", "3–5 %", "3–5 %", 3, 5, "%"),
    ("en", "between 3 and 5 km", "3 and 5 km", 3, 5, "km"),
    ("en", "$3–5 billion", "$3–5 billion", 3e9, 5e9, "USD"),
    ("en", "$3 billion to $5 billion", "$3 billion to $5 billion", 3e9, 5e9, "USD"),
    ("en", "3 to 5 million", "3 to 5 million", 3e6, 5e6, ""),
    ("en", "3% to 5%", "3% to 5%", 3, 5, "%"),
    ("en", "10-15 years", "10-15 years", 10, 15, "year"),
    ("en", "two to three days", "two to three days", 2, 3, "day"),
    ("en", "500,000 to 1 million", "500,000 to 1 million", 5e5, 1e6, ""),
    ("zh", "3至5年", "3至5年", 3, 5, "year"),
    ("zh", "3—5%", "3—5%", 3, 5, "%"),
    ("zh", "由16-18名", "16-18名", 16, 18, "people"),
    ("zh", "3%~5%", "3%~5%", 3, 5, "%"),
    ("zh", "5~50万美元", "5~50万美元", 5e4, 5e5, "USD"),
]


@pytest.mark.parametrize(("language", "text", "written", "low", "high", "unit"), RANGES)
def test_reads_a_range(
    language: str, text: str, written: str, low: float, high: float, unit: str
) -> None:
    """Both ends have the unit and scale that may stand at one of them only."""
    quantity = only(text, language)

    assert (quantity.text, quantity.unit) == (written, unit)
    assert (quantity.value, quantity.high) == pytest.approx((low, high))


CHANGES = [("en", "rose from 3 to 5 percent"), ("zh", "从3%提高到5%"), ("en", "from 3% to 5%")]


@pytest.mark.parametrize(("language", "text"), CHANGES)
def test_a_change_is_two_quantities(language: str, text: str) -> None:
    """Where a value came from and where it went are not a range."""
    found = quantities(text, language)

    assert [(q.value, q.high, q.unit) for q in found] == [(3, None, "%"), (5, None, "%")]


HEDGED = [
    ("en", "about 35", True, ""),
    ("en", "~35", True, ""),
    ("en", "nearly 40%", True, ""),
    ("en", "35 or so", True, ""),
    ("en", "over 3 million", False, "more_than"),
    ("en", "more than three million", False, "more_than"),
    ("en", "> 5 kg", False, "more_than"),
    ("en", "100+", False, "more_than"),
    ("en", "at least 10", False, "at_least"),
    ("en", "10 or more", False, "at_least"),
    ("en", "up to $5m", False, "at_most"),
    ("en", "no more than 5", False, "at_most"),
    ("en", "less than 5 kg", False, "less_than"),
    ("en", "fewer than 5", False, "less_than"),
    ("en", "up to about 5", True, "at_most"),
    ("en", "they recover 5", False, ""),
    ("zh", "约3亿", True, ""),
    ("zh", "近500人", True, ""),
    ("zh", "10%左右", True, ""),
    ("zh", "最近3年", False, ""),
    ("zh", "近3年", False, ""),
    ("zh", "超过300万", False, "more_than"),
    ("zh", "300多家", False, "more_than"),
    ("zh", "不足5公里", False, "less_than"),
    ("zh", "至少5人", False, "at_least"),
    ("zh", "500人以上", False, "at_least"),
    ("zh", "30个以下", False, "at_most"),
    ("zh", "不超过5%", False, "at_most"),
]


@pytest.mark.parametrize(("language", "text", "approximate", "bound"), HEDGED)
def test_reads_how_firmly_it_is_stated(
    language: str, text: str, approximate: bool, bound: str
) -> None:
    """Words before and after make a value approximate or a bound."""
    quantity = only(text, language)

    assert (quantity.approximate, quantity.bound) == (approximate, bound)


NAMES = [
    ("en", "COVID-19, GPT-4, H2O, CO2, B2B, 5G, 3D, MP3, v1.2, CVE-2023-1234, 2-propanol"),
    ("en", "Section 3.2, Figure 2, Figs. 2 and 3, Table 4, p. 12, No. 5, Type 2 diabetes"),
    ("en", "iPhone 15, ISO 9001, RFC 2616, Python 3, Windows 11, Fortune 500, the Big Four"),
    ("en", "1.2.3, 192.168.1.1, 10:30, 5 pm, 1920x1080, 24/7, 120/80, 4K video, in their 20s"),
    ("en", "call 555-123-4567 or +1 212 555 1234, ISBN 978-3-16-148410-0, 007"),
    ("en", "https://a.example/35/20?x=5 a5@b9.example 10.1038/s41586-020-2649-2 arXiv:2101.00001"),
    ("en", "In 2023, on 5 March 2024, in the 1990s, 2024-03-05, Q3 2023"),
    ("en", "## 3.2 Results\n3.2 Results\n1. First\n2) Second\n(3) Third"),
    ("en", "one of them, no one, zero-sum, a third party, the first half, hundreds, a few million"),
    ("en", "weekend, often, tenant, attend, stone, somewhat"),
    ("zh", "第3章，图3，表4，附录2，1-3级，10号，2023年，3月5日"),
    ("zh", "方法：1. 甲。2. 乙。3. 丙"),
    ("en", "a rate of 182 s^-1, [2310.07058] A paper"),
    ("zh", "1. 概述\n（1）说明\n2、方法"),
    (
        "zh",
        "一个，一些，统一，三星，五百强，十分，万一，千万，八达岭，两会，几十，数百，十一，七八个，一成不变，三位数，零件，二元，十八大，八度，负责",
    ),
]


@pytest.mark.parametrize(("language", "text"), NAMES)
def test_names_are_no_quantities(language: str, text: str) -> None:
    """Numbers in names, addresses, dates, labels and idioms are left out."""
    assert [q.text for q in quantities(text, language)] == []


AMBIGUOUS = [
    ("de", "1.234", 1234.0, 1.234),
    ("fr", "1,234", 1.234, 1234.0),
    ("und", "1,234", 1234.0, 1.234),
    ("und", "1.234", 1.234, 1234.0),
    ("en", "1,5", 1.5, None),
]


@pytest.mark.parametrize(("language", "text", "value", "other"), AMBIGUOUS)
def test_marks_ambiguous_numbers(
    language: str, text: str, value: float, other: float | None
) -> None:
    """A mark that parts thousands here and decimals there leaves two readings."""
    quantity = only(text, language)

    assert (quantity.value, quantity.other_value) == (value, other)
    assert quantity.ambiguous
    assert quantity.reason != ""


@pytest.mark.parametrize(("language", "text"), [("en", "1.234"), ("en", "1,234"), ("de", "1,5")])
def test_usual_marks_are_not_ambiguous(language: str, text: str) -> None:
    """What a language writes every day is not doubted."""
    assert not only(text, language).ambiguous


def test_a_sign_belongs_to_one_number() -> None:
    """A currency between two amounts is not read twice."""
    found = quantities("100 € 200 €, 5$, $6", "en")

    assert [(q.text, q.unit) for q in found] == [
        ("100 €", "EUR"),
        ("200 €", "EUR"),
        ("5$", "USD"),
        ("$6", "USD"),
    ]


def test_yen_or_yuan() -> None:
    """The sign is read by language, and in doubt both are kept."""
    found = [only("¥500", language) for language in ("zh", "ja", "en")]

    assert [(q.unit, q.other_unit) for q in found] == [("CNY", ""), ("JPY", ""), ("JPY", "CNY")]


def test_skips_what_the_caller_names() -> None:
    """Citation markers hold no quantities, whatever their form."""
    assert [q.text for q in quantities("Up 5% (12) and 7%.", "en", [(6, 10)])] == ["5%", "7%"]


def test_words_and_digits_are_told_apart() -> None:
    """How the number was written is kept."""
    assert [only("five cars").written, only("5 cars").written] == ["words", "digits"]


def test_dates_and_quantities_share_no_place() -> None:
    """A number is a date or a quantity, never both."""
    found = measurements("In 2023, 2000 people paid $5 in 3 days.", "en")

    assert [d.text for d in found.dates] == ["2023"]
    assert [q.text for q in found.quantities] == ["2000 people", "$5", "3 days"]


# First, second, whether they are comparable, whether they say the same.
COMPARED = [
    ("35 % lower latency", "$35M revenue", False, False),
    ("35 % lower latency", "35 million users", False, False),
    ("35 % lower latency", "a 0.35 share lower latency", True, True),
    ("1e2 ms", "1 ms", True, False),
    ("1e2 ms", "100 ms", True, True),
    ("an accuracy of 0.35", "35 %", True, True),
    ("a third of them", "33 %", True, True),
    ("a third of them", "33.3 %", True, True),
    ("a third of them", "34 %", True, False),
    ("half of them", "50 %", True, True),
    ("5 percentage points", "5 %", False, False),
    ("50 basis points", "0.5 percentage points", True, True),
    ("1,000 m", "1 km", True, True),
    ("60 min", "1 h", True, True),
    ("12 months", "1 year", True, True),
    ("0 °C", "32 °F", True, True),
    ("37 °C", "98.6 °F", True, True),
    ("a rise of 1.5 °C", "a rise of 2.7 °F", True, True),
    ("5 miles", "8 km", True, True),
    ("5 miles", "9 km", True, False),
    ("1 GWh", "1000 MWh", True, True),
    ("32 million tonnes", "32 Mt", True, True),
    ("10 mg/L", "0.01 g/L", True, True),
    ("3.2 million", "3,198,000", True, True),
    ("3.2 million", "3,260,000", True, False),
    ("35", "36", True, False),
    ("35 %", "35.4 %", True, True),
    ("35.0 %", "35.4 %", True, False),
    ("about 35", "36", True, True),
    ("about 35", "40", True, False),
    ("over 3 million", "3.1 million", True, True),
    ("over 3 million", "30 million", True, False),
    ("over 3 million", "2.9 million", True, True),
    ("over 3.0 million", "2.9 million", True, False),
    ("3–5 %", "4 %", True, True),
    ("3–5 %", "6 %", True, False),
    ("3–5 %", "3 to 5 percent", True, True),
    ("3–5 %", "4–8 %", True, False),
    ("$5 million", "€5 million", False, False),
    ("$5 million", "5 million dollars", True, True),
    ("5 pounds", "£5", True, True),
    ("5 kg", "5 km", False, False),
    ("3-fold", "threefold", True, True),
    ("3-fold", "300 %", False, False),
    ("3rd", "3 cars", False, False),
    ("25 cars", "twenty-five cars", True, True),
    ("35 people", "35", True, True),
]


@pytest.mark.parametrize(("first", "second", "alike", "same"), COMPARED)
def test_compares_by_value(first: str, second: str, alike: bool, same: bool) -> None:
    """Units clash or convert, precision decides; the order is irrelevant."""
    a, b = only(first), only(second)

    assert (comparable(a, b), comparable(b, a)) == (alike, alike)
    assert (same_value(a, b), same_value(b, a)) == (same, same)


def test_compares_across_languages() -> None:
    """A Chinese and an English text say the same number."""
    pairs = [("3.2亿元", "320 million yuan"), ("百分之三十五", "35%"), ("三倍", "3-fold")]

    assert all(same_value(only(zh, "zh"), only(en)) for zh, en in pairs)


def test_an_ambiguous_number_agrees_with_either_reading() -> None:
    """A doubt is no contradiction."""
    doubtful = only("1.234 Stück", "de")

    assert same_value(doubtful, only("1,234 pieces"))
    assert same_value(doubtful, only("1.234"))


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("1,377 GW", "1,177 GW", False),
        ("1,377 GW", "1,377 GW", True),
        ("1.234 km", "1.239 km", False),
        ("12,500 t", "12,900 t", False),
        ("1,377 GW", "1.377 GW", True),
    ],
)
def test_each_reading_of_an_ambiguous_number_is_as_exact_as_it_is_written(
    first: str, second: str, same: bool
) -> None:
    """1.377 is no 1.177, though 1,377 is given to the unit."""
    a, b = only(first, "und"), only(second, "und")

    assert (same_value(a, b), same_value(b, a), consistent(a, b)) == (same, same, same)


def test_tolerance_widens() -> None:
    """A caller may allow a further share."""
    a, b = only("100"), only("104")

    assert [same_value(a, b), same_value(a, b, tolerance=0.05)] == [False, True]


CONSISTENT = [
    ("at least 10", "30", True),
    ("at least 10", "9", False),
    ("up to 50 %", "20 %", True),
    ("up to 50 %", "51 %", False),
    ("3–5 %", "4–8 %", True),
    ("3–5 %", "6–8 %", False),
    ("over 3 million", "less than 5 million", True),
    ("35", "36", False),
    ("at least 10 kg", "30 m", False),
]


@pytest.mark.parametrize(("first", "second", "expected"), CONSISTENT)
def test_bounds_are_open_for_consistency(first: str, second: str, expected: bool) -> None:
    """Both may be true where the stated intervals overlap."""
    a, b = only(first), only(second)

    assert (consistent(a, b), consistent(b, a)) == (expected, expected)


HEAVY = {
    "ones": "1" * 100_000,
    "commas": "1," * 50_000,
    "han": "一" * 50_000,
    "tens": "十" * 50_000,
    "slashes": "1/" * 100_000,
    "dashes": "5-" * 100_000,
    "ranges": "5 to " * 40_000,
    "words": "one hundred " * 16_000,
    "ands": "one and " * 25_000,
    "dollars": "$" * 100_000,
    "points": "." * 100_000 + "1",
    "fractions": "百分之" * 50_000,
    "scales": "1" + "万" * 50_000,
    "spaces": "1 000" + " 000" * 40_000,
    "report": "The company grew 20% in 2023. Revenue was about $3.5 million. " * 3200,
    "chinese": "甲公司2023年增长约20%，达3.2亿元。" * 8000,
}


@pytest.mark.parametrize("name", HEAVY)
def test_long_input_comes_through(name: str) -> None:
    """Very long and odd texts give valid quantities."""
    check(HEAVY[name], quantities(HEAVY[name], "zh" if name in ("chinese", "han") else "en"))


def check(text: str, found: list[Quantity]) -> None:
    """Assert places, order and ranges."""
    end = 0
    for quantity in found:
        assert end <= quantity.start < quantity.end <= len(text)
        assert text[quantity.start : quantity.end] == quantity.text
        assert quantity.high is None or quantity.value < quantity.high
        assert quantity.ambiguous == (quantity.reason != "")
        end = quantity.end


SCRAPS = (
    "1|25|3.5|1,234|007|12345678901234567890|%|万|亿|个|百分之|分之|十|三|成|倍|km|$|€|-|–|−|/| to "
    "| in | |one |two|hundred| and |half|a |third|thirds of|x|e5|^2|×10|10|⁶|½|.|,|to|至|约"
    "|over |+|th|2023|年|people|第|负|(|)|\n|#|million|B|m"
)
PIECES = st.lists(st.sampled_from(SCRAPS.split("|")), max_size=14).map("".join)
LANGUAGES = st.sampled_from(["en", "de", "zh", "und", "ja"])


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(), PIECES), LANGUAGES)
def test_any_text_gives_valid_quantities(text: str, language: str) -> None:
    """Nothing raises, and each quantity stands where it says."""
    check(text, quantities(text, language))


@settings(max_examples=200, deadline=None)
@given(PIECES, PIECES, LANGUAGES)
def test_comparison_is_symmetric_and_reflexive(first: str, second: str, language: str) -> None:
    """Order does not matter, and everything agrees with itself."""
    found = [*quantities(first, language), *quantities(second, language)]

    assert all(same_value(a, b) == same_value(b, a) for a in found for b in found)
    assert all(comparable(a, a) and same_value(a, a) and consistent(a, a) for a in found)


@settings(max_examples=200, deadline=None)
@given(st.integers(min_value=2, max_value=999_999))
def test_reads_back_english_words(number: int) -> None:
    """Every number below a million is read from its words."""
    quantity = only(f"they saw {in_words(number)} birds")

    assert quantity.value == number


@settings(max_examples=200, deadline=None)
@given(st.integers(min_value=10, max_value=999_999_999))
def test_reads_back_chinese_numbers(number: int) -> None:
    """Every number is read from its characters."""
    quantity = only(f"共有{in_characters(number)}人", "zh")

    assert (quantity.value, quantity.unit) == (number, "people")


def in_words(number: int) -> str:
    """Write a number below a million in English."""
    small = (  # noqa: SIM905
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen"
    ).split()
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
    if number < 20:
        return small[number]
    if number < 100:
        ten, one = divmod(number, 10)
        return tens[ten - 2] + (f"-{small[one]}" if one else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    above, below = divmod(number, size)
    joint = " and " if below and below < 100 else " "
    return f"{in_words(above)} {name}" + (f"{joint}{in_words(below)}" if below else "")


def in_characters(number: int) -> str:
    """Write a number below a hundred million million in Chinese."""
    digits = "零一二三四五六七八九"
    for size, name in ((10**8, "亿"), (10**4, "万"), (1000, "千"), (100, "百"), (10, "十")):
        if number >= size:
            above, below = divmod(number, size)
            gap = "零" if 0 < below < size // 10 else ""
            return in_characters(above) + name + gap + (in_characters(below) if below else "")
    return digits[number]
