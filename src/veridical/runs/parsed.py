"""Reports that were parsed last are remembered: one is read for its scores, as a rival, for pages.

Compared with each of its rivals, a report would otherwise be parsed once for each of them. What
is remembered is bounded by the bytes behind it, not by how many reports a run has.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from veridical.report.model import EvidenceList, Report

MOST_BYTES = 10_000_000
"""Of the reports that are remembered, together; parsed they take some twenty times as much. The
last one is remembered however large it is."""
MOST_REPORTS = 64


@dataclass(frozen=True, slots=True)
class AsWritten:
    """All that a parsed report depends on.

    Attributes:
        data: its bytes.
        format: ``markdown`` or ``html``; None = to be found out.
        name: for messages.
        texts: ids of the text items that its writer was given; None if that is unknown.
        images: ids of the image items.
        names: what they are called, by id.
    """

    data: bytes
    format: str | None
    name: str
    texts: tuple[str, ...] | None = None
    images: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()

    @property
    def evidence(self) -> EvidenceList | None:
        """What its writer was given."""
        if self.texts is None:
            return None
        return EvidenceList(self.texts, self.images, dict(self.names))


@dataclass
class ParsedReports:
    """The reports that were parsed last.

    Attributes:
        times_parsed: how often the parser ran.
        bytes_kept: of the reports that are remembered.
    """

    times_parsed: int = 0
    bytes_kept: int = 0
    _known: OrderedDict[AsWritten, Report] = field(default_factory=OrderedDict, repr=False)

    def of(self, one: AsWritten) -> Report:
        """The report, parsed now or before."""
        if one in self._known:
            self._known.move_to_end(one)
            return self._known[one]
        from veridical.report.parse import parse_report  # heavy, and not needed to read files

        report = parse_report(one.data, format=one.format, name=one.name, evidence=one.evidence)
        self.times_parsed += 1
        self._known[one] = report
        self.bytes_kept += len(one.data)
        while len(self._known) > 1 and self._is_full:
            forgotten, _ = self._known.popitem(last=False)
            self.bytes_kept -= len(forgotten.data)
        return report

    @property
    def _is_full(self) -> bool:
        return self.bytes_kept > MOST_BYTES or len(self._known) > MOST_REPORTS


PARSED = ParsedReports()
"""Of this process: the same bytes give the same report, whichever run asks."""
