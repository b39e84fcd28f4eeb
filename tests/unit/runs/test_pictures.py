"""Which of a bench's pictures are at hand, and that nothing else is read."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import pytest

from tests.asks import Grade
from veridical.ask import Answer, Attachment, NoVerdict, Role
from veridical.measure import Context, Submission, picture_of_query
from veridical.methods.hievidr.asks.report import PictureReportAsk, ReportAsk
from veridical.methods.hievidr.report_score import collect
from veridical.models.images import MOST_BYTES
from veridical.report.parse import parse_report
from veridical.respondents import Roles, Rules, Scripted
from veridical.runs.pictures import BenchPictures, attachment
from veridical.score import Reason
from veridical.task import Bench, Image, Item, Modality, Query, Task

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"
KEY = picture_of_query("t", "q1")


def a_bench(folder: Path, *, query: str = "q.png", item: str = "i.png") -> Bench:
    """A task that shows a picture, and an item that is one."""
    task = Task("t", Query("What is <image>?", (Image("q1", query, "a chart"),)))
    items = {"i": Item("i", "A chart.", Modality.IMAGE, image_path=item), "x": Item("x", "Words.")}
    return Bench((task,), items, folder)


def test_what_is_at_hand(tmp_path: Path) -> None:
    """By item id and by the query's key; named by content."""
    (tmp_path / "q.png").write_bytes(PNG)
    (tmp_path / "i.png").write_bytes(PNG + b"2")
    found = BenchPictures(a_bench(tmp_path))

    assert list(found) == [KEY, "i"]
    assert len(found) == 2
    assert found["i"].sha256 == hashlib.sha256(PNG + b"2").hexdigest()
    assert ("x" in found, "query t q2" in found, found.get("nobody")) == (False, False, None)


def test_a_drawing_is_shown_by_the_png_beside_it(tmp_path: Path) -> None:
    """And not at all without one: endpoints take no drawing."""
    (tmp_path / "q.SVG").write_text("<svg/>", "utf-8")
    (tmp_path / "i.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "i.png").write_bytes(PNG)
    found = BenchPictures(a_bench(tmp_path, query="q.SVG", item="i.svg"))

    assert list(found) == ["i"]


@pytest.mark.parametrize(
    "path", ["../out.png", "gone.png", "", ".", "a\0.png", "text.png", "big.png", "link.png"]
)
def test_what_is_no_picture_of_the_bench(tmp_path: Path, path: str) -> None:
    """Outside, absent, no picture, too large, a link that leads out."""
    folder = tmp_path / "bench"
    folder.mkdir()
    (tmp_path / "out.png").write_bytes(PNG)
    (folder / "text.png").write_text("no picture", "utf-8")
    (folder / "big.png").write_bytes(PNG + bytes(MOST_BYTES))
    (folder / "link.png").symlink_to(tmp_path / "out.png")

    assert attachment(folder, path) is None


def context(bench: Bench, pictures: BenchPictures | None, asker: Roles) -> Context:
    """A report on the task."""
    submission = Submission("s", "t", parse_report("Ice floats. It is light."))
    shown = {} if pictures is None else pictures
    return Context(bench.tasks[0], submission, bench.corpus, asker, pictures=shown)


def test_the_question_is_shown_whole_or_not_at_all(tmp_path: Path) -> None:
    """Where one of its pictures is lacking, the words alone are asked about."""
    (tmp_path / "q.png").write_bytes(PNG)
    bench = a_bench(tmp_path)
    both = Task("t", Query("<image> <image>", (Image("q1", "q.png"), Image("q2", "none.png"))))
    lacking = Bench((both,), bench.corpus, tmp_path)

    assert len(context(bench, BenchPictures(bench), Roles()).query_pictures) == 1
    assert context(lacking, BenchPictures(lacking), Roles()).query_pictures == ()
    assert context(bench, None, Roles()).query_pictures == ()


def test_an_ask_is_the_same_wherever_its_picture_lies() -> None:
    """And another one with another picture, or without."""
    asks = [
        PictureReportAsk("Q?", "R.", (), (), "en", (Attachment(path, sha),), ("a chart",))
        for path, sha in (("/one/a.png", "0" * 64), ("/two/b.png", "0" * 64), ("/one/a.png", "1"))
    ]
    plain = ReportAsk("Q?", "R.", (), (), "en")

    assert asks[0].identity() == asks[1].identity()
    assert len({ask.identity() for ask in [*asks, plain]}) == 3


def test_where_somebody_judges_the_rules_see_for_nobody(tmp_path: Path) -> None:
    """No score of the rules in a model's run; alone they rate the words; who sees is asked."""
    (tmp_path / "q.png").write_bytes(PNG)
    bench = a_bench(tmp_path)
    judge = Scripted(lambda ask: NoVerdict(Reason.OFFLINE), identity="judge/1")
    eye = Scripted(lambda ask: ask.by_rule(), identity="eye/1")
    kinds = {
        "judge alone": Roles({Role.JUDGE: judge}),
        "rules": Roles(),
        "with an eye": Roles({Role.JUDGE: judge, Role.VISION: eye}),
    }
    found = {
        name: asyncio.run(collect(context(bench, BenchPictures(bench), roles))).ratings[0]
        for name, roles in kinds.items()
    }

    assert found["judge alone"].missing is Reason.NOT_ASSESSED
    assert found["rules"].value is not None
    assert found["with an eye"] == found["rules"]
    assert kinds["judge alone"].identities["vision"] == "nobody/1"
    assert isinstance(asyncio.run(Roles({Role.JUDGE: Rules()}).ask(Grade("a b"))), Answer)
