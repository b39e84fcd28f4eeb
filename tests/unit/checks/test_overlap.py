"""Words as the rules compare them, and the window that covers a statement best."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.checks.overlap import PassageIndex, Window
from veridical.checks.words import stem, words


def best_window(statement: str, passage: str) -> Window:
    """The window of one passage for one statement."""
    return PassageIndex(passage).window(statement)


def keys(text: str) -> list[str]:
    """The keys of a text's words."""
    return [word.key for word in words(text)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("increases", "increased"),
        ("stopping", "stops"),
        ("studies", "study"),
        ("Álvares", "alvares"),
        ("COVID-19", "Covid19"),
        ("SARS-CoV-2", "SARSCoV2"),
        ("the Moore's", "the Moore’s"),
        ("company's", "company"),
        ("1,200", "1200"),
        ("3.50", "3.5"),
        ("tenth", "10th"),
        ("three", "3"),
        ("１２", "12"),
        ("1990s", "1990"),
    ],
)
def test_spellings_of_a_word_share_a_key(left: str, right: str) -> None:
    """Case, accents, light endings and number forms do not part two words."""
    assert keys(left) == keys(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [("less", "les"), ("1.5", "15"), ("10", "100"), ("B12", "12"), ("red", "r")],
)
def test_other_words_keep_other_keys(left: str, right: str) -> None:
    """Words that mean something else do not meet."""
    assert keys(left) != keys(right)


def test_names_with_digits_are_no_numbers() -> None:
    """COVID-19 and H1N1 are names; 19 alone is a number."""
    numbers = [word.key for word in words("COVID-19, H1N1 and B12 in 19 cases") if word.is_number]

    assert numbers == ["19"]


def test_scripts_without_spaces_give_pairs() -> None:
    """Chinese gives neighboring pairs, and mixed text both."""
    assert keys("中国GDP增长3%") == ["中国", "gdp", "增长", "3"]


def test_words_know_their_place() -> None:
    """Each word's span quotes it."""
    text = "The state-of-the-art costs 1,200 at 北京站."

    assert [text[word.start : word.end] for word in words(text)] == [
        *("The", "state", "of", "the", "art", "costs", "1,200", "at", "北京", "京站"),
    ]


def test_stop_words_weigh_little() -> None:
    """A sentence of stop words alone says next to nothing."""
    assert best_window("Bees are in the meadow.", "There are the ones in it.").score < 0.2


SOURCE = (
    "Bees visit many flowers. Their colonies winter in the hive. "
    "In 2019 the harvest of clover honey rose to 1,200 tonnes. "
    "Wasps build nests of paper. " * 6
)


def test_the_window_is_the_sentence_that_says_it() -> None:
    """The best window holds whole sentences and no more of them than it needs."""
    window = best_window("The clover honey harvest was 1200 tonnes in 2019.", SOURCE)

    assert SOURCE[window.start : window.end] == (
        "In 2019 the harvest of clover honey rose to 1,200 tonnes."
    )
    assert window.score > 0.95


def test_a_window_joins_neighboring_sentences() -> None:
    """What two neighboring sentences say together is one window."""
    text = "Rain fell on Monday. Snow followed on Tuesday. Nobody minded."

    window = best_window("Rain and snow fell.", text)

    assert text[window.start : window.end] == "Rain fell on Monday. Snow followed on Tuesday."


def test_words_too_far_apart_are_not_one_window() -> None:
    """The whole passage covers what no window does."""
    text = "Rain fell. " + "Nothing else was noted that day. " * 30 + "Snow followed."

    window = best_window("Rain, snow.", text)

    assert (window.score, window.whole) == (pytest.approx(0.5), 1.0)
    assert (window.matched, window.missing) == (("rain",), ("snow",))


def test_a_missing_number_weighs_more_than_a_missing_word() -> None:
    """The figure is what a reader would check first."""
    passage = "The plant made 40 cars."

    without_word = best_window("The plant made 40 red cars.", passage).score
    without_number = best_window("The plant made 50 cars there, red.", "The plant made cars.").score

    assert without_number < without_word


def test_chinese_is_covered_by_pairs() -> None:
    """A Chinese statement finds its sentence."""
    text = "甲公司成立于1998年。该公司去年的营业收入增长了20%。乙公司没有公布数据。"

    window = best_window("去年甲公司营业收入增长20%", text)

    assert "营业收入增长了20" in text[window.start : window.end]
    assert window.score > 0.7


def test_nothing_shared_is_an_empty_window() -> None:
    """No shared word: nothing covered, all missing."""
    window = best_window("Bees visit clover.", "Lorem ipsum.")

    assert (window.start, window.end, window.score, window.whole) == (0, 0, 0.0, 0.0)
    assert window.missing == tuple(keys("Bees visit clover."))


def test_a_background_lowers_common_words() -> None:
    """A word known to be common everywhere counts less."""
    index = PassageIndex("Bees visit meadows.")

    plain = index.window("Bees visit clover.").score
    with_background = index.window("Bees visit clover.", {"visit": 0.1}).score

    assert plain > with_background


def test_a_word_all_over_the_source_counts_less_than_a_rare_one() -> None:
    """In a long source the subject's name places nothing."""
    text = "Honey is sweet. " * 20 + "Clover blooms."

    index = PassageIndex(text)

    assert index.window("Honey xyzzy.").score < index.window("Clover xyzzy.").score


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.text(max_size=120))
def test_scores_and_spans_stay_in_range(statement: str, passage: str) -> None:
    """Any two texts give a share and a span of the passage."""
    window = best_window(statement, passage)

    assert 0.0 <= window.score <= window.whole <= 1.0
    assert 0 <= window.start <= window.end <= len(passage)
    assert {*window.matched, *window.missing} == set(keys(statement))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["bee", "clover", "sun", "30", "rain."]), min_size=1, max_size=20))
def test_a_text_covers_itself(said: list[str]) -> None:
    """A short text is wholly covered by itself."""
    text = " ".join(said)

    assert best_window(text, text).score == pytest.approx(1.0)


@pytest.mark.timed
@pytest.mark.parametrize(
    "text",
    ["a-" * 100_000, "(" * 200_000, "bee " * 50_000, "1,1." * 50_000, "中" * 200_000],
    ids=range(5),
)
def test_hostile_passages_take_linear_time(text: str) -> None:
    """Two hundred thousand characters take under four seconds to index and search."""
    start = time.process_time()

    best_window("bee a 中国 1,1", text)

    assert time.process_time() - start < 4


@pytest.mark.timed
def test_many_statements_share_one_index() -> None:
    """A hundred statements against one long source cost less than a second."""
    index = PassageIndex(SOURCE * 300)
    start = time.process_time()

    for number in range(100):
        index.window(f"The clover honey harvest was {number} tonnes in 2019.")

    assert time.process_time() - start < 2


def test_stems_stay_words_apart() -> None:
    """Short words and words in other scripts keep their endings."""
    assert [stem(word) for word in ("is", "bus", "gas", "ring", "bed", "été")] == [
        *("is", "bus", "gas", "ring", "bed", "été"),
    ]
