"""What each kind of finding means and what to do about it, for tools that show rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from veridical.findings import FindingKind


@dataclass(frozen=True, slots=True)
class Help:
    """A kind of finding, explained.

    Attributes:
        means: what was found, in a sentence.
        do: what the reader should do about it.
    """

    means: str
    do: str


_CHECK = "Read the quoted words in their source; correct the statement or cite another source."

HELP: Mapping[str, Help] = {
    "contradicted": Help("A cited source says otherwise.", _CHECK),
    "not_in_source": Help(
        "The cited source was read and does not say this.",
        "Cite the source that says it, or take the statement out.",
    ),
    "partly_supported": Help(
        "The cited source says only a part of the statement.",
        "Cite a source for the rest, or narrow the statement.",
    ),
    "qualified": Help(
        "The source says this under a condition that the statement drops.",
        "Name the condition.",
    ),
    "sources_disagree": Help(
        "One cited source says this, another one says otherwise.",
        "Say that they disagree, or drop the citation that does not hold.",
    ),
    "unreachable_source": Help(
        "A cited source could not be read, so nothing is known of what it says.",
        "Put its text into the folder of sources or into the snapshots, and check again.",
    ),
    "no_verdict": Help(
        "Whoever was asked gave no verdict; nothing is known.",
        "Run the same command again: only what is missing is asked.",
    ),
    "missing_reference": Help(
        "A citation names a reference that is in no list.",
        "Add the reference, or correct the number.",
    ),
    "ambiguous_reference": Help(
        "A citation's number stands for several references.",
        "Number the references so that each has its own.",
    ),
    "unresolved_marker": Help(
        "A marker of the writing system was left in the text, and what it stood for is unknown.",
        "Put the list of what the writer was given beside the report, or replace the marker.",
    ),
    "malformed_citation": Help(
        "Something has the looks of a citation and cannot be read as one.",
        "Write it as the other citations are written.",
    ),
    "no_citation": Help(
        "The report cites nothing in its text.", "Cite the sources where they are used."
    ),
    "uncited_number": Help(
        "A statement with a number cites nothing.", "Cite where the number comes from."
    ),
    "uncited_reference": Help(
        "A reference is cited nowhere in the text.", "Cite it where it was used, or remove it."
    ),
    "reference_without_url": Help(
        "A reference has no address.", "Add an address, a DOI or another identifier."
    ),
    "repeated_source": Help("Two references are the same source.", "Make them one reference."),
    "placeholder_host": Help(
        "An address leads to a host that is kept for examples and never has a page.",
        "Find the real source; such an address was most likely made up.",
    ),
    "invalid_url": Help("A reference's address cannot be an address.", "Correct the address."),
    "never_retrieved": Help(
        "A source is cited that its writer never retrieved, as the record of its work shows.",
        "Read the source and check that it says what it is cited for.",
    ),
    "dead_reference": Help(
        "The host says that there is nothing at a reference's address.",
        "Find where the page is now, or cite another source.",
    ),
    "moved_reference": Help(
        "A reference's address leads on to another one.", "Cite the address that it leads to."
    ),
    "reference_mismatch": Help(
        "The page at a reference's address is another work than the reference names.",
        "Correct the address or the title.",
    ),
    "other_authors": Help(
        "A reference's page names other authors than the reference.",
        "Correct the authors or the address.",
    ),
    "other_version": Help(
        "A reference's page is another version of a work.", "Cite the version that was read."
    ),
    "unrelated_claims": Help(
        "One source is cited for many statements that have little in common.",
        "Check that the source speaks of each of them.",
    ),
    "later_evidence": Help(
        "A source of a later day than the report's says otherwise; the report could not know it.",
        "Bring the statement up to date if the report is to hold today.",
    ),
    "changed_since": Help(
        "The source said this in an older snapshot, and says otherwise or nothing of it now.",
        "Cite a copy of the day on which it was read, or bring the statement up to date.",
    ),
    "same_origin": Help(
        "Sources of a statement copy one text, so they count as one.",
        "Cite a source that knows of it independently.",
    ),
    "circular_citation": Help(
        "A cited page copies the report itself or names it as its source.",
        "Cite where the report had it from.",
    ),
    "missing_image": Help(
        "A picture of the report is not there.", "Put the file beside the report."
    ),
    "broken_image": Help(
        "A picture's bytes are no whole picture.", "Put the picture in again, whole."
    ),
    "unsupported_image": Help(
        "A picture has a format that browsers and judges do not show.",
        "Save it as PNG, JPEG, GIF, WebP or SVG.",
    ),
    "oversize_image": Help(
        "A picture is larger than anything here reads.", "Save it with fewer pixels."
    ),
    "image_not_fetched": Help(
        "A picture lies in the web, and nobody has looked whether it is there.",
        "Put a copy beside the report.",
    ),
    "figure_disagrees": Help(
        "A statement says otherwise than what can be read off its figure.",
        "Look at both: the reader of pictures may err.",
    ),
    "figure_not_read": Help(
        "A figure was to be read, and nothing in it could be.", "Look at it yourself."
    ),
    "figure_without_caption": Help(
        "A figure has no caption.", "Say below it what it shows and where it comes from."
    ),
    "hidden_text": Help(
        "The report holds text that its reader does not see.",
        "Look at it: it may be meant for a program that reads the report.",
    ),
    "parser_note": Help(
        "Something in the report was read in a way that may not be meant.",
        "Look at the place, and write it more plainly.",
    ),
    "off_protocol": Help(
        "The report departs from the report protocol that it was held to.",
        "Write it as the protocol says, or leave --protocol out.",
    ),
    "orders_to_judge": Help(
        "A cited page holds words that tell whoever judges it what to say.",
        "Look at the page: what it says of itself is no evidence.",
    ),
    "nothing_to_check": Help(
        "The report holds no statement that could be checked.", "See that the right file was named."
    ),
}


def help_of(kind: FindingKind) -> Help:
    """A kind explained; one that has no explanation is told by its name."""
    words = kind.value.replace("_", " ").capitalize()
    return HELP.get(kind.value, Help(f"{words}.", "Look at the place."))
