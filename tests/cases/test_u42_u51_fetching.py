"""U27, U41, U43–U51: addresses, and what stands at them, over a real server on loopback."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import hashlib
from pathlib import Path

import pytest

from tests.loopback_web import QUICK, Answer, Asked, LoopbackWeb, Names, Script, moved, page
from tests.unit.findings.reading import judged
from tests.written_documents import pdf
from veridical.ask import Answer as Verdict
from veridical.findings.verdict import State
from veridical.report import parse_report
from veridical.report.identity import identify
from veridical.respondents import Scripted
from veridical.sources import FetchState, Hop, Snapshot, Web
from veridical.sources.guard import Guard
from veridical.sources.http import HttpWeb
from veridical.sources.kept import KeptWeb, add_file
from veridical.sources.snapshots import open_snapshots
from veridical.sources.works import Mismatch, OtherVersion, mismatch, other_versions

ICE = "The sea ice of the Arctic reached its lowest extent in September. " * 30


def fetched(web: Web, *urls: str) -> list[Snapshot]:
    """The snapshots of addresses, asked for at the same time."""

    async def all_of_them() -> list[Snapshot]:
        try:
            return list(await asyncio.gather(*(web.fetch(url) for url in urls)))
        finally:
            await web.aclose()

    return asyncio.run(all_of_them())


def at(pages: dict[str, Answer | Script], path: str, **more: object) -> Snapshot:
    """What stands at a path of a site."""
    with LoopbackWeb(pages) as site:
        return fetched(site.web(**more), site.url(path))[0]  # type: ignore[arg-type]


def paper(title: str, head: str = "") -> Answer:
    """The page of a paper, as publishers make them."""
    meta = f'<meta name="citation_title" content="{title}">{head}'
    return page(f"<h1>{title}</h1><p>{ICE}</p>", f"{title} | Journal of Ice", head=meta)


def test_u27_right_paper_wrong_identifier() -> None:
    """A DOI that leads to another paper: a mismatch with both titles, not "unreachable"."""
    named, found = "Melt ponds on Arctic sea ice", "Wages of harbor pilots in 1890"
    with LoopbackWeb({"/10.1000/b": moved("/b"), "/b": paper(found)}) as site:
        (snapshot,) = fetched(site.web(), site.url("/10.1000/b"))

        wrong = mismatch(named, snapshot)

        assert snapshot.state is FetchState.OK
        assert wrong == Mismatch(named, found, site.url("/b"))


@pytest.mark.parametrize(
    "title",
    [
        "Melt ponds on Arctic sea ice",
        "Melt Ponds on the Arctic Sea-Ice: A Review",
        "MELT PONDS ON ARCTIC SEA ICE.",
        "Melt ponds",  # says too little
        "",
    ],
)
def test_u27_the_right_paper_in_other_words(title: str) -> None:
    """No mismatch; nor where the reference's title says too little."""
    snapshot = at({"/a": paper("Melt ponds on Arctic sea ice")}, "/a")

    assert mismatch(title, snapshot) is None


def test_u27_a_page_that_is_not_there_names_no_other_work() -> None:
    """Its title is no title of a work."""
    snapshot = at({}, "/a")

    assert mismatch("Melt ponds on Arctic sea ice", snapshot) is None


def test_u27_chinese_titles() -> None:
    """They are compared by their characters."""
    snapshot = at({"/a": paper("北极海冰的季节变化")}, "/a")

    assert mismatch("北极海冰季节变化研究", snapshot) is None
    assert mismatch("港口领航员的工资史", snapshot) is not None


def test_u41_one_paper_many_addresses() -> None:
    """Three spellings are one work; the publisher's DOI in the metadata is another version."""
    spellings = [
        "https://arxiv.org/abs/2101.00001v2",
        "https://arxiv.org/pdf/2101.00001",
        "https://doi.org/10.48550/arXiv.2101.00001",
    ]
    head = (
        '<meta name="citation_arxiv_id" content="2101.00001">'
        '<meta name="citation_doi" content="10.1000/ice.5">'
    )
    snapshot = at({"/abs/2101.00001v2": paper("Melt ponds", head)}, "/abs/2101.00001v2")
    there = dataclasses.replace(snapshot, url=spellings[0])

    assert {identify(one).work for one in spellings} == {"arxiv:2101.00001"}
    assert other_versions(there) == (OtherVersion("arxiv:2101.00001", "doi:10.1000/ice.5"),)


