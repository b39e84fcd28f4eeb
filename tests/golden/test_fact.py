"""FACT's equations by hand, from counts and from reports, with the code's flaws absent."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.golden.built import Scripted
from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.labels import FactLabel
from veridical.checks.support import SupportAsk
from veridical.checks.verdict import Rest, Support, Verdict
from veridical.errors import ConfigError
from veridical.measure import Context, Page, Submission
from veridical.methods.evaluator import evaluate_submission
from veridical.methods.fact import accuracy, totals
from veridical.methods.fact.accuracy import FactTally, Pair
from veridical.methods.fact.method import FACT, fact
from veridical.methods.fact.pairs import cited_pairs, unique_pairs
from veridical.methods.fact.settings import Settings
from veridical.report import parse_report
from veridical.respondents import Rules
from veridical.score import Bounds, Measured, Missing, Reason, Undefined
from veridical.stats.summary import pooled, summarize
from veridical.task import Query, Task

TIMEOUT = Reason.TIMEOUT
ALL, PART = Verdict(Support.SUPPORTED), Verdict(Support.PARTLY, Rest.UNVERIFIABLE)
AGAINST, NOT_IN = Verdict(Support.CONTRADICTED), Verdict(Support.NOT_IN_SOURCE)
LABELS = {ALL: "supported", PART: "supported", AGAINST: "unsupported", NOT_IN: "unsupported"}


def tally(*said: Verdict | Reason) -> FactTally:
    """A tally of pairs with these verdicts, or these reasons for none."""
    pairs = [
        Pair(n, f"p{n}", "ok", None, None, one)
        if isinstance(one, Reason)
        else Pair(n, f"p{n}", "ok", one, FactLabel(LABELS[one]), None)
        for n, one in enumerate(said)
    ]
    return FactTally(tuple(pairs))


# ---- equations, from counts -----------------------------------------------------------------


def test_sec42_accuracy_counts_all_or_part_as_supported() -> None:
    """Two of four: one whole, one in part; against and absent are both unsupported."""
    found = accuracy.accuracy(tally(ALL, PART, AGAINST, NOT_IN))

    assert found == Measured(0.5, 4)
    assert accuracy.pooled_accuracy(tally(ALL, PART, AGAINST, NOT_IN)) == found


def test_sec42_strict_accuracy_counts_all_alone() -> None:
    """One of four."""
    assert accuracy.strict_accuracy(tally(ALL, PART, AGAINST, NOT_IN)) == Measured(0.25, 4)


def test_sec42_missing_pairs_are_in_no_sum_and_in_the_bounds() -> None:
    """2 of 3 judged; with both missing ones unsupported 2 of 5, with both supported 4 of 5."""
    t = tally(ALL, ALL, NOT_IN, TIMEOUT, Reason.UNREACHABLE)
    missing = Missing.of([TIMEOUT, Reason.UNREACHABLE])

    assert accuracy.accuracy(t) == Measured(2 / 3, 3, missing, Bounds(0.4, 0.8))
    assert accuracy.effective(t) == Measured(2, 3, missing, Bounds(2, 4))


def test_sec42_pooled_and_mean_accuracy_of_two_tasks() -> None:
    """1 of 1 and 1 of 4: the mean of tasks is 5/8, the pooled share 2/5."""
    reports = [tally(ALL), tally(ALL, NOT_IN, NOT_IN, AGAINST)]
    scale = Bounds(0.0, 1.0)

    macro = summarize([accuracy.accuracy(t) for t in reports], scale=scale)
    micro = pooled([accuracy.pooled_accuracy(t) for t in reports], scale=scale)

    assert (macro.mean, micro.mean) == (0.625, 0.4)


def test_sec42_effective_citations_over_all_tasks_and_over_those_that_cite() -> None:
    """3, 1 and a report that cites nothing: 4/3 over all, 2 over those that cite."""
    reports = [tally(ALL, ALL, PART), tally(ALL, NOT_IN), tally()]

    every = summarize([accuracy.effective(t) for t in reports], scale=None)
    citing = summarize([accuracy.effective_if_citing(t) for t in reports], scale=None)

    assert (every.mean, citing.mean) == (4 / 3, 2.0)
    assert (every.n, citing.n) == (3, 2)


def test_sec42_a_report_that_cites_nothing_has_no_accuracy() -> None:
    """There is nothing to check; only the published total calls it 0."""
    t = tally()
    scores = {"fact.accuracy": accuracy.accuracy(t)}

    assert scores["fact.accuracy"] == Undefined(Reason.NOTHING_TO_CHECK, "no cited page")
    assert accuracy.pooled_accuracy(t) == accuracy.strict_accuracy(t) == scores["fact.accuracy"]
    assert accuracy.effective(t) == Measured(0, 0)
    assert accuracy.effective_if_citing(t) == Undefined(
        Reason.NOTHING_TO_CHECK, accuracy.NOTHING_CITED
    )
    assert totals.published(scores) == Measured(0.0, 0)
    assert totals.measured(scores) == scores["fact.accuracy"]


@pytest.mark.parametrize(
    ("reasons", "reason"),
    [
        ((TIMEOUT, Reason.NOTHING_TO_CHECK), TIMEOUT),
        ((Reason.NOTHING_TO_CHECK,), Reason.NOTHING_TO_CHECK),
    ],
)
def test_sec42_pages_that_nobody_could_read_are_no_zero(
    reasons: tuple[Reason, ...], reason: Reason
) -> None:
    """Nothing judged: undefined, anything possible, and the published total is no 0 either."""
    t = tally(*reasons)
    missing = Missing.of(reasons)
    shares = Undefined(reason, accuracy.NOTHING_JUDGED, missing, Bounds(0.0, 1.0))

    assert accuracy.accuracy(t) == accuracy.strict_accuracy(t) == shares
    assert totals.published({"fact.accuracy": shares}) == shares
    assert accuracy.effective(t) == Undefined(
        reason, accuracy.NOTHING_JUDGED, missing, Bounds(0, len(reasons))
    )


def test_sec42_citations_count_pairs_whatever_became_of_them() -> None:
    """Three pairs, one of them lost."""
    assert accuracy.citations(tally(ALL, NOT_IN, TIMEOUT)) == Measured(3)


# ---- from reports ---------------------------------------------------------------------------

LIST = "\n\n## References\n\n[1] Ice. https://ice.org/a\n[2] Sea. https://sea.org/b\n"
ICE = Page("ice", "ok", "Ice floats on water. Its density is 917 kg per cubic meter at 0 °C.")
SEA = Page("sea", "ok", "The sea is salt. It is blue.")


def keyed(text: str, *pages: Page) -> dict[str, Page]:
    """The pages under the keys of the report's sources, in the order they are cited first."""
    keys = dict.fromkeys(pair.page for pair in cited_pairs(parse_report(text)))
    return dict(zip(keys, pages, strict=False))


