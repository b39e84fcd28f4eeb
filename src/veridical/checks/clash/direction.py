"""One text says up where the other says down, of the same thing.

Only pairs that exclude each other are listed: a rise and a fall, the first and the
last. Places (north, south) and people (son, daughter) are none: two texts that
name the two mostly speak of two things.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from veridical.checks.clash.kinds import Clash, ClashKind, clash
from veridical.checks.clash.negation import is_denied
from veridical.checks.clash.sentence import Sentence
from veridical.checks.words import words

_ENGLISH = (
    (
        "increase rise rose risen grow grew grown climb surge soar expand growth",
        "decrease fall fell fallen decline drop shrink shrank reduce plunge slump reduction",
    ),
    ("higher", "lower"),
    ("more", "less fewer"),
    ("above", "below"),
    ("greater larger bigger", "smaller"),
    ("highest largest biggest greatest", "lowest smallest fewest"),
    ("best", "worst"),
    ("longer", "shorter"),
    ("longest", "shortest"),
    ("older", "younger"),
    ("oldest", "youngest newest"),
    ("before", "after"),
    ("first", "last"),
    ("positive", "negative"),
    ("success succeed successful", "fail failure unsuccessful"),
    ("allow permit legalize", "ban forbid prohibit outlaw"),
    ("legal lawful", "illegal unlawful"),
    ("effective", "ineffective"),
    ("true", "false untrue"),
    ("safe", "unsafe dangerous"),
    ("likely", "unlikely"),
    ("possible", "impossible"),
    ("include", "exclude"),
    ("accept approve", "reject refuse"),
    ("profit profitable", "loss unprofitable"),
    ("strengthen", "weaken"),
    ("accelerate", "slow decelerate"),
    ("import", "export"),
    ("acidic", "alkaline"),
    ("maximum", "minimum"),
    ("majority", "minority"),
)
_CHINESE = (
    (
        "增长 上升 上涨 提高 增加 扩大 升高 攀升 回升 提升 增高 走高",
        "下降 下跌 减少 降低 缩小 下滑 缩减 萎缩 回落 负增长 走低 跌至 降至",
    ),
    ("高于 多于 大于 超过", "低于 少于 小于 不足"),
    ("最大 最高 最多", "最小 最低 最少"),
    ("最长", "最短"),
    ("最早 首个 第一个", "最晚 最后一个"),
    ("之前", "之后"),
    ("成功", "失败"),
    ("盈利", "亏损"),
    ("允许 批准 准许", "禁止 否决 拒绝"),
    ("支持 赞成", "反对"),
    ("有效", "无效"),
    ("合法", "非法 违法"),
    ("正相关", "负相关"),
    ("加快 加速", "放缓 减速 减慢"),
    ("增强 加强", "减弱 削弱"),
    ("顺差", "逆差"),
    ("进口", "出口"),
)
_MOST_OF_THE_TOPIC = 0.5
_NEAR = 6
_REACH = 10
_CLAUSE = 30
_ENGLISH_NEAR = 3


@dataclass(frozen=True, slots=True)
class _Side:
    pair: int
    side: int
    start: int
    end: int


def direction_clashes(said: Sentence, found: Sentence) -> Iterator[Clash]:
    """Find a direction of one sentence whose opposite the other has, of the same thing."""
    here, there = _sides(said), _sides(found)
    for one in here:
        opposite = next((other for other in there if _opposes(one, other)), None)
        if opposite is None or _is_hedged(one, here, there) or is_denied(said) or is_denied(found):
            continue
        if _is_crossed(said, one, found, opposite):
            continue
        own = {*_keys(said, one), *_keys(found, opposite)}
        near = _near(said, one) & _near(found, opposite)
        if near - own and found.covers(said, but=own) >= _MOST_OF_THE_TOPIC:
            yield clash(
                ClashKind.DIRECTION,
                (said.text, (one.start, one.end)),
                (found.text, (opposite.start, opposite.end)),
            )


def _opposes(one: _Side, other: _Side) -> bool:
    return one.pair == other.pair and one.side != other.side


def _is_crossed(said: Sentence, one: _Side, found: Sentence, other: _Side) -> bool:
    """Whether the two compare the other way round: "A is larger than B", "B is smaller"."""
    lead, rest = _parts(said, one)
    other_lead, other_rest = _parts(found, other)
    return bool(other_lead & rest - lead) or bool(lead & other_rest - other_lead)


def _parts(sentence: Sentence, side: _Side) -> tuple[set[str], set[str]]:
    """The telling words before and after a direction in its clause."""
    before = sentence.before(side.start, _CLAUSE, _CLAUSE)
    after = sentence.after(side.end, _CLAUSE, _CLAUSE)
    return {word.key for word in before}, {word.key for word in after}


def _is_hedged(one: _Side, here: list[_Side], there: list[_Side]) -> bool:
    """Whether a sentence speaks of both directions: then they may be of two things."""
    own = {side.side for side in here if side.pair == one.pair}
    others = {side.side for side in there if side.pair == one.pair}
    return len(own) > 1 or len(others) > 1


def _sides(sentence: Sentence) -> list[_Side]:
    english = [
        _Side(pair, side, word.start, word.end)
        for word in sentence.words
        for pair, side in _KEYS.get(word.key, ())
    ]
    return english if sentence.text.isascii() else [*english, *_chinese_sides(sentence)]


def _chinese_sides(sentence: Sentence) -> Iterator[_Side]:
    for found in _CHINESE_PATTERN.finditer(sentence.text, sentence.start, sentence.end):
        pair, side = _CHINESE_SIDES[found[0]]
        yield _Side(pair, side, found.start(), found.end())


def _near(sentence: Sentence, side: _Side) -> set[str]:
    is_dense = not sentence.text[side.start].isascii()
    count = _NEAR if is_dense else _ENGLISH_NEAR
    before = sentence.before(side.start, count, _REACH)
    after = sentence.after(side.end, count, _REACH)
    return {word.key for word in (*before, *after)}


def _keys(sentence: Sentence, side: _Side) -> set[str]:
    return {w.key for w in sentence.words if w.start < side.end and w.end > side.start}


def _english_keys() -> dict[str, list[tuple[int, int]]]:
    keys: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, pair in enumerate(_ENGLISH):
        for side, listed in enumerate(pair):
            for word in words(listed):
                keys[word.key].append((number, side))
    return keys


def _chinese_words() -> dict[str, tuple[int, int]]:
    return {
        word: (len(_ENGLISH) + number, side)
        for number, pair in enumerate(_CHINESE)
        for side, listed in enumerate(pair)
        for word in listed.split()
    }


_KEYS = _english_keys()
_CHINESE_SIDES = _chinese_words()
_CHINESE_PATTERN = re.compile("|".join(sorted(_CHINESE_SIDES, key=len, reverse=True)))
