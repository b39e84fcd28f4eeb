"""How many supported statements each draft brought, drawn over what they cost.

Inline SVG without scripts, with its own label; the numbers stand in a table beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from veridical.agents.release.record import Gain

WIDTH, HEIGHT = 420, 150
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 14, 14, 26
_DOT = Markup('<circle cx="{x}" cy="{y}" r="4"><title>{title}</title></circle>')
_LABEL = Markup('<text x="{x}" y="{y}" class="{kind}">{text}</text>')


def gain_curve(curve: Sequence[Gain]) -> Markup:
    """The curve from nothing spent to the last draft; "" where there is no draft.

    Args:
        curve: a point a draft, in order.
    """
    if not curve:
        return Markup("")
    points = [(0.0, 0.0), *((float(one.tokens), float(one.supported)) for one in curve)]
    places = [_place(point, points[-1]) for point in points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = [
        _DOT.format(x=f"{x:.1f}", y=f"{y:.1f}", title=_said(one))
        for (x, y), one in zip(places[1:], curve, strict=True)
    ]
    last = curve[-1]
    labels = [
        _LABEL.format(x=_LEFT - 6, y=HEIGHT - _BOTTOM + 4, kind="left", text=0),
        _LABEL.format(x=_LEFT - 6, y=f"{places[-1][1] + 4:.1f}", kind="left", text=last.supported),
        _LABEL.format(x=_LEFT, y=HEIGHT - 8, kind="middle", text=0),
        _LABEL.format(x=WIDTH - _RIGHT, y=HEIGHT - 8, kind="right", text=f"{last.tokens:,} tokens"),
    ]
    template = Markup(
        '<svg class="gain" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" '
        'aria-label="{said}"><path class="axis" d="M{l} {t}V{b}H{r}"/>'
        '<polyline points="{path}"/>{dots}{labels}</svg>'
    )
    return template.format(
        w=WIDTH,
        h=HEIGHT,
        said="; ".join(map(_said, curve)),
        l=_LEFT,
        t=_TOP,
        b=HEIGHT - _BOTTOM,
        r=WIDTH - _RIGHT,
        path=path,
        dots=Markup("").join(dots),
        labels=Markup("").join(labels),
    )


def _place(point: tuple[float, float], last: tuple[float, float]) -> tuple[float, float]:
    across = point[0] / last[0] if last[0] else 0.0
    up = point[1] / last[1] if last[1] else 0.0
    x = _LEFT + across * (WIDTH - _LEFT - _RIGHT)
    return x, HEIGHT - _BOTTOM - up * (HEIGHT - _TOP - _BOTTOM)


def _said(one: Gain) -> str:
    return f"{one.supported} supported statements after {one.tokens:,} tokens, {one.new} new"
