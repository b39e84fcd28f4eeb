r"""Citation accuracy and effective citations of FACT (arXiv:2506.11763, Sec. 4.2).

Let :math:`N_{s}` be the statement–page pairs of a report whose page says at least a part of the
statement, and :math:`N_{u}` all that were judged.

Deviations and choices:
Pairs are read by the parser (`pairs`). A pair whose page has no text (the paper's "unknown") or
whose verdict is missing is in no sum, as in the released code, but is counted as missing, with
bounds. One verdict serves all papers (`veridical.checks.labels`); FACT's "supported" is all *or
part* of the statement, so a reading that takes only all of it stands beside it. The paper
averages the accuracy of each task; the published figures are pooled over all tasks. Both are
given: the measure `fact.accuracy.pooled` is summed up by pairs, not by reports. Effective
citations are averaged over all tasks in the paper and over tasks with citations in the code.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from veridical.ask import Quote
from veridical.checks.labels import FactLabel
from veridical.checks.verdict import Support, Verdict
from veridical.findings.page import page_of
from veridical.measure import Context, Law, Measure, Paper, Scale
from veridical.methods.fact.pairs import cited_pairs, unique_pairs
from veridical.methods.fact.settings import DEFAULTS, Settings
from veridical.methods.fact.validation import Judged, on_page
from veridical.methods.once import OncePerReport
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined, ratio

NOTHING_CITED = "the report cites no page"
NOTHING_JUDGED = "no cited page could be judged"


@dataclass(frozen=True, slots=True)
class Pair:
    """A statement and a page it cites, with what became of it.

    Attributes:
        statement: index into ``Report.statements``.
        page: the page's key.
        state: what became of the page: ``ok``, or why it has no text.
        verdict: what the page says of the statement; None without one.
        label: FACT's word for it; None where nothing is known.
        missing: why there is no verdict; None where there is one.
        why: the grounds, or more on what is missing.
        quotes: the page's words that the verdict rests on.
        read: the stretches of the page that were shown.
        ask: the ask's identity, "" if none was put.
    """

    statement: int
    page: str
    state: str
    verdict: Verdict | None
    label: FactLabel | None
    missing: Reason | None
    why: str = ""
    quotes: tuple[Quote, ...] = ()
    read: tuple[tuple[int, int], ...] = ()
    ask: str = ""


@dataclass(frozen=True, slots=True)
class FactTally:
    """What became of a report's citations.

    Attributes:
        pairs: every statement–page pair once, in the report's order.
        repeated: how many pairs were left out, since another says the same of the same page.
    """

    pairs: tuple[Pair, ...]
    repeated: int = 0

    @property
    def judged(self) -> tuple[Pair, ...]:
        """The pairs with a verdict."""
        return tuple(p for p in self.pairs if p.verdict is not None)

    @property
    def supported(self) -> int:
        """How many pairs' pages say all or part of the statement."""
        return sum(p.label is FactLabel.SUPPORTED for p in self.pairs)

    @property
    def missing(self) -> Missing:
        """The pairs without a verdict, by reason."""
        return Missing.of(p.missing for p in self.pairs if p.missing is not None)


def accuracy(t: FactTally) -> Measured | Undefined:
    r"""Citation accuracy: the share of a report's judged citations that their pages support.

    .. math:: \frac{1}{|T|} \sum_{t \in T} \frac{N_{s,t}}{N_{u,t}}

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 1], n = the judged pairs; over tasks the mean of reports.

    Undefined:
        The report cites no page, or none of its pairs was judged.

    Source:
        DeepResearch Bench, arXiv:2506.11763, Sec. 4.2, citation accuracy.

    Deviates:
        The paper counts a report without citations as 0; that is the published total alone. Its
        pairs are written and compared by a model; ours are read by the parser and made unique by
        their words.
    """
    return _share(t, t.supported)


def pooled_accuracy(t: FactTally) -> Measured | Undefined:
    r"""Citation accuracy as published: supported over judged pairs of all tasks together.

    .. math:: \frac{\sum_t N_{s,t}}{\sum_t N_{u,t}}

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 1], n = the judged pairs; over tasks each report weighs its n.

    Undefined:
        The report cites no page, or none of its pairs was judged.

    Source:
        DeepResearch Bench, arXiv:2506.11763, the released code; its authors name it as what the
        published figures are.

    Deviates:
        The code drops pages without content and failed replies unsaid; here they are missing.
    """
    return _share(t, t.supported)


def strict_accuracy(t: FactTally) -> Measured | Undefined:
    """Citation accuracy where a part of the statement is not enough.

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 1], n = the judged pairs.

    Undefined:
        The report cites no page, or none of its pairs was judged.

    Source:
        Ours, after DeepResearch Bench, arXiv:2506.11763, Sec. 4.2.

    Deviates:
        The paper takes "all or part of the facts" for supported.
    """
    whole = sum(p.verdict is not None and p.verdict.support is Support.SUPPORTED for p in t.pairs)
    return _share(t, whole)


