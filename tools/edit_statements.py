"""Make a true sentence say something else by one small edit, in English and in Chinese.

Each edit is a function (sentence, random source, …) → the edited sentence, or None where the
sentence has no place for it. The word lists are this module's own: a rule that is measured by
these edits does not share them.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence

from veridical.report.quantities import Quantity, measurements

Chance = random.Random
Found = tuple[int, int]

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_NUMBERS = "two three four five six seven eight nine ten eleven twelve"
_ENGLISH_NUMBERS = _NUMBERS.split()
_CHINESE_NUMBERS = "二两三四五六七八九"

_IN_WORDS = re.compile(rf"\b(?:{'|'.join(_ENGLISH_NUMBERS)})\b|[{_CHINESE_NUMBERS}]", re.IGNORECASE)

_OPPOSITES = """
rises falls|rise fall|rose fell|increases decreases|increase decrease|increased decreased
grows shrinks|grew shrank|raises lowers|higher lower|highest lowest|high low|more less|most least
above below|hotter colder|warmer cooler|lighter heavier|larger smaller|largest smallest
longer shorter|longest shortest|before after|earlier later|faster slower|expands contracts
maximum minimum|first last|top bottom|closer farther|thick thin|strong weak|wide narrow
sinks rises|freezes melts|floats sinks|gains loses|older younger|inside outside
outperforms underperforms|improves worsens|strengthens weakens|positive negative|many few
大于 小于|高于 低于|多于 少于|早于 晚于|长于 短于|快于 慢于|上升 下降|增加 减少|增长 下降|升高 降低
提高 降低|扩大 缩小|最大 最小|最高 最低|最长 最短|最多 最少|最早 最晚|更长 更短|更大 更小|更高 更低
更多 更少|更早 更晚|朝向 背向|叠加 抵消|变大 变小|之前 之后|以前 以后
超过 不及|早约 晚约|加快 放缓|加强 削弱|上涨 下跌|盈利 亏损|特别多 特别少|为主 为次|成正比 成反比
首次 末次|较大 较小|较高 较低
"""
_AUXILIARIES = re.compile(
    r"\b(is|are|was|were|can|could|will|would|must|may|should|might)\b(?! not|n't)", re.IGNORECASE
)
_VERBS = """
receive keep stay lie build link stand rise fall float sink expand contract lower raise pump eject
beat move pass add lead need use show hold reach separate classify differ overlap equal remain
trap absorb depend follow travel begin end grow contain include cause produce support provide make
take give allow require increase decrease reduce improve affect cover control carry cost open
close exist appear mean form turn help drop release consist
"""
_FORMS = {f"{v}es" if v.endswith(("ss", "sh")) else f"{v}s": v for v in _VERBS.split()} | {
    "classifies": "classify"
}
_VERB = re.compile(rf"(?<=[a-z] )(?:{'|'.join(_FORMS)})\b")
_DENIALS = re.compile(r"\b(?:cannot|not|no|never) ")
_CHINESE_DENIALS = re.compile("没有|并非|并不|不(?![仅但同])")
_CHINESE_VERBS = re.compile(
    "是(?!否)|能够|能(?![量源级力])|可以|会(?![议员计])|属于|出现|形成|发生|具有|超过|导致|包括|支持|增加|提高"
)


def other_figure(sentence: str, chance: Chance, language: str) -> str | None:
    """One number or date of the sentence, whatever its sort, with another value."""
    found = figures(sentence, language)
    return with_other_figure(sentence, chance.choice(found), chance) if found else None


def figures(sentence: str, language: str) -> list[Found]:
    """Places of the numbers of all quantities and dates, with and without a unit."""
    read = measurements(sentence, language)
    spans = [(q.start, q.end) for q in read.quantities] + [(d.start, d.end) for d in read.dates]
    return [place for start, end in sorted(spans) for place in _numerals(sentence, start, end)]


def _numerals(sentence: str, start: int, end: int) -> list[Found]:
    """All digits between two places, else the first number in words there."""
    written = [found.span() for found in _DIGITS.finditer(sentence, start, end)]
    if written:
        return written
    found = _IN_WORDS.search(sentence, start, end)
    return [found.span()] if found else []


def with_other_figure(sentence: str, place: Found, chance: Chance) -> str:
    """The sentence with another number at a place: of the same shape, off by a third or more."""
    start, end = place
    return sentence[:start] + other_number(sentence[start:end], chance) + sentence[end:]


def other_number(written: str, chance: Chance) -> str:
    """Another number of the same shape, off by about a third or more."""
    if written.lower() in _ENGLISH_NUMBERS:
        others = [w for w in _ENGLISH_NUMBERS if w != written.lower()]
        other = chance.choice(others)
        return other.capitalize() if written[0].isupper() else other
    if written in _CHINESE_NUMBERS:
        return chance.choice([c for c in "三五六七八九" if c != written])
    first = next(i for i, c in enumerate(written) if c.isdigit())
    other = str((int(written[first]) + chance.choice((3, 4, 5))) % 9 + 1)
    if other == written[first]:
        other = str(int(other) % 9 + 1)
    return written[:first] + other + written[first + 1 :]


def other_values(sentence: str, language: str, near: Sequence[str]) -> list[str]:
    """One value of the sentence replaced by a value of a neighboring sentence, unit and all."""
    own = measurements(sentence, language).quantities
    given = [q for text in near for q in measurements(text, language).quantities]
    known = {q.value for q in own}
    values = {(q.start, q.end, g.text) for q in own for g in given if _may_replace(g, q, known)}
    return [sentence[:start] + text + sentence[end:] for start, end, text in sorted(values)]


def _may_replace(other: Quantity, one: Quantity, known: set[float]) -> bool:
    is_alike = one.kind is other.kind and one.unit == other.unit and one.written == other.written
    return other.value not in known and is_alike


def reversals(sentence: str) -> list[str]:
    """One word of direction or rank replaced by its opposite, at every place of such a word."""
    found = sorted(
        (match.span(), other)
        for one, other in _opposites()
        for match in re.finditer(_whole(one), sentence, re.IGNORECASE)
    )
    return [
        sentence[:start]
        + (other.capitalize() if sentence[start].isupper() else other)
        + sentence[end:]
        for (start, end), other in found
    ]


def _opposites() -> list[tuple[str, str]]:
    listed = _OPPOSITES.strip().replace("\n", "|").split("|")
    pairs = [(one, other) for one, other in map(str.split, listed)]
    pairs.append(("at most", "at least"))
    return [side for one, other in pairs for side in ((one, other), (other, one))]


def _whole(word: str) -> str:
    return rf"\b{word}\b" if word.isascii() else word


def negations(sentence: str, language: str) -> list[str]:
    """The sentence denied at one place, or one denial taken away."""
    return (_chinese if language.startswith("zh") else _english)(sentence)


def _english(sentence: str) -> list[str]:
    without = [
        sentence[: m.start()] + ("can " if "can" in m[0] else "") + sentence[m.end() :]
        for m in _DENIALS.finditer(sentence)
    ]
    auxiliary = [
        f"{sentence[: m.end()]} not{sentence[m.end() :]}" for m in _AUXILIARIES.finditer(sentence)
    ]
    verbs = [
        f"{sentence[: m.start()]}does not {_FORMS[m[0]]}{sentence[m.end() :]}"
        for m in _VERB.finditer(sentence)
    ]
    return without + auxiliary + verbs


def _chinese(sentence: str) -> list[str]:
    without = [
        sentence[: m.start()] + ("有" if m[0] == "没有" else "") + sentence[m.end() :]
        for m in _CHINESE_DENIALS.finditer(sentence)
    ]
    denied = [
        sentence[: m.start()] + _denied(m[0]) + sentence[m.end() :]
        for m in _CHINESE_VERBS.finditer(sentence)
        if not _CHINESE_DENIALS.search(sentence, max(0, m.start() - 2), m.start())
    ]
    return without + denied


def _denied(verb: str) -> str:
    if verb == "是":
        return "并非"
    return f"不{verb}" if verb in _ABLE else f"没有{verb}"


_ABLE = frozenset({"能", "能够", "可以", "会", "属于", "支持"})


def other_subjects(sentence: str, terms: Sequence[str]) -> list[str]:
    """What the sentence is about, replaced by each other term of the same report."""
    own = [(m.start(), -len(t), t) for t in terms if (m := re.search(_whole(t), sentence))]
    if not own:
        return []
    subject = min(own)[2]
    others = [t for t in terms if t not in subject and subject not in t]
    return [
        re.sub(_whole(subject), other, sentence)
        for other in others
        if not re.search(_whole(other), sentence, re.IGNORECASE)
    ]


_NOUN = re.compile(r"\b(?:[Tt]he|[Aa]n?|of|each|[Ee]very) ([a-z]{4,})\b(?! [a-z]+(?:ing|ed)\b)")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}\b")
_NO_NOUN = re.compile(
    r"(?:ed|ing|ly|est|al|ful|ic|ous|able)$|^(?:same|first|other|both|their|this|that|these|those"
    r"|about|which|each|second|third|only|healthy|adult|average|single|resting|large|small|liquid|fresh|whole|total|mean|high|deep)$"
)
_OFTEN = 3
_OFTEN_CHINESE = 3
_CHINESE_TERM = re.compile(r"[\u4e00-\u9fff]+")
_NO_TERM = re.compile(
    "[的了是在和与及或等也都而其之为以于对从到把被所并就还又很更最这那该此各有中上下约两一每不次由因者间时相同]"
)
_UNIT = re.compile("[万亿吨克]|千米|平方|立方|^[年月日天]|公元")


def terms_of(texts: Sequence[str], language: str) -> list[str]:
    """The nouns and names that a report uses again and again, in the order of their letters."""
    if language.startswith("zh"):
        return _chinese_terms(texts)
    text = " ".join(texts)
    listed = [*_NOUN.findall(text), *_NAME.findall(text)]
    nouns = {w for w in listed if not _NO_NOUN.search(w)}
    count = Counter(re.findall(r"[A-Za-z]+", text))
    return sorted(w for w in nouns if count[w] >= _OFTEN)


def _chinese_terms(texts: Sequence[str]) -> list[str]:
    runs = [part for t in texts for r in _CHINESE_TERM.findall(t) for part in _NO_TERM.split(r)]
    count = Counter(run for run in runs if 2 <= len(run) <= 5)
    return sorted(t for t, n in count.items() if n >= _OFTEN_CHINESE and not _UNIT.search(t))
