"""Short words for what the case tests ask a report."""

from __future__ import annotations

from veridical.report import Report, Resolution


def labels(report: Report) -> list[str]:
    """The labels cited, in order."""
    return [citation.label for citation in report.citations]


def outcomes(report: Report) -> list[tuple[str, Resolution]]:
    """Each label with what became of it."""
    return [(citation.label, citation.resolution) for citation in report.citations]


def said(report: Report) -> list[str]:
    """The statements' words."""
    return [statement.text for statement in report.statements]


def cited_by(report: Report) -> dict[str, list[str]]:
    """For each statement that cites, the labels it cites."""
    return {
        statement.text: [report.citations[index].label for index in statement.citations]
        for statement in report.statements
        if statement.citations
    }


def addresses(report: Report) -> list[str | None]:
    """The canonical address of each reference, in order."""
    return [reference.source and reference.source.url for reference in report.references]


def notes(report: Report) -> list[tuple[str, str]]:
    """Each note's kind and the source's words that it is on."""
    return [(note.kind.value, report.words(note.span)) for note in report.notes]


def numbered_list(*names: str, heading: str = "## References") -> str:
    """A reference list with these labels under a heading."""
    lines = "\n".join(f"[{name}] Title {name}. https://a.example/{name}" for name in names)
    return f"\n\n{heading}\n\n{lines}\n"
