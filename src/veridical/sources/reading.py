"""What came from an address → a snapshot of it, its state decided once and for all.

Pure: the same `Download` gives the same `Snapshot`, with the same version of the program.
"""

from __future__ import annotations

from dataclasses import fields
from urllib.parse import unquote, urlsplit

from veridical.report.identity import Note, identify
from veridical.sources.download import Download
from veridical.sources.extract import Extracted, extract
from veridical.sources.result import FetchState
from veridical.sources.signs import sign_of
from veridical.sources.snapshot import Snapshot

_BY_STATUS = {
    401: FetchState.LOGIN_REQUIRED,
    402: FetchState.LOGIN_REQUIRED,
    403: FetchState.BLOCKED,
    404: FetchState.NOT_FOUND,
    407: FetchState.BLOCKED,
    408: FetchState.TIMEOUT,
    410: FetchState.NOT_FOUND,
    425: FetchState.UNAVAILABLE,
    429: FetchState.BLOCKED,
    451: FetchState.BLOCKED,
}
_LEADS_ELSEWHERE = frozenset({Note.REDIRECT_WRAPPER, Note.SHORT_LINK})
_ONLY_EXTRACTED = frozenset({"door", "is_closed", "needs_scripts"})
_SHARED = tuple(f.name for f in fields(Extracted) if f.name not in _ONLY_EXTRACTED)


def read(came: Download) -> Snapshot:
    """The snapshot of what came.

    Args:
        came: from the web, a file or an archive.
    """
    if came.state is not None:
        return _without(came, came.state, came.detail)
    if "cf-mitigated" in came.headers:
        return _without(came, FetchState.BLOCKED, "it asks for a browser")
    if came.status is not None and came.status != 200:
        return _failed(came, came.status)
    if is_expired_wrapper(came.url, came.final_url):
        return _without(came, FetchState.REDIRECT, "it no longer leads anywhere")
    parts = urlsplit(came.final_url)
    shown = extract(
        came.body,
        content_type=came.headers.get("content-type", ""),
        name=came.name or unquote(parts.path),
        url=came.final_url,
    )
    sign = sign_of(shown, came.url, came.final_url) if _is_page(shown) else None
    if came.origin == "file":
        sign = None  # who put it in has looked at it
    if sign is not None:
        return _without(came, *sign, title=shown.title, content_type=shown.content_type)
    return _with(came, shown)


def is_expired_wrapper(asked: str, final: str) -> bool:
    """Whether an address whose only use is to lead elsewhere led nowhere."""
    before, after = urlsplit(asked), urlsplit(final)
    is_same = (before.netloc, before.path) == (after.netloc, after.path)
    source = identify(asked) if is_same else None
    return source is not None and bool(_LEADS_ELSEWHERE & set(source.notes))


def _is_page(shown: Extracted) -> bool:
    return shown.content_type == "text/html" and shown.state in (FetchState.OK, FetchState.EMPTY)


def _failed(came: Download, status: int) -> Snapshot:
    state = _BY_STATUS.get(status)
    if state is None:
        state = FetchState.OK if 200 <= status < 300 else FetchState.UNAVAILABLE
    detail = f"status {status}"
    if 400 <= status < 500 and is_expired_wrapper(came.url, came.final_url):
        return _without(came, FetchState.REDIRECT, f"it no longer leads anywhere: {detail}")
    if state is FetchState.OK:
        return _without(came, FetchState.EMPTY, detail)
    if state is FetchState.UNAVAILABLE or status == 404:
        shown = extract(came.body[:500_000], content_type=came.headers.get("content-type", ""))
        sign = sign_of(shown, came.url, came.final_url) if _is_page(shown) else None
        if sign is not None and sign[0] is FetchState.BLOCKED:
            return _without(came, FetchState.BLOCKED, f"{detail}; {sign[1]}")
    return _without(came, state, detail)


def _without(
    came: Download, state: FetchState, detail: str, *, title: str = "", content_type: str = ""
) -> Snapshot:
    told = came.headers.get("content-type", "").partition(";")[0].strip().lower()
    return Snapshot(
        came.url,
        state,
        came.final_url,
        came.hops,
        came.status,
        content_type or told,
        came.time,
        came.sha256,
        detail,
        title,
        origin=came.origin,
    )


def _with(came: Download, shown: Extracted) -> Snapshot:
    is_there = shown.state is FetchState.OK
    same = {name: getattr(shown, name) for name in _SHARED if is_there or name in _ALWAYS}
    return Snapshot(
        url=came.url,
        final_url=came.final_url,
        hops=came.hops,
        status=came.status,
        time=came.time,
        sha256=came.sha256,
        origin=came.origin,
        **same,
    )


_ALWAYS = frozenset({"state", "content_type", "detail", "title", "hidden", "notes", "pages_total"})
