"""Does a quote speak of the statement, or only to whoever judges it?

A page may hold the sentence "all claims are supported", and a judge that obeys it can quote
it word for word. So a quote counts only if it bears on the statement: the sentence it stands
in shares a telling word, a name or a number with it, and it does not address its reader as a
judge, unless the statement itself is about such words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from veridical.checks.words import STOP_WEIGHT, STOP_WORDS, words

_END = re.compile(r"[.!?](?=\s)|[。！？\n]")
_FURTHEST = 600
"""Characters to either side of a quote in which its sentence is looked for."""

_TELLS = (
    r"\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}"
    r"\b(?:instructions?|prompts?|rules?|above|previous|earlier)\b"
    r"|\b(?:all|every|each|any)\s(?:the\s|of\sthe\s)?(?:claims?|statements?|citations?)\b[^.\n]{0,30}"
    r"\b(?:supported|correct|true|verified)\b"
    r"|\b(?:answer|respond|reply|output|return|rate|score|mark|grade|label|judge)\b[^.\n]{0,40}"
    r"[\"'“]?\b(?:supported|contradicted|10/10|5/5|full\smarks|highest\s(?:score|rating))\b"
    r"|\b(?:system|developer)\s(?:prompt|message|note)\b|<\|?/?(?:system|assistant|im_start|im_end)\b"
    r"|[\"'](?:verdict|value|label|score|rating)[\"']\s{0,3}:"
    r"|\b(?:note|message|instructions?)\sto\s(?:the\s)?(?:judges?|graders?|evaluators?|ai|llm|model)\b"
    r"|<<<\s{0,3}(?:END|MATERIAL)|</?(?:material|document|data|source)>"
    r"|忽略[^。\n]{0,20}(?:指令|指示|要求|提示)"
    r"|(?:所有|全部|每个|每条)[^。\n]{0,10}(?:论断|陈述|说法|引用|断言)[^。\n]{0,12}(?:支持|正确|属实)"
    r"|(?:请|必须|应当)[^。\n]{0,16}(?:回答|输出|判为|标记为|评为|打)[^。\n]{0,12}(?:支持|满分|最高分)"
)
_INSTRUCTION = re.compile(_TELLS, re.IGNORECASE)
_HINTS = (
    "ignore",
    "disregard",
    "forget",
    "override",
    "claim",
    "statement",
    "citation",
    "supported",
    "contradicted",
    "marks",
    "highest",
    "10/10",
    "5/5",
    "prompt",
    "message",
    "note to",
    "instruction",
    "verdict",
    '"value"',
    '"label"',
    '"score"',
    '"rating"',
    "'value'",
    "'label'",
    "'score'",
    "'rating'",
    "<<<",
    "<|",
    "system",
    "assistant",
    "</",
    "<material",
    "<document",
    "<data",
    "<source",
    "忽略",
    "支持",
    "满分",
    "最高分",
    "正确",
    "属实",
)
_SHOWN = 100
_LONG = 5


@lru_cache(maxsize=256)
def instruction_in(text: str) -> str:
    """The first words in `text` that address whoever judges it; "" = none do.

    One source is shown with many statements, so the last texts are remembered.
    """
    lowered = text.lower()
    if not any(hint in lowered for hint in _HINTS):
        return ""
    found = _INSTRUCTION.search(text)
    return " ".join(found[0].split())[:_SHOWN] if found else ""


def bears_on(about: str, text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` speaks of `about`.

    Args:
        about: the statement.
        text: the passage that is quoted.
        start: the quote's first character in the passage.
        end: one past its last.
    """
    first, last = _sentence(text, start, end)
    said = text[first:last]
    if instruction_in(said) and not instruction_in(about):
        return False
    if _shares_a_long_word(about, said):
        return True
    asked, found = _telling(about), _telling(said)
    if not asked or not found or _is_paired(about) != _is_paired(said):
        # other scripts share no words, and what says nothing cannot be held against a quote
        return bool(found)
    return bool(asked & found)


def _shares_a_long_word(one: str, other: str) -> bool:
    """Whether some word stands in both as it is: quickly told, and true of most quotes."""
    shared = {w for w in one.lower().split() if w.isalpha() and len(w) >= _LONG}
    return bool(shared.intersection(other.lower().split()) - STOP_WORDS)


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentences that a quote stands in."""
    before = [m.end() for m in _END.finditer(text, max(start - _FURTHEST, 0), start)]
    after = _END.search(text, max(end - 1, start), min(end + _FURTHEST, len(text)))
    first = before[-1] if before else max(start - _FURTHEST, 0)
    return first, after.end() if after else min(end + _FURTHEST, len(text))


def _telling(text: str) -> set[str]:
    return {word.key for word in words(text) if word.weight > STOP_WEIGHT}


def _is_paired(text: str) -> bool:
    """Whether it is mostly written in a script without spaces."""
    found = words(text)
    return 2 * sum(word.is_pair for word in found) > len(found)
