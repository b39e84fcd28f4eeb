"""Pages that came with a good status and are no source, and pages that only sound like them."""

from __future__ import annotations

import pytest

from veridical.sources import FetchState
from veridical.sources.extract import extract
from veridical.sources.signs import LITTLE, sign_of, words_of

URL = "https://site.test/a"
LONG = "The ice of the sea melts in the summer of each year and comes back. " * 20
LONG_CHINESE = "北极的海冰每年夏季融化，冬季又重新冻结。" * 20


def state(title: str, body: str, asked: str = URL, final: str = URL) -> FetchState:
    """What a page is."""
    shown = extract(f"<title>{title}</title>{body}".encode(), content_type="text/html")
    sign = sign_of(shown, asked, final)
    return sign[0] if sign else FetchState.OK


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("404 Not Found", "<h1>404 Not Found</h1><hr>nginx"),
        ("Error 404", "<p>Hm.</p>"),
        ("Site", "<h1>Oops! That page can’t be found.</h1>"),
        ("Site", "<p>The page you are looking for doesn't exist.</p>"),
        ("Site", "<p>Sorry, this article is no longer available.</p>"),
        ("Site", "<p>We couldn't find that page</p>"),
        ("Site", "<p>This post has been removed by its author.</p>"),
        ("网站", "<p>您要访问的页面不存在或已被删除</p>"),
        ("网站", "<p>抱歉，找不到该页面</p>"),
        ("Site", "<h1>Seite nicht gefunden</h1>"),
        ("Site", "<h1>Page introuvable</h1>"),
        ("Site", "<h1>Página no encontrada</h1>"),
        ("Site", "<h1>ページが見つかりません</h1>"),
    ],
)
def test_no_such_page(title: str, body: str) -> None:
    """In the words of many sites and languages."""
    assert state(title, body) is FetchState.SOFT_404


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("404 Not Found: a history of the error page", f"<p>{LONG}</p>"),
        ("Page not found", f"<p>{LONG_CHINESE}</p>"),
        ("Ontario Highway 404", "<p>A highway of 404 km in Ontario, finished in 1989.</p>"),
        (
            "Abstract",
            "<p>The tumor had been removed in all of the patients, and the course after it was "
            "without events; no article on this operation in children has been found before 1990, "
            "and no page of the old records was lost in the fire.</p>",
        ),
        ("Ice", "<p>No ice was found in the harbor.</p>"),
        ("Species", "<p>This species no longer exists.</p>"),
        ("Sign in the sky", "<p>To sign in ink was a custom of the pilots.</p>"),
        ("Robots", "<p>A robot is a machine.</p>"),
        ("验证", "<p>实验验证了这一假设。</p>"),
        ("Access", "<p>Access to the harbor was free in 1890.</p>"),
    ],
)
def test_pages_that_only_sound_so(title: str, body: str) -> None:
    """They are what they say."""
    assert state(title, body) is FetchState.OK


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<form>Sign in<input type=password></form>", FetchState.LOGIN_REQUIRED),
        (f"<p>{LONG}</p><form>Sign in<input type=password></form>", FetchState.OK),
        ("<p>Few words.</p><form><input name=q></form>", FetchState.OK),
        ("<p>Few words.</p><form>Subscribe<input type=email></form>", FetchState.LOGIN_REQUIRED),
        (
            f"<p>{LONG[:600]}</p><form>Subscribe<input type=email></form>",
            FetchState.OK,
        ),
    ],
    ids=["door", "article", "search field", "teaser", "newsletter"],
)
def test_doors(body: str, expected: FetchState) -> None:
    """A form makes a door only where there is little else."""
    assert state("Site", body) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>Loading…</p>", FetchState.EMPTY),
        ("<div>Please wait</div>", FetchState.EMPTY),
        ("<p>You need to enable JavaScript to run this app.</p>", FetchState.EMPTY),
        ("<p>JavaScript is disabled in your browser.</p>", FetchState.EMPTY),
        ("<p>正在加载...</p>", FetchState.EMPTY),
        ("<p>Loading docks of the harbor were built in 1890.</p>", FetchState.OK),
        (f"<p>Loading…</p><p>{LONG}</p>", FetchState.OK),
    ],
)
def test_pages_that_wait_for_their_scripts(body: str, expected: FetchState) -> None:
    """They show nothing to judge by."""
    assert state("App", body) is expected


def test_a_page_that_asks_for_consent() -> None:
    """On a host of its own, instead of the source."""
    final = "https://consent.site.test/m?continue=x"

    assert state("Before you continue", "<p>We use cookies.</p>", URL, final) is FetchState.BLOCKED


@pytest.mark.parametrize(
    ("asked", "final", "expected"),
    [
        ("https://a.test/news/5", "https://a.test/", FetchState.SOFT_404),
        ("https://a.test/news/5", "https://www.a.test", FetchState.SOFT_404),
        ("https://a.test/news/5", "https://a.test/index.html", FetchState.SOFT_404),
        ("https://a.test/", "https://a.test/", FetchState.OK),
        ("https://a.test", "https://www.a.test/", FetchState.OK),
        ("https://short.test/x5", "https://a.test/", FetchState.OK),
        ("https://a.test/news/5", "https://a.test/?p=5", FetchState.OK),
        ("https://a.test/news/5", "https://a.test/archive/5", FetchState.OK),
    ],
)
def test_where_an_address_ends(asked: str, final: str, expected: FetchState) -> None:
    """The front page stands for no article of its site."""
    assert state("Site", f"<p>{LONG}</p>", asked, final) is expected


@pytest.mark.parametrize(
    ("text", "words"),
    [("", 0), ("Ice floats.", 2), ("海冰融化", 2), ("海冰 melts", 2), ("얼음이 녹는다", 3)],
)
def test_words(text: str, words: int) -> None:
    """Two characters of a script without spaces are one."""
    assert words_of(text) == words
    assert words_of(LONG) > LITTLE < words_of(LONG_CHINESE)
