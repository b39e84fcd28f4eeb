"""What the release itself says in a report, in the report's language."""

from __future__ import annotations

import re
from dataclasses import dataclass

from veridical.agents.hka.texts import silent
from veridical.agents.release.tools import Tool
from veridical.agents.research.asks.extract import silence
from veridical.checks.prompt import TRANSLATED

_LONGEST = 160
_STOP = re.compile(r"[\s.!?。！？…]+$")
_NEGATED = r"(?:do(?:es)?|did) not|cannot|never|nowhere"
_SAYS = (
    "say|answer|state|tell|mention|give|address|report|cover|show|contain|specify|include|provide"
)
_SILENCE = re.compile(
    rf"(?:the |this |these |none of the )?(?:evidence|sources?|texts?|corpus|documents?)"
    rf"(?: (?:found|given|that (?:was|were) found))? (?:{_NEGATED}) (?:{_SAYS})\b[^,:;.]*[.]?"
    r"|(?:所?(?:找到|给出|提供)的)?(?:证据|来源|文本|材料|资料)(?:中|里)?(?:没有|未|并未|无法)"
    r"(?:回答|说明|提到|提及|给出|涉及|报告|提供|指出)[^，：；。]*[。]?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences; braces stand for what is told.

    Attributes:
        in_part: before a statement of which the evidence bears a part.
        conditional: before one whose condition it leaves out.
        conflict: two sentences that cannot both be true.
        superseded: the later and the earlier of two.
        scope: two that differ in what they speak of.
        scopes: what that may be, by its name.
        limits: the heading of what a report says of itself.
        not_found: a search that brought nothing.
        not_answered: one whose finds bore no statement.
        taken: tools that the spending limit took away.
        tools: their names.
        dropped: that statements were left out.
        comma: between things in a row.
    """

    in_part: str
    conditional: str
    conflict: str
    superseded: str
    scope: str
    scopes: dict[str, str]
    limits: str
    not_found: str
    not_answered: str
    taken: str
    tools: dict[Tool, str]
    dropped: str
    comma: str


_WORDS = {
    "en": Words(
        "Borne out in part only: {text}",
        "Under conditions that the source names: {text}",
        "The sources conflict here: one says “{first}”, another “{second}”.",
        "A later source says “{second}”; an earlier one said “{first}”.",
        "Sources differ in {scope}: one says “{first}”, another “{second}”.",
        {
            "period": "the period they speak of",
            "place": "the place they speak of",
            "unit": "the unit they count in",
            "population": "whom they speak of",
            "other": "what they speak of",
        },
        "Limits of this report",
        "Searched for and not found: “{query}”.",
        "Searched for, and not answered by what was found: “{query}”.",
        "The spending limit took away: {tools}.",
        {
            Tool.RERANK: "the reranking of what was found",
            Tool.REFINE: "further rounds of refinement",
            Tool.REWRITE: "the rewriting of statements that fail",
            Tool.JUDGE: "the judging of statements by a model",
        },
        "Statements that the evidence does not bear were left out; they are listed beside it.",
        ", ",
    ),
    "zh": Words(
        "仅部分得到证据支持：{text}",
        "在来源所述的条件下：{text}",
        "此处来源相互矛盾：一处称“{first}”，另一处称“{second}”。",
        "较新的来源称“{second}”；较早的来源称“{first}”。",
        "各来源的{scope}不同：一处称“{first}”，另一处称“{second}”。",
        {
            "period": "时期",
            "place": "地点",
            "unit": "单位",
            "population": "对象",
            "other": "范围",
        },
        "本报告的局限",
        "检索过但没有找到：“{query}”。",
        "检索过，但找到的内容没有回答：“{query}”。",
        "支出上限取消了：{tools}。",
        {
            Tool.RERANK: "对检索结果的重新排序",
            Tool.REFINE: "进一步的修改轮次",
            Tool.REWRITE: "对未通过陈述的改写",
            Tool.JUDGE: "由模型判断陈述",
        },
        "证据不支持的陈述已经略去，另行列出。",
        "、",
    ),
}
assert _WORDS.keys() == TRANSLATED
_SILENT = frozenset(said(one) for one in _WORDS for said in (silence, silent))


def words_in(language: str) -> Words:
    """The sentences in a language; in English where there are none in it."""
    return _WORDS["zh" if language.startswith("zh") else "en"]


def is_silence(text: str) -> bool:
    """Whether a sentence says only that the evidence is silent, and gives no number."""
    said = " ".join(text.split())
    if any(map(str.isdigit, said)):
        return False
    return said in _SILENT or _SILENCE.fullmatch(said) is not None


def cited(text: str) -> str:
    """Words as they stand between quotation marks: on one line, short, without their stop."""
    said = _STOP.sub("", " ".join(text.split())).replace("“", "‘").replace("”", "’")
    if len(said) <= _LONGEST:
        return said
    return f"{said[:_LONGEST].rsplit(' ', 1)[0]}…"
