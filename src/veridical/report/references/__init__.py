"""Reference lists, footnotes and definitions: what a report's markers can name."""

from veridical.report.references.entries import (
    Entry,
    entry_authors,
    entry_source,
    entry_title,
    writes_dash_after_address,
)
from veridical.report.references.footnotes import definition_entries, footnote_entries
from veridical.report.references.headings import is_reference_heading
from veridical.report.references.lists import ReferenceLists, reference_lists

__all__ = [
    "Entry",
    "ReferenceLists",
    "definition_entries",
    "entry_authors",
    "entry_source",
    "entry_title",
    "footnote_entries",
    "is_reference_heading",
    "reference_lists",
    "writes_dash_after_address",
]
