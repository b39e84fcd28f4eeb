"""How a letter's script writes words: with spaces between them, or densely.

Ranges are compared one by one: a regular expression of as many ranges takes
longer to build than the rest of the package takes to import.
"""

from unicodedata import category

_DENSE = (
    (0x0E01, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1100, 0x11FF),  # Hangul letters
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),
    (0x3041, 0x3096),  # Hiragana
    (0x30A1, 0x30FA),  # Katakana
    (0x30FC, 0x30FF),
    (0x3105, 0x312F),  # Bopomofo
    (0x3400, 0x9FFF),  # Han
    (0xAC00, 0xD7FF),  # Hangul syllables
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")


def is_dense(character: str) -> bool:
    """Whether a letter is of a script written without spaces, or of Hangul.

    Hangul writes spaces, but its particles follow a word without one.
    """
    code = ord(character)
    return code > 0xE00 and any(low <= code <= high for low, high in _DENSE)


def is_spaced(character: str) -> bool:
    """Whether a letter, mark or digit outside ASCII is of a script that writes spaces."""
    is_wide_form = "\uff00" <= character <= "\uffef"
    is_word = character.isalpha() or character.isdecimal() or _is_mark(character)
    return is_word and not character.isascii() and not is_wide_form and not is_dense(character)


def is_invisible(character: str) -> bool:
    """Whether a character shows nothing and may have slipped into an address."""
    return character in _INVISIBLE


def _is_mark(character: str) -> bool:
    return category(character).startswith("M")
