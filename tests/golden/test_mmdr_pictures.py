"""Vef. and MOSAIC of MMDeepResearch-Bench by hand, with the flaws of the released code absent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, cast

import pytest

from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict
from veridical.checks.likelihood import Decision, Weighed
from veridical.checks.picture_truth import (
    FailureKind,
    PictureTruthAsk,
    VisualFailure,
    VisualVerdict,
)
from veridical.measure import Context, Submission, picture_of_query, picture_of_report
from veridical.methods.mmdr import mosaic, vef
from veridical.methods.mmdr.asks.mosaic import (
    ChartMarks,
    DataChartAsk,
    DiagramMarks,
    KindAsk,
    PhotoAsk,
    PhotoMarks,
    PictureKind,
    Reading,
    RoutedKind,
    Thing,
    TogetherAsk,
    TogetherMarks,
    TogetherVerdict,
)
from veridical.methods.mmdr.mosaic_collect import collect, hallucinated, worth_of
from veridical.methods.mmdr.mosaic_items import Form
from veridical.methods.mmdr.mosaic_kinds import Kind
from veridical.methods.mmdr.mosaic_reading import agreement_share
from veridical.methods.mmdr.mosaic_tally import Agreement, By, MosaicItem, MosaicTally, ReadOff
from veridical.methods.mmdr.mosaic_validity import Bucket, buckets, validity
from veridical.methods.mmdr.vef import FailureLabel, VefTally, failure_label, passes
from veridical.picture import ImagePlace, ImageState, ReportImage, ReportPictures
from veridical.report import parse_report
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined
from veridical.stats.summary import summarize
from veridical.task import Gold, Image, Query, Task, VisualTruth

V = TypeVar("V")
TIMEOUT = Reason.TIMEOUT
YES, NO = Decision.YES, Decision.NO
GOOD = PhotoMarks(YES, 1.0, 1.0)


def item(kind: Kind | None, f: float = 1.0, **marks: object) -> MosaicItem:
    """An item of that kind, with f and its marks."""
    return MosaicItem("figure 1", kind=kind, formatting=f, **marks)  # type: ignore[arg-type]


def chart(f: float, acc: float | None, v: float | None) -> MosaicItem:
    """A data chart with Acc. and VQA."""
    return item(Kind.DATACHART, f, accuracy=acc, vqa=v, vqa_by=By.DEGREE)


def lost(kind: Kind | None, reason: Reason = TIMEOUT) -> MosaicItem:
    """An item without marks."""
    return item(kind, missing=reason)


def value(score: Score) -> float:
    """The number that was measured."""
    assert isinstance(score, Measured)
    return score.value


# ---- Table 6 --------------------------------------------------------------------------------


def test_table_6_data_chart() -> None:
    """1·(.9·.8 + .1·.5) = .77."""
    assert mosaic.item_score(chart(1, 0.8, 0.5)) == pytest.approx(0.77)


def test_table_6_table_or_screen() -> None:
    """.5·(.9·.6 + .1·1) = .32."""
    found = mosaic.item_score(item(Kind.OCRCHART, 0.5, accuracy=0.6, vqa=1.0))

    assert found == pytest.approx(0.32)


def test_table_6_photo() -> None:
    """.75·(.5·.6 + .5·.8) = .525; Acc. counts for nothing there."""
    photo = item(Kind.PHOTO, 0.75, semantics=0.6, vqa=0.8, accuracy=0.0)

    assert mosaic.item_score(photo) == pytest.approx(0.525)


def test_table_6_diagram() -> None:
    """1·(.5·.5 + .5·(1 − .2)) = .65."""
    assert mosaic.item_score(item(Kind.DIAGRAM, vqa=0.5, hallucination=0.2)) == pytest.approx(0.65)


def test_a_set_of_pictures_is_worth_its_verdict() -> None:
    """Ours: .5·.8 = .4."""
    assert mosaic.item_score(item(Kind.TOGETHER, 0.5, vqa=0.8)) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("lacking", "expected"),
    [
        (item(Kind.DATACHART, 0.5, vqa=0.6), 0.3),  # .5·(.1·.6)/.1
        (item(Kind.DATACHART, 0.5, accuracy=0.6), 0.3),  # .5·(.9·.6)/.9
        (item(Kind.PHOTO, semantics=0.4), 0.4),
        (item(Kind.DIAGRAM, vqa=0.7), 0.7),
        (item(Kind.PHOTO, accuracy=0.4), None),
    ],
    ids=["no Acc.", "no VQA", "photo, no VQA", "nothing named in a diagram", "no mark of its kind"],
)
def test_a_part_that_is_lacking_leaves_its_weight_to_the_rest(
    lacking: MosaicItem, expected: float | None
) -> None:
    """Nothing is taken for 0 that nobody measured."""
    found = mosaic.item_score(lacking)

    assert found == (None if expected is None else pytest.approx(expected))


def test_a_wholly_wrong_picture_earns_nothing() -> None:
    """The released code adds up, so that it keeps .1 to .18 for its form."""
    wrong = [
        chart(1, 0.0, 0.0),
        item(Kind.OCRCHART, accuracy=0.0, vqa=0.0),
        item(Kind.PHOTO, semantics=0.0, vqa=0.0),
        item(Kind.DIAGRAM, vqa=0.0, hallucination=1.0),
    ]

    assert [mosaic.item_score(one) for one in wrong] == [0.0, 0.0, 0.0, 0.0]


def test_a_scored_picture_that_is_not_set_into_the_text_counts_0() -> None:
    """With f = 0: in the mean, not left out of it."""
    t = MosaicTally((chart(0, 1.0, 1.0), chart(1, 1.0, 1.0)))

    assert value(mosaic.mosaic(t)) == pytest.approx(50.0)


# ---- over the items of a report --------------------------------------------------------------

THREE = (
    chart(1, 0.8, 0.5),
    item(Kind.PHOTO, 0.75, semantics=0.6, vqa=0.8, vqa_by=By.PROBABILITY),
    item(Kind.DIAGRAM, semantics=0.2, vqa=0.5, vqa_by=By.DEGREE, hallucination=0.2),
)


def test_mosaic_is_the_mean_of_the_scored_items() -> None:
    """100·(.77 + .525 + .65)/3 = 64.8333."""
    found = mosaic.mosaic(MosaicTally(THREE))

    assert isinstance(found, Measured)
    assert (found.value, found.n) == (pytest.approx(64.833333333), 3)


def test_a_missing_item_is_left_out_and_bounds_the_mean() -> None:
    """194.5 over 3; with the lost one 194.5/4 = 48.625 at worst, 294.5/4 = 73.625 at best."""
    found = mosaic.mosaic(MosaicTally((*THREE, lost(None))))

    assert isinstance(found, Measured)
    assert (found.value, found.n) == (pytest.approx(194.5 / 3), 3)
    assert found.missing == Missing.of([TIMEOUT])
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == pytest.approx((48.625, 73.625))


def test_sem_acc_and_vqa_are_over_the_items_that_have_them() -> None:
    """Sem. (.6 + .2)/2, Acc. .8 of the one chart, VQA (.5 + .8 + .5)/3."""
    t = MosaicTally(THREE)

    assert value(mosaic.semantics(t)) == pytest.approx(40.0)
    assert mosaic.accuracy(t) == Measured(80.0, 1)
    assert value(mosaic.vqa(t)) == pytest.approx(60.0)


def test_a_lost_photo_is_not_missing_from_acc() -> None:
    """It never had any; one of unknown kind might have: 80/2 at worst, 180/2 at best."""
    known = MosaicTally((*THREE, lost(Kind.PHOTO)))
    unknown = MosaicTally((*THREE, lost(None)))

    assert mosaic.accuracy(known) == Measured(80.0, 1)
    assert mosaic.accuracy(unknown) == Measured(80.0, 1, Missing.of([TIMEOUT]), Bounds(40.0, 90.0))


def test_how_much_of_vqa_is_a_degree() -> None:
    """Two of three; with a lost one 3/4 at worst, 2/4 at best."""
    found = mosaic.graded(MosaicTally((*THREE, lost(None))))

    assert isinstance(found, Measured)
    assert found.value == pytest.approx(200 / 3)
    assert found.bounds == Bounds(75.0, 50.0)


def test_a_lost_set_lacks_no_sem_and_a_lost_item_has_no_score() -> None:
    """A set never had any; what is missing counts nothing, whatever else is known of it."""
    t = MosaicTally((*THREE, lost(Kind.TOGETHER)))

    assert mosaic.semantics(t) == Measured(40.0, 2)
    assert mosaic.item_score(item(Kind.PHOTO, vqa=1.0, missing=TIMEOUT)) is None


def test_hallucination_is_over_diagrams() -> None:
    """(.2 + .6)/2 = .4; a lost one may be 1 at worst, 0 at best: 1.8/3 and .8/3."""
    other = item(Kind.DIAGRAM, hallucination=0.6)
    found = mosaic.hallucination(MosaicTally((*THREE, other, lost(Kind.DIAGRAM))))

    assert isinstance(found, Measured)
    assert (found.value, found.n) == (pytest.approx(40.0), 2)
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == pytest.approx((60.0, 80 / 3))


def test_formatting_is_over_all_pictures_and_no_sets() -> None:
    """(1 + .75 + 1)/3 of the three; with a lost one of .25 it is 3/4; a set counts nothing."""
    t = MosaicTally((*THREE, item(None, 0.25, missing=TIMEOUT), item(Kind.TOGETHER, 0.0)))

    assert mosaic.formatting(t) == Measured(75.0, 4)
    assert value(mosaic.formatting(MosaicTally(THREE))) == pytest.approx(275 / 3)


def test_f_is_the_share_of_four_questions() -> None:
    """None, one, three, all of them."""
    forms = [
        Form(),
        Form(captioned=True),
        Form(True, True, True, False),
        Form(True, True, True, True),
    ]

    assert [form.share for form in forms] == [0.0, 0.25, 0.75, 1.0]


@pytest.mark.parametrize(
    "equation",
    [mosaic.mosaic, mosaic.semantics, mosaic.accuracy, mosaic.vqa, mosaic.graded,
     mosaic.hallucination, mosaic.formatting, validity],
)  # fmt: skip
def test_a_report_without_pictures_has_no_number(
    equation: Callable[[MosaicTally], Score],
) -> None:
    """Neither 0 nor 1: the published total alone turns it into 0."""
    found = equation(MosaicTally(()))

    assert isinstance(found, Undefined)
    assert (found.reason, found.missing.total) == (Reason.NOTHING_TO_CHECK, 0)


def test_where_nothing_could_be_scored_anything_is_possible() -> None:
    """One lost item: no number, bounds 0 and 100."""
    found = mosaic.mosaic(MosaicTally((lost(Kind.PHOTO),)))

    assert isinstance(found, Undefined)
    assert (found.reason, found.bounds) == (TIMEOUT, Bounds(0.0, 100.0))


# ---- parts of an item ------------------------------------------------------------------------


def read(agreement: Agreement, confidence: float) -> ReadOff:
    """A reading."""
    return ReadOff("x", "y", agreement, confidence)


def test_acc_weighs_readings_by_confidence() -> None:
    """.9 agrees, .6 differs, .5 is not there: .9/2; what is illegible (.8) counts for nothing."""
    readings = [
        read(Agreement.AGREES, 0.9),
        read(Agreement.DIFFERS, 0.6),
        read(Agreement.NOT_SHOWN, 0.5),
        read(Agreement.ILLEGIBLE, 0.8),
    ]

    assert agreement_share(readings) == pytest.approx(0.45)


def test_acc_of_nothing_is_no_number() -> None:
    """The released code: 0 where nothing was said of the picture."""
    assert agreement_share([]) is None
    assert agreement_share([read(Agreement.ILLEGIBLE, 0.9)]) is None
    assert agreement_share([read(Agreement.AGREES, 0.0)]) is None


def test_h_is_the_share_of_things_that_are_not_there() -> None:
    """One of four; of none there is no share."""
    things = tuple(Thing(str(n), n > 0) for n in range(4))

    assert hallucinated(DiagramMarks(YES, 1.0, 1.0, things)) == 0.25
    assert hallucinated(DiagramMarks(YES, 1.0, 1.0, ())) is None


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (TogetherVerdict.SUPPORTS, 0.8),
        (TogetherVerdict.CONTRADICTS, 0.0),
        (TogetherVerdict.UNCLEAR, 0.4),
    ],
)
def test_what_a_set_is_worth(verdict: TogetherVerdict, expected: float) -> None:
    """Of a confidence of .8."""
    assert worth_of(TogetherMarks(verdict, 0.8)) == pytest.approx(expected)


# ---- what is missing -------------------------------------------------------------------------


def test_validity_is_over_all_items_that_were_tried() -> None:
    """Two scored, one timeout (.8), one dead (.9): 3.7/4; the code: the mean of .8 and .9."""
    t = MosaicTally((*THREE[:2], lost(None), lost(None, Reason.UNREACHABLE)))

    assert value(validity(t)) == pytest.approx(92.5)
    assert buckets(t) == {Bucket.PROVIDER: 1, Bucket.ACCESS: 1}


def test_validity_weighs_each_bucket() -> None:
    """Pipeline .5: (1 + .5)/2; what is the report's own fault 0: 1/2."""
    for reason, expected in ((Reason.UNREADABLE, 75.0), (Reason.NOTHING_TO_CHECK, 50.0)):
        assert value(validity(MosaicTally((THREE[0], lost(None, reason))))) == expected


