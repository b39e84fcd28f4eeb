"""What the evidence does not say the same of, with both sides; and what is no contradiction."""

from __future__ import annotations

import pytest

from tests.unit.agents.release.release_cases import found, item, released, texts
from veridical.agents.release import Release
from veridical.agents.release.asks.disagreement import Disagreement, DisagreementAsk
from veridical.agents.release.record import Contradiction, Dispute
from veridical.agents.research.draft import Sentence

DAM = "The dam on Lake Orvale was completed in 1962."
LATER = "The dam on Lake Orvale was completed in 1974."


def ledger(first: str, second: str, said=None, **more: str) -> tuple[Contradiction, ...]:  # type: ignore[no-untyped-def]
    """What is found between two sentences of two sources."""
    items = [
        item("a", first, source=more.get("a", "")),
        item("b", second, source=more.get("b", "")),
    ]
    return released(found(items, Sentence(first, (1,))), said)[1].contradictions


CASES = [
    (DAM, LATER, Dispute.CONFLICT, ""),
    (
        "The plant on the Orvale employs 300 workers.",
        "The plant on the Orvale employs 450 workers.",
        Dispute.CONFLICT,
        "",
    ),
    (
        "In 2019 the Orvale plant produced 300 tonnes of paper.",
        "In 2021 the Orvale plant produced 450 tonnes of paper.",
        Dispute.SCOPE,
        "period",
    ),
    (
        "The drug lowered the pressure of men by 12 percent.",
        "The drug lowered the pressure of women by 7 percent.",
        Dispute.SCOPE,
        "population",
    ),
    (
        "The plant produced 300 tonnes of paper a year in Orvale.",
        "The plant produced 450 tonnes of paper a year in Brane.",
        Dispute.SCOPE,
        "place",
    ),
    ("奥瓦尔湖大坝于1962年建成。", "奥瓦尔湖大坝于1974年建成。", Dispute.CONFLICT, ""),
    (
        "2019年奥瓦尔造纸厂的纸张产量为300吨。",
        "2021年奥瓦尔造纸厂的纸张产量为450吨。",
        Dispute.SCOPE,
        "period",
    ),
]


@pytest.mark.parametrize(("first", "second", "kind", "scope"), CASES, ids=lambda one: str(one)[:30])
def test_both_sides_are_kept_with_their_quotes(
    first: str, second: str, kind: Dispute, scope: str
) -> None:
    """And told apart: what cannot be true together, and what speaks of different things."""
    (entry,) = ledger(first, second)
    assert (entry.kind, entry.scope) == (kind, scope)
    assert (entry.first.text, entry.second.text) == (first, second)
    assert (entry.first.source, entry.second.source) == ("a", "b")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (DAM, DAM),
        (DAM, "The dam on Lake Orvale was completed in 1962 after six years of work."),
        (DAM, "The bridge at Brane was completed in 1974."),
        (
            "The mean depth of Lake Orvale is 80 metres.",
            "The greatest depth of Lake Orvale is 214 metres.",
        ),
        (
            "The plant on the Orvale employs 300 workers.",
            "The plant on the Orvale employs about 300 workers.",
        ),
        (
            "2014年6月22日，中国大运河被列入《世界遗产名录》。",
            "1987年，长城被列入《世界遗产名录》。",
        ),
    ],
)
def test_what_adds_qualifies_or_speaks_of_another_thing_is_none(first: str, second: str) -> None:
    """No contradiction is told that is none."""
    assert ledger(first, second) == ()


def test_the_later_source_supersedes_the_earlier_one() -> None:
    """Where both say when they were published, the earlier one first, whichever stands first."""
    first, second = (
        "The plant on the Orvale employs 300 workers.",
        "The plant on the Orvale employs 450 workers.",
    )
    sources = {"a": "https://x.example/2024/05/01/plant", "b": "https://y.example/2019/03/02/plant"}
    (entry,) = ledger(first, second, **sources)
    assert (entry.kind, entry.dates) == (Dispute.SUPERSEDED, ("2019-03-02", "2024-05-01"))
    assert (entry.first.source, entry.second.source) == ("b", "a")


def test_a_judge_who_sees_no_contradiction_prevails() -> None:
    """The rules' finding is no verdict beside another's."""
    said = {"release.disagreement": lambda _: Disagreement(Dispute.NONE)}
    assert ledger(DAM, LATER, said) == ()


def test_copies_of_one_text_contradict_nothing() -> None:
    """What has one origin is one voice, however it is worded at its end."""
    long = " ".join(
        f"Word {n} of the long story tells of the valley and its people." for n in range(30)
    )
    items = [item("a", f"{long} {DAM}"), item("b", f"{long} {LATER}")]
    assert released(found(items, Sentence(DAM, (1,))))[1].contradictions == ()


def test_only_so_many_pairs_are_looked_at() -> None:
    """Those that differ in their figures first."""
    items = [
        item(f"s{n}", f"The dam on Lake Orvale was completed in {1900 + n}.") for n in range(9)
    ]
    record = released(found(items, Sentence(items[0].text, (1,))), settings=Release(pairs=3))[1]
    assert len(record.contradictions) == 3


def test_the_report_names_it_behind_what_it_touches() -> None:
    """Once, with both citations, in the report's language."""
    items = [item("a", DAM), item("b", LATER)]
    draft, record = released(found(items, Sentence(DAM, (1,)), Sentence(LATER, (2,))))
    assert texts(draft) == [
        DAM,
        f"The sources conflict here: one says “{DAM[:-1]}”, another “{LATER[:-1]}”.",
        LATER,
    ]
    assert list(draft.sentences())[1].texts == (1, 2)
    assert record.contradictions[0].named


def test_a_difference_of_scope_that_the_report_states_anyway_needs_no_words() -> None:
    """Both sides stand there as statements."""
    first, second = CASES[2][:2]
    items = [item("a", first), item("b", second)]
    draft, record = released(found(items, Sentence(first, (1,)), Sentence(second, (2,))))
    assert texts(draft) == [first, second]
    assert not record.contradictions[0].named


@pytest.mark.parametrize(
    ("value", "objection"),
    [
        (Disagreement(Dispute.CONFLICT, "place"), "a scope belongs to a difference of scope"),
        (Disagreement(Dispute.SCOPE), "a scope belongs to a difference of scope"),
        (Disagreement(Dispute.SCOPE, "mood"), "the scope is none of period, place"),
        (Disagreement(Dispute.SUPERSEDED), "neither source can be the later one"),
        (Disagreement(Dispute.SCOPE, "unit"), ""),
    ],
)
def test_impossible_answers_are_refused(value: Disagreement, objection: str) -> None:
    """A later source needs two dates, a scope its kind."""
    assert DisagreementAsk("a", "b").objection(value).startswith(objection)