def effective(t: FactTally) -> Measured | Undefined:
    r"""Effective citations: how many statement–page pairs are supported, over all tasks.

    .. math:: \frac{1}{|T|} \sum_{t \in T} N_{s,t}

    Args:
        t: the tally of one report.

    Returns:
        Measured, a count from 0, n = the judged pairs; a report that cites nothing has 0.

    Undefined:
        The report cites pages, and none of its pairs was judged.

    Source:
        DeepResearch Bench, arXiv:2506.11763, Sec. 4.2, average effective citations.
    """
    bounds = Bounds(t.supported, t.supported + t.missing.total)
    if t.pairs and not t.judged:
        return Undefined(_reason(t), NOTHING_JUDGED, t.missing, bounds)
    return Measured(t.supported, len(t.judged), t.missing, bounds)


def effective_if_citing(t: FactTally) -> Measured | Undefined:
    r"""Effective citations over the tasks whose report cites anything.

    .. math:: \frac{\sum_t N_{s,t}}{|\{t : \text{the report of } t \text{ cites}\}|}

    Args:
        t: the tally of one report.

    Returns:
        Measured, a count from 0, n = the judged pairs.

    Undefined:
        The report cites no page, or none of its pairs was judged.

    Source:
        DeepResearch Bench, arXiv:2506.11763, the released code.

    Deviates:
        It favors systems that often cite nothing; `effective` does not.
    """
    if not t.pairs:
        return Undefined(Reason.NOTHING_TO_CHECK, NOTHING_CITED)
    return effective(t)


def citations(t: FactTally) -> Measured:
    """How many statement–page pairs a report has, each once.

    Args:
        t: the tally of one report.

    Returns:
        Measured, a count from 0, n = 1.

    Source:
        DeepResearch Bench, arXiv:2506.11763, Sec. 4.2, after deduplication.
    """
    return Measured(len(t.pairs))


def _share(t: FactTally, supported: int) -> Measured | Undefined:
    found = ratio(supported, len(t.judged), of="cited page", missing=t.missing)
    if isinstance(found, Undefined) and t.pairs:
        return Undefined(_reason(t), NOTHING_JUDGED, found.missing, found.bounds)
    assert isinstance(found, Measured | Undefined)
    return found


def _reason(t: FactTally) -> Reason:
    """What failed, before what had nothing to check: the first says that it may yet come."""
    reasons = [reason for reason, _ in t.missing.counts]
    return next((r for r in reasons if r is not Reason.NOTHING_TO_CHECK), reasons[0])


@dataclass(eq=False)
class Collector(OncePerReport[FactTally]):
    """Asks what each cited page says of what it is cited for; once per report.

    Attributes:
        settings: what of a page is sent.
    """

    settings: Settings

    async def counted(self, context: Context) -> FactTally:
        """The tally of one report."""
        every = cited_pairs(context.report)
        unique = unique_pairs(every)
        pages = dict.fromkeys(pair.page for pair in unique)
        said = await asyncio.gather(
            *(
                on_page(context, page, [u for u in unique if u.page == page], self.settings)
                for page in pages
            )
        )
        judged = {(one.cited.statement, one.cited.page): one for own in said for one in own}
        pairs = (
            _pair(judged[pair.statement, pair.page], page_of(context, pair.page).state)
            for pair in unique
        )
        return FactTally(tuple(pairs), len(every) - len(unique))


def _pair(judged: Judged, state: str) -> Pair:
    return Pair(
        judged.cited.statement,
        judged.cited.page,
        state,
        judged.verdict,
        judged.label,
        judged.missing,
        judged.why,
        judged.quotes,
        judged.read,
        judged.ask,
    )


def measures(settings: Settings = DEFAULTS) -> tuple[Measure[FactTally], ...]:
    """Accuracy in its readings, effective citations in theirs, and how many there are."""
    collect = Collector(settings)
    laws = frozenset({Law.ORDER_FREE})
    monotone = laws | {Law.SUPPORT_MONOTONE} if not settings.characters else laws
    share, count = Scale(0, 1), Scale(0, None)
    rows: tuple[tuple[str, str, Scale, str, Callable[[FactTally], Score], frozenset[Law]], ...] = (
        ("accuracy", "Citation accuracy", share, "Sec. 4.2", accuracy, laws),
        ("accuracy.pooled", "Citation accuracy, pooled", share, "released code",
         pooled_accuracy, laws),
        ("accuracy.strict", "Citation accuracy, all of it", share, "after Sec. 4.2",
         strict_accuracy, laws),
        ("effective", "Effective citations", count, "Sec. 4.2", effective, monotone),
        ("effective.if_citing", "Effective citations, if citing", count, "released code",
         effective_if_citing, monotone),
        ("citations", "Citations", count, "Sec. 4.2", citations, monotone),
    )  # fmt: skip
    return tuple(
        Measure(
            name=f"fact.{name}",
            title=title,
            aspect="citation",
            scale=scale,
            source=Paper("DeepResearch Bench", "2506.11763", where),
            tally_type=FactTally,
            laws=held,
            collect=collect,
            equation=equation,
            is_pooled=name == "accuracy.pooled",
        )
        for name, title, scale, where, equation, held in rows
    )
