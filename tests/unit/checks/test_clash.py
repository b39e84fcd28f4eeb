"""Typed clashes: each kind found where it stands, and nothing called one that is none."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.checks.clash import (
    Agreement,
    Clash,
    ClashKind,
    absences,
    agreement,
    clashes,
    other_terms,
)
from veridical.report.quantities import measurements


def kinds(statement: str, window: str) -> list[str]:
    """The kinds of the clashes found."""
    return [clash.kind.value for clash in clashes(statement, window)]


NUMBER = ("number", "scale", "unit")


@pytest.mark.parametrize(
    ("statement", "window", "kind"),
    [
        ("The plant made 300 cars a day.", "The plant made 450 cars a day.", "number"),
        ("Sales of the firm rose by 12%.", "Sales of the firm rose by 18%.", "number"),
        ("The bridge is 1,200 m long.", "The bridge is 1.5 km long.", "number"),
        ("She won five gold medals.", "She won seven gold medals in her career.", "number"),
        ("The dam cost 3 million dollars.", "The dam cost 4.5 million dollars.", "number"),
        ("全国水电装机容量为370万千瓦。", "全国水电装机容量为420万千瓦。", "number"),
        ("该公司营业收入增长12%。", "该公司营业收入增长了18%。", "number"),
        ("The fund holds 20 million euros.", "The fund holds 20 billion euros.", "scale"),
        ("The dam stores 5 million litres of water.", "The dam stores 50 million litres.", "scale"),
        ("该基金规模为30亿元。", "该基金规模为30万元。", "scale"),
        ("The new engine is 35 kg lighter.", "The new engine is 35% lighter.", "unit"),
        ("The tax on fuel is 20 euros.", "The tax on fuel is 20%.", "unit"),
    ],
)
def test_figures_that_differ_clash(statement: str, window: str, kind: str) -> None:
    """Same subject, same unit, another value; or the same digits in another unit."""
    assert kinds(statement, window) == [kind]


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("The plant made 300 cars a day.", "The plant made about 310 cars a day."),
        ("The plant made 3.2 million cars.", "The plant made 3,198,000 cars."),
        ("The bridge is 1,500 m long.", "The bridge is 1.5 km long."),
        ("A 0.35 share of latency was lower.", "There was 35 % lower latency."),
        ("The wait fell to 1e2 ms.", "The wait fell to 100 ms."),
        ("It sold more than 300 cars.", "It sold 450 cars in all."),
        ("It has $35M revenue.", "There is 35 % lower latency."),
        ("It has 35 million users.", "There is 35 % lower latency."),
        ("The plant made 300 cars a day.", "The mine shipped 450 tonnes of ore a day."),
        ("Sales rose by 12% in 2019.", "Sales rose by 18% in 2021."),
        ("COVID-19 rates rose in the city.", "COVID-20 rates rose in the city."),
        ("One of the best cities.", "Two of the best cities."),
        (
            "The house has 8 rooms and 3 floors.",
            "The house has 3 floors and 8 rooms, 2 of them small.",
        ),
        ("The Senate serves six-year terms, the House two-year terms.", "House terms: two years."),
        ("全国居民收入为3万元。", "城镇居民人均支出为5万元。"),
    ],
)
def test_figures_that_may_both_be_true_do_not_clash(statement: str, window: str) -> None:
    """Within precision, of another thing, of another time, or a name with a digit (U100)."""
    assert not [kind for kind in kinds(statement, window) if kind in NUMBER]


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("The school was founded in 1951.", "The school was founded in 1949 by monks."),
        ("The treaty was signed on 4 May 1951.", "The treaty was signed on 4 April 1949."),
        ("It is a 1964 novel by Golding.", "It is a 1954 novel by William Golding."),
        ("The bridge opened in March 2010.", "The bridge opened in May 2010."),
        ("该公司成立于1998年。", "该公司成立于2001年。"),
        ("该公司1998年成立。", "该公司成立于2001年，总部在北京。"),
        (
            "In 1947 Congress passed the Economic Cooperation Act and approved funding.",
            "In 1948 Congress passed the Economic Cooperation Act and approved funding.",
        ),
    ],
)
def test_dates_of_what_happens_once_clash(statement: str, window: str) -> None:
    """A founding, a signing, a publication has one date."""
    assert kinds(statement, window) == ["date"]


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("The school was founded in 1949.", "The school was founded in May 1949."),
        ("The team won the cup in 2010.", "The team won the cup in 2014."),
        ("Sales rose in 2019.", "Sales rose in 2020."),
        ("The heat wave of 2003 killed many.", "The heat wave of 2006 killed many."),
        ("The school was founded in 1951.", "The chapel was built in 1949."),
        ("The warmest years came since 2000.", "The warmest years came since 1998."),
        ("公司收入2019年增长。", "公司收入2020年增长。"),
        ("The school was founded last year.", "The school was founded in 1949."),
    ],
)
def test_dates_of_what_may_happen_again_do_not_clash(statement: str, window: str) -> None:
    """What recurs, is dated coarsely, or is another event has many dates."""
    assert kinds(statement, window) == []


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("The mosque was never destroyed.", "The mosque was destroyed by an earthquake."),
        ("The drug did not reduce mortality.", "The drug clearly reduced mortality in adults."),
        ("The drug reduced mortality.", "The drug didn't reduce mortality."),
        ("The city has no airport.", "The city has an airport."),
        ("The committee approved the plan.", "The committee has not approved the plan."),
        ("公司收入没有增长。", "公司收入增长。"),
        ("该方案未获批准。", "该方案获批准实施。"),
        ("试验并未证明疫苗有效。", "试验证明疫苗有效。"),
        ("疫苗不能预防感染。", "疫苗能预防感染。"),
    ],
)
def test_a_denial_clashes_with_what_it_denies(statement: str, window: str) -> None:
    """The same words of the same subject, denied in one text alone."""
    assert "negation" in kinds(statement, window)


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("The drug did not reduce mortality.", "The drug did not reduce mortality in adults."),
        ("The drug not only reduced mortality.", "The drug reduced mortality."),
        ("The drug reduced no more than pain.", "The drug reduced pain."),
        ("There was no statue until 1990.", "A statue was unveiled in 1990."),
        ("Cycling does not pollute the air.", "Cycling is non-polluting in the air."),
        ("It is not a bird but a mammal.", "It is a mammal."),
        ("The mosque was never destroyed.", "The church was destroyed by fire."),
        ("公司不断扩大收入。", "公司扩大收入。"),
        ("公司收入不仅增长。", "公司收入增长。"),
        ("未来收入增长。", "收入增长。"),
    ],
)
def test_what_only_looks_like_a_denial_does_not_clash(statement: str, window: str) -> None:
    """Both deny, a connective, a limit in time, another subject."""
    assert "negation" not in kinds(statement, window)


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("Exports of rice increased.", "Exports of rice fell sharply."),
        ("Rice prices were higher in May.", "Rice prices were lower in May."),
        ("He was the first emperor of China.", "He was the last emperor of China."),
        ("It is the largest lake in Asia.", "It is the smallest lake in Asia."),
        ("The law allows hunting of wolves.", "The law bans hunting of wolves."),
        ("去年出口额增长。", "去年出口额下降。"),
        ("该地区人口上升明显。", "该地区人口下降明显。"),
        ("试点项目成功。", "试点项目失败。"),
        ("公司去年盈利。", "公司去年亏损。"),
    ],
)
def test_opposite_directions_clash(statement: str, window: str) -> None:
    """Up against down, first against last, of the same thing."""
    assert kinds(statement, window) == ["direction"]


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("Exports of rice increased.", "Exports of rice rose sharply."),
        ("Exports of rice increased.", "Imports of wheat fell sharply."),
        ("Exports of rice increased.", "Exports of rice first fell and then increased."),
        ("Exports of rice increased.", "Exports of rice did not fall."),
        ("It lies in the north of Asia.", "It lies in the south of Asia."),
        ("出口额增长，进口额下降。", "出口额增长。"),
        ("The drug increased immunity to flu.", "The drug reduced deaths in mice."),
    ],
)
def test_directions_of_other_things_do_not_clash(statement: str, window: str) -> None:
    """Another subject, both directions told, or a denial of the opposite."""
    assert kinds(statement, window) == []


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("The film Jaws was directed by George Lucas.", "Jaws was directed by Steven Spielberg."),
        ("Mozart was a composer of the Baroque.", "Mozart was a composer of the Classical era."),
        ("Hamlet is a play by Ben Jonson.", "Hamlet is a famous play by William Shakespeare."),
        ("In art, Dali was known as The Duke.", "In art, Dali was known as Avida."),
        ("The Tate was designed by Norman Foster.", "The Tate was designed by Herzog in 1995."),
    ],
)
def test_a_name_in_the_place_of_another_clashes(statement: str, window: str) -> None:
    """The role is fixed by the word before the name, and the subject is shared."""
    assert kinds(statement, window) == ["name"]


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("Jaws was directed by Spielberg.", "Jaws was directed by Steven Spielberg."),
        ("The Alhambra is located in Spain.", "The Alhambra is located in Granada."),
        ("Jaws was produced by Zanuck.", "Jaws was directed by Spielberg."),
        ("Jaws was directed by Spielberg.", "Jaws was directed by George Lucas and Spielberg."),
        ("Key benefits of Lactobacillus.", "Key benefits of Bifidobacterium."),
        (
            "Smith was a steward for the African Clothing Workers Union.",
            "Smith was a steward for ACWU.",
        ),
        ("Cromwell was a ruler of England.", "Cromwell was a ruler of Britain."),
        (
            "The Wall was seen by NATO.",
            "The Wall was seen by the North Atlantic Treaty Organization.",
        ),
    ],
)
def test_names_that_may_both_be_right_do_not_clash(statement: str, window: str) -> None:
    """Parts, initials, other names of a place, other roles, places within places."""
    assert kinds(statement, window) == []


def test_a_clash_shows_both_places() -> None:
    """The two spans quote the two texts."""
    statement, window = "Sales of rice rose by 12%.", "It rained. Sales of rice rose by 18%."

    assert clashes(statement, window) == (
        Clash(ClashKind.NUMBER, (22, 25), (33, 36), "12%", "18%"),
    )


def test_what_stands_elsewhere_in_the_source_is_no_clash() -> None:
    """A figure that the source gives at another place is not contradicted."""
    statement, window = "Sales of rice rose by 12%.", "Sales of rice rose by 18%."
    source = measurements(window + " In the south alone, sales rose by 12%.", "en")

    assert clashes(statement, window, "en", source=source) == ()


@pytest.mark.parametrize(
    ("statement", "window", "found", "missing"),
    [
        (
            "In 2019 the firm Acme sold 300 cars to Ghana for $5 million.",
            "Acme sold 300 cars in May 2019.",
            ["2019", "Acme", "300"],
            ["Ghana", "$5 million"],
        ),
        ("COVID-19 spread to Japan.", "In Japan, COVID-19 spread.", ["Japan"], []),
        ("该公司2019年收入30亿元。", "2019年，收入为30亿元。", ["2019年", "30亿元"], []),
        ("Nothing to check here.", "Nothing.", [], []),
        ("The bridge is 1500 m long.", "The bridge is 1.5 km long.", ["1500 m"], []),
    ],
)
def test_details_are_told_apart(
    statement: str, window: str, found: list[str], missing: list[str]
) -> None:
    """Figures, dates and names that the evidence has, and those it lacks."""
    compared = agreement(statement, window)

    assert [detail.text for detail in compared.found] == found
    assert [detail.text for detail in compared.missing] == missing


def test_no_details_have_no_share() -> None:
    """Nothing to compare is not full agreement."""
    assert Agreement((), ()).share is None
    assert agreement("Acme sold 300 cars in Ghana.", "300 cars").share == 0.5


SENTENCES = st.lists(
    st.sampled_from(
        [
            *("sales", "rose", "fell", "not", "12%", "18%", "in", "2019", "Acme", "by", "no"),
            *("the", "largest", ".", "was founded", "增长", "下降", "没有", "公司", "30亿元"),
        ]
    ),
    max_size=14,
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(SENTENCES | st.text(max_size=60))
def test_no_sentence_clashes_with_itself(text: str) -> None:
    """What is repeated word for word is no clash, whatever it says."""
    single = text.replace(".", " ")

    assert [c for c in clashes(single, single) if c.said == c.found] == []


@settings(max_examples=150, deadline=None)
@given(SENTENCES | st.text(max_size=60), SENTENCES | st.text(max_size=80))
def test_spans_quote_their_texts(statement: str, window: str) -> None:
    """Any two texts give clashes whose spans quote them."""
    for clash in clashes(statement, window):
        assert statement[slice(*clash.said)] == clash.said_text
        assert window[slice(*clash.found)] == clash.found_text


@pytest.mark.timed
@pytest.mark.parametrize(
    "window",
    [
        "Sales of rice did not rise by 12% in 2019. " * 1500,
        "not " * 15_000,
        "Acme " * 12_000,
        "增长没有" * 15_000,
        "by " * 20_000,
    ],
    ids=range(5),
)
def test_long_windows_take_linear_time(window: str) -> None:
    """Sixty thousand characters, far more than a window, take a few seconds at most."""
    start = time.process_time()

    clashes("Sales of rice rose by 18% in 2020 by Acme of Ghana. 公司收入增长。", window)

    assert time.process_time() - start < 6


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        (
            "The layer grows denser down to the bed, so no ice forms in the ocean.",
            "The layer grows denser down to the bed, so the ocean cools before ice can form.",
        ),
        (
            "The heat is due to its thick air and not to sunlight.",
            "The thick air lets sunlight through but holds the heat.",
        ),
        (
            "The star is hot because of its mass and not because of its age.",
            "The mass and the age of the star are known.",
        ),
        (
            "The deep water of a lake does not freeze in winter.",
            "Water colder than 4 °C stays on top of a lake and freezes there in winter.",
        ),
        (
            "The shell keeps the surface warmer than it would be without it.",
            "The shell keeps the surface warmer.",
        ),
        ("The plant runs on no fuel other than gas.", "The plant runs on gas as its fuel."),
        ("这项技术不仅提高了产量，也降低了成本。", "这项技术提高了产量，降低了成本。"),
        ("参会者无不支持该方案。", "参会者支持该方案。"),
        ("产量增长归功于新技术，而不是补贴。", "新技术使产量增长，补贴金额为三亿元。"),
        ("该厂不单生产汽车。", "该厂生产汽车。"),
    ],
)
def test_a_denial_of_something_else_does_not_clash(statement: str, window: str) -> None:
    """A contrast, a cause set aside, another subject, "not only", "none but", a comparison."""
    assert "negation" not in kinds(statement, window)


@pytest.mark.parametrize(
    ("statement", "window", "kind"),
    [
        (
            "The bottom of the lake stays near 4 °C in winter.",
            "The bottom of the lake does not stay near 4 °C in winter.",
            "negation",
        ),
        (
            "One rule alone separates the first class but cannot tell the others apart.",
            "One rule alone separates the first class but can tell the others apart.",
            "negation",
        ),
        ("造纸术的关键节点是公元105年。", "造纸术的关键节点并非东汉即公元105年。", "negation"),
        ("一个太阴日内海边出现两次高潮。", "一个太阴日内海边没有出现两次高潮。", "negation"),
        (
            "The thick air of the planet keeps its surface much warmer than space.",
            "The thick air of the planet keeps its surface much cooler than space.",
            "direction",
        ),
        (
            "Its petals are at most 1.9 cm long in this class.",
            "Its petals are at least 1.9 cm long in this class.",
            "direction",
        ),
        ("这是现存最早有明确纪年的书籍。", "这是现存最晚有明确纪年的书籍。", "direction"),
        ("两者的力互相叠加，形成大潮。", "两者的力互相抵消，形成大潮。", "direction"),
        (
            "The rule labels 147 of the 150 flowers correctly in all.",
            "The rule labels 747 of the 150 flowers correctly in all.",
            "number",
        ),
        ("书末题有咸通九年的字样。", "书末题有咸通三年的字样。", "number"),
    ],
)
def test_sentences_that_run_in_parallel_clash_where_they_part(
    statement: str, window: str, kind: str
) -> None:
    """All words are the same but a denial, an opposite or a figure."""
    assert kind in kinds(statement, window)


AROUND = """Venus is hotter than Mercury. Mercury is small. Venus has clouds, Mercury has none.
大潮和高潮不同。大潮出现在朔望。大潮潮差最大。高潮一天两次。高潮之间隔半天。"""


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        (
            "Venus receives about 2,600 watts a meter.",
            "Mercury receives about 2,600 watts a meter.",
        ),
        ("大潮大约每14.8天循环一次。", "高潮大约每14.8天循环一次。"),
    ],
)
def test_another_thing_in_its_place_is_another_term(statement: str, window: str) -> None:
    """The texts around speak of both as of two things; it is no contradiction."""
    (term,) = other_terms(statement, window, AROUND)

    assert term.kind is ClashKind.TERM
    assert (term.said_text, term.found_text)[0] in statement
    assert clashes(statement, window) == ()


@pytest.mark.parametrize(
    ("statement", "window"),
    [
        ("Venus gets about 2,600 watts a meter.", "Venus receives about 2,600 watts a meter."),
        (
            "A day of work makes about 100,000 beats.",
            "A day of work adds up to about 100,000 beats.",
        ),
        ("朔望月平均为29.53天。", "朔望月平均历时29.53天。"),
    ],
)
def test_another_word_for_the_same_is_no_other_term(statement: str, window: str) -> None:
    """Nothing around uses the two words as two things."""
    assert other_terms(statement, window, AROUND) == ()


@pytest.mark.parametrize(
    ("statement", "window", "is_found"),
    [
        ("It sold over 10 million cars.", "It sold 12 million cars.", True),
        ("It sold over 10 million cars.", "It sold over 30 million cars.", False),
        ("It holds up to 7,000 liters.", "It holds 4.9 liters.", False),
        ("It adds up to 7,000 liters.", "It adds up to 4,000 liters.", False),
    ],
)
def test_limits_are_read_as_people_mean_them(statement: str, window: str, is_found: bool) -> None:
    """A limit agrees with what lies near it on its side, and with the same limit."""
    assert bool(agreement(statement, window).found) is is_found


@pytest.mark.parametrize(
    ("statement", "source", "kind"),
    [
        ("The opera ran for 4 seasons.", "It closed after eight seasons of opera.", "number"),
        ("The film earned $754 million.", "In all, the film earned $254 million.", "number"),
        ("The firm is worth $100 million.", "By May the firm was worth $100 billion.", "scale"),
        ("The dam is 221 feet high.", "The dam stands 221 meters high.", "unit"),
        ("Ann met Tom on May 4, 1988.", "Tom told that on May 23, 1988 he saw her.", "date"),
        ("大坝高221米。", "这座大坝的高度是285米。", "number"),
    ],
)
def test_a_figure_that_is_nowhere_clashes_with_the_one_in_its_place(
    statement: str, source: str, kind: str
) -> None:
    """The words differ, the subject is the same, and one figure alone is not the source's."""
    assert [one.kind for one in absences(statement, source, measurements(source))] == [kind]


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("She died at age 57 of diabetes.", "Two years ago she died of diabetes, 57 years old."),
        ("It gets 464 watts and 9,083 degrees.", "It gets 15 watts at night, 20 degrees by day."),
        ("The page tells of 1999.", "Posted by Ann Lee on 4 May 2011. The page tells of much."),
        ("Two judges formed the group.", "The judges formed a five-piece group."),
        ("It weighs more than 40 tonnes.", "It weighs 82 tonnes."),
        ("这一年印成的书籍很多。", "咸通九年印成的书籍很多。"),
        ("The vaccine for COVID-19 came soon.", "The vaccine came after 12 months."),
    ],
)
def test_what_may_be_of_something_else_is_no_absence(statement: str, source: str) -> None:
    """Several figures lack, the digits stand there, a page's own date, other things counted."""
    assert absences(statement, source, measurements(source)) == ()
