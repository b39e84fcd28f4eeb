"""What a prompt says about the form of its reply, in one language."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.models.fence import CHINESE, ENGLISH, Wording
from veridical.respondents.reading.scale import Span


@dataclass(frozen=True, slots=True)
class Phrases:
    """The trusted words around an ask; ``{…}`` are filled in by the form.

    Attributes:
        wording: about fences and mark.
        one: opens the list of fields.
        nonce: the field of the mark.
        quotes: the field of the quotes.
        why: the field of the grounds.
        field: one field of the answer.
        each: the field that lists the answers to several asks.
        id: the field that says which ask is answered.
        several: announces several asks.
        number_of: before the ask of that number.
        again: before what was wrong with an earlier reply.
        label: what one of several labels is.
        truth: what true or false is.
        words: what words are.
        series: what a list is.
        record: what an object is.
        either: between two of which one is given.
        whole: what a whole number is.
        real: what a number is.
        between: a number's two ends.
        least: a number's lower end.
        most: a number's upper end.
    """

    wording: Wording
    one: str
    nonce: str
    quotes: str
    why: str
    field: str
    each: str
    id: str
    several: str
    number_of: str
    again: str
    label: str
    truth: str
    words: str
    series: str
    record: str
    either: str
    whole: str
    real: str
    between: str
    least: str
    most: str

    def number(self, span: Span) -> str:
        """What a number on the scale is."""
        kind = self.whole if span.is_whole else self.real
        ends = {"kind": kind, "low": _end(span.lowest), "high": _end(span.highest)}
        if span.lowest is not None and span.highest is not None:
            return self.between.format(**ends)
        if span.lowest is not None:
            return self.least.format(**ends)
        return self.most.format(**ends) if span.highest is not None else kind


def _end(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


IN_ENGLISH = Phrases(
    wording=ENGLISH,
    one="Answer with one JSON object and nothing else. Its fields, in this order:",
    nonce='"nonce": the mark of twenty letters from the very end, copied',
    quotes=(
        '"quotes": a list of objects, each with "source" (the name of the text that is quoted) '
        'and "text" (its words, copied exactly as they stand there); [] if you quote nothing'
    ),
    why='"why": your grounds, in a sentence or two',
    field='"{name}": {what}',
    each='"answers": a list with one object for each number, each with these fields:',
    id='"id": the number that it answers, as a string',
    several=(
        "What follows is to be judged several times, each time for what stands after one "
        "number. Judge each on its own; none of them says anything about another."
    ),
    number_of="Number {id}.",
    again=(
        "An earlier answer to this could not be used. What was wrong with it stands below. "
        "Answer anew, from the beginning and in the form described."
    ),
    label="one of {labels}",
    truth="true or false",
    words="a text",
    series="a list, each entry {what}; [] for none",
    record="an object with {fields}",
    either=", or ",
    whole="a whole number",
    real="a number",
    between="{kind} from {low} to {high}",
    least="{kind} of at least {low}",
    most="{kind} of at most {high}",
)
IN_CHINESE = Phrases(
    wording=CHINESE,
    one="请只输出一个 JSON 对象，不要输出其他内容。其字段依次为：",
    nonce='"nonce"：照抄最末尾给出的二十个字母的标记',
    quotes=(
        '"quotes"：对象列表，每个对象含 "source"（被引文本的名称）'
        '和 "text"（逐字照抄的原文）；不引用则为 []'
    ),
    why='"why"：理由，一两句话',
    field='"{name}"：{what}',
    each='"answers"：列表，每个编号对应一个对象，各对象的字段为：',
    id='"id"：所回答的编号，写成字符串',
    several="以下内容需要分别判断多次，每次只针对一个编号之后的内容。各编号相互独立，互不影响。",
    number_of="编号 {id}：",
    again="此前对此的一次回答无法采用，问题见下。请按所述形式从头重新作答。",
    label="以下之一：{labels}",
    truth="true 或 false",
    words="一段文字",
    series="列表，每项为{what}；没有则为 []",
    record="对象，含 {fields}",
    either="，或",
    whole="整数",
    real="数字",
    between="{low} 到 {high} 的{kind}",
    least="不小于 {low} 的{kind}",
    most="不大于 {high} 的{kind}",
)
