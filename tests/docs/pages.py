"""The documentation's pages and their code blocks, read from Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^(`{3,})(\w*)\s*$")
_RUN = re.compile(r"^<!-- run(?:: (.*?))? -->\s*$")


@dataclass
class Block:
    """A fenced block.

    Attributes:
        line: where its fence stands, from 1.
        language: what stands after the fence.
        text: its lines.
        is_marked: a comment ``<!-- run -->`` stands before it.
        files: what the comment puts beside it: ``<!-- run: name=path in the repository -->``.
    """

    line: int
    language: str
    text: str = ""
    is_marked: bool = False
    files: dict[str, Path] = field(default_factory=dict)

    @property
    def is_runnable(self) -> bool:
        """Python always runs; what a shell is told runs where it is marked."""
        return self.language == "python" or self.is_marked


def pages() -> list[Path]:
    """README and everything under docs/ that people wrote or a tool writes."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    block: Block | None = None
    fence, mark = "", None
    for number, line in enumerate(text.splitlines(), start=1):
        opened = _FENCE.match(line)
        if block is None and opened:
            fence = opened[1]
            block = Block(number, opened[2], is_marked=mark is not None)
            block.files = _files(mark[1] or "") if mark else {}
        elif block is not None and line.strip() == fence:
            yield block
            block, mark = None, None
        elif block is not None:
            block.text += line + "\n"
        elif line.strip():
            mark = _RUN.match(line)


def _files(said: str) -> dict[str, Path]:
    pairs = (pair.partition("=") for pair in said.split(", ") if pair)
    return {name: ROOT / path for name, _, path in pairs}


def prose(text: str) -> str:
    """A page without its blocks and inline code."""
    lines, is_code = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code:
            lines.append(re.sub(r"`[^`]*`", "", line))
    return "\n".join(lines)
