"""A draft laid out as a report protocol wants it: an address for each index, pictures first.

Indices are given to addresses, not to pieces: two pieces of a page share one. Where the draft
cites fewer sources than are aimed at, sentences of further evidence are set before it, word for
word, those of other sites first (ours). A picture of the question has its own index, which stands
for the file beside the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from veridical.agents.hka.made import Analysed
from veridical.agents.research.asks.extract import further
from veridical.agents.research.draft import Draft, Paragraph, Sentence
from veridical.agents.research.journal import address_of
from veridical.agents.research.written import one_line, prose
from veridical.methods.protocols import Demands
from veridical.report.sentences import sentence_spans
from veridical.runs.researched import Answered, file_name
from veridical.sources.inside import file_inside
from veridical.task import Item

PICTURES = "pictures"
"""Beside the report."""


@dataclass(frozen=True)
class _Words:
    """What a report says that is not its draft's."""

    summary: str
    background: str
    method: str
    analysis: str
    visual: str
    conclusion: str
    figure: str
    asked: str
    done: str
    shown: str
    none_shown: str
    given: str


_WORDS = {
    "en": _Words(
        "Executive Summary",
        "Background",
        "Methodology",
        "Analysis and Evidence",
        "Visual Integration",
        "Conclusion",
        "Figure {n}: {caption}",
        "This report answers the question: {query}",
        "A fixed corpus was searched for {questions} questions. Of the {found} pieces that were "
        "found, {given} were given to the writer, and every statement is taken from them alone. "
        "Social media, personal blogs and forums were left out.",
        "Figure {n} shows: {caption}",
        "No picture of the evidence bears on the question.",
        "a picture that the question came with",
    ),
    "zh": _Words(
        "摘要",
        "背景",
        "方法",
        "分析与证据",
        "图像说明",
        "结论",
        "图 {n}：{caption}",
        "本报告回答的问题是：{query}",
        "在固定的语料库中检索了 {questions} 个问题。找到 {found} 条材料，"
        "其中 {given} 条交给了撰写者，所有陈述都只来自这些材料。社交媒体、个人博客和论坛没有使用。",
        "图 {n} 显示：{caption}",
        "没有与问题相关的图像证据。",
        "问题所附的图像",
    ),
}