def test_u41_a_comment_on_a_paper_is_no_version_of_it() -> None:
    """The DOI of a review is not the paper's."""
    head = '<meta name="citation_doi" content="10.5194/tc-2020-1-RC1">'
    snapshot = at({"/a": paper("Melt ponds", head)}, "/a")
    there = dataclasses.replace(snapshot, url="https://arxiv.org/abs/2101.00001")

    assert other_versions(there) == ()


@pytest.mark.parametrize("text", ["a5612f0f61c30b47", "", "see above", "doc-3", "[12]"])
def test_u43_not_a_url_at_all(text: str) -> None:
    """It is said so, and nothing is asked: not even a name is resolved."""
    names = Names()
    (snapshot,) = fetched(HttpWeb(Guard(), QUICK, resolver=names), text)

    assert (snapshot.state, snapshot.url, names.asked) == (FetchState.INVALID_URL, text, [])


CHALLENGES = [
    page(
        "<h1>site.test</h1><p>Verify you are human by completing the action below.</p>",
        "Just a moment...",
    ),
    page(
        "<p>Verifying you are human. This may take a few seconds.</p>",
        "Just a moment...",
        status=403,
    ),
    page("<p>Checking your browser before accessing site.test.</p>", "site.test", status=503),
    page("<p>Hello.</p>", "Hello", headers={"cf-mitigated": "challenge"}, status=403),
    page(
        "<h1>Access Denied</h1><p>You don't have permission to access this server.</p>",
        "Access Denied",
        status=403,
    ),
    page(
        "<h1>Pardon Our Interruption</h1><p>Something about your browser made us think.</p>",
        "Pardon",
    ),
    page("<p>请完成安全验证后继续访问</p>", "安全验证"),
    page("<p>Wait.</p>", "Slow down", status=429),
]


@pytest.mark.parametrize("challenge", CHALLENGES, ids=range(len(CHALLENGES)))
def test_u44_an_anti_bot_page(challenge: Answer) -> None:
    """It is blocked whatever its status; there is no text, so nobody can be asked about it."""
    snapshot = at({"/a": challenge}, "/a")

    assert (snapshot.state, snapshot.text) == (FetchState.BLOCKED, "")
    assert_nobody_is_asked(snapshot)


def assert_nobody_is_asked(snapshot: Snapshot) -> None:
    """A judge that would support anything is not asked about it."""
    asked: list[object] = []

    def eager(ask: object) -> object:
        asked.append(ask)
        raise AssertionError("a judge was asked about a source that is not there")

    report = parse_report("Ice floats on the sea [1].\n\n## References\n\n[1] Ice.")
    (verdict,) = judged(report, {"1": snapshot.source("1")}, Scripted(eager))  # type: ignore[arg-type]

    assert (verdict.state, asked) == (State.UNREACHABLE, [])
    assert verdict.sources[0].source == snapshot.source("1")


def test_u44_an_article_about_such_pages() -> None:
    """It has something to say, and is what it says."""
    words = f"<h1>Just a moment...: how challenges work</h1><p>{ICE}</p><p>Are you a robot?</p>"
    snapshot = at({"/a": page(words, "Just a moment... and other challenges")}, "/a")

    assert snapshot.state is FetchState.OK


TEASER = "<p>" + "The harbor pilots of the north had wages that few could match. " * 3 + "</p>"
DOORS: dict[str, dict[str, Answer | Script]] = {
    "mail": {"/a": page(f"{TEASER}<form>Subscribe<input type=email></form>")},
    "password": {"/a": page(f"{TEASER}<form>Log in<input type=password></form>")},
    "status": {"/a": page("<p>Who are you?</p>", status=401)},
    "pay": {"/a": page("<p>Pay.</p>", status=402)},
    "moved": {"/a": moved("/login?next=%2Fa"), "/login": page("<p>Welcome back.</p>", "Site")},
    "metadata": {
        "/a": page(
            TEASER,
            head='<script type="application/ld+json">{"isAccessibleForFree": false}</script>',
        )
    },
    "chinese": {"/a": page("<p>登录后查看全文</p><form><input type=password></form>", "登录")},
}


