"""Source identity: U26, U35-U37, U39, U40, U43 and their kinds."""

import pytest

from veridical.report.identity import Kind, Note, canonical_url, identify


@pytest.mark.parametrize(
    ("left", "right"),
    [
        # U36: scheme, www, slash, case of the host, default port
        ("HTTP://WWW.A.example:80/B/", "https://a.example/B"),
        ("http://a.example", "https://a.example/"),
        ("https://a.example:443/x", "https://a.example/x"),
        ("www.a.example/x", "https://a.example/x"),
        ("//a.example/x", "https://a.example/x"),
        ("https://a.example./x//", "https://a.example/x"),
        ("https://EN.m.wikipedia.org/wiki/X", "https://en.wikipedia.org/wiki/X"),
        # U35: tracking parameters
        (
            "https://a.example/p?id=5&utm_source=chatgpt.com&fbclid=1#top",
            "https://a.example/p?id=5",
        ),
        ("https://a.example/p?utm_source=x&id=5", "https://a.example/p?id=5"),
        ("https://a.example/p?gclid=a&mc_eid=b&igshid=c", "https://a.example/p"),
        ("https://a.example/p?id=5&amp;UTM_Medium=mail", "https://a.example/p?id=5"),
        ("https://a.example/p;jsessionid=AF09?id=5", "https://a.example/p?id=5"),
        ("https://a.example/p?&id=5&", "https://a.example/p?id=5"),
        # U37: percent encoding
        ("https://a.example/%7euser", "https://a.example/~user"),
        ("https://a.example/wiki/%E5%8C%97%E4%BA%AC", "https://a.example/wiki/北京"),
        ("https://a.example/wiki/%e5%8c%97", "https://a.example/wiki/%E5%8C%97"),
        ("https://a.example/%41%2D%62", "https://a.example/A-b"),
        ("https://a.example/p_%28q%29", "https://a.example/p_(q)"),
        ("https://a.example/?q=北京", "https://a.example/?q=%E5%8C%97%E4%BA%AC"),
        ("https://a.example/50%", "https://a.example/50%25"),
        # anchors and text fragments, the kind of U39
        ("https://a.example/p_(q)#:~:text=abc", "https://a.example/p_(q)#section-2"),
        ("https://a.example/p#", "https://a.example/p"),
        ("https://a.example/p#page=7", "https://a.example/p"),
        ("https://a.example/?q=1#top", "https://a.example?q=1"),
        ("https://a.example/#/route:~:text=a", "https://a.example/#/route"),
        # U40: invisible characters
        ("https://a.exa\u200bmple/p\ufeff", "https://a.example/p"),
        ("\u2060https://a.example/p", "https://a.example/p"),
        ("https://a.example/\u00adp", "https://a.example/p"),
        ("https://a.example/p%E2%80%8B", "https://a.example/p"),
        ("https://a.example\u200e/p", "https://a.example/p"),
        # what came with the text around it
        ("<https://a.example/p>", "https://a.example/p"),
        ("“https://a.example/p”", "https://a.example/p"),
        (r"https://a.example/x\_y", "https://a.example/x_y"),
        ("https://a.example/x/./y/../z", "https://a.example/x/z"),
        # hosts in other scripts and as numbers
        ("https://bücher.example/x", "https://xn--bcher-kva.example/x"),
        ("https://BÜCHER.example/x", "https://bücher.example/x"),
        ("https://北京。example/x", "https://北京.example/x"),
        ("http://[2001:DB8:0:0::1]:80/x", "http://[2001:db8::1]/x"),
        ("https://ann:secret@a.example/x", "https://a.example/x"),
        ("https://zh.wikipedia.org/zh-hans/甲", "https://zh.wikipedia.org/wiki/甲"),
    ],
)
def test_two_spellings_are_one_source(left: str, right: str) -> None:
    """Two spellings of one address have one key and one canonical address."""
    assert (identify(left).key, canonical_url(left)) == (identify(right).key, canonical_url(right))
    assert canonical_url(left) is not None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("https://a.example/B", "https://a.example/b"),
        ("https://a.example/p?id=5", "https://a.example/p?id=6"),
        ("https://a.example/a%2Fb", "https://a.example/a/b"),
        ("https://a.example/?q=a%2Fb", "https://a.example/?q=a/b"),
        ("https://a.example/?x=1&y=2", "https://a.example/?y=2&x=1"),
        ("https://a.example/?x=1%26y=2", "https://a.example/?x=1&y=2"),
        ("https://a.example/a//b", "https://a.example/a/b"),
        ("https://a.example:8080/x", "https://a.example/x"),
        ("https://a.example/#/one", "https://a.example/#/two"),
        ("https://www.com/x", "https://com/x"),
        ("https://a.example/x?ref=v1", "https://a.example/x?ref=v2"),
        ("https://b.a.example/x", "https://a.example/x"),
        ("https://a.example/%2541", "https://a.example/A"),
        ("https://straße.example/", "https://strasse.example/"),
    ],
)
def test_two_places_are_two_sources(left: str, right: str) -> None:
    """What may name another document is never merged."""
    assert identify(left).key != identify(right).key


