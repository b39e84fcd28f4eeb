"""Joins neighbors: ranges (3–5 %), shares (1/3, one in five), Chinese sums (1亿2000万), means.

Of "278.5 ± 10.6 mm" the mean is the value; the spread is only part of the text.
"""

from collections.abc import Iterable, Iterator

from veridical.report.quantities.quantity import Draft, QuantityKind

_DASHES = frozenset(["-", "–", "—", "~", "～", "--"])
_TO = _DASHES | {"to", "至", "到", "bis", "à", "до"}
_PLUS_MINUS = frozenset(["±", "+/-", "+-"])
_IN = frozenset([" in ", "-in-", " out of ", " out of every ", " in every "])
_LONGEST_GAP = 14
_LENDING_LIMIT = 1000
_IDIOMS = frozenset([(24.0, 7.0), (9.0, 11.0), (50.0, 50.0), (7.0, 24.0)])
_USUAL_WHOLES = frozenset([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20, 25, 50, 100, 1000, 10_000, 100_000])


def joined(surface: str, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Join what belongs together; all else passes.

    "from 3 to 5" is a change and stays two quantities, though the first takes the unit of the
    second; "between 3 and 5" and "3 to 5" are ranges.

    Args:
        surface: Folded and masked text.
        drafts: Quantities in order.
    """
    waiting: Draft | None = None
    for draft in drafts:
        if waiting is None:
            waiting = draft
            continue
        first, second = _pair(surface, waiting, draft)
        if first is not None and second is not None:
            yield first
        waiting = second if second is not None else first
    if waiting is not None:
        yield waiting


def _pair(surface: str, first: Draft, second: Draft) -> tuple[Draft | None, Draft | None]:
    """Return one joined quantity and None, both, or neither when they make a name."""
    if second.start - first.end > _LONGEST_GAP:
        return first, second
    gap = surface[first.end : second.start]
    if gap == "/":
        return _fraction(surface, first, second)
    if gap.strip() in _PLUS_MINUS and (mean := _lent(first, second)):
        return mean._replace(end=second.end), None
    if gap in _IN and _is_one_in(gap, first, second):
        share = _share(first, second)
        return (share, None) if share else (first, second)
    if not gap and _is_sum(first, second):
        total = first.value + second.value
        return second._replace(start=first.start, value=total, factor=first.factor), None
    return _range(surface, first, second, gap.strip())


def _fraction(surface: str, first: Draft, second: Draft) -> tuple[Draft | None, Draft | None]:
    """Read "3/5"; "24/7" and "120/80" are no fractions, "5 km/2 h" is left alone."""
    if not (first.is_bare and second.is_bare) and first.kind is not QuantityKind.COUNT:
        return first, second
    if not first.is_bare:
        return first, second
    is_chain = surface[second.end : second.end + 1] == "/" or not second.is_bare
    if is_chain or (first.value, second.value) in _IDIOMS:
        return None, None
    share = _share(first, second)
    return (share, None) if share else (None, None)


def _share(first: Draft, second: Draft) -> Draft | None:
    if not 0 < first.value <= second.value:
        return None
    return first._replace(
        end=second.end,
        value=first.value / second.value,
        step=0.0 if first.step >= 1 else first.step / second.value,
        kind=QuantityKind.FRACTION,
        is_weak=False,
    )


def _is_one_in(gap: str, first: Draft, second: Draft) -> bool:
    """Tell whether "1 in 5" is a share; "3 in 1998 homes" is not."""
    if not (first.is_bare and second.is_bare) or first.value >= second.value:
        return False
    return "out" in gap or "every" in gap or second.value in _USUAL_WHOLES


def _is_sum(first: Draft, second: Draft) -> bool:
    """Tell whether 亿 and 万 parts of one number touch."""
    return not first.unit and first.factor >= 1e4 and 1 < second.factor < first.factor


def _range(
    surface: str, first: Draft, second: Draft, gap: str
) -> tuple[Draft | None, Draft | None]:
    before = surface[max(0, first.start - 8) : first.start].lower()
    is_between = gap in ("and", "和", "与") and before.endswith(("between ", "介于", "在"))
    is_or = gap == "or" and second.value <= 2 * first.value
    if not (gap in _TO or is_between or is_or) or first.high is not None:
        return first, second
    lent = _lent(first, second)
    if lent is None:
        return first, second
    if before.endswith(("from ", "从", "由", "von ")) and gap not in _DASHES:
        return lent, second
    if not lent.value < second.value:
        return first, second
    return lent._replace(end=second.end, high=second.value, step=max(lent.step, second.step)), None


def _lent(first: Draft, second: Draft) -> Draft | None:
    """Give the first number the unit and scale that only the second one names."""
    if first.unit and second.unit and first.unit != second.unit:
        return None
    if second.kind is QuantityKind.ORDINAL or first.kind is QuantityKind.ORDINAL:
        return None
    if first.factor == 1 and second.factor > 1 and abs(first.value) < _LENDING_LIMIT:
        scaled = first.scaled(second.factor)
        first = scaled if scaled.value < second.value else first
    if first.unit:
        return first._replace(is_weak=False)
    kind = second.kind if first.kind is QuantityKind.COUNT else first.kind
    return first._replace(unit=second.unit, kind=kind, is_weak=False)
