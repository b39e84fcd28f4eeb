"""Which language is a text written in?

Scripts decide where they can (Han with or without kana, Hangul, Thai, ...); among languages that
share a script the letters or the function words decide. The answer steers sentence splitting and
the reading of numbers ("1.234"), so a wrong guess costs more than none: what is not clear is
"und". Mixed texts get the language of their larger part; nothing here looks at single words.
"""

import re
from bisect import bisect_right
from collections import Counter

UNDETERMINED = "und"
"""The BCP-47 tag for "cannot say"."""

_SAMPLE_CHARS = 4000
_MINIMUM_HITS = 2
_MINIMUM_SHARE = 0.08
_MINIMUM_LEAD = 1.25
_KANA_SHARE = 0.08

# One Han character stands for about as much text as a short Latin word, so Chinese reports full
# of Latin names would be called English if letters were simply counted.
_HAN_WEIGHT = 3

_ADDRESS = re.compile(r"(?:https?://|www\.)[!-~]+")
_WORD = re.compile(r"[^\W\d_]+")

# Sorted by first letter: (first, last, script). A tag stands for a script that one language owns.
_RANGES: tuple[tuple[str, str, str], ...] = (
    ("A", "Z", "latin"),
    ("a", "z", "latin"),
    ("\u00c0", "\u024f", "latin"),
    ("\u0370", "\u03ff", "el"),
    ("\u0400", "\u04ff", "cyrillic"),
    ("\u0531", "\u0587", "hy"),
    ("\u05d0", "\u05ea", "he"),
    ("\u0620", "\u064a", "arabic"),
    ("\u066e", "\u06d3", "arabic"),
    ("\u06fa", "\u06ff", "arabic"),
    ("\u0900", "\u0963", "hi"),
    ("\u0971", "\u097f", "hi"),
    ("\u0980", "\u09e5", "bn"),
    ("\u0b80", "\u0be5", "ta"),
    ("\u0c00", "\u0c65", "te"),
    ("\u0e01", "\u0e4e", "th"),
    ("\u0e81", "\u0ecd", "lo"),
    ("\u1000", "\u103f", "my"),
    ("\u10a0", "\u10ff", "ka"),
    ("\u1100", "\u11ff", "ko"),
    ("\u1200", "\u135a", "am"),
    ("\u1780", "\u17d3", "km"),
    ("\u1e00", "\u1eff", "latin"),
    ("\u3041", "\u309f", "kana"),
    ("\u30a1", "\u30fa", "kana"),
    ("\u3400", "\u4dbf", "han"),
    ("\u4e00", "\u9fff", "han"),
    ("\uac00", "\ud7a3", "ko"),
    ("\uf900", "\ufaff", "han"),
    ("\uff66", "\uff9d", "kana"),
)
_FIRSTS = [first for first, _, _ in _RANGES]

_UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
_URDU = re.compile("[ٹڈڑےں]")
_PERSIAN = re.compile("[پچژگ]|[یک]")

