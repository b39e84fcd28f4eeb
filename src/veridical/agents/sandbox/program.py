"""What is to be run."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from pathlib import PurePosixPath

import msgspec

from veridical.agents.sandbox.limits import MIB, Limits
from veridical.errors import ConfigError


class Program(msgspec.Struct, frozen=True):
    """A Python program, and what it is given.

    Attributes:
        code: untrusted; runs as ``program.py`` with its folder of results as working folder.
        objects: names that it finds defined, each with a value that JSON can hold.
        files: put into the folder ``/in`` by name, read only by habit, not by force.
    """

    code: str
    objects: Mapping[str, object] = {}
    files: Mapping[str, bytes] = {}


def order(program: Program, limits: Limits, packages: str) -> bytes:
    """What the keeper inside reads from its standard input.

    Numbers that are none stay what they are, and text that no encoding has fails inside.

    Args:
        program: what is to be run.
        limits: that the keeper sets.
        packages: the folder of packages as it is called inside; "" = none.

    Raises:
        ConfigError: a file without a name, or more of them than the sandbox holds.
    """
    _refuse_files(program.files, limits)
    told = {
        "code": program.code,
        "objects": dict(program.objects),
        "files": {k: base64.b64encode(v).decode() for k, v in program.files.items()},
        "limits": msgspec.to_builtins(limits),
        "packages": packages,
    }
    return json.dumps(told).encode("ascii")


def _refuse_files(files: Mapping[str, bytes], limits: Limits) -> None:
    for name in files:
        last = PurePosixPath(name).name
        if not last or "\x00" in name:
            raise ConfigError(
                "the sandbox",
                "is given a file without a name",
                got=name,
                expected="a name such as table.csv",
                fix="Name it.",
            )
    size = sum(map(len, files.values()))
    if size > limits.disk_mb * MIB:
        raise ConfigError(
            "the sandbox",
            "is given more than it holds",
            got=f"{size} bytes of files",
            expected=f"at most {limits.disk_mb} MiB",
            fix="Give it less, or raise disk_mb.",
        )
