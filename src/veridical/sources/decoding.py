"""A body as it was packed for the way → its bytes, never more of them than asked for.

A few bytes can unpack to gigabytes, so every step of every layer has a limit on what it may
give, and the whole stops at the first byte too many.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import Protocol

_STEP = 65_536
_MOST_LAYERS = 3


class UnknownEncoding(Exception):  # noqa: N818 - says what is the case
    """The body is packed in a way that cannot be undone here."""


class BrokenEncoding(Exception):  # noqa: N818 - says what is the case
    """The body is not packed the way it says, or ends before its end."""


class _Layer(Protocol):
    def unpacked(self, data: bytes) -> Iterator[bytes]:
        """What so much more of the packed bytes gives, in small pieces."""
        ...

    def finish(self) -> None:
        """Raise `BrokenEncoding` unless all of it came."""
        ...


def accepted() -> str:
    """The value of ``Accept-Encoding``: what can be undone here."""
    names = ["gzip", "deflate"]
    names += ["br"] if find_spec("brotli") else []
    names += ["zstd"] if find_spec("zstandard") else []
    return ", ".join(names)


class Unpacker:
    """Undoes the layers of a ``Content-Encoding``, outermost last as the header has them.

    Raises:
        UnknownEncoding: a layer that cannot be undone here, or too many of them.
    """

    def __init__(self, encoding: str) -> None:
        names = [name.strip().lower() for name in encoding.split(",")]
        names = [name for name in names if name not in ("", "identity")]
        unknown = [name for name in names if name not in _LAYERS]
        if unknown or len(names) > _MOST_LAYERS:
            raise UnknownEncoding(encoding[:80])
        self._layers: Sequence[_Layer] = [_LAYERS[name]() for name in reversed(names)]

    def unpacked(self, data: bytes) -> Iterator[bytes]:
        """What so much more of the packed bytes gives, in small pieces.

        Raises:
            BrokenEncoding: the bytes are not packed that way.
        """
        return self._through(0, data)

    def finish(self) -> None:
        """Say that no more comes.

        Raises:
            BrokenEncoding: more should have come.
        """
        for layer in self._layers:
            layer.finish()

    def _through(self, depth: int, data: bytes) -> Iterator[bytes]:
        if depth == len(self._layers):
            yield data
            return
        for piece in self._layers[depth].unpacked(data):
            yield from self._through(depth + 1, piece)


class _Zlib:
    """gzip, or deflate with and without its wrapper; members may follow each other."""

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._inner = zlib.decompressobj(bits)
        self._is_started = False

    def unpacked(self, data: bytes) -> Iterator[bytes]:
        while data:
            if self._inner.eof:
                if self._bits < 0 or not data.strip(b"\0"):
                    return
                self._inner = zlib.decompressobj(self._bits)
            piece = self._step(data)
            data = self._inner.unconsumed_tail or self._inner.unused_data
            if piece:
                yield piece
        while not self._inner.eof and (piece := self._step(b"")):
            yield piece

    def finish(self) -> None:
        if self._is_started and not self._inner.eof:
            raise BrokenEncoding("it ends before its end")

    def _step(self, data: bytes) -> bytes:
        try:
            piece = self._inner.decompress(data, _STEP)
        except zlib.error as e:
            if self._is_started or self._bits != zlib.MAX_WBITS:
                raise BrokenEncoding(str(e)) from e
            # some servers mean the bare stream when they say deflate
            self._bits = -zlib.MAX_WBITS
            self._inner = zlib.decompressobj(self._bits)
            return self._step(data)
        self._is_started = True
        return piece


class _Brotli:
    def __init__(self) -> None:
        import brotli

        self._inner = brotli.Decompressor()
        self._error: type[Exception] = brotli.error
        self._is_started = False

    def unpacked(self, data: bytes) -> Iterator[bytes]:
        self._is_started = True
        try:
            yield self._inner.process(data, output_buffer_limit=_STEP)
            while not self._inner.can_accept_more_data():
                yield self._inner.process(b"", output_buffer_limit=_STEP)
        except self._error as e:
            raise BrokenEncoding("it is no brotli stream") from e

    def finish(self) -> None:
        if self._is_started and not self._inner.is_finished():
            raise BrokenEncoding("it ends before its end")


class _Zstd:
    """zstd, fed a little at a time: each little can give only so much, a window at most."""

    def __init__(self) -> None:
        import zstandard

        self._made = zstandard.ZstdDecompressor(max_window_size=2**23)
        self._inner = self._made.decompressobj(write_size=_STEP)
        self._error: type[Exception] = zstandard.ZstdError
        self._is_started = False

    def unpacked(self, data: bytes) -> Iterator[bytes]:
        self._is_started = True
        try:
            for start in range(0, len(data), _SIP):
                if self._inner.eof:
                    return
                yield self._inner.decompress(data[start : start + _SIP])
        except self._error as e:
            raise BrokenEncoding("it is no zstd stream") from e

    def finish(self) -> None:
        if self._is_started and not self._inner.eof:
            raise BrokenEncoding("it ends before its end")


_SIP = 64
"""Bytes of zstd at a time: a block of 128 KiB can stand in 4, so 64 give 2 MiB at most."""
_LAYERS: dict[str, Callable[[], _Layer]] = {
    "gzip": lambda: _Zlib(zlib.MAX_WBITS | 16),
    "x-gzip": lambda: _Zlib(zlib.MAX_WBITS | 16),
    "deflate": lambda: _Zlib(zlib.MAX_WBITS),
}
if find_spec("brotli"):
    _LAYERS["br"] = _Brotli
if find_spec("zstandard"):
    _LAYERS["zstd"] = _Zstd
