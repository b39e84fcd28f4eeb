"""The report protocol that `research` writes by: what a report may stand on, how it is laid out.

Under one, what has no web address, or stands on a site that it bars, cannot be found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from veridical.agents.research.journal import address_of
from veridical.agents.research.written import markdown
from veridical.methods.protocols import Demands, demands_of
from veridical.runs.protocol_layout import Layout
from veridical.runs.researched import Answered, file_name
from veridical.task import Item


@dataclass(frozen=True, slots=True)
class ReportProtocol:
    """A report protocol.

    Attributes:
        demands: of the report; None = there is no protocol, and markers count the evidence list.
    """

    demands: Demands | None = None

    @property
    def name(self) -> str:
        """As `check --protocol` knows it; "" = none."""
        return "" if self.demands is None else self.demands.name

    def takes(self, item: Item) -> bool:
        """Whether a report may stand on an item."""
        return self.demands is None or self.demands.takes(address_of(item) or "")

    @property
    def said_of_items(self) -> str:
        """What is to be said of a corpus in which nothing is left; "" = nothing."""
        return "" if self.demands is None else " that has an address and stands on no barred site"

    def written(self, one: Answered, corpus: Path, pictures: Path) -> Mapping[str, bytes]:
        """The files of a report, by name; none where there is no report.

        Args:
            one: the answer.
            corpus: the folder in which the pictures of the evidence lie.
            pictures: the folder in which those of the question lie.
        """
        draft, question = one.found.draft, one.question
        if draft is None:
            return {}
        name = f"{file_name(question.name)}.md"
        if self.demands is None:
            text = markdown(draft, one.found.evidence, question.spoken)
            return {name: text.encode()}
        layout = Layout(one, self.demands, corpus, pictures)
        text = layout.markdown()
        return {**layout.files, name: text.encode()}


NO_PROTOCOL = ReportProtocol()


def report_protocol(name: str) -> ReportProtocol:
    """The protocol of that name; "" = none.

    Raises:
        ConfigError: there is none of that name.
    """
    return ReportProtocol(demands_of(name)) if name else NO_PROTOCOL