@pytest.mark.parametrize("door", DOORS)
def test_u46_a_login_wall(door: str) -> None:
    """A teaser and a form are a door, not the source."""
    snapshot = at(DOORS[door], "/a")

    assert (snapshot.state, snapshot.text) == (FetchState.LOGIN_REQUIRED, "")
    assert_nobody_is_asked(snapshot)


def test_u46_an_article_with_a_form_for_its_newsletter() -> None:
    """It can be read, so it is the source."""
    words = f"<article><p>{ICE}</p></article><form>Subscribe<input type=email></form>"

    assert at({"/a": page(words)}, "/a").state is FetchState.OK


def test_u46_a_file_of_the_users_stands_for_it(tmp_path: Path) -> None:
    """Put in once, in any spelling of the address, it answers; the site is not asked again."""
    saved = tmp_path / "saved.html"
    saved.write_text(f"<title>Ice</title><p>{ICE}</p>")
    with LoopbackWeb(DOORS["password"]) as site, open_snapshots(tmp_path / "s.sqlite") as store:
        url = site.url("/a")

        async def before_and_after() -> list[Snapshot]:
            web = KeptWeb(store, site.web())
            before = await web.fetch(url)
            await add_file(store, f"{url}?utm_source=x#part", saved)
            after = await web.fetch(url)
            await web.aclose()
            return [before, after]

        before, after = asyncio.run(before_and_after())

        assert (before.state, before.origin) == (FetchState.LOGIN_REQUIRED, "web")
        assert (after.state, after.origin, after.title) == (FetchState.OK, "file", "Ice")
        assert len(site.asked) == 1


def test_u47_error_text_is_never_a_source() -> None:
    """A timeout is a state without words; the words of an error page are no source either."""
    hanging = dataclasses.replace(QUICK, deadline_s=0.3)
    late = at({"/a": Answer(hangs=True)}, "/a", manners=hanging)
    failed = at({"/a": page(f"<h1>Oops</h1><p>scrape failed: {ICE}</p>", status=500)}, "/a")

    assert (late.state, failed.state) == (FetchState.TIMEOUT, FetchState.UNAVAILABLE)
    for snapshot in (late, failed):
        assert_nobody_is_asked(snapshot)


def test_u48_an_empty_body_under_load() -> None:
    """Too much at a time gives "" with status 200: the port waits and asks again for less."""

    def script(asked: Asked) -> Answer:
        if asked.at_a_time > 2:
            return Answer(b"", delay_s=0.02)
        return dataclasses.replace(page(f"<p>{asked.path} {ICE}</p>"), delay_s=0.02)

    with LoopbackWeb(script) as site:
        manners = dataclasses.replace(QUICK, at_a_time=6, tries=6)
        urls = [site.url(f"/{number}") for number in range(12)]
        snapshots = fetched(site.web(manners=manners), *urls)

        assert [one.state for one in snapshots] == [FetchState.OK] * 12
        assert [one.text.split()[0] for one in snapshots] == [f"/{n}" for n in range(12)]
        assert len(site.asked) > 12  # some were empty at first


def test_u48_a_page_that_stays_empty() -> None:
    """It was asked for more than once before that was said."""
    with LoopbackWeb(Answer(b"")) as site:
        (snapshot,) = fetched(site.web(), site.url("/a"))

        assert (snapshot.state, len(site.asked)) == (FetchState.EMPTY, QUICK.tries)


def test_u49_evidence_on_page_7_of_a_pdf() -> None:
    """All pages are read, and the place of a quote names its page."""
    pages = [[f"This is page {number} about the ice."] for number in range(1, 11)]
    pages[6].append("The harbor of Kemi was frozen for 157 days.")
    body = pdf(pages, title="Ice of harbors")
    snapshot = at({"/a.pdf": Answer(body, kind="application/pdf")}, "/a.pdf")
    offset = snapshot.text.index("157 days")

    assert (snapshot.state, snapshot.title) == (FetchState.OK, "Ice of harbors")
    assert (snapshot.page_of(offset), snapshot.pages_total, len(snapshot.pages)) == (7, 10, 10)
    assert "pages_read: 10 of 10" in snapshot.notes
    assert snapshot.sha256 == hashlib.sha256(body).hexdigest()


