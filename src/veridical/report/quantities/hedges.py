"""How firmly is a quantity stated? about, nearly, over, at least, up to, 约, 超过, 左右."""

from veridical.report.quantities.quantity import Bound, Draft
from veridical.report.quantities.units import measure_of

_APPROXIMATE = "approximate"

_BEFORE: dict[str, str] = {
    word: meaning
    for meaning, words in {
        _APPROXIMATE: "about|around|approximately|approx.|approx|roughly|nearly|almost|circa|ca.|c."
        "|close to|estimated|estimated at|some|~|≈|∼|in the region of|just under|just over"
        "|on the order of|of the order of|virtually|etwa|rund|ungefähr|environ|cerca de|около"
        "|примерно|约|約|大约|大約|约为|约有|大概|近|将近|接近|约合",
        # a sum, no limit
        Bound.NONE: "add up to|adds up to|added up to|adding up to|sum up to|sums up to",
        Bound.MORE_THAN: "over|more than|above|exceeding|exceeds|exceeded|exceed|greater than"
        "|in excess of|upwards of|north of|beyond|higher than|larger than|surpassed|surpassing"
        "|surpasses|topped|>|mehr als|über|plus de|más de|mais de|più di|более|超过|超過|超|逾|多于"
        "|高于|大于|突破|超出",
        Bound.AT_LEAST: "at least|no less than|not less than|no fewer than|not fewer than"
        "|a minimum of|minimum of|≥|>=|mindestens|au moins|al menos|pelo menos|almeno|至少|不少于"
        "|不低于|最少|起码",
        Bound.AT_MOST: "up to|at most|no more than|not more than|a maximum of|maximum of|as much as"
        "|as many as|as high as|capped at|≤|<=|bis zu|höchstens|jusqu'à|hasta|até|fino a|最多|至多"
        "|不超过|不多于|不高于|多达",
        Bound.LESS_THAN: "under|below|less than|fewer than|lower than|smaller than|<|weniger als"
        "|unter|moins de|menos de|meno di|менее|不足|不到|少于|低于|小于|未满|低於",
    }.items()
    for word in words.split("|")
}
_AFTER: dict[str, str] = {
    **dict.fromkeys(("左右", "上下", "前后", " or so", "程度", "前後"), _APPROXIMATE),
    **dict.fromkeys(("以上", " or more", " or above", " or higher", " and above"), Bound.AT_LEAST),
    **dict.fromkeys((" or older", " and older", " and over", " or over"), Bound.AT_LEAST),
    **dict.fromkeys(
        ("以下", "以内", " or less", " or fewer", " or below", " or lower"), Bound.AT_MOST
    ),
}

_BEFORE_ENDINGS = tuple(_BEFORE)
_LAST_LETTERS = frozenset(word[-1] for word in _BEFORE)
_AFTER_OPENINGS = tuple(_AFTER)
_BY_LENGTH = sorted(_BEFORE, key=len, reverse=True)
_LONGEST = max(map(len, _BEFORE)) + 3
_STACKED = 2
_COUNTERS = frozenset("个個家件次项項种種人名位台辆套")
_RECENT = "近"
"""Before a length of time it means "the last"."""


def hedges(surface: str, draft: Draft) -> tuple[bool, Bound]:
    """Read the words around a quantity.

    Args:
        surface: Folded and masked text.
        draft: The quantity.

    Returns:
        Whether it is approximate, and its bound.
    """
    meanings: list[str] = [Bound.MORE_THAN] if draft.is_over else []
    start = draft.start
    for _ in range(_STACKED):
        word, start = _word_before(surface, start)
        if not word:
            break
        if word != _RECENT or not _is_time(draft):
            meanings.append(_BEFORE[word])
    meanings += _after(surface, draft.end)
    bound = next((Bound(m) for m in meanings if m != _APPROXIMATE), Bound.NONE)
    return _APPROXIMATE in meanings, bound


def _word_before(surface: str, start: int) -> tuple[str, int]:
    """Return the hedge that ends here and where it begins, or ""."""
    before = surface[max(0, start - _LONGEST) : start].rstrip(" ").lower()
    if before[-1:] not in _LAST_LETTERS or not before.endswith(_BEFORE_ENDINGS):
        return "", start
    for word in _BY_LENGTH:
        if before.endswith(word) and _is_whole(before, word):
            gap = len(surface[max(0, start - _LONGEST) : start]) - len(before)
            return word, max(0, start - gap - len(word))
    return "", start


def _is_whole(before: str, word: str) -> bool:
    """Tell whether the hedge is not the end of a longer word ("recover")."""
    head = before[: -len(word)]
    if word >= "\u2e80":
        return not (word == _RECENT and head.endswith(("最", "附", "临")))
    return not (word[0].isalpha() and head[-1:].isalpha())


def _after(surface: str, end: int) -> list[str]:
    """Return the meanings of a hedge behind the quantity or its measure word."""
    for at in (end, end + 1):
        following = surface[at : at + 10]
        if following.startswith(_AFTER_OPENINGS):
            return [meaning for word, meaning in _AFTER.items() if following.startswith(word)]
        if following[:1] not in _COUNTERS or not following:
            break
    return []


def _is_time(draft: Draft) -> bool:
    measure = measure_of(draft.unit)
    return measure is not None and measure.dimension == "time"