@pytest.mark.parametrize(
    ("reason", "bucket", "left"),
    [
        (Reason.TIMEOUT, Bucket.PROVIDER, 80.0),
        (Reason.RATE_LIMITED, Bucket.PROVIDER, 80.0),
        (Reason.UNAVAILABLE, Bucket.PROVIDER, 80.0),
        (Reason.REFUSED, Bucket.PROVIDER, 80.0),
        (Reason.BUDGET, Bucket.PROVIDER, 80.0),
        (Reason.UNREACHABLE, Bucket.ACCESS, 90.0),
        (Reason.OFFLINE, Bucket.ACCESS, 90.0),
        (Reason.UNREADABLE, Bucket.PIPELINE, 50.0),
        (Reason.NOT_ASSESSED, Bucket.PIPELINE, 50.0),
        (Reason.NOTHING_TO_CHECK, Bucket.MODEL, 0.0),
    ],
)
def test_each_absence_has_its_bucket(reason: Reason, bucket: Bucket, left: float) -> None:
    """One item that is lost for it: what is left is the bucket's weight."""
    t = MosaicTally((lost(None, reason),))

    assert (buckets(t), value(validity(t))) == ({bucket: 1}, left)


# ---- Vef. ------------------------------------------------------------------------------------


def failing(*kinds: FailureKind) -> tuple[VisualFailure, ...]:
    """A failure of each kind."""
    return tuple(VisualFailure(kind, "words", "other words") for kind in kinds)