def context(
    text: str, pages: Mapping[str, Page] | None, asker: object = None, **others: object
) -> Context:
    """A report with what stands behind its citations."""
    submission = Submission("s", "t", parse_report(text), pages=pages)
    return Context(Task("t", Query("?")), submission, {}, asker or Asking())  # type: ignore[arg-type]


class Asking:
    """The built-in rules, counting what they are asked."""

    def __init__(self) -> None:
        self.asked: list[SupportAsk] = []

    async def ask(self, ask: SupportAsk, draw: object = None) -> Answer[Verdict] | NoVerdict:
        """By the rules."""
        self.asked.append(ask)
        return await Rules().answer(ask)


def told(*verdicts: object) -> Scripted:
    """An asker that says these, one ask after the other."""
    left = list(verdicts)
    return Scripted({"support": lambda _: left.pop(0)})


def tallied(ctx: Context, settings: Settings | None = None) -> FactTally:
    """The tally of a report."""
    method = fact(settings or Settings())
    found = asyncio.run(evaluate_submission(method, ctx)).tallies["fact.accuracy"]
    assert isinstance(found, FactTally)
    return found


def test_from_a_report_to_scores() -> None:
    """One supported, one contradicted on the first page; one not on the second: 1 of 3."""
    text = (
        "Ice floats on water [1]. Its density is 719 kg per cubic meter at 0 °C [1].\n\n"
        "Whales sing in Norwegian [2]." + LIST
    )
    found = asyncio.run(evaluate_submission(FACT, context(text, keyed(text, ICE, SEA))))

    assert found.scores["fact.accuracy"] == Measured(1 / 3, 3)
    assert found.scores["fact.effective"] == Measured(1, 3, bounds=Bounds(1, 1))
    assert found.scores["fact.citations"] == Measured(3)
    assert found.totals["published"] == Measured(1 / 3, 3)
    tally = found.tallies["fact.accuracy"]
    assert isinstance(tally, FactTally)
    assert [p.label for p in tally.pairs] == ["supported", "unsupported", "unsupported"]
    assert [bool(p.quotes) for p in tally.pairs] == [True, True, False]
    assert tally.pairs[2].read == ((0, len(SEA.text)),)


