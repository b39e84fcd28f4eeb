"""No test reaches the network."""

from __future__ import annotations

import socket

import pytest


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.org"])
def test_only_this_machine_can_be_reached(host: str) -> None:
    """A test that tries to leave it fails at once, by address and by name."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as one, pytest.raises(AssertionError, match="only loopback"):
        one.connect((host, 80))


def test_loopback_is_open() -> None:
    """Servers of this machine can be talked to."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        with socket.create_connection(server.getsockname()) as one:
            assert one.getpeername() == server.getsockname()
