"""What makes a sentence an order to a judge, in English and in Chinese.

Each kind of cue is a list of words; how much one says is its weight. The words are those of
judging as such: who judges, what judging is called, what a verdict is, how one directs. They
are matched in unmasked text, so in lower case and in simplified characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto


class Cue(Enum):
    """A kind of words."""

    ADDRESSEE = auto()
    ACT = auto()
    VERDICT = auto()
    ABOUT = auto()
    DIRECTIVE = auto()
    OVERRIDE = auto()
    FORGERY = auto()


@dataclass(frozen=True, slots=True)
class Words:
    """One list: what its words are, and how much they say."""

    cue: Cue
    weight: int
    pattern: re.Pattern[str]


def _english(text: str) -> str:
    return rf"(?<![^\W_])(?:{'|'.join(text.split())})(?![^\W_])".replace("~", r"[\s_-]{1,3}")


def _words(cue: Cue, weight: int, english: str, chinese: str = "") -> Words:
    parts = [_english(english)] + (["|".join(chinese.split())] if chinese else [])
    return Words(cue, weight, re.compile("|".join(parts)))


_START = r"(?:^|[\n.:;!?,\"'()\[\]|>#*/=-]\s{0,3}|\d[.)]\s{0,2})"
_LEAD = (
    r"please|kindly|must|should|shall|may~only|simply|just|now|then|and|always|never|to~be|only|"
    r"do|don't|can~be|will|have~to|has~to|need~to|needs~to|ought~to|let~us|let's|to|not|instead"
).replace("~", r"\s")
_ACTS = (
    "answer|respond|reply|output|return|label|mark|rate|score|grade|judge|treat|consider|regard|"
    "classify|conclude|award|give|choose|select|pick|accept|approve|pass|confirm|say|decide|"
    "assign|set|write|print|emit|agree|report|state|declare|deem|assume|quote|cite|repeat|"
    "rated|marked|labell?ed|scored|graded|judged|treated|considered|regarded|accepted|given|"
    "take|count|record|tag|endorse|credit|produce|generate|use|follow|pretend|act|resolved|settled|"
    "counted"
)

_ZH_ACTS = (
    "回答|输出|返回|判定|判断|判为|判决|标记|标注|标为|评为|评定|视为|认定|给出|选择|回复|改为|引用|填写"
    "|作答|采信|通过|算作|当作|得出|打满?分"
)
_ZH_LEADS = "请|必须|务必|应当|应该|应|须|一律|只能|只需|切勿|不要|不得|并将|并把|将|把|都予以|都应"
_READERS = (
    r"ai|llms?|(?:large\s)?language\smodels?|models?|assistants?|bots?|machines?|gpt|chatbots?"
)
_JUDGES = (
    r"graders?|evaluators?|judges?|reviewers?|raters?|assessors?|verifiers?|examiners?|llm\sjudge"
)
_ZH_READERS = "人工智能(?:助手)?|大?语言模型|大模型|模型|助手|机器人|系统|裁判|评委"

WORDS: tuple[Words, ...] = (
    _words(
        Cue.ADDRESSEE,
        3,
        "graders? evaluators? assessors? raters? ai~judges? llm~judges? fact~?checkers? verifiers?"
        " (?:whoever|anyone|any~(?:system|model|machine|program))~(?:that~|who~)?"
        "(?:check|judge|grade|read|rate|assess|evaluate|review|score)(?:s|ing)?"
        " automated~(?:reader|reviewer|checker|system|tool)s? annotators?",
        "评审(?:模型|员|者|系统)? 评委 裁判 评估(?:员|者|模型|系统|器) 评分(?:员|者|模型|系统|器)"
        " 评判(?:员|者|模型) 评测(?:员|者|模型|系统)"
        " 核查(?:员|者|模型) 打分(?:员|者|模型) 标注员 审阅者",
    ),
    Words(
        Cue.ADDRESSEE,
        3,
        re.compile(
            rf"(?<![^\W_])(?:dear|note\s(?:to|for)|attention|for|to)[\s:,]{{1,3}}(?:all\s|any\s|the\s)?"
            rf"(?:{_READERS}|{_JUDGES})(?=\s?[:,.!;])"
            rf"|(?:^|[\n.!?*#>\]|])\s{{0,3}}(?:[a-z]+,?\s)?(?:{_READERS}|{_JUDGES})\s?[:,!]"
            r"|(?<![^\W_])(?:ai|models?|llms?|machine)\s(?:\w{2,12}\s)?(?:reading|assessing|judging|"
            r"checking|evaluating|grading|reviewing|processing|scoring)(?![^\W_])"
            rf"|(?:致|各位|亲爱的|注意)(?:{_ZH_READERS})|(?:^|[\n。！；])(?:{_ZH_READERS})[，：,:]"
        ),
    ),
    Words(
        Cue.ADDRESSEE,
        4,
        re.compile(
            r"(?:^|[\n.!?。！？])[ #*>]{0,4}(?:system|assistant|系统|助手)"
            r"(?:\s(?:prompt|message|note)|消息|提示)?[*]{0,2}\s?[:：]|[\[【](?:system|assistant|系统消息|系统提示|系统|助手)[\]】]"
        ),
    ),
    _words(
        Cue.ADDRESSEE,
        2,
        "judges? reviewers? assistants? models? modèle examiners? llms? language~models? you"
        " the~model",
        "助手 审核(?:员|者) 你",
    ),
    Words(
        Cue.ACT,
        3,
        re.compile(
            rf"(?:{_START}|(?<![^\W_])(?:{_LEAD})\s)(?:{_ACTS})(?![^\W_])"
            rf"|(?:{_ZH_LEADS})[^。！；\n]{{0,24}}?(?:{_ZH_ACTS})"
            r"|(?:判定为|判为|标记为|标为|评为|视为|认定为|改为|输出|返回|回答)[\"“ ]"
        ),
    ),
    Words(
        Cue.ACT,
        1,
        re.compile(
            rf"(?<![^\W_])(?:{_ACTS})(?:s|ing)?(?![^\W_])|回答|输出|返回|判定|标记|评为|视为|认定|引用|作答"
        ),
    ),
    _words(
        Cue.VERDICT,
        3,
        "supported not~in~source contradicted unsupported partly~supported fully~verified"
        " full~(?:marks?|points?|credits?|scores?) (?:top|highest|maximum|perfect|best)~"
        "(?:scores?|marks?|ratings?|grades?) (?:10|5|100)/(?:10|5|100) ten~out~of~ten"
        " five~out~of~five verdicts?",
        "满分 最高分 来源未提及 未提及来源 判决[:：]"
        ' (?:判|标|评|视)[^。，；\n]{0,2}为["“]?(?:支持|属实|正确)',
    ),
    Words(
        Cue.VERDICT,
        5,
        re.compile(
            r"(?<![^\W_])(?:of|as|to|answer|output|option|return|labels?|verdict|says?|value|reads?|"
            r"choose|respond|reply|conclude|=|:|：)[\s:=]{0,3}[\"']?"
            r"(?:supported|not[ _]in[ _]source|contradicted)"
            r"(?!\s(?:by|with|in|on|through|from|that|the|an?)\b)(?![^\W_])"
            r"|(?:回答|输出|返回|判为|判定为|标记为|标为|评为|改为|视为|答案是|答案为)"
            r"[\"“：: ]{0,2}(?:是|为)?[\"“ ]{0,2}(?:已获|获得)?"
            r"(?:支持|属实|supported|正确|来源未提及)"
            r"|[为是对选择出答][\"“ ]{0,2}supported"
        ),
    ),
    _words(
        Cue.VERDICT,
        2,
        "verified confirmed correct true accurate valid proven holds backed approved entailed"
        " trustworthy yes correctly verify support supports credible pass passed",
        "支持 属实 正确 真实 已验证 可信 予以通过 予以采信",
    ),
    _words(
        Cue.ABOUT,
        3,
        "instructions? prompts? rubrics? nonce json system~(?:prompt|message|note)s?"
        " (?:grading|evaluation|scoring|judging)~(?:rules?|policy|criteria|guidelines?|scale)"
        " (?:expected|desired)~(?:output|answer|verdict|label|response)"
        " (?:correct|right)~(?:verdict|label|output)"
        " calibration~(?:item|question|example) output~format value~field"
        " this~(?:sentence|line|quote) (?:when|if)~asked~(?:whether|if|about)",
        "指令 指示(?!器|牌) 提示词 系统消息 系统提示 评分标准 评分规则 期望输出 预期输出"
        " 正确答案 标准答案 校准题 输出格式 被问到 被问及 本次评测 本次评估 本句 这句话",
    ),
    _words(
        Cue.ABOUT,
        2,
        "statements? claims? citations? labels? evaluations? gradings? ratings? assertions?"
        " (?:this|the|these|other)~(?:page|passages?|article|document|text|material|quote)"
        " answers? responses? outputs? questions? comparison verification evidence option scores?"
        " evaluation~policy",
        "陈述 说法 论断 断言 引用 标签 结论 答案 本页 本文 段落 被问到 核实 评分",
    ),
    _words(
        Cue.DIRECTIVE,
        2,
        "please kindly must should shall need~to has~to have~to required ordered never always"
        " do~not don't only important attention note to~be expected let~us let's are~to is~to"
        " if~you when~asked whenever accordingly",
        "请(?!求|教|参) 必须 务必 一律 切勿 不要 不得 只需 只能 无需 无须 不必"
        " 凡(?:是|涉及) 如果你 被问到 被问及 应视 都予 应当 时，",
    ),
    Words(
        Cue.DIRECTIVE,
        2,
        re.compile(
            rf"{_START}(?:ignore|disregard|forget|override|bypass|pretend)(?![^\W_])"
            r"|(?:^|[\n。！；，：])(?:忽略|无视|忘记|假装)"
        ),
    ),
    _words(
        Cue.OVERRIDE,
        4,
        "ignore disregard forget override bypass overrule set~aside pretend act~as~if"
        " (?:quote|cite|copy|repeat|use)~(?:this|the~following)~(?:sentence|line|words?)",
        "忽略 无视 忘记 绕过 忽视 不理会 假装 (?:引用|抄录|复制)(?:本句|这句|以下)",
    ),
    _words(
        Cue.OVERRIDE,
        4,
        "(?:do~not|don't|never|without|no~need~to|skip|skipped|stop|needn't)~"
        "(?:the~|any~|all~)?(?:verify|verifying|verification|check|checks|checking|question|"
        "comparison|compare|compar(?:e|ing)|reading~further|second~guess)"
        " verification~can~be~skipped",
        "(?:无需|不要|不必|无须|跳过|不用|不得)(?:再|作|做|任何|进行|去)*(?:核实|质疑|核对|验证|怀疑|审查|查证)",
    ),
)

_TELLING = frozenset({Cue.ADDRESSEE, Cue.ABOUT})

FORGED = re.compile(
    r"<<<\s{0,3}(?:end|material)"
    r"|<\|[^|<>\n]{1,30}\|>|\[/?inst\]|<</?sys>>"
    r"|</(?:passages?|material|context|system|assistant|instructions?)>"
    r"|[\"'](?:verdict|nonce)[\"']\s{0,3}:"
    r"|[\"'](?:value|label|score|rating|support|answer)[\"']\s{0,3}:\s{0,3}[\"']?"
    r"(?:supported|contradicted|not.in.source|partly|correct|pass|支持|属实|正确)"
    r"|(?:verdict|label|rating|judg[e]?ment|判决|判定|标签|评级)\s{0,3}[:：=]\s{0,3}[\"']?"
    r"(?:supported|contradicted|not.in.source|true|correct|pass|支持|属实|正确|通过)(?![^\W_])"
    r"|<(?:verdict|rating|judg[e]?ment)\b[^>\n]{0,80}>"
    r"|(?<![^\W_])(?:all|every|each)\s(?:of\s)?(?:the\s)?(?:claims?|statements?|citations?)(?![^\W_])"
    r"[^.\n]{0,30}(?<![^\W_])(?:is|are)\s(?:fully\s)?supported(?!\sby)(?![^\W_])"
    r"|(?:所有|全部|每个|每条)[^。\n]{0,10}(?:论断|陈述|说法|引用|断言)[^。\n]{0,4}(?:得到|获得|受)支持"
)
"""Pieces of a conversation, a fence or a verdict that a page has no business to hold."""

OPENING = re.compile(
    r"<\|[^|<>\n]{1,30}\|>"
    r"|(?:^|\n)[ >*-]{0,4}(?:verdict|label|rating|judg[e]?ment|判决|判定|标签|评级)"
    r"\s{0,3}[:：=]\s{0,3}[\"']?"
    r"(?:supported|contradicted|not.in.source|true|correct|pass|支持|属实|正确|通过)(?![^\W_])"
)
"""A forged speech or list of fields begins: what follows belongs to it, to the blank line."""

HINT = re.compile(
    "|".join(
        [
            FORGED.pattern,
            *(
                words.pattern.pattern
                for words in WORDS
                if (words.cue in _TELLING and words.weight > 2)
                or words.cue in (Cue.VERDICT, Cue.OVERRIDE)
            ),
        ]
    )
)
"""Whatever one of an order's sentences holds at least; all else is looked for beside it."""
