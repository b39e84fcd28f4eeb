"""What a user demands of checked reports, and how a check that was asked so ends.

Exit codes and printed lines come from `check_ending` alone. What could not be measured neither
meets a demand nor misses it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from veridical.errors import ConfigError, printable
from veridical.findings import Finding, FindingKind, Severity
from veridical.findings.faults import Fault
from veridical.runs.check import CheckResult
from veridical.runs.check_tally import Share, lost_asks, tally_of
from veridical.runs.ending import FAILED, INCOMPLETE, PASSED, Ending
from veridical.score import Reason

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}
OF_READING = frozenset(
    {
        FindingKind.CONTRADICTED,
        FindingKind.NOT_IN_SOURCE,
        FindingKind.PARTLY_SUPPORTED,
        FindingKind.QUALIFIED,
        FindingKind.SOURCES_DISAGREE,
        FindingKind.LATER_EVIDENCE,
        FindingKind.CHANGED_SINCE,
    }
)
"""Kinds that nobody can find where no source was read."""
OF_FETCHING = frozenset({FindingKind.DEAD_REFERENCE, FindingKind.MOVED_REFERENCE})
"""Kinds that nobody can find where nothing was fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gates:
    """What fails a check.

    Attributes:
        severity: a finding as grave as this, or graver; None = none by its severity.
        kinds: a finding of one of these kinds.
        min_supported: the least share of decided statements that are supported, in [0, 1].
        min_coverage: the least share of citing statements that are decided, in [0, 1].
    """

    severity: Severity | None = None
    kinds: tuple[FindingKind, ...] = ()
    min_supported: float | None = None
    min_coverage: float | None = None

    def fails(self, finding: Finding) -> bool:
        """Whether a finding fails the check."""
        by_grade = self.severity and _RANKS[finding.severity] <= _RANKS[self.severity]
        return bool(by_grade) or finding.kind in self.kinds

    @property
    def demanded(self) -> tuple[tuple[str, float], ...]:
        """The least shares, by name."""
        both = {"supported": self.min_supported, "coverage": self.min_coverage}
        return tuple((name, least) for name, least in both.items() if least is not None)

    @property
    def named(self) -> str:
        """Which findings fail, in words; "" if none do."""
        words = [kind.value.replace("_", " ") for kind in self.kinds]
        several = [", ".join(words[:-1]), words[-1]] if len(words) > 1 else words
        said = [f"kind {' or '.join(several)}"] if words else []
        if self.severity is not None:
            graver = "" if self.severity is Severity.ERROR else " or graver"
            said.insert(0, f"severity {self.severity.value}{graver}")
        return " or of ".join(said)


NO_GATES = Gates()


@dataclass(frozen=True, slots=True)
class Held:
    """One report held against one least share.

    Attributes:
        report: its name.
        name: "supported" or "coverage".
        least: what was demanded.
        share: what was measured.
    """

    report: str
    name: str
    least: float
    share: Share

    @property
    def is_open(self) -> bool:
        """Whether nothing can be said: no value, or failed asks could turn it."""
        share = self.share
        return share.value is None or (share.lost > 0 and share.worst < self.least <= share.best)

    @property
    def is_missed(self) -> bool:
        """Whether it is below, whatever failed asks would have said."""
        value = self.share.value
        return not self.is_open and value is not None and value < self.least

    @property
    def line(self) -> str:
        """What is to be said of it, "" where it is met."""
        where = f'"{self.report}", {self.name}'
        if self.is_open:
            why = self._why_open()
            return f"NOT MEASURED: {where}: {why}; {self.least:g} is neither met nor missed."
        value = self.share.value
        return f"FAIL: {where}: {value:.6g} is below {self.least:g}." if self.is_missed else ""

    def _why_open(self) -> str:
        share = self.share
        if share.value is None:
            return share.why
        return (
            f"between {share.worst:.6g} and {share.best:.6g} by what is missing "
            f"({share.lost} without a verdict)"
        )


def gates_of(
    fail_on: str | None = None,
    *,
    min_supported: float | None = None,
    min_coverage: float | None = None,
) -> Gates:
    """What is demanded, as a command line says it.

    Args:
        fail_on: severities and kinds of findings, with commas between them.
        min_supported: a share in [0, 1].
        min_coverage: a share in [0, 1].

    Raises:
        ConfigError: a name that is neither, or a number that is no share.
    """
    words = [w.strip().lower() for w in (fail_on or "").split(",")] if fail_on is not None else []
    severities = [Severity(w) for w in words if w in set(Severity)]
    return Gates(
        severity=max(severities, key=_RANKS.__getitem__, default=None),
        kinds=tuple(dict.fromkeys(_kind(w) for w in words if w not in set(Severity))),
        min_supported=_share("--min-supported", min_supported),
        min_coverage=_share("--min-coverage", min_coverage),
    )