def test_u49_a_claim_is_supported_by_page_7() -> None:
    """The built-in rules find the words in what was fetched, and only on that page."""
    pages = [[f"This is page {number} about the ice."] for number in range(1, 11)]
    pages[6].append("The harbor of Kemi was frozen for 157 days in 1985.")
    snapshot = at({"/a": Answer(pdf(pages), kind="application/octet-stream")}, "/a")
    report = parse_report("The harbor of Kemi was frozen for 157 days in 1985 [1].\n\n[1]: x")
    (verdict,) = judged(report, {"1": snapshot.source("1")})
    answer = verdict.sources[0].answer

    assert isinstance(answer, Verdict)
    assert (verdict.state, [snapshot.page_of(q.start) for q in answer.quotes]) == (
        State.SUPPORTED,
        [7],
    )


def test_u49_a_download_that_has_not_ended(tmp_path: Path) -> None:
    """By its name, by its cut connection, or by its missing end."""
    body = pdf([["Ice."]])
    pages: dict[str, Answer | Script] = {
        "/a.pdf.crdownload": Answer(body, kind="application/octet-stream"),
        "/cut.pdf": Answer(body, kind="application/pdf", cut_after=200),
        "/short.pdf": Answer(body[:300], kind="application/pdf"),
    }

    assert {at(pages, path).state for path in pages} == {FetchState.INCOMPLETE_FILE}


def test_u50_a_reference_to_the_inside() -> None:
    """Refused before a connection, and after a redirect; the way is kept."""
    with LoopbackWeb({"/out": moved("http://127.0.0.1/")}) as site:
        urls = ["http://169.254.169.254/x", "file:///etc/hosts", site.url("/out")]
        snapshots = fetched(site.web(), *urls)

        assert [one.state for one in snapshots] == [FetchState.REFUSED_TARGET] * 3
        assert snapshots[2].hops == (Hop(urls[2], 302),)
        assert snapshots[2].final_url == "http://127.0.0.1/"
        assert site.connections == 1


def test_u51_a_huge_page_of_inline_pictures() -> None:
    """6 MB of pictures in 300 words: the words, and the hashes of the pictures."""
    picture = [base64.b64encode(bytes([n]) * 225_000).decode() for n in range(20)]
    images = "".join(
        f'<img alt="p{n}" src="data:image/png;base64,{p}">' for n, p in enumerate(picture)
    )
    words = " ".join(f"word{n}" for n in range(300))
    answer = page(f"<p>{words}</p>{images}")
    snapshot = at({"/a": answer}, "/a")

    assert len(answer.body) > 6_000_000
    assert (snapshot.state, snapshot.text) == (FetchState.OK, words)
    assert "inline_images: 20" in snapshot.notes
    assert [figure.url for figure in snapshot.figures] == [
        f"sha256:{hashlib.sha256(bytes([n]) * 225_000).hexdigest()}" for n in range(20)
    ]


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (Answer(b"\x89PNG\r\n\x1a\n" + bytes(99), kind="image/png"), FetchState.UNSUPPORTED_TYPE),
        (Answer(b"\x89PNG\r\n\x1a\n" + bytes(99), kind="text/html"), FetchState.UNSUPPORTED_TYPE),
        (Answer(b"PK\3\4" + bytes(99), kind="application/zip"), FetchState.UNSUPPORTED_TYPE),
        (Answer(pdf([["Ice."]]), kind="text/html"), FetchState.OK),
        (Answer(b"<html><p>Ice floats.</p>", kind="application/pdf"), FetchState.OK),
        (Answer(b"<html><p>Ice floats.</p>", kind="text/plain"), FetchState.OK),
        (Answer(b"Ice floats.", kind=""), FetchState.OK),
        (Answer(b'{"ice": "floats"}', kind="application/json"), FetchState.OK),
    ],
    ids=range(8),
)
def test_u51_a_wrong_content_type(answer: Answer, state: FetchState) -> None:
    """The bytes say what they are; the header is asked only where they do not."""
    assert at({"/a": answer}, "/a").state is state