@pytest.mark.parametrize(
    "cited",
    [
        "Ice floats [1].",
        "Ice floats [1][1].",
        "Ice floats ([source](https://ice.org/a)).",
        "冰浮在水上[1]。",
    ],
)
def test_every_citation_style_gives_a_pair(cited: str) -> None:
    """Whatever the marker, the pair is statement and page; the marker is no part of it (13)."""
    (pair,) = unique_pairs(cited_pairs(parse_report(cited + LIST)))

    assert "[" not in pair.text
    assert "ice.org" in pair.page


def test_a_statement_with_two_sources_is_two_pairs() -> None:
    """One triple per cited source."""
    pairs = unique_pairs(cited_pairs(parse_report("Ice floats on the sea [1][2]." + LIST)))

    assert len(pairs) == 2
    assert len({pair.page for pair in pairs}) == 2


def test_only_the_same_words_on_the_same_page_are_one() -> None:
    """Case, marks and white space aside; another number is another statement."""
    text = "Ice  floats [1]. ICE floats! [1] Ice floats [2]. Ice floats on 3 seas [1]." + LIST
    every = cited_pairs(parse_report(text))

    assert (len(every), len(unique_pairs(every))) == (4, 3)
    assert tallied(context(text, keyed(text, ICE, SEA))).repeated == 1


@pytest.mark.parametrize(
    "other",
    ["https://ice.org/a/", "http://www.ice.org/a#top", "https://ice.org/a?utm_source=x"],
)
def test_spellings_of_one_address_are_one_page(other: str) -> None:
    """Slash, fragment, scheme, tracking: the code takes them for different sources (13)."""
    text = f"Ice floats [1]. It melts [2].\n\n[1] https://ice.org/a\n[2] {other}\n"
    asking = Asking()
    ctx = context(text, keyed(text, ICE), asking)
    tallied(ctx)

    assert {p.source for ask in asking.asked for p in ask.passages} == {"ice"}
    assert len(asking.asked) == 2


def test_a_list_at_the_end_alone_cites_nothing() -> None:
    """No marker in the text: no pair, no accuracy, and 0 only in the published total."""
    found = asyncio.run(evaluate_submission(FACT, context("Ice floats." + LIST, {})))

    assert isinstance(found.scores["fact.accuracy"], Undefined)
    assert found.totals["published"] == Measured(0.0, 0)
    assert found.scores["fact.effective"] == Measured(0, 0)


@pytest.mark.parametrize(
    ("state", "reason", "label"),
    [
        ("not_found", Reason.NOTHING_TO_CHECK, FactLabel.UNKNOWN),
        ("soft_404", Reason.NOTHING_TO_CHECK, FactLabel.UNKNOWN),
        ("empty", Reason.NOTHING_TO_CHECK, FactLabel.UNKNOWN),
        ("timeout", Reason.UNREACHABLE, FactLabel.UNKNOWN),
        ("blocked", Reason.UNREACHABLE, FactLabel.UNKNOWN),
    ],
)
def test_a_page_without_text_is_shown_to_nobody(
    state: str, reason: Reason, label: FactLabel
) -> None:
    """The code sends error texts to the judge as if they were pages (14; U44, U46, U47)."""
    text = "Ice floats [1]." + LIST
    asking = Asking()
    page = Page("ice", state, "" if state != "blocked" else "Verify you are human")
    (pair,) = tallied(context(text, keyed(text, page), asking)).pairs

    assert asking.asked == []
    assert (pair.label, pair.missing, pair.why) == (label, reason, state)


def test_nothing_looked_up_is_offline() -> None:
    """Not a dead page, and no label."""
    (pair,) = tallied(context("Ice floats [1]." + LIST, None)).pairs

    assert (pair.label, pair.missing) == (None, Reason.OFFLINE)


def test_one_lost_answer_loses_no_other() -> None:
    """The code drops a page's whole group, or the report, and prints the rest (10, 11)."""
    text = "Ice floats [1]. It melts [1]. It is cold [1]." + LIST
    asker = told(ALL, NoVerdict(TIMEOUT, "slow"), NOT_IN)
    found = accuracy.accuracy(tallied(context(text, keyed(text, ICE), asker)))

    assert found == Measured(0.5, 2, Missing.of([TIMEOUT]), Bounds(1 / 3, 2 / 3))


