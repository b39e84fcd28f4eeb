"""The words of a text as the built-in rules compare them, each with its place.

A word's key is what two spellings of it share: lower case, no accents, no light
ending (plural, -ing, -ed). Names that hold digits (COVID-19, SARS-CoV-2) are
one word and no number. Scripts written without spaces give pairs of
neighboring characters.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import combining, normalize

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(
    rf"(?P<cjk>[{_CJK}]+)"
    r"|(?P<number>\d+(?:[.,]\d+)*)(?:st|nd|rd|th|s)?"
    rf"|(?P<word>[^\W_{_CJK}]+(?:['\u2019\u2010\u2011-][^\W_{_CJK}]+){{0,5}})"
)
_PART = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_DIGIT = re.compile(r"\d")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_VOWEL = re.compile("[aeiouy]")
_LONGEST_STEMMED = 40

_CARDINALS = "two three four five six seven eight nine ten eleven twelve"
_ORDINALS = "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_NUMBER_WORDS = {
    **{word: str(value) for value, word in enumerate(_CARDINALS.split(), 2)},
    **{word: str(value) for value, word in enumerate(_ORDINALS.split(), 3)},
}
_STOP_WORDS = """
a about above after again all almost along already also although among an and another any are
around as at be became because become been before being below between both but by came can could
did do does doing done down due during each either else etc even ever every few for found from
further get got had has have having he her here hers herself him himself his how however i if in
including indeed instead into is it its itself just kind largely later least less like
likely made mainly many may me might more most much must my near nearly neither next no nor
not now of off often on once one only or other others our out over own part per perhaps rather
really same said say see seem several shall she should show since so some still such than that
the their them themselves then there therefore these they this those though through thus to
together too toward towards under until up upon us use used usually various very was we well went
were what when where whereas whether which while who whole whom whose why will with within without
would yet you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that say little alone; they count little, not nothing."""

STOP_CHARACTERS = frozenset(
    "的了是在和与及或等也都而其之为以于对从到把被所并就还又很更最这那该此各有中上下"
)
STOP_WEIGHT = 0.1
# A number that is missing says more against support than a word: measured on labelled pairs.
_NUMBER_WEIGHT = 2.0


@dataclass(frozen=True, slots=True)
class Word:
    """A word at its place.

    Attributes:
        key: what spellings of it share.
        start: offset of its first code point.
        end: offset after its last one.
        weight: how much it says before its text is known; 1 for an ordinary word.
        is_number: whether it is written in digits, or a small number in letters.
        is_pair: whether it is a pair of characters; pairs overlap.
    """

    key: str
    start: int
    end: int
    weight: float = 1.0
    is_number: bool = False
    is_pair: bool = False


def words(text: str, start: int = 0, end: int | None = None) -> tuple[Word, ...]:
    """Read the words of ``text[start:end]``, in order, with their places in `text`.

    A statement or passage is read again and again, so those of short texts are remembered.

    Example:
        >>> [word.key for word in words("COVID-19 rates rose 1,200 times")]
        ['covid19', 'rat', 'ros', '1200', 'tim']
    """
    stop = len(text) if end is None else end
    return _remembered(text, start, stop) if len(text) <= _SHORT else _read(text, start, stop)


_SHORT = 4_000
"""Characters of a text whose words are remembered."""


def _read(text: str, start: int, end: int) -> tuple[Word, ...]:
    return tuple(_words(text, start, end))


_remembered = lru_cache(maxsize=1024)(_read)


def _words(text: str, start: int, end: int) -> Iterator[Word]:
    for found in _WORD.finditer(text, start, end):
        first, last = found.span(found.lastgroup or 0)
        if found.lastgroup == "cjk":
            yield from _pairs(text, first, last)
        elif found.lastgroup == "number":
            yield Word(_number(found["number"]), first, last, _NUMBER_WEIGHT, is_number=True)
        elif _DIGIT.search(found["word"]):
            yield Word(_name(found["word"]), first, last)
        else:
            for part in _PART.finditer(found["word"]):
                yield _word(part[0], first + part.start(), first + part.end())


def stem(word: str) -> str:
    """Take the light endings off an English word in lower case.

    Example:
        >>> [stem(word) for word in ("studies", "stopped", "making", "increases", "less")]
        ['study', 'stop', 'mak', 'increas', 'less']
    """
    if len(word) < 4 or len(word) > _LONGEST_STEMMED or not word.isascii():
        return word
    return _without_e(_without_tense(_singular(word)))


def _pairs(text: str, start: int, end: int) -> Iterator[Word]:
    if end - start == 1:
        yield Word(text[start], start, end, _pair_weight(text[start]), is_pair=True)
    for at in range(start, end - 1):
        pair = text[at : at + 2]
        yield Word(pair, at, at + 2, _pair_weight(pair), is_pair=True)


def _pair_weight(pair: str) -> float:
    said = sum(character not in STOP_CHARACTERS for character in pair) / len(pair)
    return max(STOP_WEIGHT, said * said)


@lru_cache(maxsize=65536)
def _key(written: str) -> tuple[str, float, bool]:
    plain = re.sub("['\u2019]s?$", "", _folded(written)).replace("\u2019", "'")
    if plain in _NUMBER_WORDS:
        return _NUMBER_WORDS[plain], _NUMBER_WEIGHT, True
    if plain in STOP_WORDS or len(plain) == 1 or "'" in plain:
        return plain, STOP_WEIGHT, False
    return stem(plain), 1.0, False


def _word(written: str, start: int, end: int) -> Word:
    key, weight, is_number = _key(written)
    return Word(key, start, end, weight, is_number)


def _name(written: str) -> str:
    return re.sub("[-\u2010\u2011]|['\u2019].*", "", _folded(written))


def _folded(written: str) -> str:
    if written.isascii():
        return written.lower()
    return "".join(c for c in normalize("NFKD", written.lower()) if not combining(c))


def _number(written: str) -> str:
    plain = normalize("NFKC", written)
    if _THOUSANDS.fullmatch(plain):
        plain = plain.replace(",", "")
    whole, dot, decimals = plain.partition(".")
    decimals = decimals.rstrip("0")
    return whole + (dot + decimals if decimals else "")


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_tense(word: str) -> str:
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 2 and _VOWEL.search(root):
            return root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
    return word


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > 3 else word
