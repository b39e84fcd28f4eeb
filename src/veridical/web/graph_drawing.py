"""An evidence graph as inline SVG: what holds, what does not, where the chain broke.

Every node is an anchor to its own entry on the page, says its states in its label, and
knows the nodes that the arrow keys lead to. Colors come from the style sheet.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from itertools import pairwise

from markupsafe import Markup

from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.measure import Diagnosis, NodeFinding
from veridical.task import Item
from veridical.web.graph_layout import HEIGHT, WIDTH, Drawing, Place, lay_out
from veridical.web.names import fragment
from veridical.web.pages.frame import Tone

_NARROW_UNITS = 27
_NODE = Markup(
    '<a href="#{id}" class="node {type} {tone}{broken}" data-node="{id}"{keys} '
    'aria-label="{said}"><title>{said}</title>'
    '<rect class="box" x="{x}" y="{y}" width="{w}" height="{h}" rx="{rx}"/>'
    '<text class="name" x="{tx}" y="{ny}">{name}<tspan class="sort" dx="6">{sort}</tspan></text>'
    '<text class="words" x="{tx}" y="{wy}">{words}</text>{pips}{flag}</a>'
)


def draw_graph(
    graph: EvidenceGraph,
    diagnosis: Diagnosis | None = None,
    items: Mapping[str, Item] | None = None,
) -> Markup:
    """`graph` as one SVG, marked with `diagnosis` if there is one."""
    drawing = lay_out(graph)
    findings = {f.node: f for f in diagnosis.nodes} if diagnosis else {}
    broken = frozenset(diagnosis.broken) if diagnosis else frozenset()
    edges = [_edge(edge, drawing, findings, broken) for edge in graph.edges]
    nodes = [
        _node(node, drawing, findings.get(node.id), node.id in broken, _sort(node, items or {}))
        for node in graph.topological
    ]
    template = Markup(
        '<svg class="graph" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="group" '
        'aria-label="Evidence graph: evidence on the left, conclusion on the right">{parts}</svg>'
    )
    width, height = f"{drawing.width:.0f}", f"{drawing.height:.0f}"
    return template.format(w=width, h=height, parts=Markup("").join(edges + nodes))


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


def _node(
    node: Node, drawing: Drawing, finding: NodeFinding | None, is_broken: bool, sort: str
) -> Markup:
    place = drawing.places[node.id]
    states = finding.states if finding else {}
    keys = [
        Markup(' data-{}="{}"').format(direction, fragment("node", other))
        for direction, other in drawing.neighbors(node.id).items()
    ]
    said = f"{node.id}, {node.type}: {said_of(states) or node.text}"
    return _NODE.format(
        id=fragment("node", node.id),
        type=node.type,
        tone=tone_of(finding, is_broken=is_broken),
        broken=" broken" if is_broken else "",
        keys=Markup("").join(keys),
        said=f"{said}. The chain broke here." if is_broken else said,
        x=place.x,
        y=place.y,
        w=WIDTH,
        h=HEIGHT,
        rx=HEIGHT / 2 if node.type is NodeType.CONCLUSION else 5,
        tx=place.x + (20 if node.type is NodeType.CONCLUSION else 10),
        ny=place.y + 20,
        wy=place.y + 38,
        name=_cut(node.id, 8),
        sort=sort,
        words=_cut(node.text, _NARROW_UNITS - (4 if node.type is NodeType.CONCLUSION else 0)),
        pips=_pips(states, place, node.type is NodeType.CONCLUSION),
        flag=_flag(place) if is_broken else "",
    )


def _cut(text: str, units: int) -> str:
    """`text` cut to a width, East Asian characters counted double."""
    used = 0
    for index, character in enumerate(text):
        used += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if used > units:
            return text[: max(0, index - 1)].rstrip() + "…"
    return text


def _pips(states: Mapping[str, bool | None], place: Place, is_round: bool) -> Markup:
    names = initials(tuple(states))
    kinds = {True: "yes", False: "no", None: "open"}
    right = place.x + WIDTH - (20 if is_round else 8)
    parts = []
    for index, (state, held) in enumerate(reversed(tuple(states.items()))):
        x = right - 16 * (index + 1) - 2 * index
        parts.append(_pip(x, place.y + 8, kinds[held], names[state]))
    return Markup("").join(reversed(parts))


def _pip(x: float, y: float, kind: str, name: str) -> Markup:
    strike = Markup('<path d="M{} {}l12 -12"/>').format(x + 2, y + 14) if kind == "no" else ""
    template = Markup(
        '<g class="pip {kind}"><rect x="{x}" y="{y}" width="16" height="16" rx="3"/>'
        '<text x="{tx}" y="{ty}">{name}</text>{strike}</g>'
    )
    return template.format(kind=kind, x=x, y=y, tx=x + 8, ty=y + 12, name=name, strike=strike)


def _flag(place: Place) -> Markup:
    template = Markup(
        '<g class="flag"><rect x="{x}" y="{y}" width="112" height="17" rx="8.5"/>'
        '<text x="{tx}" y="{ty}">chain broke here</text></g>'
    )
    x, y = place.x + WIDTH - 116, place.y + HEIGHT - 5
    return template.format(x=x, y=y, tx=x + 56, ty=y + 12)


def _edge(
    edge: tuple[str, str],
    drawing: Drawing,
    findings: Mapping[str, NodeFinding],
    broken: frozenset[str],
) -> Markup:
    supporter, _ = edge
    tone = tone_of(findings.get(supporter), is_broken=supporter in broken)
    points = drawing.routes[edge]
    path = Markup('<path class="edge {}" d="{}"/>').format(tone, _curve(points))
    if supporter not in broken:
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
