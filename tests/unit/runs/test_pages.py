"""Pages that reports cite: looked up before anything is asked, kept, and read again."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from veridical.errors import StoreError
from veridical.ledger import open_ledger
from veridical.measure import Page
from veridical.report import parse_report
from veridical.runs import verbs
from veridical.runs.check_sources import SourcePlan
from veridical.runs.pages import PageFinder, opener, pages_jsonl, pages_sha256, read_pages
from veridical.sources import FetchState, LocalSources, Snapshot

LIST = "\n\n## References\n\n[1] Ice. https://ice.org/a\n[2] Sea. https://sea.org/b\n"
REPORT = "Ice floats on water [1]. Whales sing in Norwegian [2]." + LIST
ICE = "Ice floats on water, being less dense."


class Web:
    """Two addresses: one there, one dead."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_closed = False

    async def fetch(self, url: str) -> Snapshot:
        """What stands there."""
        self.asked.append(url)
        if "sea" in url:
            return Snapshot(url, FetchState.NOT_FOUND, status=404)
        return Snapshot(url, FetchState.OK, url, text=ICE, published="2024-05", time="2026-01-02")

    async def aclose(self) -> None:
        """Nothing is open."""
        self.is_closed = True

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Web]:
        """Itself, until the block ends."""
        yield self
        await self.aclose()


def folder(path: Path, **files: str) -> Path:
    """A folder of sources."""
    path.mkdir()
    for name, text in files.items():
        (path / f"{name}.txt").write_text(text)
    return path


def test_the_folder_is_asked_before_the_web(tmp_path: Path) -> None:
    """What is at hand is not fetched; what is not there has the web's state."""
    web = Web()
    local = LocalSources(folder(tmp_path / "s", **{"1": ICE}))
    pages = asyncio.run(PageFinder(local, web).of(parse_report(REPORT)))

    assert [page.state for page in pages.values()] == ["ok", "not_found"]
    assert web.asked == ["https://sea.org/b"]
    assert next(iter(pages.values())).text == ICE


def test_what_a_page_says_of_itself_is_kept() -> None:
    """Its date, and when it was read."""
    first, _ = asyncio.run(PageFinder(None, Web()).of(parse_report(REPORT))).values()

    assert (first.published, first.time, first.url) == (
        "2024-05",
        "2026-01-02",
        "https://ice.org/a",
    )


def test_one_address_is_fetched_once() -> None:
    """However it is spelled, and however often it is cited."""
    web = Web()
    text = "Ice [1]. Floats [2].\n\n[1] https://ice.org/a\n[2] https://ice.org/a/#top\n"
    asyncio.run(PageFinder(None, web).of(parse_report(text)))

    assert len(web.asked) == 1


def test_pages_are_read_as_they_were_stored(tmp_path: Path) -> None:
    """Whatever stands in them."""
    pages = {"b": Page("b", "ok", "冰\u2028\n\ud7ff line", "t"), "a": Page("a", "timeout")}
    path = tmp_path / "x.pages.jsonl"
    path.write_bytes(pages_jsonl(pages))

    assert read_pages(path) == pages
    path.write_text("{")
    with pytest.raises(StoreError, match="holds no pages"):
        read_pages(path)


def test_a_page_that_changes_on_the_web_leaves_the_run_the_same() -> None:
    """So that a run can be gone on with; a folder's text is the run's own."""
    dead = {"a": Page("a", "timeout", time="2026-01-02")}
    alive = {"a": Page("a", "ok", ICE, time="2026-01-03")}

    assert pages_sha256(dead) == pages_sha256(alive)
    assert pages_sha256({"a": Page("a", "ok", ICE)}) != pages_sha256({"a": Page("a", "ok", "?")})


def bench(tmp_path: Path) -> tuple[Path, Path]:
    """Two tasks without gold, one report each; the second cites nothing."""
    tasks = tmp_path / "bench"
    tasks.mkdir()
    lines = [json.dumps({"schema": 1, "id": i, "query": {"text": "?"}}) for i in ("a", "b")]
    (tasks / "tasks.jsonl").write_text("\n".join(lines) + "\n")
    reports = tmp_path / "reports" / "system"
    reports.mkdir(parents=True)
    (reports / "a.md").write_text(REPORT)
    (reports / "b.md").write_text("Ice floats.")
    return tasks, reports.parent


