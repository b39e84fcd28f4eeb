"""The rubrics of a run, frozen with it: whoever judges its reports later marks by the same ones.

A rubric is what the examiner answered about a task, kept in the ledger by its content: the task,
the prompt, the examiner, the draw. A run's folder holds these answers too, so that they outlive
the ledger and a newer prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import msgspec

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Role
from veridical.errors import StoreError
from veridical.ledger import KeptAnswer, Ledger
from veridical.ledger.listing import answers_with
from veridical.ledger.records import Status
from veridical.methods.registry import restored
from veridical.runs.files import refused, whole_lines, write_whole
from veridical.runs.load import Run
from veridical.runs.records import AskedRecord, Manifest, ReportResult
from veridical.runs.submissions import sha256
from veridical.score import Reason
from veridical.task import Bench

V = TypeVar("V")

RUBRICS = "rubrics.jsonl"
_OF_FILE = "rubrics_sha256"
"""The setting that names the hash of a file of rubrics."""

Place = tuple[str, str, int, int]
"""An ask's identity with its draw: purpose, repeat, index."""


class RubricAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the examiner's answers in a run's folder.

    Attributes:
        ask: the ask's identity.
        kind: the ask's kind.
        version: the ask's version.
        key: under which a ledger keeps it; "" where there was none.
        value: the answer as JSON; "" where there was none.
        no_verdict: why there was none.
        purpose: of its draw.
        repeat: of its draw.
        index: of its draw.
    """

    ask: str
    kind: str
    version: str = ""
    key: str = ""
    value: str = ""
    no_verdict: Reason | None = None
    purpose: str = ""
    repeat: int = 0
    index: int = 0

    @property
    def place(self) -> Place:
        """By which it is found."""
        return self.ask, self.purpose, self.repeat, self.index


@dataclass(frozen=True)
class FrozenRubrics:
    """An examiner who answers as he did then.

    Attributes:
        identity: his, so that each answer is the one that was kept.
        answers: by ask and draw; what was absent stays so, so that no two judges mark by
            different rubrics.
    """

    identity: str
    answers: Mapping[Place, RubricAnswer] = field(repr=False)

    @property
    def is_indicative(self) -> bool:
        """Whether the built-in rules wrote them."""
        return self.identity.startswith("rules/")

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """What was answered then."""
        found = self.answers.get((ask.identity(), draw.purpose, draw.repeat, draw.index))
        if found is not None and found.value:
            return ask.read(found.value.encode())
        if found is not None and found.no_verdict is not None:
            return NoVerdict(found.no_verdict, "absent in the run whose rubrics are kept")
        return NoVerdict(Reason.NOT_ASSESSED, "the run whose rubrics are kept never asked this")


async def rubric_answers(results: Iterable[ReportResult], ledger: Ledger) -> bytes:
    """The examiner's answers that results rest on, a line each in the order of asks and draws.

    Args:
        results: of a run.
        ledger: where its answers are kept.
    """
    asked = {_place(a): a for r in results for a in r.asked if a.role is Role.EXAMINER}
    kept = await answers_with(ledger, {a.key for a in asked.values() if a.key is not None})
    known = {(one.key, one.sha256): one for one in kept}
    lines = (
        _line(one, known.get((one.key or "", one.answer_sha256 or "")))
        for _, one in sorted(asked.items())
    )
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def _place(one: AskedRecord) -> Place:
    return one.ask, one.purpose, one.repeat, one.index


def _line(one: AskedRecord, kept: KeptAnswer | None) -> RubricAnswer:
    return RubricAnswer(
        ask=one.ask,
        kind=one.kind,
        version="" if kept is None else kept.version,
        key="" if kept is None else kept.key,
        value="" if kept is None else kept.value,
        no_verdict=one.no_verdict,
        purpose=one.purpose,
        repeat=one.repeat,
        index=one.index,
    )


def keep_rubrics(folder: Path, lines: bytes, manifest: Manifest) -> str:
    """Write a run's rubrics, if it has any; their hash, or that of the file they came from.

    Raises:
        StoreError: the disk refuses.
    """
    if not lines:
        return manifest.settings.get(_OF_FILE, "")
    write_whole(folder / RUBRICS, lines)
    return sha256(lines)


def frozen_rubrics(folder: Path, manifest: Manifest) -> FrozenRubrics | None:
    """The rubrics of a run; None where it has none in its folder.

    Args:
        folder: of the run.
        manifest: of the run.

    Raises:
        StoreError: they cannot be read, or are not those that the run ended with.
    """
    path = folder / RUBRICS
    if not path.exists():
        return None
    try:
        data = path.read_bytes()
        found = [msgspec.json.decode(one, type=RubricAnswer) for one in whole_lines(path)]
    except OSError as e:
        raise refused(path, e, doing="read") from e
    except msgspec.DecodeError as e:
        raise _changed(path, f"holds no rubrics: {e}") from e
    if manifest.rubrics_sha256 and sha256(data) != manifest.rubrics_sha256:
        raise _changed(path, "is not what the run ended with")
    examiner = manifest.respondents[Role.EXAMINER]
    return FrozenRubrics(examiner, {one.place: one for one in found})


async def recall_rubrics(folder: Path, manifest: Manifest, ledger: Ledger) -> None:
    """Put a begun run's rubrics into the ledger that it goes on with, where that lacks them.

    So all its systems are marked by the same rubrics, though another ledger is named.

    Raises:
        StoreError: they cannot be read, are not those of the run, or cannot be kept.
    """
    frozen = frozen_rubrics(folder, manifest)
    for one in frozen.answers.values() if frozen is not None else ():
        if not one.value or await ledger.find_answer(one.key) is not None:
            continue
        await ledger.keep_answer(
            KeptAnswer(
                key=one.key,
                ask=one.ask,
                kind=one.kind,
                version=one.version,
                respondent=manifest.respondents[Role.EXAMINER],
                draw=Draw(one.purpose, one.repeat, one.index),
                status=Status.ANSWERED,
                value=one.value,
            )
        )


def _changed(path: Path, why: str) -> StoreError:
    return StoreError(
        str(path),
        why,
        expected="what veridical wrote",
        fix="Restore the file, or mark by other rubrics with --new-rubrics.",
    )


def rubric_lines(run: Run, bench: Bench) -> tuple[bytes, tuple[str, ...]]:
    """A run's rubrics as a file of rubrics, a line a task, and the tasks whose rubric is not whole.

    Args:
        run: the run.
        bench: its tasks.
    """
    method = restored(run.manifest.method, run.manifest.settings)
    if method is None or method.rubric_line is None:
        return b"", ()
    types = {m.name: getattr(m, "tally_type", None) for m in method.measures}
    queries = {task.id: task.query.text for task in bench.tasks}
    found: dict[str, bytes | None] = dict.fromkeys(run.manifest.tasks)
    for result in run.results:
        tallies = {
            name: msgspec.json.decode(raw, type=types[name])
            for name, raw in result.tallies.items()
            if types.get(name) is not None
        }
        line = method.rubric_line(queries[result.task], tallies)
        found[result.task] = found[result.task] or line
    lines = b"".join(line + b"\n" for line in found.values() if line)
    return lines, tuple(task for task, line in found.items() if not line)