@pytest.mark.parametrize(
    ("score", "kinds", "expected"),
    [
        (6, (), 100.0),
        (5, (), 0.0),
        (10, (), 100.0),
        (7, (FailureKind.MISREAD,), 100.0),
        (9, (FailureKind.WRONG_IDENTITY,), 0.0),
        (10, (FailureKind.FALSE_PRESENCE,), 0.0),
        (8, (FailureKind.MISREAD, FailureKind.SWAPPED_LABELS), 0.0),
        (2, (FailureKind.MISREAD,), 0.0),
    ],
    ids=lambda v: str(v) if isinstance(v, int) else "",
)
def test_vef_passes_from_6_without_an_identity_critical_failure(
    score: int, kinds: tuple[FailureKind, ...], expected: float
) -> None:
    """Both must hold; the released code passes a failing verdict of 6 or more."""
    t = VefTally(score, failing(*kinds), 0.9)

    assert vef.vef(t) == Measured(expected, 1)
    assert passes(t) is (expected > 0)


def test_vef_of_54_passes_in_140_is_the_published_3857() -> None:
    """100 · 54/140 = 38.571: 54 marks of 6, 86 of 5."""
    tallies = [VefTally(6)] * 54 + [VefTally(5)] * 86

    found = summarize([vef.vef(t) for t in tallies], scale=Bounds(0.0, 100.0))

    assert found.mean == pytest.approx(38.57, abs=0.005)


