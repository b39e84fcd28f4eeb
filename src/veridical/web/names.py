"""File names and fragments from ids of strangers: safe, stable, without clashes.

An id that is already a safe name keeps it. Every other id gets what is safe of it and a
hash of all of it, so two ids never share a name, whatever else is in the site, and a name
does not change when a system is added.
"""

from __future__ import annotations

import hashlib
import re

LONGEST = 60
_SAFE_NAME = re.compile(r"[a-z0-9](?:[a-z0-9_.-]*[a-z0-9_])?")
_SAFE_FRAGMENT = re.compile(r"[A-Za-z0-9_.-]+")
_LOOKS_HASHED = re.compile(r"(?:^|-)[0-9a-f]{8}$")
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_UNSAFE_IN_NAME = re.compile(r"[^a-z0-9]+")
_UNSAFE_IN_FRAGMENT = re.compile(r"[^A-Za-z0-9]+")


def page_name(id_: str) -> str:
    """`id_` as a file or folder name for every file system: lower case ASCII."""
    is_safe = _SAFE_NAME.fullmatch(id_) and not _DEVICE.fullmatch(id_)
    if is_safe and len(id_) <= LONGEST and not _LOOKS_HASHED.search(id_):
        return id_
    return _hashed(_UNSAFE_IN_NAME.sub("-", id_.lower()), id_)


def fragment(kind: str, id_: str) -> str:
    """The HTML id of the thing `id_` of a kind: ``node-E1``, ``ask-…``."""
    if _SAFE_FRAGMENT.fullmatch(id_) and not _LOOKS_HASHED.search(id_):
        return f"{kind}-{id_}"
    return f"{kind}-{_hashed(_UNSAFE_IN_FRAGMENT.sub('-', id_), id_)}"


def _hashed(readable: str, id_: str) -> str:
    digest = hashlib.sha256(id_.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    readable = readable.strip("-")[:LONGEST].rstrip("-")
    return f"{readable}-{digest}" if readable else digest
