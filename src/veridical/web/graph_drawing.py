"""An evidence graph as inline SVG: what holds, what does not, where the chain broke.

Every node is an anchor to its own entry on the page, says its states in its label, and
knows the nodes that the arrow keys lead to. Colors come from the style sheet.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from veridical.diagnosis import Diagnosis, NodeFinding
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.task import Item
from veridical.web.graph_layout import HEIGHT, Drawing, Place, lay_out
from veridical.web.names import fragment
from veridical.web.pages.frame import Tone

SMALLEST = 0.8
"""How far a drawing is scaled down to fit, before it scrolls sideways."""

_UNIT = 5.9
_NARROWEST_WITH_SORT = 125.0
_NODE = Markup(
    '<a href="#{id}" class="node {type} {tone}{broken}" data-node="{id}"{keys} '
    'aria-label="{said}"><title>{said}</title>'
    '<rect class="halo" x="{hx}" y="{hy}" width="{hw}" height="{hh}" rx="{hr}"/>'
    '<rect class="box" x="{x}" y="{y}" width="{w}" height="{h}" rx="{rx}"/>'
    '<text class="name" x="{tx}" y="{ny}">{name}<tspan class="sort" dx="6">{sort}</tspan></text>'
    '<text class="words" x="{tx}" y="{wy}">{words}</text>{pips}{flag}</a>'
)


@dataclass(frozen=True, slots=True)
class _Pen:
    """What every stroke of one drawing needs."""

    drawing: Drawing
    findings: Mapping[str, NodeFinding]
    broken: frozenset[str]
    initials: Mapping[str, str]
    items: Mapping[str, Item]


def draw_graph(
    graph: EvidenceGraph,
    diagnosis: Diagnosis | None = None,
    items: Mapping[str, Item] | None = None,
) -> Markup:
    """`graph` as one SVG, marked with `diagnosis` if there is one."""
    findings = {f.node: f for f in diagnosis.nodes} if diagnosis else {}
    broken = frozenset(diagnosis.broken) if diagnosis else frozenset()
    pen = _Pen(lay_out(graph), findings, broken, initials(states_of(graph, diagnosis)), items or {})
    edges = [_edge(edge, pen) for edge in graph.edges]
    nodes = [_node(node, pen) for node in graph.topological]
    template = Markup(
        '<svg class="graph" viewBox="0 0 {w} {h}" style="max-width: {w}px; min-width: {least}px" '
        'role="group" '
        'aria-label="Evidence graph: evidence on the left, conclusion on the right">{parts}</svg>'
    )
    width, height = f"{pen.drawing.width:.0f}", f"{pen.drawing.height:.0f}"
    least = f"{SMALLEST * pen.drawing.width:.0f}"
    return template.format(w=width, h=height, least=least, parts=Markup("").join(edges + nodes))


def tone_of(finding: NodeFinding | None, *, is_broken: bool = False) -> Tone:
    """How a node reads: all states hold, one does not, or one is not known."""
    if is_broken:
        return Tone.BAD
    states = finding.states.values() if finding else ()
    if not states:
        return Tone.PLAIN
    if all(states):
        return Tone.GOOD
    return Tone.PARTLY if any(state is False for state in states) else Tone.UNKNOWN


def states_of(graph: EvidenceGraph, diagnosis: Diagnosis | None) -> tuple[str, ...]:
    """All states that were looked at, in the order met on the way to the conclusion."""
    findings = {f.node: f for f in diagnosis.nodes} if diagnosis else {}
    ordered = (findings[node.id] for node in graph.topological if node.id in findings)
    return tuple(dict.fromkeys(state for finding in ordered for state in finding.states))


def initials(states: tuple[str, ...]) -> dict[str, str]:
    """The shortest beginnings that tell `states` apart, in capitals."""
    found = {}
    for state in states:
        others = [other for other in states if other != state]
        sizes = range(1, len(state) + 1)
        size = next((n for n in sizes if not any(o[:n] == state[:n] for o in others)), len(state))
        found[state] = state[:size].capitalize()
    return found


def said_of(states: Mapping[str, bool | None]) -> str:
    """The states in words: ``retrieved, not cited, supported unknown``."""
    words = {True: "{}", False: "not {}", None: "{} unknown"}
    return ", ".join(words[held].format(state) for state, held in states.items())


def _sort(node: Node, items: Mapping[str, Item]) -> str:
    item = items.get(node.item or "")
    return str(item.modality if item else node.type)


def _node(node: Node, pen: _Pen) -> Markup:
    place, width = pen.drawing.places[node.id], pen.drawing.box
    finding, is_broken = pen.findings.get(node.id), node.id in pen.broken
    is_round = node.type is NodeType.CONCLUSION
    inset, radius = (18.0, HEIGHT / 2) if is_round else (9.0, 5.0)
    states = finding.states if finding else {}
    keys = [
        Markup(' data-{}="{}"').format(direction, fragment("node", other))
        for direction, other in pen.drawing.neighbors(node.id).items()
    ]
    said = f"{node.id}, {node.type}: {said_of(states) or node.text}"
    return _NODE.format(
        id=fragment("node", node.id),
        type=node.type,
        tone=tone_of(finding, is_broken=is_broken),
        broken=" broken" if is_broken else "",
        keys=Markup("").join(keys),
        said=f"{said}. The chain broke here." if is_broken else said,
        **_box(place, width, radius),
        tx=f"{place.x + inset:.1f}",
        ny=f"{place.y + 20:.1f}",
        wy=f"{place.y + 38:.1f}",
        name=_cut(node.id, 8),
        sort=_sort(node, pen.items) if width >= _NARROWEST_WITH_SORT else "",
        words=_cut(node.text, int((width - 2 * inset) / _UNIT)),
        pips=_pips(states, pen.initials, place.x + width - inset + 1, place.y + 8),
        flag=_flag(place.x + width, place.y + HEIGHT) if is_broken else "",
    )


def _box(place: Place, width: float, radius: float) -> dict[str, str]:
    """The box, and the halo around it that shows where the reader is."""
    box = {"x": place.x, "y": place.y, "w": width, "h": HEIGHT, "rx": radius}
    halo = {
        "hx": place.x - 4,
        "hy": place.y - 4,
        "hw": width + 8,
        "hh": HEIGHT + 8,
        "hr": radius + 4,
    }
    return {name: f"{value:.1f}" for name, value in (box | halo).items()}


def _cut(text: str, units: int) -> str:
    """`text` cut to a width, East Asian characters counted double."""
    used = 0
    for index, character in enumerate(text):
        used += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if used > units:
            return text[: max(0, index - 1)].rstrip() + "…"
    return text


def _pips(
    states: Mapping[str, bool | None], names: Mapping[str, str], right: float, y: float
) -> Markup:
    kinds = {True: "yes", False: "no", None: "open"}
    first = right - 18 * len(states)
    return Markup("").join(
        _pip(first + 18 * index + 2, y, kinds[held], names[state])
        for index, (state, held) in enumerate(states.items())
    )


def _pip(x: float, y: float, kind: str, name: str) -> Markup:
    strike = Markup("")
    if kind == "no":
        strike = Markup('<path d="M{:.1f} {:.1f}l12 -12"/>').format(x + 2, y + 14)
    template = Markup(
        '<g class="pip {kind}"><rect x="{x:.1f}" y="{y:.1f}" width="16" height="16" rx="3"/>'
        '<text x="{tx:.1f}" y="{ty:.1f}">{name}</text>{strike}</g>'
    )
    return template.format(kind=kind, x=x, y=y, tx=x + 8, ty=y + 12, name=name, strike=strike)


def _flag(right: float, bottom: float) -> Markup:
    template = Markup(
        '<g class="flag"><rect x="{x:.1f}" y="{y:.1f}" width="100" height="16" rx="8"/>'
        '<text x="{tx:.1f}" y="{ty:.1f}">chain broke here</text></g>'
    )
    x, y = right - 103, bottom - 3
    return template.format(x=x, y=y, tx=x + 50, ty=y + 11.5)


def _edge(edge: tuple[str, str], pen: _Pen) -> Markup:
    supporter, _ = edge
    is_broken = supporter in pen.broken
    tone = tone_of(pen.findings.get(supporter), is_broken=is_broken)
    points = pen.drawing.routes[edge]
    path = Markup('<path class="edge {}" d="{}"/>').format(tone, _curve(points))
    if not is_broken:
        return path
    (x1, y1), (x2, y2) = points[0], points[1]
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    cross = Markup('<path class="cross" d="M{} {}l10 10m0 -10l-10 10"/>').format(x - 5, y - 5)
    return path + cross


def _curve(points: tuple[tuple[float, float], ...]) -> str:
    drawn = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for (x1, y1), (x2, y2) in pairwise(points):
        half = (x1 + x2) / 2
        drawn.append(f"C{half:.1f} {y1:.1f} {half:.1f} {y2:.1f} {x2:.1f} {y2:.1f}")
    return "".join(drawn)
