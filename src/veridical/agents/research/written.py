"""A draft written down as Markdown: markers, pictures with captions, the list of what is cited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from veridical.agents.research.draft import Draft, Paragraph, Sentence
from veridical.agents.research.evidence import Evidence

_STOP = re.compile(r"[.!?。！？…]+[\"'”’」』）)]*\s*$")
_MARKUP = re.compile(r"([\\`*_\[\]<>|#])")
_MARKER = re.compile(r"[\[【]\s*\d+(?:\s*[,;–-]\s*\d+)*\s*[\]】]")
_WORDS = {
    "en": ("Conclusion", "References", "Figure"),
    "zh": ("结论", "参考文献", "图"),
}


def markdown(draft: Draft, evidence: Evidence, language: str) -> str:
    """The report in Markdown.

    Args:
        draft: whose numbers are of `evidence`.
        evidence: what the numbers stand for.
        language: of the words that are not the draft's.
    """
    conclusion, references, _ = words_of(language)
    blocks = [f"# {one_line(draft.title)}"]
    for section in draft.sections:
        blocks.append(f"## {one_line(section.heading)}")
        for paragraph in section.paragraphs:
            blocks += _paragraph(paragraph, evidence, language)
    if draft.conclusion:
        blocks += [f"## {conclusion}", prose(draft.conclusion, language)]
    entries = list(_entries(draft, evidence))
    if entries:
        blocks += [f"## {references}", "\n\n".join(entries)]
    return "\n\n".join(blocks) + "\n"


def words_of(language: str) -> tuple[str, str, str]:
    """The headings that every report has, and what a picture is called."""
    return _WORDS["zh" if language.startswith("zh") else "en"]


def _paragraph(paragraph: Paragraph, evidence: Evidence, language: str) -> Iterator[str]:
    if paragraph.sentences:
        yield prose(paragraph.sentences, language)
    for number in paragraph.images:
        yield f"|image{number}|"
        yield f"*{words_of(language)[2]} {number}: {one_line(evidence.images[number - 1].text)}*"


def prose(sentences: Iterable[Sentence], language: str) -> str:
    """Sentences in a row, each with its markers before its stop."""
    space = "" if language.startswith("zh") else " "
    return space.join(_sentence(one) for one in sentences if one.text.strip())


def _sentence(sentence: Sentence) -> str:
    """Markers stand before the stop, so that they are the sentence's own in every reading."""
    # a marker in the words would stand for evidence that nobody gave
    text = one_line(_MARKER.sub("", sentence.text))
    markers = "".join(f"[{number}]" for number in dict.fromkeys(sentence.texts))
    if not markers:
        return text
    stop = _STOP.search(text)
    end = stop.start() if stop else len(text)
    return f"{text[:end].rstrip()} {markers}{text[end:].strip()}"


def _entries(draft: Draft, evidence: Evidence) -> Iterator[str]:
    cited = sorted({number for sentence in draft.sentences() for number in sentence.texts})
    for number in cited:
        item = evidence.texts[number - 1]
        said = ", ".join(dict.fromkeys(filter(None, (item.title, item.section, item.source))))
        yield f"[{number}] {one_line(said or item.id)}"


def one_line(text: str) -> str:
    """Words on one line that mean no markup."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
