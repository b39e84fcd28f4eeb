"""Is a sentence something that can be looked up, and if not, why not?

The rules go by words, not by sense. They keep what gives a number, a date, a name or a plain
fact, and leave out what nobody could find true or false; the reason is part of the answer.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Worth(StrEnum):
    """Whether a sentence can be checked; all but the first say why it cannot."""

    CHECKABLE = "checkable"
    OPINION = "opinion"
    QUESTION = "question"
    HEADING = "heading"
    PROCEDURE = "procedure"
    RESIDUE = "residue"
    """Words of the query, of a plan or of a page's buttons, which are no part of the report."""
    VAGUE = "vague"
    """It names nothing that could be looked up."""
    FRAGMENT = "fragment"


WHY: dict[Worth, str] = {
    Worth.CHECKABLE: "it says something that can be looked up",
    Worth.OPINION: "it values, recommends or demands",
    Worth.QUESTION: "it asks",
    Worth.HEADING: "it announces what follows",
    Worth.PROCEDURE: "it says what somebody is to do, or what the writer is about to do",
    Worth.RESIDUE: "it repeats the query, a plan or a page's buttons",
    Worth.VAGUE: "it names nothing that could be looked up",
    Worth.FRAGMENT: "it says too little",
}
"""The reasons in words."""

_QUESTION = re.compile(r"[?？]\W*$")
_TASKS = (
    "analy[sz]e|assess|compare|click|conduct|describe|edit|evaluate|examine|explore|find"
    "|gather|identify|investigate|list|look|outline|research|review|search|start|study|summari[sz]e"
    "|synthesi[sz]e|visit"
)
_PROCEDURE = re.compile(
    rf"^(?:[-*•]\s*)?(?:\(?(?:\d{{1,2}}|[a-z])[.)]\s*)?(?:for \w[\w’' -]{{0,40}}, )?(?:{_TASKS})\b"
    r"(?!\s+(?:is|was|are|were|of)\b)|\(1\)\s+[A-Z][a-z]+\s+.{20,}$"
    r"|^(?:first|next|then|now|finally)?,?\s*(?:i|we)(?:\s+will|'ll|’ll|\s+am going to|\s+need to"
    r"|\s+shall)\b|^(?:now,?\s+)?let(?:\s+me|'s|’s|\s+us)\b|^(?:step|phase)\s+\d+\b"
    r"|^(?:我(?:将|会|要|需要|们将|来)|让我|接下来|首先,?我|最后,?(?:我|搜索)|下面(?:我|将)|需要进一步)",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"\b(?:should|ought to|in (?:my|our) (?:view|opinion)|i (?:think|believe|feel)|we (?:recommend"
    r"|believe|suggest)|arguably|hopefully|it is (?:recommended|advisable|essential|important"
    r"|crucial|vital|imperative)|must (?:be|not|now|adopt|act|ensure|develop|deepen|invest))\b"
    r"|应该|应当|建议|我认为|我们认为|笔者认为|值得(?:关注|期待)|务必|有必要|最好",
    re.IGNORECASE,
)
_ATTRIBUTED = re.compile(
    r"\b(?:according to|said|says|stated|reported|announced|found that|argues?|recommends?)\b"
    r"|\bwarned\b|根据|据|表示|指出|报告称|宣布|显示",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"\b(?:underscor\w+|highlight\w*|emphasi[sz]\w+|crucial\w*|pivotal|profound\w*|remarkabl\w+"
    r"|significan\w+|transformati\w+|paradigm|landscape|nuanced|multifaceted|complex\w*|critical\w*"
    r"|important\w*|essential\w*|robust\w*|challeng\w+|opportunit\w+)\b"
    r"|凸显|体现|重要|关键|显著|深远|复杂|挑战|机遇",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"here(?:'s|’s| is) (?:the|a|my) (?:research )?plan\b|\b(?:edit plan|start research"
    r"|opens in a new window|export create|ready in a few mins|double-check it"
    r"|conversation with \w+|i(?:'ve|’ve| have) completed your research|let me know|feel free to)\b"
    r"|generate audio overview|研究计划如下|开始研究|编辑计划|新窗口打开",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?<![.!?:]\s)(?<!^)(?<![“\"'(])\b[A-Z][\w&.-]+|\b[A-Z]{2,}\b|[《「“][^》」”]+[》」”]"
)
_HAN_NAME = re.compile(
    r"[\u4e00-\u9fff]{2,}(?:公司|集团|大学|银行|研究所|研究院|组织|政府|部|局|委员会|协会|平台|省|市|国)"
)
_WORDS = re.compile(r"[\u3400-\u9fff]|[^\W\d_\u3400-\u9fff]{2,}")
_HAN = re.compile("[\u3400-\u9fff]")
_ANNOUNCES = re.compile(r"[:：]\W*$")
_STOP = re.compile(r"[.。!！;；…][\"'”’)）\]]*$")
_FEW_WORDS = 3
_FEW_HAN = 5
_TITLE_WORDS = 9
_SAME = 0.9
_SHORT = 18


def worth_of(text: str, *, query: str = "", is_cell: bool = False) -> Worth:
    """What the rules say of a sentence.

    Args:
        text: its words, without markers.
        query: the task's, whose words in a report are residue.
        is_cell: whether it is a cell of a table, which needs no verb but a figure.
    """
    has_figure = any(map(str.isdigit, text))
    if _says_little(text) and not has_figure:
        return Worth.FRAGMENT
    if is_cell:
        return Worth.CHECKABLE if has_figure or _is_sentence(text) else Worth.FRAGMENT
    if is_page(text) or _repeats(text, query):
        return Worth.RESIDUE
    if _QUESTION.search(text):
        return Worth.QUESTION
    if _PROCEDURE.search(text.strip()):
        return Worth.PROCEDURE
    if _ANNOUNCES.search(text) or (_is_title(text) and not has_figure):
        return Worth.HEADING
    if _OPINION.search(text) and not _ATTRIBUTED.search(text):
        return Worth.OPINION
    return Worth.CHECKABLE if has_figure else _without_figure(text)


def is_page(text: str) -> bool:
    """Whether it holds words of a chat page: its buttons, its plan, its own remarks."""
    return _PAGE.search(text) is not None


def _without_figure(text: str) -> Worth:
    if _NAME.search(text) or _HAN_NAME.search(text) or _ATTRIBUTED.search(text):
        return Worth.CHECKABLE
    return Worth.VAGUE if _PRAISE.search(text) else Worth.CHECKABLE


def _says_little(text: str) -> bool:
    said = _WORDS.findall(text)
    return len(said) < (_FEW_HAN if _HAN.search(text) else _FEW_WORDS)


def _is_sentence(text: str) -> bool:
    return len(_WORDS.findall(text)) > _TITLE_WORDS


def _is_title(text: str) -> bool:
    """A few words, most of them capitalized, with no stop at the end."""
    said = text.split()
    if _STOP.search(text) or len(said) > _TITLE_WORDS or _HAN.search(text):
        return False
    return 2 * sum(word[:1].isupper() for word in said) > len(said) + 1


def _repeats(text: str, query: str) -> bool:
    """Whether it is the query, at least half of it, with little else."""
    said, asked = folded(text), folded(query)
    if len(said) < _SHORT or len(asked) < _SHORT:
        return False
    if said in asked:
        return 2 * len(said) >= len(asked)
    return asked in said and len(asked) >= _SAME * len(said)


def folded(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return "".join(c for c in text.casefold() if c.isalnum())