def test_vef_of_a_lost_judge_is_no_zero() -> None:
    """The released code: score 0, so FAIL."""
    found = vef.vef(VefTally(None, missing=TIMEOUT))

    assert isinstance(found, Undefined)
    assert (found.reason, found.bounds) == (TIMEOUT, Bounds(0.0, 100.0))


def test_the_mark_under_vef_is_not_vef() -> None:
    """8 of 10 with a wrong identity: a mark of 8, and 0."""
    t = VefTally(8, failing(FailureKind.WRONG_IDENTITY))

    assert (vef.vef_score(t), vef.vef(t)) == (Measured(8.0, 1), Measured(0.0, 1))
    assert isinstance(vef.vef_score(VefTally(None, missing=TIMEOUT)), Undefined)


@pytest.mark.parametrize(
    ("score", "kinds", "label"),
    [
        (2, (FailureKind.MISREAD, FailureKind.SWAPPED_LABELS), FailureLabel.RMD),
        (2, (FailureKind.SWAPPED_LABELS, FailureKind.FALSE_PRESENCE), FailureLabel.EMI),
        (4, (FailureKind.MISREAD,), FailureLabel.DTE),
        (0, (), FailureLabel.LKC),
        (4, (), FailureLabel.STO),
        (8, (FailureKind.MISREAD,), None),
        (None, (), None),
    ],
)
def test_a_failure_has_one_label_the_first_that_fits(
    score: int | None, kinds: tuple[FailureKind, ...], label: FailureLabel | None
) -> None:
    """EMI before RMD before DTE; without a place, LKC at 0 and STO above; none if it passes."""
    assert failure_label(VefTally(score, failing(*kinds))) is label


