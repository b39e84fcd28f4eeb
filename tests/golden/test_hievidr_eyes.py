"""The Report Score with eyes, by hand (HiEviDR-Bench, arXiv:2607.25151, eq. 6).

Rendered pages give six ratings at once; a judge without sight leaves Align out; the built-in
rules rate Align by what was read off the figure. The arithmetic stands in the comments.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.golden.built import TOY, Scripted, context, report
from veridical.ask import Answer, Ask, Attachment, NoVerdict, Role
from veridical.measure import Context, page_of_report, picture_of_report
from veridical.methods.hievidr.asks.report import AlignAsk, PageRatings, PagesAsk, Picture
from veridical.methods.hievidr.report_score import collect
from veridical.methods.hievidr.report_score import report as report_score
from veridical.methods.hievidr.rules.align import align_share
from veridical.methods.hievidr.settings import Norm
from veridical.picture import PagePicture, PictureText, ReportPages, ReportPictures, TextBox
from veridical.respondents import Roles
from veridical.respondents.rules import Rules
from veridical.score import Measured, Missing, Reason

PAGES = tuple(PagePicture(k, f"{k}" * 64, f"{k}.png", 1024, 1448) for k in (1, 2))
CHART = Attachment("chart.png", "c" * 64)


def with_pages(case: Context) -> Context:
    """The same report with two rendered pages of three."""
    seen = ReportPictures(pages=ReportPages(PAGES, 3, "chromium"))
    shown = {page_of_report(p.number): Attachment(p.path, p.sha256) for p in PAGES}
    submission = replace(case.submission, pictures=seen)
    return replace(case, submission=submission, pictures={**case.pictures, **shown})


def a_case(asker: Roles, *pieces: str) -> Context:
    """A report of one sentence."""
    built = report(*(pieces or (("Ice floats.", ""),)), items=())
    return replace(context(TOY, built, Scripted({}), given=()), asker=asker)


def eye(ask: Ask[object]) -> Answer[object] | NoVerdict:
    """Five 5s and Align 3 for the pages; nothing else is answered."""
    if isinstance(ask, PagesAsk):
        return Answer(PageRatings(5, 5, 5, 5, 5, 3))
    return NoVerdict(Reason.REFUSED)


class Eye:
    """One who sees."""

    identity = "eye/1"
    is_indicative = False
    asked: list[Ask[object]]

    def __init__(self) -> None:
        self.asked = []

    async def answer(self, ask: Ask[object], draw: object = None) -> Answer[object] | NoVerdict:
        """What `eye` says."""
        self.asked.append(ask)
        return eye(ask)


@pytest.mark.parametrize(
    ("norm", "expected"),
    [
        # 20/6 · (5 · 4/4 + 2/4) = 20/6 · 5.5
        (Norm.MINMAX, 20 / 6 * 5.5),
        # 20/6 · (5 · 5/5 + 3/5) = 20/6 · 5.6
        (Norm.RATIO, 20 / 6 * 5.6),
    ],
)
def test_eq6_by_pages(norm: Norm, expected: float) -> None:
    """Six ratings of one ask, with both pages and the report's text."""
    judge = Eye()
    case = with_pages(a_case(Roles({Role.JUDGE: judge, Role.VISION: judge})))
    tally = asyncio.run(collect(case))
    score = report_score(tally, norm)
    (ask,) = judge.asked

    assert isinstance(score, Measured)
    assert (score.n, score.missing.total) == (6, 0)
    assert score.value == pytest.approx(expected, abs=1e-9)
    assert [a.sha256[0] for a in ask.attachments()] == ["1", "2"]
    assert any("1-2 of 3" in part.text for part in ask.prompt())


class Text:
    """A judge who is shown no pictures: the rules' words, under another name."""

    identity = "text/1"
    is_indicative = False

    async def answer(self, ask: Ask[object], draw: object = None) -> Answer[object] | NoVerdict:
        """Fives for the text's dimensions."""
        if ask.attachments():
            return NoVerdict(Reason.NOT_ASSESSED, "the model is shown no images")
        said = await Rules().answer(ask)
        if isinstance(said, NoVerdict):
            return said
        fives = dict.fromkeys(said.value.__struct_fields__, 5)  # type: ignore[attr-defined]
        return Answer(type(said.value)(**fives))


