"""How well key points are found, and answers preferred, beside people, judges and length.

Key points: SummHay's released labels, 100 bullet reports with 714 insights that a person found
covered in full, in part or not. The share with the very same label; intervals by sub-topic. The
sub-topics are cut in two by a hash: the rules' two thresholds were chosen on the tuning half
(the best exact share, 0.77), and then measured once on the test half; they were not changed
after. Beside them stand the six models whose labels are stored with the set, and the most
frequent label.

Scripted model: it says what the person said, and quotes the first sentence of the bullet that
the person named. What is lost is what reading, grouping and the check of quotes lose; with 5 %
of its replies cut, labels may only go missing.

Preference: RAGChecker's released ratings, 140 pairs of answers with two raters each, cut in two
by a hash of the question; no setting was chosen by either half.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.row import Row
from tests.scripted_server import Act, ScriptedServer, Seen
from veridical.ask import Role
from veridical.checks.key_point import Coverage
from veridical.ledger import open_ledger
from veridical.models.endpoint import Endpoint
from veridical.report.sentences import sentence_spans
from veridical.respondents import Roles
from veridical.runs.bound import bound
from veridical.runs.importers.answer_pairs import read_pairs
from veridical.runs.importers.covered_insights import PEOPLE, JudgedCoverage, read_coverage
from veridical.runs.key_point_study import OURS, KeyPointStudy, study_key_points
from veridical.runs.preference_study import study_preference
from veridical.runs.settings import Binding, Settings
from veridical.score import Measured, Undefined
from veridical.stats.intervals import Estimate

DATA = Path(__file__).parents[2] / "shared" / "data" / "human_scores"
COVERAGE = DATA / "summhay_insight_coverage_human.json"
PAIRS = DATA / "ragchecker_human_pairwise.json"
TUNING, TEST = 0, 1
CUT_SHARE = 0.05
_BACKS: Mapping[Coverage, str] = {
    Coverage.NOT_DISCUSSED: "against_or_silent",
    Coverage.PARTLY: "in_part",
    Coverage.SUBSTANTIALLY: "entails",
}


def measure() -> list[Row]:
    """Rules and stored judges, a scripted model, preference."""
    judged = read_coverage(COVERAGE)
    halves = {name: [j for j in judged if half(j.task) == h] for name, h in _HALVES.items()}
    rows: list[Row] = []
    for name, reports in halves.items():
        rows += _coverage(name, asyncio.run(study_key_points(reports, Roles())))
    rows += _scripted(halves["test"])
    pairs = [p for p in read_pairs(PAIRS) if half(p.id) == TEST]
    found = asyncio.run(study_preference(pairs, Roles()))
    for name, one in {
        "rules and each rater": found.with_raters,
        "two raters": found.between_raters,
        "the longer answer and each rater": found.longer,
    }.items():
        rows += _estimate(f"preference, test half ({len(pairs)} pairs): {name}", one.rate)
    return rows


_ASKED = re.compile(
    r"(?:Number (\d+)\.\n\n)?<<<MATERIAL [a-p]{20} key_point\n(.*?)\n<<<END", re.DOTALL
)
"""The number of a key point, if it has one, and its words."""
_HALVES = {"tuning": TUNING, "test": TEST}


def half(name: str) -> int:
    """Which half of a set it belongs to."""
    return hashlib.sha256(name.encode()).digest()[-1] % 2


def _coverage(name: str, study: KeyPointStudy) -> Iterator[Row]:
    head = f"key points, {name} half ({study.points} points, {study.tasks} sub-topics)"
    for rater, one in study.raters.items():
        yield from _estimate(f"{head}: {'rules' if rater == OURS else rater}", one.exact)
        if isinstance(one.kappa, Measured):
            yield Row(f"{head}: {rater}, weighted kappa", one.kappa.value, "")


def _estimate(name: str, found: Estimate | Undefined) -> Iterator[Row]:
    assert isinstance(found, Estimate)
    yield Row(name, found.value, "share")
    if not isinstance(found.interval, Undefined):
        yield Row(f"{name}, from", found.interval.low, "share")
        yield Row(f"{name}, to", found.interval.high, "share")
    if found.missing.total:
        yield Row(f"{name}, without a label", found.missing.total, "labels")


# ---- a scripted model -----------------------------------------------------------------------


@dataclass
class Person:
    """A model that says what the person said.

    Attributes:
        reports: what it knows.
        cut: the share of replies that end in the middle.
        prompts: that it was sent.
    """

    reports: Sequence[JudgedCoverage]
    cut: float = 0.0
    prompts: list[str] = field(default_factory=list)

    def __call__(self, seen: Seen) -> Act:
        """The reply to one request."""
        self.prompts.append(seen.prompt)
        report = next(r for r in self.reports if r.text in seen.prompt)
        ids = {" ".join(p.text.split()): p.id for p in report.key_points}
        asked = [(n, ids[" ".join(words.split())]) for n, words in _ASKED.findall(seen.prompt)]
        said = [{"id": n, **_said(report, point)} for n, point in asked]
        alone = {name: value for name, value in said[0].items() if name != "id"}
        reply = {"answers": said} if len(said) > 1 or asked[0][0] else alone
        text = json.dumps({"nonce": "NONCE", **reply}, ensure_ascii=False)
        luck = hashlib.sha256(seen.prompt.encode()).digest()[0] / 256
        return Act(text=text[: len(text) // 2] if luck < self.cut else text)


def _said(report: JudgedCoverage, point: str) -> dict[str, object]:
    label = report.labels[PEOPLE][point]
    bullet = report.bullets[report.places.get(point, 0)]
    start, end = sentence_spans(bullet)[0]
    quotes = [{"source": "report", "text": bullet[start:end]}]
    return {
        "quotes": [] if label is Coverage.NOT_DISCUSSED else quotes,
        "why": "as the person said",
        "coverage": label,
        "supportiveness": _BACKS[label],
    }


def _scripted(reports: Sequence[JudgedCoverage]) -> Iterator[Row]:
    for name, most, cut in (
        ("together", 10, 0.0),
        ("one by one", 1, 0.0),
        ("together, 5 % cut", 10, CUT_SHARE),
    ):
        person = Person(reports, cut)
        study = asyncio.run(_asked(person, reports, most))
        exact = study.raters[OURS].exact
        assert isinstance(exact, Estimate)
        head = f"scripted, {name}"
        yield Row(f"{head}: labels that came otherwise", 1 - exact.value, "share", goal=0.0)
        yield Row(f"{head}: labels that are missing", exact.missing.total, "labels")
        yield Row(f"{head}: calls a report", len(person.prompts) / len(reports), "calls")
        tokens = sum(len(p) // 4 for p in person.prompts) / len(reports)
        yield Row(f"{head}: input tokens a report", tokens, "tokens")


async def _asked(person: Person, reports: Sequence[JudgedCoverage], most: int) -> KeyPointStudy:
    with (
        ScriptedServer(person) as server,
        tempfile.TemporaryDirectory() as folder,
        open_ledger(Path(folder) / "ledger.db") as ledger,
    ):
        place = Endpoint(name=f"bench {server.base_url}", base_url=server.base_url)
        binding = Binding(endpoint=place.name, model="scripted", place=place)
        settings = Settings(bindings={Role.JUDGE: binding}, most_together=most)
        async with bound(settings, ledger) as found:
            return await study_key_points(reports, found.roles)