# ---- what is asked ---------------------------------------------------------------------------


def picture(name: str) -> Attachment:
    """A picture by its name alone."""
    return Attachment(f"/pictures/{name}", name.ljust(64, "0"))


@dataclass
class Panel:
    """Answers each ask by a function of it, and remembers what it was asked."""

    say: Callable[[Ask[object]], object]
    asked: list[Ask[object]] = field(default_factory=list)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The panel's answer."""
        del draw
        plain = cast("Ask[object]", ask)
        self.asked.append(plain)
        said = self.say(plain)
        if isinstance(said, NoVerdict | Answer):
            return cast("Answer[V] | NoVerdict", said)
        return cast("Answer[V]", Answer(said, "said"))


def good(ask: Ask[object]) -> object:
    """The best marks for every kind."""
    return {
        "mmdr.picture_kind": PictureKind(RoutedKind.PHOTO),
        "mmdr.photo": GOOD,
        "mmdr.datachart": ChartMarks(YES, 1.0, 1.0, ()),
        "mmdr.ocrchart": ChartMarks(YES, 1.0, 1.0, ()),
        "mmdr.diagram": DiagramMarks(YES, 1.0, 1.0, ()),
        "mmdr.together": TogetherMarks(TogetherVerdict.SUPPORTS, 1.0),
    }[ask.kind]


def context(text: str, panel: Panel, shown: dict[int | str, str], **more: object) -> Context:
    """A report with pictures: by the index of a figure, or by an address, a picture's name."""
    pictures = {
        picture_of_report(k) if isinstance(k, int) else k: picture(v) for k, v in shown.items()
    }
    submission = Submission("s", "t", parse_report(text, name="r.md"), **more)  # type: ignore[arg-type]
    return Context(Task("t", Query("what?")), submission, {}, panel, pictures)


def collected(context: Context, **more: int) -> MosaicTally:
    """The tally of a report."""
    return asyncio.run(collect(context, **more))


SALES = """# Sales

Sales rose from 2 to 5 million [1].

![bar chart of sales](sales.png)

Figure 1: Bar chart of sales, 2020 to 2024 [1].

As Figure 1 shows, sales rose every year.

## References

[1] Sales. https://a.org/sales
"""


def test_2_a_chart_is_held_against_its_picture() -> None:
    """The same words, two pictures, two marks: the released code compares the words alone."""

    def say(ask: Ask[object]) -> object:
        if isinstance(ask, KindAsk):
            return PictureKind(RoutedKind.DATACHART)
        assert isinstance(ask, DataChartAsk)
        agrees = ask.attachments() == (picture("true"),)
        kind = Agreement.AGREES if agrees else Agreement.DIFFERS
        return ChartMarks(YES, 1.0, 1.0, (Reading("5 million", "5", kind, 1.0),))

    found = [collected(context(SALES, Panel(say), {0: name})) for name in ("true", "other")]

    assert [mosaic.accuracy(t) for t in found] == [Measured(100.0, 1), Measured(0.0, 1)]


def test_an_item_has_its_caption_and_the_sentences_around_it() -> None:
    """What stands before and after it, and its caption; all four questions of form are yes."""
    panel = Panel(good)
    (found,) = collected(context(SALES, panel, {0: "true"})).items
    _, ask = panel.asked
    assert isinstance(ask, PhotoAsk)

    assert [s.text for s in ask.statements] == [
        "Sales rose from 2 to 5 million.",
        "Figure 1: Bar chart of sales, 2020 to 2024.",
        "As Figure 1 shows, sales rose every year.",
    ]
    assert (found.form, found.formatting) == (Form(True, True, True, True), 1.0)
    assert (found.vqa, found.vqa_by) == (1.0, By.DEGREE)


