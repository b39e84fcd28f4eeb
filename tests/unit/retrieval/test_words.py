"""What of a word counts in a comparison."""

from veridical.retrieval.words import spelling, stem


def test_forms_of_a_word_have_one_stem() -> None:
    """Plurals of four letters and more, and what comes after five letters."""
    assert stem("masks") == stem("mask") == "mask"
    assert stem("studies") == stem("study") == "study"
    assert stem("floating") == stem("floats") == "float"
    assert stem("glass") == "glass"
    assert stem("gas") == "gas"


def test_longer_words_share_their_middle() -> None:
    """No common beginning is needed."""
    assert {"symp", "ympt", "mpto"} <= spelling("asymptomatic") & spelling("symptoms")


def test_a_number_and_a_pair_of_characters_count_whole() -> None:
    """Their parts are other numbers, and other words."""
    assert stem("1234567") == "1234567"
    assert stem("水的") == "水的"
    assert spelling("1234567") == spelling("水的") == frozenset()


def test_names_of_one_thing_are_one_word() -> None:
    """Which share no letters, in digits or not; other words stay apart."""
    assert len({stem(name) for name in ("coronavirus", "covid", "covid19", "sarscov2")}) == 1
    assert stem("british") == stem("uk")
    assert stem("corona") == stem("coronavirus")
    assert stem("cover") == "cover"
