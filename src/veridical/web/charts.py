"""Small drawings beside numbers: a bar on its scale, and how far reports got.

Inline SVG without scripts; colors come from the style sheet. A drawing repeats what stands
beside it as text, so it is hidden from screen readers unless it carries its own label.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from veridical.measure import Scale
from veridical.score import Measured, Score
from veridical.web.words import span_of

STEPS = 5
FUNNEL_WIDTH = 180
_NARROWEST_LABEL = 14.0


def step(index: int, stages: int) -> int:
    """The shade of a stage, from 0 (nothing reached) to `STEPS` (all reached)."""
    return round(index * STEPS / (stages - 1)) if stages > 1 else 0


def bar(score: Score, scale: Scale) -> Markup:
    """A score as a bar on its scale, its bounds as a paler one behind it.

    A count, whose scale has no end, has no bar: nothing says how long it should be.
    """
    if scale.highest is None:
        return Markup("")
    parts = [Markup('<rect class="track" width="100" height="4"/>')]
    bounds = span_of(score)
    if bounds:
        ends = sorted((_share(bounds.worst, scale), _share(bounds.best, scale)))
        parts.append(_rect("range", *ends))
    if isinstance(score, Measured):
        parts.append(_rect("value", 0, _share(score.value, scale)))
    return Markup(
        '<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        "{}</svg>"
    ).format(Markup("").join(parts))


def _share(value: float, scale: Scale) -> float:
    whole = 0.0 if scale.highest is None else scale.highest - scale.lowest
    share = (value - scale.lowest) / whole if whole else 0.0
    return 100 * min(1.0, max(0.0, share))


def _rect(kind: str, left: float, right: float) -> Markup:
    template = Markup('<rect class="{}" x="{}" width="{}" height="4"/>')
    return template.format(kind, f"{left:.1f}", f"{max(0.0, right - left):.1f}")


def funnel(counts: Sequence[int], stages: Sequence[str], undecided: int = 0) -> Markup:
    """How many reports got as far as each stage, as one stacked bar.

    Args:
        counts: reports per stage, in the order of `stages`.
        stages: their names, from nothing reached to all reached.
        undecided: reports at a gate whose input is missing; they stand at the end.
    """
    total = sum(counts) + undecided
    said = ", ".join(f"{n} {stage}" for n, stage in zip(counts, stages, strict=True))
    parts, left = [], 0.0
    for index, (n, stage) in enumerate(zip(counts, stages, strict=True)):
        width = FUNNEL_WIDTH * n / total if total else 0.0
        if n:
            shade = step(index, len(stages))
            parts.append(_segment(left, width, f"{stage}: {n}", n=n, shade=shade))
        left += width
    if undecided:
        said += f", {undecided} undecided"
        title = f"undecided: {undecided}"
        parts.append(_segment(left, FUNNEL_WIDTH - left, title, n=undecided, shade=None))
    template = Markup(
        '<svg class="funnel" viewBox="0 0 {w} 16" width="{w}" height="16" role="img" '
        'aria-label="{said}">{parts}</svg>'
    )
    return template.format(w=FUNNEL_WIDTH, said=said, parts=Markup("").join(parts))


def _segment(left: float, width: float, title: str, *, n: int, shade: int | None) -> Markup:
    template = Markup(
        '<g class="{shade}"><title>{title}</title>'
        '<rect x="{x}" width="{width}" height="16"/>{label}</g>'
    )
    label = Markup("")
    if width >= _NARROWEST_LABEL:
        label = Markup('<text x="{}" y="12">{}</text>').format(f"{left + width / 2:.1f}", n)
    kind = "open" if shade is None else f"step-{shade}"
    drawn = f"{max(0.0, width - 1):.1f}"
    return template.format(shade=kind, title=title, x=f"{left:.1f}", width=drawn, label=label)
