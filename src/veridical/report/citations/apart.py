"""Which marks stand apart from their sentence, and how far their own parentheses reach.

"See the OECD's report." would not read without its link; a link in parentheses of its own, or
one between two sentences, is a marker like ``[1]``. Several in a row are decided together, and
parentheses with nothing else in them ("(see [1], [2])", "（来源：［1］）") are part of the marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from veridical.report.citations.mark import Mark, MarkState
from veridical.report.citations.passage import Passage
from veridical.report.model import Span

_LEAD = (
    r"(?:(?:see(?: also)?|sources?|refs?|references?|via|cf\.?|e\.g\.,?|quellen?"
    r"|资料来源|数据来源|来源|參見|参见|见|引自|详见)\s?[:：]?\s?)?"
)
_OPENED = re.compile(rf"[(（\[［【][\s,;，；、]{{0,4}}{_LEAD}\Z", re.I)
_CLOSED = re.compile(r"[\s,;，；、]{0,4}[)）\]］】]")
_BETWEEN = re.compile(r"(?:[,;，；、|·&\s]|and|和|与|及){0,8}")
# A stop that ends a sentence for certain: after a word too long to be an abbreviation.
_AFTER_STOP = re.compile(r"(?:(?:[^\W\d_]{4,}|\d%?|[)\]”\"’%])[.!?]+[\"”’)]?|[。！？])\s*\Z")
_BEGINNING = re.compile(r"\s*(?:\Z|[A-ZÀ-Þ“\"\[]|[。！？])")
_HAN = re.compile(r"\s*[\u3040-\u30ff\u3400-\u9fff]")
_BEFORE = 32


def set_apart(passage: Passage, marks: Sequence[Mark]) -> Iterator[Mark]:
    """The marks with their parentheses; links that stand apart are no longer words.

    Args:
        passage: what the marks were read from.
        marks: its marks in order.
    """
    for run in _runs(passage.plain, marks):
        enclosing = _enclosing(passage.plain, run)
        if enclosing is not None:
            yield from _widened(passage, run, enclosing)
        elif any(mark.is_word for mark in run) and _stands_between(passage.plain, run):
            yield from (replace(mark, is_word=False) for mark in run)
        else:
            yield from run


def _runs(plain: str, marks: Sequence[Mark]) -> Iterator[list[Mark]]:
    """Marks with nothing but separators between them."""
    run: list[Mark] = []
    for mark in marks:
        if run and not (_joins(run[-1], mark) and _is_between(plain, run[-1], mark)):
            yield run
            run = []
        run.append(mark)
    if run:
        yield run


def _joins(before: Mark, mark: Mark) -> bool:
    """Links go with links; what shows nothing and what is a word for other reasons stands alone."""
    is_linked = {other.state is MarkState.LINKED for other in (before, mark)}
    is_alone = mark.end == mark.start or (mark.is_word and not any(is_linked))
    return len(is_linked) == 1 and not is_alone


def _is_between(plain: str, before: Mark, mark: Mark) -> bool:
    return _BETWEEN.fullmatch(plain, before.end, mark.start) is not None


def _enclosing(plain: str, run: list[Mark]) -> tuple[int, int] | None:
    """The parentheses around a run, if there is nothing else in them."""
    if any(mark.is_word and mark.state is not MarkState.LINKED for mark in run):
        return None
    start, end = run[0].start, run[-1].end
    closed = _CLOSED.match(plain, end) if end > start else None
    opened = _OPENED.search(plain[max(0, start - _BEFORE) : start]) if closed else None
    if opened is None or closed is None:
        return None
    return start - (min(start, _BEFORE) - opened.start()), closed.end()


def _widened(passage: Passage, run: list[Mark], enclosing: tuple[int, int]) -> Iterator[Mark]:
    """The run, its first mark from the opening parenthesis on, its last to the closing one."""
    for index, mark in enumerate(run):
        start = enclosing[0] if index == 0 else mark.start
        end = enclosing[1] if index == len(run) - 1 else mark.end
        outer = passage.span(start, end)
        span = Span(min(outer.start, mark.span.start), max(outer.end, mark.span.end))
        yield replace(mark, start=start, end=end, span=span, is_word=False)


def _stands_between(plain: str, run: list[Mark]) -> bool:
    """Whether a run of links stands after one sentence and before another."""
    start, end = run[0].start, run[-1].end
    if run[0].state is not MarkState.LINKED:
        return False
    # Chinese has no capitals to tell a new sentence by, but none begins with an address.
    is_bare = "://" in plain[run[-1].start : end]
    begins = _BEGINNING.match(plain, end) or (is_bare and _HAN.match(plain, end))
    return bool(begins) and _AFTER_STOP.search(plain[max(0, start - _BEFORE) : start]) is not None