@pytest.mark.parametrize(
    "mention",
    [
        "a5612f0f61c30b47",
        "",
        "   ",
        "report.pdf",
        "README.md",
        "site.example/4? wait, skip this",
        "https://site.example/4? wait, skip this",
        "https://",
        "https://a..example/x",
        "https://a b.example/x",
        "https://a.example:99999/x",
        "https://[::1/x",
        "https://1.2.3.999/x",
        "/relative/path",
        "foo:bar",
        "ISBN 978-3-16-148410-1",
        "e.g.",
        "turn0search3",
    ],
)
def test_what_is_no_address_is_invalid(mention: str) -> None:
    """No address, nothing to fetch, and a note that says so (U43, U25)."""
    found = identify(mention)

    assert (found.kind, found.url, found.address) == (Kind.INVALID, None, None)
    assert found.notes[-1] is Note.INVALID_URL


@pytest.mark.parametrize(
    "mention",
    [
        "file:///etc/hosts",
        "mailto:a@b.org",
        "ftp://a.org/x",
        "data:text/plain,a",
        "JavaScript:void(0)",
    ],
)
def test_other_schemes_are_never_fetched(mention: str) -> None:
    """A name of another scheme is kept, without an address to fetch."""
    found = identify(mention)

    assert (found.kind, found.address, found.notes) == (
        Kind.OTHER,
        None,
        (Note.UNSUPPORTED_SCHEME,),
    )


@pytest.mark.parametrize(
    ("mention", "expected"),
    [
        ("https://example.com/customer-trends", True),
        ("https://www.example.org", True),
        ("https://docs.example.net/x", True),
        ("https://news.example/x", True),
        ("http://a.test/", True),
        ("http://a.invalid/", True),
        ("http://localhost:8000/x", True),
        ("localhost:8000/x", True),
        ("http://127.0.0.1/x", True),
        ("https://your-domain.com/page", True),
        ("https://www.yourcompany.com/page", True),
        ("https://mywebsite.org", True),
        ("https://domain.tld/x", True),
        ("https://nature.com/x", False),
        ("https://exampleproject.org/x", False),
        ("https://example.com.cn/x", False),
        ("https://a.org/example.com", False),
        ("https://yourdomainstore.io", False),
        ("https://test.org", False),
    ],
)
def test_placeholder_hosts_are_noted(mention: str, expected: bool) -> None:
    """Hosts reserved for examples, or standing for one's own, are noted (U26)."""
    assert (Note.PLACEHOLDER_HOST in identify(mention).notes) is expected


@pytest.mark.parametrize(
    ("mention", "target", "note"),
    [
        (
            "https://www.google.com/url?sa=t&url=https%3A%2F%2Fa.org%2Fx%3Fy%3D1",
            "https://a.org/x?y=1",
            Note.REDIRECT_WRAPPER,
        ),
        (
            "https://www.google.co.uk/url?q=https://a.org/x&ved=1",
            "https://a.org/x",
            Note.REDIRECT_WRAPPER,
        ),
        (
            "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.org%2Fx&h=AT",
            "https://a.org/x",
            Note.REDIRECT_WRAPPER,
        ),
        (
            "https://link.zhihu.com/?target=https%3A//a.org/x",
            "https://a.org/x",
            Note.REDIRECT_WRAPPER,
        ),
        (
            "https://x.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.org%2Fx",
            "https://a.org/x",
            Note.REDIRECT_WRAPPER,
        ),
        (
            "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.org%2Fx",
            "https://a.org/x",
            Note.REDIRECT_WRAPPER,
        ),
        (
            "https://www.google.com/url?q=https://www.google.com/url?q=https://a.org/x",
            "https://a.org/x",
            Note.REDIRECT_WRAPPER,
        ),
        ("https://r.jina.ai/https://a.org/x?y=1", "https://a.org/x?y=1", Note.REDIRECT_WRAPPER),
        (
            "https://web.archive.org/web/20200101000000/http://www.a.org/x",
            "https://a.org/x",
            Note.ARCHIVED_COPY,
        ),
        (
            "https://www.google.com/url?q=https://arxiv.org/pdf/2101.00001",
            "https://arxiv.org/abs/2101.00001",
            Note.REDIRECT_WRAPPER,
        ),
    ],
)
def test_wrappers_are_opened_when_the_target_shows(mention: str, target: str, note: Note) -> None:
    """A wrapper that carries its target in clear is that target."""
    found = identify(mention)

    assert (found.url, note in found.notes) == (target, True)


