"""Which items of a corpus may be found: by when they were published, where, and in which language.

What says nothing of its date is not known to be within a window, and is left out where one is
given; what has no address stands on no host, so that it is left out where hosts are named that are
allowed, and stays where hosts are named that are not.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from yarl import URL

from veridical.agents.release.dated import published
from veridical.errors import ConfigError
from veridical.report.dates import dates
from veridical.report.identity import find_urls, identify
from veridical.report.identity.host import canonical_host, normalize_host
from veridical.report.language import language_of
from veridical.task import Item


class Filters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be found.

    Attributes:
        since: the first day of the window, ISO; "" = open.
        until: its last day; "" = open.
        allowed: hosts; what stands on one of them, or below it, may be found. None = all.
        denied: hosts; what stands on one of them, or below it, may not.
        languages: of what may be found, as ``en``; none = all.
    """

    since: str = ""
    until: str = ""
    allowed: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse days that are none, an empty window, and hosts that are none."""
        for name, day in (("--since", self.since), ("--until", self.until)):
            if day and not _is_day(day):
                raise ConfigError(
                    name, "is no day", got=day, expected="one as 2026-01-31", fix="Correct it."
                )
        if self.since and self.until and self.since > self.until:
            raise ConfigError(
                "--since",
                "is later than --until",
                got=self.since,
                expected=f"a day up to {self.until}",
                fix="Correct one of them.",
            )
        for name, hosts in (("--allow-host", self.allowed), ("--deny-host", self.denied)):
            for host in hosts:
                if not _host(host):
                    raise ConfigError(
                        name,
                        "is no host",
                        got=host,
                        expected="one as example.org",
                        fix="Correct it.",
                    )

    @property
    def is_open(self) -> bool:
        """Whether everything may be found."""
        return self == OPEN

    @property
    def only_language(self) -> str:
        """The one language of what may be found; "" = there may be several."""
        return self.languages[0] if len(self.languages) == 1 else ""

    @property
    def said_of_items(self) -> str:
        """What is to be said of a corpus in which nothing is left; "" = nothing."""
        return "" if self.is_open else ", of the days, hosts and languages that are wanted"

    def withheld(self, items: Iterable[Item]) -> frozenset[str]:
        """The ids of the items that may not be found."""
        if self.is_open:
            return frozenset()
        return frozenset(item.id for item in items if not self._takes(item))

    def _takes(self, item: Item) -> bool:
        return self._is_in_window(item) and self._is_placed(item) and self._is_spoken(item)

    def _is_in_window(self, item: Item) -> bool:
        """Whether all days that it may mean lie within."""
        if not self.since and not self.until:
            return True
        days = published(item)
        if days is None:
            return False
        begins = not self.since or days[0] >= self.since
        return begins and (not self.until or days[1] <= self.until)

    def _is_placed(self, item: Item) -> bool:
        hosts = _hosts_of(item)
        if hosts & set(map(_host, self.denied)):
            return False
        return not self.allowed or bool(hosts & set(map(_host, self.allowed)))

    def _is_spoken(self, item: Item) -> bool:
        own = item.language or language_of(item.text)
        return not self.languages or any(_same(own, one) for one in self.languages)


def _same(one: str, other: str) -> bool:
    return one.casefold().split("-")[0] == other.casefold().split("-")[0]


def _is_day(text: str) -> bool:
    found = dates(text, "en")
    return len(text) == 10 and bool(found) and found[0].low == found[0].high == text


def _host(name: str) -> str:
    """A host as it is compared: without ``www.``, in small letters, in ASCII; "" = none."""
    plain = name.strip().removeprefix("https://").removeprefix("http://").strip("/")
    found = normalize_host(plain)
    return canonical_host(found) if found and "." in found else ""


def _hosts_of(item: Item) -> set[str]:
    """The hosts that an item stands on, each with every name that it is below."""
    names: set[str] = set()
    for mention in find_urls(item.source):
        host = normalize_host(URL(identify(mention.url).url or "").host or "")
        labels = canonical_host(host).split(".") if host else []
        names |= {".".join(labels[n:]) for n in range(len(labels) - 1)}
    return names


OPEN = Filters()
