"""What is to be run."""

from __future__ import annotations

import base64
from collections.abc import Mapping

import msgspec

from veridical.agents.sandbox.limits import Limits


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

    Args:
        program: what is to be run.
        limits: that the keeper sets.
        packages: the folder of packages as it is called inside; "" = none.
    """
    return msgspec.json.encode(
        {
            "code": program.code,
            "objects": dict(program.objects),
            "files": {k: base64.b64encode(v).decode() for k, v in program.files.items()},
            "limits": limits,
            "packages": packages,
        }
    )