@pytest.mark.parametrize("words", ["Bar chart of the bank", "Gothic architecture", "flow chart"])
def test_who_sees_tells_the_kind_whatever_the_words_say(words: str) -> None:
    """Words name it to the rules alone."""
    panel = Panel(good)
    (found,) = collected(context(f"# T\n\n![{words}](a.png)", panel, {0: "a"})).items

    assert [ask.kind for ask in panel.asked] == ["mmdr.picture_kind", "mmdr.photo"]
    assert (found.kind, len(found.asks)) == (Kind.PHOTO, 2)


BOTH = """# Two

![left](a.png)

Figure 1: Photograph of the left bank.

![right](b.png)

Figure 2: Photograph of the right bank.

Figures 1 and 2 show that the left bank is higher.
"""


def test_3_a_sentence_that_names_two_pictures_is_held_against_both() -> None:
    """The released code never builds such items: the group of addresses is lost on the way."""
    panel = Panel(good)
    found = collected(context(BOTH, panel, {0: "a", 1: "b"})).items
    (both,) = [ask for ask in panel.asked if isinstance(ask, TogetherAsk)]

    assert [one.kind for one in found] == [Kind.PHOTO, Kind.PHOTO, Kind.TOGETHER]
    assert both.attachments() == (picture("a"), picture("b"))
    assert [s.text for s in both.statements] == [
        "Figures 1 and 2 show that the left bank is higher."
    ]
    # neither caption leads to a reference; the next paragraph speaks of both
    assert [one.formatting for one in found] == [0.75, 0.75, 0.75]


def test_a_log_probability_stands_for_vqa_where_there_is_one() -> None:
    """Said: a degree of .25; by the tokens .9."""

    def say(ask: Ask[object]) -> object:
        if isinstance(ask, KindAsk):
            return PictureKind(RoutedKind.PHOTO)
        return Weighed(PhotoMarks(YES, 0.25, 1.0), "said", (), 0.9)

    (found, *_) = collected(context(BOTH, Panel(say), {0: "a"})).items

    assert (found.vqa, found.vqa_by) == (0.9, By.PROBABILITY)


ADDRESSES = """# Cited

The bridge is red, as <https://a.org/img/bridge.jpg> shows.

![the bridge](https://a.org/img/tower.png)

The tower of the bridge, again: ![](https://a.org/img/tower.png)
"""


def test_a_picture_that_is_cited_by_its_address_is_an_item_and_one_shown_twice_is_one() -> None:
    """Who sees is asked of both."""
    shown: dict[int | str, str] = {
        "https://a.org/img/bridge.jpg": "bridge",
        "https://a.org/img/tower.png": "tower",
    }
    panel = Panel(good)
    found = collected(context(ADDRESSES, panel, shown)).items
    asked = {ask.attachments() for ask in panel.asked if isinstance(ask, KindAsk)}

    assert [one.figures for one in found] == [(0, 1), ()]
    assert asked == {(picture("tower"),), (picture("bridge"),)}
    assert found[1].name == "https://a.org/img/bridge.jpg"


def test_pictures_beyond_the_cap_are_missing_and_not_asked() -> None:
    """Three pictures, a cap of two; 0 is no cap."""
    text = "# T\n\n" + "\n\n".join(f"![photo {n}]({n}.png)" for n in range(3))
    panel, every = Panel(good), Panel(good)
    found = collected(context(text, panel, {n: str(n) for n in range(3)}), most=2)
    whole = collected(context(text, every, {n: str(n) for n in range(3)}), most=0)

    assert [one.missing for one in found.items] == [None, None, Reason.NOT_ASSESSED]
    # the kind of each, then its marks
    assert (len(panel.asked), len(every.asked)) == (4, 6)
    assert [one.missing for one in whole.items] == [None] * 3


def test_sets_beyond_their_cap_are_missing_too() -> None:
    """Two sentences name two pairs of three; one pair is looked at."""
    shown = "\n\n".join(f"![photo](p{n}.png)\n\nFigure {n}: A photo." for n in (1, 2, 3))
    text = f"# T\n\n{shown}\n\nFigures 1 and 2 differ.\n\nFigures 2 and 3 agree."
    panel = Panel(good)
    found = collected(context(text, panel, {n: str(n) for n in range(3)}), sets=1).items

    assert [one.kind for one in found] == [Kind.PHOTO] * 3 + [Kind.TOGETHER] * 2
    assert [one.missing for one in found] == [None] * 4 + [Reason.NOT_ASSESSED]


