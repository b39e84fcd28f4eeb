"""No test reaches the network: sockets lead to this machine alone."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator

import pytest


def _is_here(address: object) -> bool:
    if not isinstance(address, tuple):
        return True  # a path in the file system
    host = str(address[0])
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True, scope="session")
def _loopback_alone() -> Iterator[None]:
    """Refuse every connection that would leave this machine."""
    patch = pytest.MonkeyPatch()
    for name in ("connect", "connect_ex"):
        patch.setattr(socket.socket, name, _refusing(getattr(socket.socket, name)))
    yield
    patch.undo()


def _refusing(connect):
    def guarded(self: socket.socket, address: object) -> object:
        if not _is_here(address):
            raise AssertionError(f"a test tried to reach {address!r}; only loopback is open")
        return connect(self, address)

    return guarded
