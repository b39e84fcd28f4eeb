"""How well do the built-in rules tell supported claims from others? Test halves only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bench.row import Row
from bench.verifier.chinese import REPORTS, constructed
from bench.verifier.data import SETS, TEST, TUNING, Pair, is_present, pairs
from bench.verifier.scored import Scored, auc, best_cut, correct, interval, macro_f1, scored
from bench.verifier.swapped import swapped
from veridical.checks.clash import ClashKind
from veridical.checks.support_rule import Support
from veridical.report.quantities import measurements

CHINESE = "Chinese, constructed"
LEAST_PRECISION, LEAST_RECALL = 0.9, 0.5
CLEARLY_ABOVE = 2
KINDS = {
    "number": frozenset({ClashKind.NUMBER, ClashKind.SCALE}),
    "date": frozenset({ClashKind.DATE}),
    "unit": frozenset({ClashKind.UNIT, ClashKind.SCALE}),
}
"""What counts as seeing a swapped number, date or unit; a million for a billion is a scale."""


def measure() -> list[Row]:
    """Every set, then the swapped claims; only the constructed pairs where the sets are absent."""
    rows, ends = [], []
    for name in (*(SETS if is_present() else ()), *((CHINESE,) if REPORTS.is_file() else ())):
        test = scored(_half(name, TEST))
        rows += list(_set_rows(name, test, _cuts(_half(name, TUNING))))
        ends.append(interval(_decided(test), _difference))
    if not ends:
        return [Row("skipped: ../shared/data is absent", 0, "sets")]
    above = sum(low > 0 for low, _ in ends)
    below = sum(high < 0 for _, high in ends)
    rows.append(Row("sets whose AUC is clearly above the baseline's", above, "sets", 2, "more"))
    rows.append(Row("sets whose AUC is clearly below the baseline's", below, "sets", 0))
    return [*rows, *(_clash_rows() if is_present() else ())]


def _half(name: str, half: str) -> list[Pair]:
    if name != CHINESE:
        return pairs(name, half)
    return [pair for pair in constructed() if pair.half == half]


def _decided(rows: Sequence[Scored]) -> list[Scored]:
    """Without what is supported in part, which is neither."""
    return [row for row in rows if row.pair.label != "partly"]


def _cuts(tuning: Sequence[Pair]) -> tuple[float, float]:
    """Where the verifier's and the baseline's scores are cut, from the tuning half."""
    rows = _decided(scored(tuning))
    ours = best_cut([(row.score, row.is_supported) for row in rows])
    return ours, best_cut([(row.baseline, row.is_supported) for row in rows])


def _ours(rows: Sequence[Scored]) -> float:
    return auc((row.score, row.is_supported) for row in rows)


def _theirs(rows: Sequence[Scored]) -> float:
    return auc((row.baseline, row.is_supported) for row in rows)


def _difference(rows: Sequence[Scored]) -> float:
    return _ours(rows) - _theirs(rows)


def _set_rows(name: str, every: Sequence[Scored], cuts: tuple[float, float]) -> Iterator[Row]:
    rows = _decided(every)
    low, high = interval(rows, _ours)
    base_low, base_high = interval(rows, _theirs)
    worse, better = interval(rows, _difference)
    cut, base_cut = cuts
    by_verdict = [(row.verdict is Support.SUPPORTED, row.is_supported) for row in rows]
    by_score = [(row.score >= cut, row.is_supported) for row in rows]
    by_base = [(row.baseline >= base_cut, row.is_supported) for row in rows]
    yield Row(f"{name}: pairs", len(rows), "pairs")
    yield Row(f"{name}: AUC", _ours(rows), "AUC")
    yield Row(f"{name}: AUC, lower end", low, "AUC")
    yield Row(f"{name}: AUC, upper end", high, "AUC")
    yield Row(f"{name}: baseline AUC", _theirs(rows), "AUC")
    yield Row(f"{name}: baseline AUC, lower end", base_low, "AUC")
    yield Row(f"{name}: baseline AUC, upper end", base_high, "AUC")
    yield Row(f"{name}: AUC above the baseline's", _difference(rows), "AUC")
    yield Row(f"{name}: AUC above the baseline's, lower end", worse, "AUC")
    yield Row(f"{name}: AUC above the baseline's, upper end", better, "AUC", 0, "more")
    for what, said in (("verdict", by_verdict), ("score cut", by_score), ("baseline", by_base)):
        yield Row(f"{name}: accuracy by {what}", correct(said), "share")
        yield Row(f"{name}: macro-F1 by {what}", macro_f1(said), "F1")
    for what, wanted in (("supported", True), ("other", False)):
        listed = [row for row in rows if row.is_supported is wanted]
        called = sum(row.verdict is Support.CONTRADICTED for row in listed)
        yield Row(f"{name}: {what} pairs called contradicted", called / len(listed), "share")


def _clash_rows() -> Iterator[Row]:
    """Typed clashes on swapped claims, and on the same sets' supported claims as they are.

    In both languages together, for which the goals are, and in the public sets alone.
    """
    public = _supported((*SETS,))
    every = [*public, *(_supported((CHINESE,)) if REPORTS.is_file() else ())]
    yield from _clashes_in(every, "", 500)
    yield from _clashes_in(public, ", public sets alone", None)


def _supported(names: Sequence[str]) -> list[Pair]:
    return [p for name in names for p in _half(name, TEST) if p.label == "supported"]


def _clashes_in(sound: Sequence[Pair], where: str, least: int | None) -> Iterator[Row]:
    plain = scored(sound)
    found = list(swapped(sound))
    rows = scored([one.pair for one in found])
    yield Row(f"swapped claims{where}", len(rows), "pairs", least, "more")
    yield Row(f"untouched claims{where}", len(plain), "pairs", least, "more")
    for kind, seen in KINDS.items():
        wrong = [r for r, one in zip(rows, found, strict=True) if one.kind == kind]
        for row in _kind_rows(kind, seen, wrong, plain):
            goal = None if least is None else row.goal
            yield replace(row, name=row.name + where, goal=goal)


def _kind_rows(
    kind: str, seen: frozenset[ClashKind], wrong: Sequence[Scored], plain: Sequence[Scored]
) -> Iterator[Row]:
    """Precision as if every second claim were swapped, over claims that have such a figure."""
    ids = {id(row) for row in wrong}
    having = [row for row in plain if _has(kind, row.pair)]

    def recall(rows: Sequence[Scored]) -> float:
        fired = [row.clash in seen for row in rows if id(row) in ids]
        return sum(fired) / len(fired) if fired else 0.0

    def false(rows: Sequence[Scored]) -> float:
        fired = [row.clash in seen for row in rows if id(row) not in ids]
        return sum(fired) / len(fired) if fired else 0.0

    def precision(rows: Sequence[Scored]) -> float:
        right, wrongly = recall(rows), false(rows)
        return right / (right + wrongly) if right + wrongly else 0.0

    every = [*wrong, *having]
    yield Row(f"{kind}: swapped claims", len(wrong), "pairs")
    yield Row(f"{kind}: untouched claims with such a figure", len(having), "pairs")
    for name, figure, goal in (
        ("precision", precision, LEAST_PRECISION),
        ("recall", recall, LEAST_RECALL),
    ):
        low, high = interval(every, figure)
        yield Row(f"{kind}: {name}", figure(every), "share", goal, "more")
        yield Row(f"{kind}: {name}, lower end", low, "share")
        yield Row(f"{kind}: {name}, upper end", high, "share")
    yield Row(f"{kind}: untouched claims with such a figure called clashing", false(every), "share")
    yield Row(f"{kind}: all untouched claims called clashing", false(plain), "share")


def _has(kind: str, pair: Pair) -> bool:
    """Whether a claim has a number, a date, or a number with a unit or scale."""
    read = measurements(pair.claim, pair.language)
    if kind == "date":
        return bool(read.dates)
    return any(kind == "number" or q.unit or not q.text.isdigit() for q in read.quantities)
