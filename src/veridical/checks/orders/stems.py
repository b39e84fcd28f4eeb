"""Where could a text hold an order at all?

Looking for every cue at every character is slow, and most texts hold none. So the words without
which no hint of an order stands are looked for first, all in one pass, and only what lies around
them is read on. Chinese is read whole: its words begin nowhere in particular.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from veridical.checks.orders.bare import in_bytes, letters_in, may_be_chinese

REACH = 200
"""Characters to either side of a stem that a hint may take, with room to spare."""

_GAP = r"[\s_-]{1,3}"
CHINESE = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
"""Where one of these stands, all of a text is looked through."""

_ALONE = (
    "grader graders evaluator evaluators assessor assessors rater raters checker checkers "
    "factchecker factcheckers verifier verifiers whoever annotator annotators inst nonce json "
    "verdict verdicts supported unsupported contradicted instruction instructions prompt prompts "
    "rubric rubrics calibration ignore disregard forget override bypass overrule pretend"
)
"""Words that are a hint, or nearly, wherever they stand."""

_LEADS = (
    "of as to answer output option return label labels verdict say says value read reads choose "
    "respond reply conclude"
)
"""Words that may be written in one with the verdict that they lead to."""

_ADDRESSED = (
    r"(?:\s?[:,.!;]|\s(?:\w{2,12}\s)?(?:reading|assessing|judging|checking|evaluating|grading|"
    r"reviewing|processing|scoring))"
)
_ROLE = r"(?:~(?:prompt|message|note)|\s?[*\]】:：])"
_FIELD = r"\s{0,3}[\"']?\s{0,3}[:：=]"
_MARK = "~(?:mark|point|credit|rating|grade|score)"
_UNCHECKED = "~(?:the~|any~|all~)?(?:verif|check|question|compar|reading|second)"
_THIS = "~(?:this|the~following)~"

_PHRASES = {
    # who judges
    "ai llm": "~judge",
    "ai llm llms model models assistant assistants bot bots machine machines gpt chatbot chatbots "
    "judge judges reviewer reviewers examiner examiners": _ADDRESSED,
    "system assistant": _ROLE,
    "any": "~(?:system|model|machine|program)",
    "anyone automated": "~",
    # a verdict
    "not": "(?:~|.)in(?:~|.)source",
    "fully": "~verified",
    "full top highest maximum perfect best": _MARK,
    "ten five": "~out",
    "value label score rating support answer judgment judgement": _FIELD,
    # the judging itself
    "grading scoring judging evaluation": "~(?:rule|policy|criteria|guideline|scale)",
    "expected desired correct right": "~(?:output|answer|verdict|label|response)",
    "output": "~format",
    "value": "~field",
    "this": "~(?:sentence|line|quote)",
    "asked": "~(?:whether|if|about)",
    # what sets it aside
    "set": "~aside",
    "act": "~as~if",
    "quote cite copy repeat use": _THIS,
    "not t never without to skip skipped stop": _UNCHECKED,
    "verification": "~can",
}
"""Words, and what has to follow one of them."""

_SIGNS = {"<": r"<<<|<\||<</?sys|</|<rating|<judg", "/": "/(?:10|5)"}
"""Signs, and what has to begin with them."""


def _by_word() -> dict[bytes, list[re.Pattern[str]]]:
    found: defaultdict[bytes, list[re.Pattern[str]]] = defaultdict(list)
    for word in _ALONE.split():
        found[word.encode()].append(re.compile(word))
    for lead in _LEADS.split():
        for verdict, after in (("supported", ""), ("contradicted", ""), ("not", "[ _]in")):
            found[f"{lead}{verdict}".encode()].append(re.compile(f"{lead}{verdict}{after}"))
    for words, after in _PHRASES.items():
        for word in words.split():
            found[word.encode()].append(re.compile(word + after.replace("~", _GAP)))
    return dict(found)


_BY_WORD = _by_word()
_STEMS = frozenset(_BY_WORD)
_BY_SIGN = {sign: re.compile(pattern) for sign, pattern in _SIGNS.items()}


def stretches(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of an unmasked text in which hints of an order may stand, in their order.

    They do not overlap; a text without a stem has none.
    """
    if may_be_chinese(text) and CHINESE.search(text):
        yield 0, len(text)
        return
    start = end = 0
    for place in _places(text):
        if place - REACH > end:
            if end:
                yield start, end
            start = max(place - REACH, 0)
        end = min(place + REACH, len(text))
    if end:
        yield start, end


def patterns_for(words: bytes, text: str) -> list[re.Pattern[str]]:
    """What has to be looked for in an unmasked text with these words and signs.

    Args:
        words: of the text, in lower case; all but the letters a to z parts them.
        text: for its signs.
    """
    stems = _STEMS.intersection(letters_in(words))
    patterns = [pattern for word in stems for pattern in _BY_WORD[word]]
    return patterns + [pattern for sign, pattern in _BY_SIGN.items() if sign in text]


def _places(text: str) -> list[int]:
    patterns = patterns_for(in_bytes(text), text)
    return sorted({found.start() for one in patterns for found in one.finditer(text)})