@pytest.mark.parametrize(
    ("norm", "worst"),
    # five 5s and Align at 1 = 20 · 5/6; by ratio 20/6 · (5 + 1/5); at 5 both are 20
    [(Norm.MINMAX, 20 * 5 / 6), (Norm.RATIO, 20 / 6 * 5.2)],
)
def test_eq6_by_a_judge_without_sight(norm: Norm, worst: float) -> None:
    """Align is not assessed; the score is over five, its bounds rate Align 1 and 5."""
    case = with_pages(a_case(Roles({Role.JUDGE: Text()}), ("Ice floats.", ""), "!a/c.png"))
    case = replace(case, pictures={**case.pictures, picture_of_report(0): CHART})
    score = report_score(asyncio.run(collect(case)), norm)

    assert isinstance(score, Measured)
    assert (score.value, score.n) == (20.0, 5)
    assert score.missing == Missing.of([Reason.NOT_ASSESSED])
    assert score.bounds is not None
    assert [score.bounds.worst, score.bounds.best] == pytest.approx([worst, 20.0])


def read(*lines: tuple[str, float, float]) -> PictureText:
    """What was read, at these middles."""
    boxes = tuple(TextBox(t, 0.99, x - 20, y - 8, x + 20, y + 8) for t, x, y in lines)
    return PictureText("c" * 64, "hand", 400, 300, boxes)


BARS = read(("12", 100, 120), ("18", 200, 80), ("2020", 100, 280), ("2021", 200, 280))
"""Two bars. Its telling words are 2020 and 2021; the title is left out."""


@pytest.mark.parametrize(
    ("around", "share", "rating"),
    [
        # words 2 of 2, numbers 2 of 2: (1 + 1)/2 = 1
        ("It was 12 in 2020 and 18 in 2021.", 1.0, 5),
        # words 1 of 2, numbers 1 of 1: (1/2 + 1)/2 = 0.75; 1 + 4 · 0.75
        ("It was 12 in 2020.", 0.75, 4),
        # words 2 of 2, numbers 1 of 2, 19 against 18 at 2021: at most 0.25; 1 + 4 · 0.25
        ("It was 12 in 2020 and 19 in 2021.", 0.25, 2),
        # nothing of the figure in the text
        ("Ice floats on water.", 0.0, 1),
    ],
)
def test_align_by_the_rules(around: str, share: float, rating: int) -> None:
    """The mean of the shares of words and of numbers that stand in both; a clash caps it."""
    ask = AlignAsk("Q?", (Picture("", around, CHART),), "en")
    answer = ask.by_rule_seeing([BARS])

    assert align_share([("", around)], [BARS], "en") == pytest.approx(share)
    assert isinstance(answer, Answer)
    assert answer.value.align == rating


@pytest.mark.parametrize(("of_two", "expected"), [([BARS, None], 1.0), ([None, None], None)])
def test_align_leaves_out_what_could_not_be_read(
    of_two: list[PictureText | None], expected: float | None
) -> None:
    """A picture that nobody could read is in no mean; of none at all nothing is known."""
    beside = [("", "It was 12 in 2020 and 18 in 2021.")] * 2

    assert align_share(beside, of_two, "en") == expected


class Hand:
    """Eyes that read the same off every picture."""

    identity = "hand-1"

    def read(self, picture: Attachment) -> PictureText | None:
        """The bars."""
        return BARS if picture.sha256 == CHART.sha256 else None


@pytest.mark.parametrize("eyes", [Hand(), None])
def test_eq6_by_the_rules_with_and_without_eyes(eyes: Hand | None) -> None:
    """With eyes six ratings, both normalizations; without, Align is not assessed."""
    roles = Roles({Role.VISION: Rules(eyes)})
    pieces = (("It was 12 in 2020 and 18 in 2021.", ""), "!a/c.png")
    case = a_case(roles, *pieces)
    tally = asyncio.run(collect(replace(case, pictures={picture_of_report(0): CHART})))
    align = tally.ratings[-1]
    values = [one.value or 0 for one in tally.ratings]
    n = 6 if eyes else 5

    assert (align.value, align.missing) == ((5, None) if eyes else (None, Reason.NOT_ASSESSED))
    for norm in (Norm.MINMAX, Norm.RATIO):
        score = report_score(tally, norm)
        assert isinstance(score, Measured)
        low, span = (1, 4) if norm is Norm.MINMAX else (0, 5)
        assert score.value == pytest.approx(20 * sum((v - low) / span for v in values[:n]) / n)
    assert Rules(eyes).identity == ("rules/4+hand-1" if eyes else "rules/4")
