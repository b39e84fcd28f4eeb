"""Claims with their evidence and what people said of them, cut once into two halves.

Read from `../shared/data` beside the project; where that is absent nothing is measured. The
half is decided by a hash of the claim alone, so that one claim never stands in both.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

DATA = Path(__file__).parents[3] / "shared" / "data"
LABELLED = DATA / "labelled"
TUNING, TEST = "tuning", "test"


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim, the evidence it was judged by, and the judgment.

    Attributes:
        claim: what is said.
        evidence: the passages, in order.
        label: ``supported``, ``partly``, ``refuted`` or ``neither``.
        cluster: what pairs that hang together share: their claim, page or question.
        language: ``en`` or ``zh``.
    """

    claim: str
    evidence: tuple[str, ...]
    label: str
    cluster: str
    language: str = "en"

    @property
    def half(self) -> str:
        """``tuning`` or ``test``, by a hash of the claim."""
        return half_of(self.claim)


def half_of(claim: str) -> str:
    """The half that a claim belongs to."""
    return TUNING if sha256(claim.encode()).digest()[0] % 2 == 0 else TEST


def is_present() -> bool:
    """Whether the labelled sets are at hand."""
    return LABELLED.is_dir()


def _lines(name: str) -> Iterator[dict]:  # type: ignore[type-arg]
    with (LABELLED / name).open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def _attribution() -> Iterator[Pair]:
    for row in _lines("attributionbench_dev.jsonl"):
        label = "supported" if row["attribution_label"] == "attributable" else "neither"
        yield Pair(row["claim"], tuple(row["references"]), label, row["question"])


_WICE = {"supported": "supported", "partially_supported": "partly", "not_supported": "neither"}


def _wice() -> Iterator[Pair]:
    for row in _lines("wice_oracle_claim_dev.jsonl"):
        evidence = (" ".join(row["evidence"]),)
        yield Pair(row["claim"], evidence, _WICE[row["label"]], row["meta"]["claim_title"])


def _fool_me_twice() -> Iterator[Pair]:
    for row in _lines("fool_me_twice_test.jsonl"):
        label = "supported" if row["label"] == "SUPPORTS" else "refuted"
        evidence = (" ".join(e["text"] for e in row["gold_evidence"]),)
        yield Pair(row["text"], evidence, label, row["wikipedia_page"])


_HEALTH = {"Supports": "supported", "Refutes": "refuted", "Neutral": "neither"}


def _health() -> Iterator[Pair]:
    with (LABELLED / "healthver_dev.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield Pair(row["claim"], (row["evidence"],), _HEALTH[row["label"]], row["claim"])


_CLIMATE = {"SUPPORTS": "supported", "REFUTES": "refuted", "NOT_ENOUGH_INFO": "neither"}


def _climate() -> Iterator[Pair]:
    for row in _lines("climate_fever_a.jsonl"):
        if row["claim_label"] in _CLIMATE:
            evidence = (" ".join(e["evidence"] for e in row["evidences"]),)
            yield Pair(row["claim"], evidence, _CLIMATE[row["claim_label"]], row["claim_id"])


SETS: dict[str, Callable[[], Iterator[Pair]]] = {
    "AttributionBench": _attribution,
    "WiCE": _wice,
    "FoolMeTwice": _fool_me_twice,
    "HealthVer": _health,
    "Climate-FEVER": _climate,
}
"""The public sets: all English. Disputed claims of Climate-FEVER are left out."""


def pairs(name: str, half: str) -> list[Pair]:
    """One half of a set, in its own order."""
    return [pair for pair in SETS[name]() if pair.half == half]
