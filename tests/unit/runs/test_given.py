"""Evidence lists of reports, held against the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from veridical.errors import InputError
from veridical.runs.given import refuse_unknown_evidence
from veridical.runs.submissions import EvidenceFile, Submitted
from veridical.task import Bench, Item, Query, Task

TASKS = (Task("t-1", Query("Why?")),)
CORPUS = {"i-1": Item("i-1", "a fact")}


def submitted(evidence: EvidenceFile | None) -> tuple[Submitted, ...]:
    """One report, with what its writer was given."""
    return (Submitted("atlas", "t-1", "t-1.md", b"Ice.", "markdown", evidence),)


@pytest.mark.parametrize("unknown", [EvidenceFile(texts=("x",)), EvidenceFile((), ("i-1", "x"))])
def test_an_item_that_the_corpus_does_not_have_is_refused(unknown: EvidenceFile) -> None:
    """With the report and the id."""
    with pytest.raises(InputError) as raised:
        refuse_unknown_evidence(submitted(unknown), Bench(TASKS, CORPUS, Path()))

    assert str(raised.value) == (
        'evidence of "atlas" on "t-1": names an item that is not in the corpus, got x; expected '
        "ids of corpus.jsonl. Add the item, or correct the evidence list."
    )


@pytest.mark.parametrize(
    ("evidence", "corpus"),
    [
        (None, CORPUS),
        (EvidenceFile(("i-1",)), CORPUS),
        (EvidenceFile(("x",), names={"x": "https://site.org/a"}), CORPUS),
        (EvidenceFile(("x",)), {}),
    ],
    ids=["no list", "known", "known by its own address", "no corpus"],
)
def test_what_cannot_be_wrong_is_not_refused(
    evidence: EvidenceFile | None, corpus: dict[str, Item]
) -> None:
    """Nothing is held against what nobody knows."""
    refuse_unknown_evidence(submitted(evidence), Bench(TASKS, corpus, Path()))
