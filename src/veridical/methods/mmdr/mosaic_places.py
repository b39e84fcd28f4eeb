"""Where the pictures of a report stand, what stands beside them and what names them.

Everything is worked out once for a report, in time linear in its length.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from veridical.methods.mmdr.mosaic_naming import numbers_named, numbers_of_figures
from veridical.report.model import (
    BlockKind,
    Citation,
    Figure,
    Report,
    Resolution,
    Span,
    StatementKind,
)

_PICTURE = re.compile(
    r"\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?)(?:[?#][^\s]{0,2000})?$", re.IGNORECASE
)
_PROSE = frozenset({StatementKind.SENTENCE, StatementKind.BULLET})


class Places:
    """Statements, captions and citations around the figures of one report."""

    def __init__(self, report: Report) -> None:
        """Look at a report; what is needed is worked out when it is needed."""
        self.report = report

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The number of each figure, by index."""
        return numbers_of_figures(self.report)

    @cached_property
    def named(self) -> Mapping[int, set[int]]:
        """The statements that name each figure by its number, or hold it."""
        by_number = {number: index for index, number in self.numbers.items()}
        found: defaultdict[int, set[int]] = defaultdict(set)
        for statement in self.report.statements:
            for number in numbers_named(statement.text):
                if number in by_number:
                    found[by_number[number]].add(statement.index)
        for figure in self.report.figures:
            holding = (s for s in self._said_in[figure.block] if self._holds(s, figure))
            found[figure.index].update(holding)
        return found

    @cached_property
    def beside(self) -> Mapping[int, list[int]]:
        """The sentences of each figure's own paragraph, of the one before and the one after."""
        prose = [b.index for b in self.report.blocks if self._prose(b.index)]
        found = {}
        for figure in self.report.figures:
            at = bisect_left(prose, figure.block)
            section = self.report.blocks[figure.block].section
            around = prose[max(0, at - 1) : at + 2]
            if prose[at : at + 1] != [figure.block]:
                around = prose[max(0, at - 1) : at + 1]
            near = [b for b in around if self.report.blocks[b].section == section]
            found[figure.index] = [s for block in near for s in self._prose(block)]
        return found

    @cached_property
    def cited(self) -> Mapping[str, set[int]]:
        """The statements that cite each picture by its address."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for citation in self.report.citations:
            address = picture_address(citation)
            if address:
                found[address].update(citation.scope.statements)
        return found

    def captions(self, figures: Sequence[Figure]) -> set[int]:
        """The statements that are these figures' captions."""
        spans = [figure.caption for figure in figures if figure.caption is not None]
        return {s for span in spans for s in self._captions_in(span)}

    def is_alone(self, figure: Figure) -> bool:
        """Whether it stands on a line of its own."""
        return self.report.blocks[figure.block].kind is BlockKind.FIGURE

    def leads_to_a_reference(self, figure: Figure) -> bool:
        """Whether its caption, the line it stands on or its own address does."""
        if figure.target and figure.target in self._sources:
            return True
        spans = [figure.caption] if figure.caption is not None else []
        if self.is_alone(figure):
            spans.append(self.report.blocks[figure.block].span)
        return any(self._is_marked(span) for span in spans)

    def _is_marked(self, span: Span) -> bool:
        at = bisect_left(self._markers, span.start)
        return at < len(self._markers) and self._markers[at] < span.end

    @cached_property
    def _markers(self) -> list[int]:
        """Where each citation stands that leads to an entry of the list."""
        resolved = (c for c in self.report.citations if c.resolution is Resolution.RESOLVED)
        return sorted(c.marker_span.start for c in resolved)

    @cached_property
    def _sources(self) -> frozenset[str]:
        sources = [r.source for r in self.report.references if r.source is not None]
        return frozenset(name for s in sources for name in (s.original, s.key))

    @cached_property
    def _caption_starts(self) -> list[tuple[int, int]]:
        captions = (s for s in self.report.statements if s.kind is StatementKind.CAPTION)
        return sorted((s.span.start, s.index) for s in captions)

    def _captions_in(self, span: Span) -> list[int]:
        at = bisect_left(self._caption_starts, (span.start, -1))
        end = bisect_left(self._caption_starts, (span.end, -1))
        return [index for _, index in self._caption_starts[at:end]]

    @cached_property
    def _said_in(self) -> defaultdict[int, list[int]]:
        found: defaultdict[int, list[int]] = defaultdict(list)
        for statement in self.report.statements:
            found[statement.block].append(statement.index)
        return found

    def _prose(self, block: int) -> list[int]:
        statements = self.report.statements
        return [s for s in self._said_in[block] if statements[s].kind in _PROSE]

    def _holds(self, statement: int, figure: Figure) -> bool:
        span = self.report.statements[statement].span
        return span.start <= figure.span.start and figure.span.end <= span.end


def picture_address(citation: Citation) -> str:
    """The address of the picture that a citation leads to; "" if it leads to none."""
    address = (citation.source.address or "") if citation.source else ""
    return address if is_picture(address) else ""


def is_picture(address: str) -> bool:
    """Whether an address or a file name ends as a picture's does."""
    return _PICTURE.search(address[-2100:]) is not None