def test_a_verdict_without_a_quote_is_missing() -> None:
    """No "supported" without words of the page."""
    text = "Ice floats [1]." + LIST
    asker = Scripted({"support": lambda _: ALL})

    class Quoteless:
        async def ask(self, ask: SupportAsk, draw: object = None) -> object:
            return Answer(ALL, "surely", (Quote("ice", 0, 4, "Iron"),))

    with_quote = tallied(context(text, keyed(text, ICE), asker)).pairs[0]
    without = tallied(context(text, keyed(text, ICE), Quoteless())).pairs[0]

    assert (with_quote.label, without.label) == (FactLabel.SUPPORTED, None)
    assert without.missing is Reason.UNREADABLE


def test_the_order_of_answers_is_not_their_meaning() -> None:
    """The code takes labels by their place in the list, whatever index they carry (12)."""
    text = "Ice floats on water [1]. Whales sing in Norwegian [1]." + LIST
    turned = "Whales sing in Norwegian [1]. Ice floats on water [1]." + LIST
    labels = [
        {t.pairs[n].statement: t.pairs[n].label for n in range(2)}
        for t in (tallied(context(x, keyed(x, ICE))) for x in (text, turned))
    ]

    assert labels == [
        {0: FactLabel.SUPPORTED, 1: FactLabel.UNSUPPORTED},
        {0: FactLabel.UNSUPPORTED, 1: FactLabel.SUPPORTED},
    ]


def test_a_number_of_two_entries_is_no_pair() -> None:
    """Nobody knows which page it means."""
    text = "Ice floats [1].\n\n[1] https://a.org/x\n[1] https://b.org/y\n"

    assert cited_pairs(parse_report(text)) == ()


# ---- what is sent ---------------------------------------------------------------------------

HARBOR = [f"Paragraph {n} speaks of harbors, cranes and ropes, not of ice." for n in range(60)]
SHIPS = [f"Chapter {n} tells of ships, sails and masts, and of no more." for n in range(60)]
LONG = Page("long", "ok", "\n\n".join([*HARBOR, "Ice floats on water, being less dense.", *SHIPS]))


def test_pages_are_sent_whole_as_published() -> None:
    """By default nothing is cut."""
    text = "Ice floats on water [1]." + LIST
    asking = Asking()
    tallied(context(text, keyed(text, LONG), asking))

    assert [p.text for p in asking.asked[0].passages] == [LONG.text]


def test_characters_send_what_retrieval_finds() -> None:
    """The words that decide are among a small part of the page, at their place in it."""
    text = "Ice floats on water [1]. Chapter 7 tells of ships [1]." + LIST
    asking = Asking()
    (first, second) = tallied(
        context(text, keyed(text, LONG), asking), Settings(characters=200)
    ).pairs
    shown = asking.asked[0].passages

    assert shown == asking.asked[1].passages
    assert sum(len(p.text) for p in shown) < len(LONG.text) / 8
    assert all(LONG.text[p.start : p.end] == p.text for p in shown)
    assert (first.label, second.label) == (FactLabel.SUPPORTED, FactLabel.SUPPORTED)
    assert first.read == second.read == tuple((p.start, p.end) for p in shown)
    assert [LONG.text[q.start : q.end] for q in first.quotes] == [q.text for q in first.quotes]


def test_settings_that_mean_nothing_are_refused() -> None:
    """A negative number of characters, or a few letters."""
    for characters in (-1, 10, 99):
        with pytest.raises(ConfigError, match="characters"):
            Settings(characters)


def test_a_replaced_page_changes_nothing_else() -> None:
    """What one page says moves no other page's pairs (15: files are shared unlocked there)."""
    text = "Ice floats on water [1]. The sea is salt [2]." + LIST
    ctx = context(text, keyed(text, ICE, SEA))
    dead = keyed(text, ICE, Page("sea", "not_found"))
    one, other = tallied(ctx), tallied(replace(ctx, submission=replace(ctx.submission, pages=dead)))

    assert one.pairs[0] == other.pairs[0]
    assert (one.pairs[1].label, other.pairs[1].label) == (FactLabel.SUPPORTED, FactLabel.UNKNOWN)
