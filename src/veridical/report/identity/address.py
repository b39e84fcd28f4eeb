"""A web address taken apart, normalized, and put together again."""

import re
from dataclasses import dataclass

from veridical.report.identity.host import canonical_host, normalize_host
from veridical.report.identity.percent import decode_text, encode_path, encode_query
from veridical.report.identity.tracking import without_tracking

# RFC 3986, appendix B, with the authority taken apart as well.
_URL = re.compile(
    r"([hH][tT]{2}[pP][sS]?):[/\\]{2}(?:([^/?#@\\]*)@)?(\[[^\]/?#]*\]|[^/?#:\\@]*)(?::(\d*))?"
    r"(/[^?#]*|(?=[?#]|$))(?:\?([^#]*))?(?:#(.*))?",
    re.DOTALL,
)
_SESSION = re.compile(r";(?:jsessionid|JSESSIONID|phpsessid|PHPSESSID)=[^/;]*")
_ENCODED_INVISIBLE = re.compile(r"(?:%E2%80%8B|%EF%BB%BF)+(?=/|$)")
_CHINESE_WIKIPEDIA = re.compile(r"/zh(?:-[a-z]+)?/(?=[^/])")
_DEFAULT_PORT = {"http": 80, "https": 443}
_MAX_PORT = 65535


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of an http or https address.

    Attributes:
        scheme: `http` or `https`.
        host: Lower-case ASCII, as `normalize_host` gives it.
        port: None for the default port of the scheme.
        path: As written; "" or with a leading slash.
        query: As written, without `?`.
        fragment: As written, without `#`.
        has_userinfo: Whether a user name stood before the host; it is not kept.
    """

    scheme: str
    host: str
    port: int | None = None
    path: str = ""
    query: str = ""
    fragment: str = ""
    has_userinfo: bool = False

    @property
    def site(self) -> str:
        """The host without what does not name another place."""
        return canonical_host(self.host)

    @property
    def route(self) -> str:
        """The part of the fragment that chooses a document (`#!/…`, `#/…`), or ""."""
        fragment = self.fragment.partition(":~:")[0]
        return encode_query(fragment, loose=True) if fragment.startswith(("!", "/")) else ""

    @property
    def locator(self) -> str:
        """The part of the fragment that only points into the document."""
        return self.fragment.partition(":~:")[2] if self.route else self.fragment

    def fetchable(self) -> str:
        """The address to fetch: normalized, but nothing that a server may need is dropped."""
        path = _without_dots(encode_path(self.path)) or "/"
        query = without_tracking(encode_query(self.query), self.site)
        return _joined(f"{self.scheme}://{self.host}", self.port, path, query)

    def canonical(self) -> str:
        """The address under which all spellings of one source are equal."""
        port = None if self.port in (80, 443) else self.port
        route = f"#{self.route}" if self.route else ""
        return _joined(f"https://{self.site}", port, self.canonical_path(), self.kept()) + route

    def canonical_path(self) -> str:
        """The path in its one spelling, without trailing slash and session."""
        path = _SESSION.sub("", encode_path(self.path, loose=True))
        path = _without_dots(_ENCODED_INVISIBLE.sub("", path)).rstrip("/")
        is_chinese = self.site == "zh.wikipedia.org"
        return _CHINESE_WIKIPEDIA.sub("/wiki/", path, count=1) if is_chinese else path

    def kept(self) -> str:
        """The query in its one spelling, without what tracks."""
        return without_tracking(encode_query(self.query, loose=True), self.site)

    def value(self, name: str) -> str | None:
        """The decoded value of the first query parameter of that name, if there is one."""
        for piece in encode_query(self.query).split("&"):
            key, _, value = piece.partition("=")
            if key.lower() == name.lower():
                return decode_text(value.replace("+", " "))
        return None

    def has_tracking(self) -> bool:
        """Whether the query names parameters that are not kept."""
        pieces = filter(None, encode_query(self.query, loose=True).split("&"))
        return "&".join(pieces) != self.kept()


def parse_address(text: str) -> Address | None:
    """Take an address apart; None if it is no http or https address."""
    found = _URL.fullmatch(text)
    host = normalize_host(found[3]) if found else None
    if found is None or host is None:
        return None
    scheme = found[1].lower()
    port = int(found[4][:6]) if found[4] else None
    if port is not None and port > _MAX_PORT:
        return None
    return Address(
        scheme=scheme,
        host=host,
        port=None if port == _DEFAULT_PORT[scheme] else port,
        path=found[5].replace("\\", "/"),
        query=found[6] or "",
        fragment=found[7] or "",
        has_userinfo=found[2] is not None,
    )


def _joined(start: str, port: int | None, path: str, query: str) -> str:
    return start + (f":{port}" if port is not None else "") + path + (f"?{query}" if query else "")


def _without_dots(path: str) -> str:
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)
