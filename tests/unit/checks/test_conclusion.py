"""Where a report concludes: by its heading in many languages, else by asking."""

from __future__ import annotations

import asyncio

import pytest

from tests.golden.built import report
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.checks.conclusion import ConclusionAsk, StatementRange, find_conclusion
from veridical.report.model import Report
from veridical.score import Reason


class Rules:
    """The built-in rules, or one fixed answer."""

    def __init__(self, fixed: Answer[object] | NoVerdict | None = None) -> None:
        """Answer by rule unless `fixed` is given."""
        self.fixed = fixed
        self.asked: list[str] = []

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """The answer."""
        self.asked.append(ask.kind)
        return self.fixed or ask.by_rule()


def found(built: Report, asker: Rules | None = None) -> tuple[str, str]:
    """The words of the conclusion in the report, and how it was found."""
    conclusion = asyncio.run(find_conclusion(built, asker or Rules()))
    assert not isinstance(conclusion, NoVerdict)
    return built.words(conclusion.span), conclusion.found_by


HEADINGS = [
    "Conclusion", "5. Conclusions and outlook", "Final Conclusion", "CONCLUDING REMARKS",
    "Summary", "Key takeaways", "Synthesis of the findings", "Bottom line",
    "结论", "五、总结与展望", "小结", "結語", "まとめ", "결론", "Fazit", "Zusammenfassung",
    "Conclusión", "Conclusões", "Synthèse", "Выводы", "Kết luận", "निष्कर्ष", "الخاتمة", "สรุป",
]  # fmt: skip


@pytest.mark.parametrize("heading", HEADINGS)
def test_closing_headings(heading: str) -> None:
    """The section under a closing heading is the conclusion; nothing is asked."""
    asker = Rules()
    built = report(
        "# Findings",
        ("One.", "E1"),
        ("Two and some more words.", "E1"),
        f"# {heading}",
        ("So it is.", ""),
        "# References of the report",
        ("Not part of it.", ""),
        items=("E1",),
    )

    assert found(built, asker) == ("So it is.", "heading")
    assert asker.asked == []


@pytest.mark.parametrize("heading", ["Executive Summary", "摘要", "Data sources", "Results", ""])
def test_other_headings_are_not_closing(heading: str) -> None:
    """An opening summary is no conclusion; the last section is, by rule."""
    built = report(f"# {heading}", ("First.", ""), "# Findings", ("Last section.", ""), items=())

    assert found(built) == ("Last section.", "ask")


def test_a_summary_at_the_top_is_no_conclusion() -> None:
    """A heading that only sums up must stand in the second half."""
    built = report(
        "# Summary", ("Short.", ""), "# Findings", ("One.", ""), ("Two.", ""), ("Three.", ""),
        items=(),
    )  # fmt: skip

    assert found(built)[1] == "ask"


def test_a_conclusion_is_preferred_to_a_summary_after_it() -> None:
    """An outlook says less than a conclusion."""
    built = report(
        "# A", ("One.", ""), "# Conclusion", ("So.", ""), "# Outlook", ("Later.", ""), items=()
    )

    assert found(built) == ("So.", "heading")


def test_a_title_that_holds_everything_is_no_conclusion() -> None:
    """A report called "Conclusions on …" is not its own conclusion."""
    built = report("# Conclusions on rivers", ("One.", ""), ("Two.", ""), items=())

    assert found(built) == ("Two.", "ask")


def test_an_answer_beyond_the_report_is_no_answer() -> None:
    """Statements that do not exist: unreadable."""
    built = report(("One.", ""), items=())
    answer = asyncio.run(find_conclusion(built, Rules(Answer(StatementRange(0, 7)))))

    assert isinstance(answer, NoVerdict)
    assert answer.reason is Reason.UNREADABLE


def test_an_empty_report_has_no_conclusion() -> None:
    """Nothing to check."""
    answer = asyncio.run(find_conclusion(report(items=()), Rules()))

    assert isinstance(answer, NoVerdict)
    assert answer.reason is Reason.NOTHING_TO_CHECK


def test_a_respondent_says_where_it_is() -> None:
    """The stretch that was named, with the ask it came from."""
    built = report(("One.", ""), ("Two.", ""), ("Three.", ""), items=())
    conclusion = asyncio.run(find_conclusion(built, Rules(Answer(StatementRange(1, 2)))))

    assert not isinstance(conclusion, NoVerdict)
    assert conclusion.text == "Two. Three."
    assert len(conclusion.asks) == 1


def test_the_prompt_numbers_the_statements() -> None:
    """A respondent names places instead of copying text."""
    ask = ConclusionAsk((), "zh")
    assert ask.by_rule() == NoVerdict(Reason.NOTHING_TO_CHECK, "the report says nothing")