def test_a_set_with_a_picture_that_is_not_there_is_missing() -> None:
    """With that picture's reason; nobody is asked about the other alone in its place."""
    panel = Panel(good)
    found = collected(context(BOTH, panel, {0: "a"})).items

    assert [one.missing for one in found] == [None, Reason.NOT_ASSESSED, Reason.NOT_ASSESSED]
    assert not [ask for ask in panel.asked if isinstance(ask, TogetherAsk)]


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (ImageState.MISSING, Reason.UNREACHABLE),
        (ImageState.BROKEN, Reason.UNREACHABLE),
        (ImageState.NOT_FETCHED, Reason.NOT_ASSESSED),
    ],
)
def test_a_picture_that_is_not_there_has_no_score(state: ImageState, reason: Reason) -> None:
    """Left out of the mean, with the reason; its form still counts, and it does not stand."""
    panel = Panel(good)
    image = ReportImage(0, state, ImagePlace.FILE, "sales.png", detail="no such file")
    seen = context(SALES, panel, {}, pictures=ReportPictures((image,)))
    (found,) = collected(seen).items

    assert (found.missing, found.why, panel.asked) == (reason, "no such file", [])
    assert found.form == Form(False, True, True, True)


TRUTH = VisualTruth("A red bridge of two towers.", "2")


def asked_of(report: str, panel: Panel, truth: VisualTruth | None, *names: str) -> VefTally:
    """Vef.'s tally of a report on a question with pictures, those of `names` being at hand."""
    images = tuple(Image(name, f"{name}.png") for name in ("front", "back"))
    task = Task("t", Query("which bridge?", images), gold=Gold(visual=truth))
    shown = {picture_of_query("t", name): picture(name) for name in names}
    submission = Submission("s", "t", parse_report(report, name="r.md"))
    return asyncio.run(vef.collect(Context(task, submission, {}, panel, shown)))


def test_7_vef_sees_the_whole_report_all_pictures_and_the_version_of_the_truth() -> None:
    """The released code shows some judges no picture at all, and others the report's start."""
    panel = Panel(lambda _: VisualVerdict((), 9, 0.8))
    long = " ".join(f"Sentence number {n} speaks of the bridge." for n in range(3000))
    found = asked_of(long, panel, TRUTH, "front", "back")
    (ask,) = panel.asked
    assert isinstance(ask, PictureTruthAsk)

    assert "Sentence number 2999 speaks" in ask.report
    assert ask.attachments() == (picture("front"), picture("back"))
    assert (found.score, found.confidence, found.truth_version) == (9, 0.8, "2")


@pytest.mark.parametrize(
    ("truth", "names", "reason"),
    [
        (None, ("front", "back"), Reason.NO_GOLD),
        (VisualTruth(" "), ("front", "back"), Reason.NO_GOLD),
        (TRUTH, ("front",), Reason.NOT_ASSESSED),
    ],
    ids=["no truth", "an empty truth", "a picture is lacking"],
)
def test_vef_without_what_it_rests_on_is_not_asked(
    truth: VisualTruth | None, names: tuple[str, ...], reason: Reason
) -> None:
    """An absence; the released code counts 0."""
    panel = Panel(lambda _: VisualVerdict((), 9, 0.8))
    found = asked_of("A red bridge.", panel, truth, *names)

    assert (found.missing, panel.asked) == (reason, [])
    assert isinstance(vef.vef(found), Undefined)


def test_a_failure_must_quote_the_report() -> None:
    """A quote of other words is an objection to the reply; markup around words is none."""
    shown = (picture("a"),)
    ask = PictureTruthAsk("A red bridge.", "which?", "The bridge is *blue*.", shown, "en")
    invented = VisualFailure(FailureKind.WRONG_IDENTITY, "The bridge is green", "red")
    real = VisualFailure(FailureKind.WRONG_IDENTITY, "bridge is", "red")

    assert "is green" in ask.objection(VisualVerdict((real, invented), 2, 0.9))
    assert ask.objection(VisualVerdict((real,), 2, 0.9)) == ""
    assert ask.objection(VisualVerdict((), 9, 0.9)) == ""