_FUNCTION_WORDS: dict[str, frozenset[str]] = {
    code: frozenset(words.split())
    for code, words in {
        "en": "the of and to in is are was were that this with for by from on as at it its has have"
        " be been not which or an than their they but more also can will may would these those"
        " there what how we he she his her who when into between about after over such",
        "de": "der die das und ist nicht ein eine einen einem einer mit von zu den dem des im für"
        " auf sich auch als wird werden wurde sind bei nach aus am zum zur durch oder über wie",
        "fr": "le la les des et est une un du dans que qui pour par sur avec pas plus au aux ce"
        " cette sont ont été ou son sa ses leur mais comme entre il elle en de être selon",
        "es": "el la los las de del y en que es una un por con para se su no al lo como más o pero"
        " sus ha son fue entre sobre también este esta desde según muy está",
        "pt": "o a os as de do da dos das e em que é um uma por com para não se no na nos nas ao"
        " mais como mas foi são pelo pela entre seu sua também está segundo",
        "it": "il lo la i gli le di del della dei delle e è in che un una per con non si nel nella"
        " al alla da dal sono più come anche ha ma tra o questo questa sul stato",
        "nl": "de het een en van is in op dat te zijn met voor niet aan er ook als door om bij naar"
        " uit wordt werd maar over dan nog deze dit hebben heeft",
        "sv": "och i att det som en på är av för med den till inte har de ett om var från eller"
        " vid men kan ska mer än också efter",
        "pl": "i w na z do że się nie to jest o jak po od za przez dla oraz są co który która"
        " które ale został także jego",
        "tr": "ve bir bu da de için ile olarak olan en çok daha gibi ise kadar sonra göre değil"
        " olduğu var ancak tarafından",
        "vi": "và của là có được trong cho các với không một những này đã từ đến khi người năm về"
        " theo cũng nhiều",
        "id": "yang dan di untuk dengan pada dari ini dalam adalah itu tidak akan ke oleh sebagai"
        " telah dapat lebih juga atau karena",
    }.items()
}

_LANGUAGES_OF_WORD: dict[str, tuple[str, ...]] = {
    word: tuple(code for code, known in _FUNCTION_WORDS.items() if word in known)
    for word in frozenset().union(*_FUNCTION_WORDS.values())
}


def language_of(text: str) -> str:
    """Name the language most of a text is written in.

    Args:
        text: Any text; about its first 4,000 characters are read.

    Returns:
        A BCP-47 primary tag such as "en", "zh" or "ja", or "und" when the text is too short or
        too mixed to say.

    Example:
        >>> language_of("The share of renewables is growing in the north.")
        'en'
        >>> language_of("42")
        'und'
    """
    sample = _ADDRESS.sub(" ", text[:_SAMPLE_CHARS])
    weights = _script_weights(sample)
    if not weights:
        return UNDETERMINED
    script = max(weights, key=lambda name: weights[name])
    match script:
        case "latin":
            return _latin_language(sample)
        case "han":
            return "zh"
        case "kana":
            return "ja"
        case "cyrillic":
            return "uk" if _UKRAINIAN.search(sample) else "ru"
        case "arabic":
            return _arabic_language(sample)
        case _:
            return script


def _script_weights(sample: str) -> dict[str, int]:
    """Count letters by script; Han joins kana where kana are frequent."""
    weights: Counter[str] = Counter()
    for letter, count in Counter(sample).items():
        place = bisect_right(_FIRSTS, letter) - 1
        if place >= 0 and letter <= _RANGES[place][1]:
            weights[_RANGES[place][2]] += count
    han, kana = weights["han"], weights["kana"]
    if kana and kana >= _KANA_SHARE * (han + kana):
        weights["kana"] = _HAN_WEIGHT * (kana + weights.pop("han", 0))
    else:
        weights["han"] = _HAN_WEIGHT * han
    return {name: weight for name, weight in weights.items() if weight}


def _latin_language(sample: str) -> str:
    """Choose by function words; a narrow or thin lead is no answer."""
    words = _WORD.findall(sample.lower())
    hits = Counter(code for word in words for code in _LANGUAGES_OF_WORD.get(word, ()))
    ranked = hits.most_common(2)
    if not ranked:
        return UNDETERMINED
    code, best = ranked[0]
    second = ranked[1][1] if len(ranked) > 1 else 0
    enough = best >= max(_MINIMUM_HITS, _MINIMUM_SHARE * len(words))
    return code if enough and best >= _MINIMUM_LEAD * second else UNDETERMINED


def _arabic_language(sample: str) -> str:
    """Tell Arabic, Persian and Urdu apart by the letters only one of them has."""
    if _URDU.search(sample):
        return "ur"
    return "fa" if len(_PERSIAN.findall(sample)) >= _MINIMUM_HITS else "ar"