def test_a_run_of_fact_is_recomputed_from_stored_pages(tmp_path: Path) -> None:
    """The sources may be gone: the run keeps what was judged."""
    tasks, reports = bench(tmp_path)
    sources = folder(tmp_path / "s", **{"1": ICE, "2": "The sea is salt."})
    run = verbs.evaluate(tasks, reports, method="fact", sources=sources, out=tmp_path / "run")
    shutil.rmtree(sources)
    again = verbs.recompute(tmp_path / "run")

    assert again.different == ()
    assert {r.task: r.totals["published"].value for r in run.results} == {"a": 0.5, "b": 0.0}
    (standing,) = run.leaderboard
    means = {name: one.mean for name, one in standing.measures.items()}
    assert means["fact.accuracy"] == means["fact.accuracy.pooled"] == 0.5
    assert standing.totals["published"].mean == 0.25
    assert (means["fact.effective"], means["fact.effective.if_citing"]) == (0.5, 1.0)


def test_other_sources_are_another_run(tmp_path: Path) -> None:
    """Results of two folders never stand in one run."""
    tasks, reports = bench(tmp_path)
    first, other = (folder(tmp_path / n, **{"1": t}) for n, t in (("s", ICE), ("o", "Iron.")))
    verbs.evaluate(tasks, reports, method="fact", sources=first, out=tmp_path / "run")

    with pytest.raises(StoreError, match=r"holds another run, with reports=\w{8}; expected"):
        verbs.evaluate(tasks, reports, method="fact", sources=other, out=tmp_path / "run")


@pytest.mark.parametrize("is_there", [True, False])
def test_a_refused_run_leaves_no_new_ledger(tmp_path: Path, is_there: bool) -> None:
    """Nothing was asked, so there is nothing to keep; a ledger that was there stays."""
    tasks, reports = bench(tmp_path)
    first, other = (folder(tmp_path / n, **{"1": t}) for n, t in (("s", ICE), ("o", "Iron.")))
    run, ledger = tmp_path / "run", tmp_path / "other.ledger"
    verbs.evaluate(tasks, reports, method="fact", sources=first, out=run)
    if is_there:
        open_ledger(ledger).close()

    with pytest.raises(StoreError, match="holds another run"):
        verbs.evaluate(tasks, reports, method="fact", sources=other, out=run, ledger=ledger)
    assert ledger.exists() is is_there
    assert list(tmp_path.glob("other.ledger-*")) == []


def test_the_web_is_closed_after_looking_up(tmp_path: Path) -> None:
    """And dead pages leave the run complete: asking again would bring nothing."""
    tasks, reports = bench(tmp_path)
    web = Web()
    run = verbs.evaluate(tasks, reports, method="fact", open_web=web.opened, out=tmp_path / "run")

    assert web.is_closed
    assert run.manifest.status == "complete"
    assert {r.task: r.scores["fact.accuracy"].missing for r in run.results}["a"] == {
        "nothing_to_check": 1
    }


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder without a word."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


def test_pages_are_read_from_a_real_server_and_then_from_what_was_kept(tmp_path: Path) -> None:
    """Fetched once and kept; with the server gone the kept page gives the same scores."""
    tasks, reports = bench(tmp_path)
    web = folder(tmp_path / "web")
    (web / "a.html").write_text(f"<title>Ice</title><article><p>{ICE} {ICE}</p></article>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(web))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = f"127.0.0.1:{server.server_port}"
        text = REPORT.replace("https://ice.org/a", f"http://{place}/a.html")
        text = text.replace("https://sea.org/b", f"http://{place}/gone.html")
        (reports / "system" / "a.md").write_text(text)
        at = {"store": tmp_path / "kept.sqlite", "hosts": (place,), "reads_addresses": True}
        first = verbs.evaluate(
            tasks,
            reports,
            method="fact",
            open_web=opener(SourcePlan(may_fetch=True, **at)),
            out=tmp_path / "run",
        )
        server.shutdown()
    kept = opener(SourcePlan(only_kept=True, **at))
    again = verbs.evaluate(tasks, reports, method="fact", open_web=kept, out=tmp_path / "again")

    scores = [r.scores["fact.accuracy"] for r in first.results if r.task == "a"]
    assert (scores[0].value, scores[0].missing) == (1.0, {"nothing_to_check": 1})
    assert [r.scores["fact.accuracy"].value for r in again.results] == [1.0, None]
    assert opener(SourcePlan()) is None
