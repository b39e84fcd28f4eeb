"""U83: the same reports judged again: how far the judge differs, kept with the run."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.asks import Grade
from tests.small_method import METHOD, bench, write_reports
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Role
from veridical.errors import StoreError
from veridical.ledger import open_ledger
from veridical.respondents import Roles
from veridical.runs.evaluate import evaluate_bench
from veridical.runs.load import Run, load_run
from veridical.runs.records import Drawing
from veridical.runs.repeats import NOISE, folder_of, keep_noise, kept_noise, spreads
from veridical.runs.submissions import read_submissions

SAID = (3.4, 3.5, 4.0)
"""Three marks of one judge for the same text."""


@dataclass(frozen=True)
class Wavering:
    """Marks a text anew each time; agrees with itself on all else."""

    identity: str = "wavering/1"
    is_indicative: bool = False

    async def answer(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """By the repeat."""
        return Answer(SAID[draw.repeat]) if isinstance(ask, Grade) else ask.by_rule()


@pytest.fixture
def runs(tmp_path: Path) -> list[Run]:
    """Two systems with one report each, judged three times."""
    found = bench(tmp_path / "bench")
    write_reports(tmp_path / "reports", {(s, "t-sky"): f"It is blue, says {s}." for s in "ab"})
    submitted = read_submissions(tmp_path / "reports", found, may_lack_reports=True)
    with open_ledger(tmp_path / "run.ledger") as ledger:
        return [
            asyncio.run(
                evaluate_bench(
                    found,
                    submitted,
                    METHOD,
                    ledger=ledger,
                    roles=Roles(dict.fromkeys(Role, Wavering())),
                    out=folder_of(tmp_path / "run", repeat),
                    date="2026-01-15",
                    drawing=Drawing(repeat, repeat),
                )
            )
            for repeat in range(len(SAID))
        ]


def test_mean_spread_and_floor_by_hand(runs: list[Run]) -> None:
    """Within reports: (0.2333² + 0.1333² + 0.3667²) / 2 = 0.10333; t(2) at 95 % = 4.3027.

    The floor of two such means over one task each is 4.3027 · √(2 · 0.10333) = 1.9559.
    """
    grade = next(s for s in spreads(runs) if (s.system, s.name) == ("a", "small.grade"))

    assert grade.deviation == pytest.approx(0.10333**0.5, rel=1e-4)
    assert grade.floor == pytest.approx(1.9559, rel=1e-4)
    assert [r.scores["small.grade"].value for run in runs for r in run.results] == [
        value for value in SAID for _ in "ab"
    ]


def test_it_is_kept_with_the_first_run(runs: list[Run]) -> None:
    """Read again from its folder; of a number that all agree on the floor is 0."""
    keep_noise(runs)
    first = load_run(runs[0].folder)
    noise = kept_noise(first)

    assert noise is not None
    assert (noise.judgings, noise.run) == (3, first.manifest.run)
    assert noise.floor("small.grade") == pytest.approx(1.9559, rel=1e-4)
    assert (noise.floor("small.found"), noise.floor("nothing of the kind")) == (0.0, None)
    assert kept_noise(load_run(runs[1].folder)) is None


def test_judged_once_the_noise_is_unknown(runs: list[Run]) -> None:
    """Absent with its reason, never 0."""
    keep_noise(runs[:1])
    written = json.loads((runs[0].folder / NOISE).read_text("utf-8"))
    noise = kept_noise(runs[0])

    assert noise is not None
    assert noise.floor("small.grade") is None
    assert {one["absent"] for one in written["numbers"]} == {"no report was judged twice"}
    assert not any("floor" in one or "deviation" in one for one in written["numbers"])


def test_the_noise_of_another_run_is_none(runs: list[Run]) -> None:
    """A file that came with another run says nothing of this one."""
    keep_noise(runs)
    path = runs[0].folder / NOISE
    path.write_text(path.read_text("utf-8").replace(runs[0].manifest.run, "0" * 16), "utf-8")

    assert kept_noise(runs[0]) is None


def test_a_file_that_is_none(runs: list[Run]) -> None:
    """Told in one line."""
    (runs[0].folder / NOISE).write_text("{}", "utf-8")

    with pytest.raises(StoreError, match=r"noise\.json: cannot be read: .* Remove it"):
        kept_noise(runs[0])