@dataclass
class Layout:
    """One report in the protocol's form.

    Attributes:
        one: the answer, which has a draft.
        demands: of the protocol.
        corpus: the folder in which the pictures of the evidence lie.
        pictures: the folder in which those of the question lie.
        files: what is written beside the report, by name.
    """

    one: Answered
    demands: Demands
    corpus: Path
    pictures: Path
    files: dict[str, bytes] = field(default_factory=dict)
    _numbers: dict[str, int] = field(default_factory=dict)
    _figures: dict[str, int] = field(default_factory=dict)

    def markdown(self) -> str:
        """The report; afterwards `files` hold its pictures."""
        words, draft = self._words, self._draft
        asked, summary = list(self._asked()), self._prose(draft.conclusion)
        before = [f"## {words.background}", self._asking(), *self._background()]
        shown = list(self._analysis())
        method = [f"## {words.method}", self._method()]
        visual = [f"## {words.visual}", *self._visual()]
        is_whole = self.demands.has_all_sections
        blocks = [
            f"# {one_line(draft.title)}",
            *asked,
            f"## {words.summary}",
            summary,
            *before,
            *(method if is_whole else []),
            f"## {words.analysis}",
            *shown,
            *(visual if is_whole else []),
            f"## {words.conclusion}",
            summary,
        ]
        return "\n\n".join([*filter(None, blocks), self._references()]) + "\n"

    @property
    def _words(self) -> _Words:
        return _WORDS["zh" if self._language.startswith("zh") else "en"]

    @property
    def _language(self) -> str:
        return self.one.question.spoken

    @property
    def _draft(self) -> Draft:
        assert self.one.found.draft is not None
        return self.one.found.draft

    @property
    def _texts(self) -> Sequence[Item]:
        return self.one.found.evidence.texts

    def _index(self, address: str) -> int:
        return self._numbers.setdefault(address, len(self._numbers) + 1)

    def _prose(self, sentences: Iterable[Sentence]) -> str:
        """Sentences with the indices of their addresses."""
        told = []
        for one in sentences:
            addresses = (address_of(self._texts[n - 1]) for n in one.texts)
            told.append(Sentence(one.text, tuple(self._index(a) for a in addresses if a)))
        return prose(told, self._language)

    def _asking(self) -> str:
        query = one_line(self.one.question.query.text.replace("<image>", " "))
        return self._words.asked.format(query=query)

    def _method(self) -> str:
        found = self.one.found
        return self._words.done.format(
            questions=max(len(found.sub_questions), 1),
            found=len(found.retrieved),
            given=len(found.evidence.ids),
        )

    def _background(self) -> Iterator[str]:
        """A sentence each of further sources, until as many are cited as are aimed at."""
        cited = {n for one in self._draft.sentences() for n in one.texts}
        taken = {address_of(self._texts[n - 1]) or "" for n in cited}
        lacking = self.demands.sources - len(taken)
        left = [n for n, item in enumerate(self._texts, 1) if address_of(item) not in taken]
        texts = [item.text for item in self._texts]
        best = further(self.one.question.query.text, texts, left)
        chosen = list(self._diverse(best, taken))[: max(lacking, 0)]
        if chosen:
            yield self._prose(chosen)

    def _diverse(self, best: Iterable[Sentence], taken: set[str]) -> Iterator[Sentence]:
        """One sentence an address, those of sites that nothing was taken from yet first."""
        sites = {self.demands.site(address) for address in taken}
        later = []
        for one in best:
            address = address_of(self._texts[one.texts[0] - 1]) or ""
            if address in taken:
                continue
            taken.add(address)
            if self.demands.site(address) in sites:
                later.append(one)
            else:
                sites.add(self.demands.site(address))
                yield one
        yield from later

    def _asked(self) -> Iterator[str]:
        """The question's pictures, before anything is said of them."""
        for image in self.one.question.query.images:
            file = file_inside(self.pictures, image.path)
            if file is None:
                continue
            name = self._kept(file, f"question-{len(self._figures) + 1}")
            caption = image.caption or self._words.given
            yield from self._picture(name, name, caption)
            yield self._words.shown.format(
                n=self._figures[name], caption=self._marked(caption, name)
            )

    def _analysis(self) -> Iterator[str]:
        for section in self._draft.sections:
            yield f"### {one_line(section.heading)}"
            for paragraph in section.paragraphs:
                yield self._prose(paragraph.sentences)
                yield from self._shown(paragraph)

    def _shown(self, paragraph: Paragraph) -> Iterator[str]:
        for number in paragraph.images:
            item = self.one.found.evidence.images[number - 1]
            name, address = self._picture_of(item, number), address_of(item)
            if name and address and name not in self._figures:
                yield from self._picture(name, address, item.text)
                if not paragraph.sentences:
                    yield self._said(name, item)

    def _visual(self) -> Iterator[str]:
        """A sentence on each picture of the evidence."""
        said = []
        for number in dict.fromkeys(self._draft.images()):
            item = self.one.found.evidence.images[number - 1]
            name = self._picture_of(item, number)
            if name in self._figures and address_of(item):
                said.append(self._said(name, item))
        yield "\n\n".join(said) or self._words.none_shown

    def _said(self, name: str, item: Item) -> str:
        caption = self._marked(item.text, address_of(item) or "")
        return self._words.shown.format(n=self._figures[name], caption=caption)

    def _picture(self, name: str, address: str, caption: str) -> Iterator[str]:
        """A picture on a line of its own, and its caption with its index."""
        number = self._figures.setdefault(name, len(self._figures) + 1)
        yield f"![{self._words.figure.partition(' ')[0]} {number}]({quote(name)})"
        told = self._words.figure.format(n=number, caption=self._marked(caption, address))
        yield f"*{told}*"

    def _marked(self, caption: str, address: str) -> str:
        """A caption whose every sentence has the index of an address."""
        stop = "。" if self._language.startswith("zh") else "."
        whole = caption if caption.rstrip().endswith((".", "。", "!", "?")) else caption + stop
        said = (whole[start:end] for start, end in sentence_spans(whole))
        told = (Sentence(one.strip(), (self._index(address),)) for one in said)
        return prose(told, self._language)

    def _picture_of(self, item: Item, number: int) -> str:
        """Where an item's picture lies beside the report; "" = nowhere."""
        if item.id in self._made:
            return item.image_path or ""
        file = file_inside(self.corpus, item.image_path) if item.image_path else None
        return self._kept(file, f"figure-{number}") if file is not None else ""

    def _kept(self, file: Path, name: str) -> str:
        question = file_name(self.one.question.name)
        path = f"{PICTURES}/{question}/{name}{file.suffix.lower()}"
        if path not in self.files:
            self.files[path] = file.read_bytes()
        return path

    @cached_property
    def _made(self) -> Mapping[str, object]:
        found = self.one.found
        return {one.figure.id: one for one in found.made} if isinstance(found, Analysed) else {}

    def _references(self) -> str:
        lines = (f"[{n}] {quote_spaces(a)}" for a, n in self._numbers.items())
        return "\n\n".join(["References:", *lines])


def quote_spaces(address: str) -> str:
    """An address, or a file's path, without anything that would end it in a line."""
    return address if "://" in address else quote(address)
