"""What a program may use."""

from __future__ import annotations

import msgspec

MIB = 1 << 20


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of one run; each binds on its own.

    Attributes:
        wall_s: seconds by the clock, start of the interpreter included.
        cpu_s: seconds of processor of each process.
        memory_mb: address space of each process, and resident memory of all together.
        processes: processes and threads at once, two keepers included.
        open_files: descriptors of each process.
        disk_mb: what all files written may hold together; they live in memory.
        files: how many files are handed out at most.
        output_bytes: of standard output and of standard error, each; the rest is dropped.
    """

    wall_s: float = 30.0
    cpu_s: int = 30
    memory_mb: int = 1024
    processes: int = 24
    open_files: int = 128
    disk_mb: int = 64
    files: int = 32
    output_bytes: int = 100_000

    @property
    def most_bytes(self) -> int:
        """What the sandbox may send out at most, in bytes."""
        return self.disk_mb * MIB + 2 * self.output_bytes + 1_000_000