@pytest.mark.parametrize(
    ("mention", "note"),
    [
        (
            "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC",
            Note.REDIRECT_WRAPPER,
        ),
        ("https://www.baidu.com/link?url=kJ3", Note.REDIRECT_WRAPPER),
        ("https://www.google.com/url?q=nothing", Note.REDIRECT_WRAPPER),
        ("https://bit.ly/3xyz", Note.SHORT_LINK),
        ("https://t.co/AbC", Note.SHORT_LINK),
    ],
)
def test_opaque_wrappers_stay_and_are_noted(mention: str, note: Note) -> None:
    """A wrapper whose target cannot be told stands for itself."""
    found = identify(mention)

    assert (found.notes, found.address) == ((note,), mention)


def test_an_archived_copy_is_fetched_from_the_archive() -> None:
    """The copy is the source at another time: one key, its own address and stamp."""
    found = identify("https://web.archive.org/web/20200101/https://a.org/x#s2")

    assert found.key == "https://a.org/x"
    assert found.address == "https://web.archive.org/web/20200101/https://a.org/x"
    assert (found.version, found.locator) == ("20200101", "s2")


def test_the_address_to_fetch_keeps_what_a_server_may_need() -> None:
    """Scheme, www, port and trailing slash are folded in the key, not in the address."""
    found = identify("HTTP://WWW.A.org:8080/B/?id=5&utm_source=x#top")

    assert found.address == "http://www.a.org:8080/B/?id=5"
    assert found.key == "https://a.org:8080/B?id=5"


def test_the_original_is_kept_and_the_password_is_not() -> None:
    """Only the original, for display by choice, holds the user name and password."""
    found = identify("https://ann:secret@a.org/x")

    assert found.original == "https://ann:secret@a.org/x"
    assert "secret" not in f"{found.key} {found.url} {found.address} {found.locator}"
    assert found.notes == (Note.USERINFO_REMOVED,)


def test_locators_are_kept_apart() -> None:
    """Anchor and text fragment are kept beside the source, not in it (U39)."""
    locators = [
        identify(f"https://a.org/p_(q){end}").locator
        for end in ("", "#section-2", "#:~:text=abc", "#a:~:text=b", "#/route:~:text=b")
    ]

    assert locators == ["", "section-2", ":~:text=abc", "a:~:text=b", "text=b"]


def test_notes_say_what_was_cleaned() -> None:
    """Each sort of cleaning leaves one note."""
    notes = {
        "https://a.o\u200brg/p": (Note.INVISIBLE_CHARACTERS,),
        "https://a.org/p?a=1&amp;b=2": (Note.MARKUP_IN_URL,),
        "https://a.org/Annual Report.pdf": (Note.SPACE_IN_URL,),
        "https://a.org/p?utm_source=x": (Note.TRACKING_REMOVED,),
        "a.org/p": (Note.SCHEME_ADDED,),
        "https://intranet/p": (Note.SINGLE_LABEL_HOST,),
        "https://a.org/p": (),
    }

    assert {mention: identify(mention).notes for mention in notes} == notes


def test_an_item_of_a_corpus_has_its_own_key() -> None:
    """`item:` names an item of a corpus: nothing to fetch."""
    found = identify("item:doc-7")

    assert (found.kind, found.key, found.url, found.address) == (
        Kind.ITEM,
        "item:doc-7",
        None,
        None,
    )
