"""Short readings of a layout, for tests."""

from veridical.report.model import BlockKind, Inline, InlineKind, Layout, NoteKind

SHOWN = {BlockKind.MARKUP, BlockKind.RULE}


def outline(layout: Layout) -> list[tuple[str, str]]:
    """Each block that is more than markup: (kind, plain text)."""
    return [
        (block.kind.value, "" if block.text is None else block.text.plain)
        for block in layout.blocks
        if block.kind not in SHOWN
    ]


def texts(layout: Layout, kind: BlockKind) -> list[str]:
    """The plain texts of one kind of block."""
    return [b.text.plain for b in layout.blocks if b.kind is kind and b.text is not None]


def marks(layout: Layout, kind: InlineKind) -> list[Inline]:
    """The marks of one kind, in all blocks and cells."""
    found = [b.text for b in layout.blocks if b.text is not None]
    found += [cell.text for table in layout.tables for cell in table.cells]
    return [mark for text in found for mark in text.inlines if mark.kind is kind]


def marked(layout: Layout, kind: InlineKind) -> list[str]:
    """The words that marks of one kind cover, block by block."""
    return [
        block.text.plain[mark.start : mark.end]
        for block in layout.blocks
        if block.text is not None
        for mark in block.text.inlines
        if mark.kind is kind
    ]


def noted(layout: Layout, source: str, kind: NoteKind) -> list[str]:
    """The source that each note of one kind is about."""
    return [source[n.span.start : n.span.end] for n in layout.notes if n.kind is kind]


def grid(layout: Layout) -> list[tuple[str, tuple[str, ...]]]:
    """Each cell of the first table that heads nothing: (plain text, path)."""
    return [(c.text.plain, c.path) for c in layout.tables[0].cells if not c.is_header]
