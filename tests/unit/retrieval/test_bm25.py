"""The pieces of a text that speak of a question."""

from veridical.retrieval.bm25 import Pieces

PIECES = Pieces(
    [
        "Ships carry grain.",
        "Ice is floating on water.",
        "Ice melts. Ice is cold ice.",
        "冰浮在水面上。",
    ]
)


def test_the_piece_that_says_it_is_first() -> None:
    """By rare words, and by their beginnings."""
    assert PIECES.best("Why does ice float on water", 1) == [1]
    assert PIECES.best("Floats", 1) == [1]
    assert PIECES.best("冰浮在水上", 1) == [3]


def test_pieces_that_say_nothing_of_it_stand_in_order() -> None:
    """Equal scores: the earlier one."""
    assert PIECES.best("whales", 4) == [0, 1, 2, 3]
    assert Pieces([]).best("ice", 3) == []


def test_a_short_piece_beats_a_long_one_with_the_same_word() -> None:
    """And two mentions beat one in pieces of one length: both by the formula's terms."""
    long = "ice " + "sea " * 20
    pieces = Pieces([long, "ice sea", "ice ice", "sun moon"])

    assert pieces.best("ice", 3) == [2, 1, 0]


def test_a_number_counts_whole() -> None:
    """Its beginning is another number."""
    pieces = Pieces(["In 1234567 cases.", "In 1234599 cases."])

    assert pieces.best("1234599", 1) == [1]
