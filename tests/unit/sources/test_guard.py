"""Which addresses are connected to."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yarl import URL

from veridical.errors import ConfigError
from veridical.sources.guard import (
    Guard,
    allowed_host,
    guard_allowing,
    number_refusal,
    web_address,
)


@pytest.mark.parametrize(
    "number",
    [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "100.100.100.200",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:a9fe:a9fe",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:808:808::",
        "2606:4700::5efe:7f00:1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "not a number",
    ],
)
def test_a_number_that_is_not_public(number: str) -> None:
    """Is refused, with the number in the words."""
    assert number in number_refusal(number)


@pytest.mark.parametrize(
    "number",
    [
        "8.8.8.8",
        "93.184.216.34",
        "100.63.255.255",
        "172.32.0.1",
        "2606:4700::1111",
        "64:ff9b::808:808",
        "::ffff:8.8.8.8",
    ],
)
def test_a_public_number(number: str) -> None:
    """Is let through, also inside a mapped or translated one."""
    assert number_refusal(number) == ""


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("file:///etc/hosts", "only http and https are read"),
        ("ftp://example.org/a", "only http and https are read"),
        ("gopher://example.org/1", "only http and https are read"),
        ("data:text/plain,a", "only http and https are read"),
        ("javascript:alert(1)", "only http and https are read"),
        ("http://me:word@example.org/", "it carries a user name or password"),
        ("http://me@example.org/", "it carries a user name or password"),
        ("http://example.org@127.0.0.1/", "it carries a user name or password"),
        ("http://2130706433/", "2130706433 is an address in disguise"),
        ("http://017700000001/", "017700000001 is an address in disguise"),
        ("http://0x7f000001/", "0x7f000001 is an address in disguise"),
        ("http://0x7f.1/", "0x7f.1 is an address in disguise"),
        ("http://127.1/", "127.1 is an address in disguise"),
        ("http://0177.0.0.1/", "0177.0.0.1 is an address in disguise"),
        ("http://127.0.0.1./", "127.0.0.1 is not a public address"),
        ("http://[::1]/", "::1 is not a public address"),
        ("http://localhost/", "localhost is a name of an inner network"),
        ("http://LOCALHOST./", "localhost is a name of an inner network"),
        ("http://a.localhost/", "a.localhost is a name of an inner network"),
        (
            "http://metadata.google.internal/",
            "metadata.google.internal is a name of an inner network",
        ),
        ("http://printer.local/", "printer.local is a name of an inner network"),
        ("http://intranet/", "intranet is a name of an inner network"),
        ("http://server/", "server is no public name"),
        ("http://example.org:0/", "it names no host"),
    ],
)
def test_an_address_that_is_refused_as_it_is_written(url: str, why: str) -> None:
    """Before any name is resolved."""
    at = web_address(url)

    assert at is not None
    assert Guard().refusal(at) == why


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/a?b=c",
        "http://example.org:8080/",
        "https://北京.example.org/",
        "https://a_b.example.org/",
        "https://93.184.216.34/",
        "https://[2606:4700::1111]/",
        "https://1.example.org/",
    ],
)
def test_an_address_of_the_public_web(url: str) -> None:
    """Is let through to be resolved."""
    assert Guard().refusal(URL(url)) == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "a5612f0f61c30b47",
        "no address",
        "/path",
        "//example.org/a",
        "http://",
        "http://[::1",
        "http://a:99999/",
        "http://exa mple.org/",
        "http://example.org\\@127.0.0.1/",
        "http://exa\nmple.org/",
        "http://example.org/" + "a" * 9000,
    ],
)
def test_what_is_no_address(text: str) -> None:
    """None, and no error."""
    assert web_address(text) is None


def test_a_fragment_is_no_part_of_what_is_fetched() -> None:
    """It is dropped, with the space around the address."""
    assert str(web_address(" https://example.org/a#b ")) == "https://example.org/a"


def test_one_number_among_public_ones_refuses_a_name() -> None:
    """A name that leads inside as well is refused whole."""
    found = Guard().numbers_refusal("example.org", 443, ["93.184.216.34", "10.0.0.1"])

    assert found == "10.0.0.1 is not a public address"


def test_what_the_user_named_is_let_through_at_its_port_alone() -> None:
    """By its very name and port; nothing else of the same machine."""
    guard = guard_allowing(["Wiki.Home:8443", "[::1]:80"])

    assert guard.refusal(URL("https://wiki.home:8443/a")) == ""
    assert guard.refusal(URL("http://[::1]/")) == ""
    assert guard.numbers_refusal("wiki.home", 8443, ["10.0.0.1"]) == ""
    assert guard.refusal(URL("https://wiki.home/a")) != ""
    assert guard.refusal(URL("https://other.home:8443/")) != ""
    assert guard.numbers_refusal("example.org", 8443, ["10.0.0.1"]) != ""


@pytest.mark.parametrize(
    "text",
    [
        "wiki",
        "wiki:",
        "wiki:0",
        "wiki:65536",
        "wiki:http",
        ":80",
        "http://wiki:80",
        "a b:80",
        "::1:80",
        "*:80",
        "wiki:٨٠",
    ],
)
def test_a_place_that_cannot_be_allowed(text: str) -> None:
    """One line says what would be right."""
    with pytest.raises(ConfigError) as caught:
        allowed_host(text)

    assert str(caught.value) == (
        f"allow_host: names no place, got {text if text.isidentifier() else repr(text)}; expected "
        "NAME:PORT, as in wiki.example.org:8443 or [::1]:8080. Name the host and its port, "
        "without a scheme or a path."
    )


_PIECES = ["http://", "https://", "//", "\\", "@", ":", "[", "]", "::1", "127.0.0.1", "%2e", "#"]


@given(st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=5)), max_size=8).map("".join))
def test_any_text_is_an_address_or_none(text: str) -> None:
    """Nothing is raised; what is one is refused or let through, in words."""
    at = web_address(text)
    if at is not None:
        assert isinstance(Guard().refusal(at), str)


@given(st.ip_addresses())
def test_any_number(number: IPv4Address | IPv6Address) -> None:
    """No number is let through that its own library does not call global."""
    if number_refusal(str(number)) == "" and isinstance(number, IPv4Address):
        assert number.is_global
    if number_refusal(str(number)) == "" and isinstance(number, IPv6Address):
        is_other = number.ipv4_mapped is not None or number in ip_network("64:ff9b::/96")
        assert number.is_global or is_other