def _kind(word: str) -> FindingKind:
    try:
        return FindingKind(word.replace("-", "_").replace(" ", "_"))
    except ValueError as e:
        expected = f"{', '.join(Severity)} (or graver), or a kind of finding: "
        expected += ", ".join(FindingKind)
        raise ConfigError(
            "--fail-on", "names nothing", got=word, expected=expected, fix="Correct it."
        ) from e


def _share(where: str, value: float | None) -> float | None:
    if value is not None and not (math.isfinite(value) and 0 <= value <= 1):
        raise ConfigError(
            where, "is no share", got=value, expected="a number from 0 to 1", fix="Correct it."
        )
    return value


def held(result: CheckResult, gates: Gates) -> tuple[Held, ...]:
    """A report held against every least share."""
    tally = tally_of(result)
    shares = {"supported": tally.supported_share, "coverage": tally.coverage}
    name = result.report.name
    return tuple(Held(name, one, least, shares[one]) for one, least in gates.demanded)


def unmeasured(result: CheckResult, kind: FindingKind) -> str:
    """Why nobody could find a kind in a report, "" where somebody could."""
    tally = tally_of(result)
    if not tally.citing:
        return ""
    if kind in OF_READING and not tally.decided:
        return tally.supported_share.why
    if kind in OF_FETCHING and result.faults.get(Fault.DEAD) is None:
        return "nothing was fetched"
    return ""


def check_ending(
    results: Sequence[CheckResult], gates: Gates = NO_GATES, *, skipped: Sequence[str] = ()
) -> Ending:
    """How a check ended; what is printed and the exit code are of this one place.

    Args:
        results: the reports that were checked.
        gates: what is demanded of them.
        skipped: addresses that were not read, since the network is forbidden.
    """
    failing = sum(gates.fails(f) for result in results for f in result.findings)
    shares = [one for result in results for one in held(result, gates)]
    missed = [one.line for one in shares if one.is_missed]
    if failing:
        missed.insert(0, f"FAIL: {_many(failing, 'finding')} of {gates.named}.")
    open_ = [one.line for one in shares if one.is_open]
    open_ += _kinds_open(results, gates)
    lacks = [*_lost(results), *_skipped(skipped)]
    told = tuple(printable(line) for line in (*missed, *open_, *lacks))
    if told:
        return Ending(FAILED if missed else INCOMPLETE, told)
    return Ending(PASSED, tuple(_passed(gates)))


def _kinds_open(results: Sequence[CheckResult], gates: Gates) -> Iterator[str]:
    """Kinds that were named and that nobody could find; those found fail by themselves."""
    for result in results:
        found = {finding.kind for finding in result.findings}
        for kind in gates.kinds:
            why = unmeasured(result, kind)
            if why and kind not in found:
                name = kind.value.replace("_", " ")
                yield f'NOT MEASURED: "{result.report.name}", {name}: {why}.'


def _passed(gates: Gates) -> Iterator[str]:
    said = [f"no findings of {gates.named}"] if gates.named else []
    said += [f"{name} reaches {least:g}" for name, least in gates.demanded]
    if said:
        yield f"PASS: {', '.join(said)}."


def _lost(results: Iterable[CheckResult]) -> Iterator[str]:
    """What has no verdict because something failed, in a line."""
    asks: Counter[Reason] = Counter()
    every = 0
    facts: Counter[Reason] = Counter()
    for result in results:
        asks.update(lost_asks(result.verdicts, is_looked_up=bool(result.sources)))
        every += sum(len(v.sources) + (v.joint is not None) for v in result.verdicts)
        facts.update(_facts_lost(result))
    said = [f"{asks.total()} of {every} asks have no verdict ({_counts(asks)})"] if asks else []
    if facts:
        said.append(f"{_many(facts.total(), 'fact')} without a standing ({_counts(facts)})")
    if said:
        yield f"incomplete: {' and '.join(said)}. The same command again tries what is missing."


def _facts_lost(result: CheckResult) -> Iterator[Reason]:
    if result.facts is None:
        return
    outcomes = (one.outcome for one in result.facts.found.checked if one.standing is None)
    for outcome in outcomes:
        yield outcome.absence.reason if outcome.absence else Reason.NOT_ASSESSED
    yield from (unread.absence.reason for unread in result.facts.read.unread)


SHOWN_SKIPPED = 5


def _skipped(addresses: Sequence[str]) -> Iterator[str]:
    if addresses:
        shown = ", ".join(addresses[:SHOWN_SKIPPED])
        left = len(addresses) - SHOWN_SKIPPED
        more = f" and {left} more" if left > 0 else ""
        verb = "is" if len(addresses) == 1 else "are"
        many = _many(len(addresses), "address", "addresses")
        yield f"incomplete: offline, {many} {verb} not kept and not read: {shown}{more}."


def _counts(lost: Counter[Reason]) -> str:
    return ", ".join(f"{n} {reason}" for reason, n in sorted(lost.items()))


def _many(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"
