"""A label as it was spelled, from a closed table: nothing is matched by its parts.

"Not supported" holds the word "supported" and says the opposite, so a spelling is looked up
whole or not at all. Each group below is one meaning; a spelling stands for the label of its
group that was asked for, if exactly one of them was. Whoever cannot tell has not found it in
the source, unless the labels that were asked for have a word for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from unicodedata import normalize

from veridical.errors import AnswerError
from veridical.respondents.reading.scale import told

_SUPPORTED = """
supported|supports|support|is supported|fully supported|full support|entailed|entails|entailment
yes|true|correct|verified|confirmed
支持|完全支持|得到支持|有支持|是|正确|属实
"""
_PARTLY = """
partly|partial|partially|partly supported|partially supported|partial support|supported in part
mostly supported|somewhat supported|half supported
部分支持|部分|部分得到支持|部分正确
"""
_CONTRADICTED = """
contradicted|contradicts|contradict|contradiction|contradictory|refuted|refutes|conflict|conflicts
no|false|incorrect|wrong|disproved
矛盾|相矛盾|与来源矛盾|相反|反驳|否|不是|错误|不正确|不属实
"""
_ABSENT = """
not in source|not in the source|not in passages|not supported|unsupported|no support|not mentioned
not found|not stated|not present|absent|missing|neutral|not entailed|irrelevant|unrelated
不支持|未支持|未提及|来源未提及|没有提及|没有提到|未提到|未涉及|未找到|没有找到|无关|不在来源中
"""
_UNDECIDED = """
undecided|unknown|unclear|uncertain|unsure|not sure|unverifiable|cannot tell|can not tell|can't tell
cannot say|cannot determine|cannot be determined|undetermined|n/a|na|not applicable|idk|don't know
i don't know|do not know|i do not know|insufficient evidence|insufficient information|insufficient
not enough evidence|not enough information|not enough info|no evidence|inconclusive
无法判断|无法确定|不确定|不知道|不清楚|未知|证据不足|信息不足|无法核实
"""
_TRUE = "true|yes|y|是|对|正确|真"
_FALSE = "false|no|n|否|不是|不对|错误|假|不"

_EDGES = " \t\r\n.,;:!?。，；：！？\"'`*_“”‘’「」<>-–—"
_BETWEEN = re.compile(r"[\s_\-\u2010-\u2015]+")
_GLOSS = re.compile(r"([^()]{1,60})\(([^()]{1,60})\)")
_LONGEST = 120


def folded(spelling: str) -> str:
    """A spelling without case, width, marks around it, and kinds of hyphen or space."""
    return _folded(spelling[: _LONGEST + 1])


@lru_cache(maxsize=4096)
def _folded(spelling: str) -> str:
    plain = normalize("NFKC", spelling).casefold().replace("’", "'")
    return _BETWEEN.sub(" ", plain.strip(_EDGES))


def _group(lines: str) -> frozenset[str]:
    return frozenset(folded(s) for line in lines.split("\n") for s in line.split("|") if s.strip())


GROUPS = tuple(map(_group, (_SUPPORTED, _PARTLY, _CONTRADICTED, _ABSENT, _UNDECIDED)))
_ELSE = {GROUPS[3]: GROUPS[4], GROUPS[4]: GROUPS[3]}
"""Where no label of the first group was asked for, the second stands in."""
TRUE, FALSE = _group(_TRUE), _group(_FALSE)


@cache
def spellings(labels: tuple[str, ...]) -> Mapping[str, str]:
    """The label that each known spelling stands for, given the labels that were asked for."""
    own = {folded(label): label for label in labels}
    found = dict(own)
    for group in GROUPS:
        named = _named(group, own) or _named(_ELSE.get(group, frozenset()), own)
        if len(named) == 1:
            found |= {s: named[0] for s in group if s not in own}
    return MappingProxyType(found)


def _named(group: Iterable[str], own: Mapping[str, str]) -> list[str]:
    return sorted({own[s] for s in group if s in own})


def label_among(labels: tuple[str, ...], said: object, *, name: str) -> str:
    """The label that was meant.

    Raises:
        AnswerError: no spelling of one of them.
    """
    known = spellings(labels)
    found = None
    if isinstance(said, str) and len(said) <= _LONGEST:
        found = known.get(folded(said)) or _glossed(said, known)
    if found is None:
        expected = ", ".join(labels)
        raise AnswerError(f'"{name}"', "is none of the labels", got=told(said), expected=expected)
    return found


def _glossed(said: str, known: Mapping[str, str]) -> str | None:
    """A label with its translation in brackets, where both say the same."""
    found = _GLOSS.fullmatch(normalize("NFKC", said).strip(_EDGES))
    if found is None:
        return None
    first, second = (known.get(folded(part)) for part in found.groups())
    return first if first == second else None


def truth(said: object, *, name: str) -> bool:
    """Yes or no.

    Raises:
        AnswerError: neither.
    """
    if isinstance(said, bool):
        return said
    spelled = folded(said) if isinstance(said, str) else ""
    if spelled in TRUE or spelled in FALSE:
        return spelled in TRUE
    raise AnswerError(f'"{name}"', "does not fit", got=told(said), expected="true or false")
