"""An analysis as a program: reads the objects it is given, draws, and says what it found.

The program knows of the table what its schema says. It finds ``rows`` defined, a list of
objects, and leaves ``figure.png`` and ``result.json``: a list of values, each with the expression
it comes from and the rows it was read off.
"""

from __future__ import annotations

import json

from veridical.agents.hka.analysis.kinds import Analysis, AnalysisKind
from veridical.retrieval.tables import Column, ColumnKind, Table

_FEWEST_APART = 3
_SMALLEST_SLICE = 3
"""Percent of a pie below which its names cover each other; then bars are drawn."""
_APART = {"en": "difference from the mean", "zh": "与平均值之差"}
FIGURE, RESULT = "figure.png", "result.json"
_HEAD = """\
import json
import matplotlib.pyplot as plt

plt.rcParams["font.sans-serif"] = [
    "Noto Sans CJK SC", "Noto Sans CJK JP", "WenQuanYi Zen Hei", "DejaVu Sans"
]
plt.rcParams["axes.unicode_minus"] = False
figure, axes = plt.subplots(figsize=(8, 4.5), dpi=110)
found = []


def named(label):
    text = f"{label:.12g}" if isinstance(label, float) else str(label)
    is_number = text.lstrip("-").replace(".", "", 1).isdigit()
    if not is_number or LABEL_IS_YEAR:
        return text
    return f"{text} {LABEL_UNIT}" if LABEL_UNIT else f"{LABEL_NAME} {text}"


def say(name, value, expression, cells):
    found.append({"name": name, "value": value, "expression": expression, "rows": cells})

"""
_TAIL = """
figure.tight_layout()
figure.savefig("figure.png")
with open("result.json", "w", encoding="utf-8") as file:
    json.dump(found, file, ensure_ascii=False)
"""
_ONE = """
points = [(n, r[LABEL], r[FIELD]) for n, r in enumerate(rows) if r[FIELD] is not None
          and r[LABEL] is not None]
"""
_TREND = (
    _ONE
    + """
points.sort(key=lambda p: p[1])
(a, first, start), (b, last, end) = points[0], points[-1]
every = [p[0] for p in points]
top, low = max(points, key=lambda p: p[2]), min(points, key=lambda p: p[2])
axes.plot([p[1] for p in points], [p[2] for p in points], marker="o")
axes.set_xlabel(LABEL_NAME)
axes.set_ylabel(NAME)
marked = points[:: max(1, len(points) // 8)]
axes.set_xticks(sorted({p[1] for p in marked}))
for p in marked:
    axes.annotate(f"{p[2]:,.12g}", (p[1], p[2]), (0, 6), textcoords="offset points", ha="center")
axes.margins(y=0.15)
say("first", [first, start], f"{FIELD} at {LABEL} = {first}", [a])
say("last", [last, end], f"{FIELD} at {LABEL} = {last}", [b])
say("change", end - start, f"{FIELD}[{last}] - {FIELD}[{first}]", [a, b])
if start > 0:
    say("percent", (end - start) / start * 100,
        f"({FIELD}[{last}] - {FIELD}[{first}]) / {FIELD}[{first}] * 100", [a, b])
say("highest", [top[1], top[2]], f"max {FIELD}", every)
say("lowest", [low[1], low[2]], f"min {FIELD}", every)
"""
)
_RANKED = (
    _ONE
    + """
points.sort(key=lambda p: -p[2])
shown = points[:15]
bars = axes.barh([named(p[1]) for p in shown][::-1], [p[2] for p in shown][::-1])
axes.bar_label(bars, [f"{p[2]:,.12g}" for p in shown][::-1], padding=3)
axes.margins(x=0.15)
axes.set_xlabel(NAME)
every = sorted(p[0] for p in points)
low = min(points, key=lambda p: p[2])
say("highest", [points[0][1], points[0][2]], f"max {FIELD}", every)
say("lowest", [low[1], low[2]], f"min {FIELD}", every)
say("count", len(points), f"count {FIELD}", every)
"""
)
_RANKING = (
    _RANKED
    + """
if len(points) > 2 and points[0][2] > points[1][2] > points[-1][2]:
    say("second", [points[1][1], points[1][2]], f"second largest {FIELD}", every)
"""
)
_COMPARISON = (
    _ONE
    + """
points.sort(key=lambda p: -p[2])
every = sorted(p[0] for p in points)
low = min(points, key=lambda p: p[2])
mean = sum(p[2] for p in points) / len(points)
shown = points[:15][::-1]
apart = [p[2] - mean if IS_APART else p[2] for p in shown]
bars = axes.barh([named(p[1]) for p in shown], apart,
                 color=["tab:red" if one < 0 else "tab:blue" for one in apart])
written = [f"{one:+,.4g}" if IS_APART else f"{one:,.12g}" for one in apart]
axes.bar_label(bars, written, padding=3)
axes.axvline(0, color="grey")
axes.margins(x=0.15)
axes.set_xlabel(f"{NAME}, {APART} ({mean:,.4g})" if IS_APART else NAME)
say("highest", [points[0][1], points[0][2]], f"max {FIELD}", every)
say("lowest", [low[1], low[2]], f"min {FIELD}", every)
say("count", len(points), f"count {FIELD}", every)
say("mean", mean, f"mean {FIELD}", every)
say("difference", points[0][2] - low[2], f"max {FIELD} - min {FIELD}", every)
"""
)
_SHARE = (
    _ONE
    + """
points.sort(key=lambda p: -p[2])
every = sorted(p[0] for p in points)
low = min(points, key=lambda p: p[2])
if low[2] >= SMALLEST_SLICE:
    axes.pie([p[2] for p in points], startangle=90,
             labels=[f"{named(p[1])}: {p[2]:,.12g}%" for p in points])
    axes.set_title(NAME)
else:
    bars = axes.barh([named(p[1]) for p in points][::-1], [p[2] for p in points][::-1])
    axes.bar_label(bars, [f"{p[2]:,.12g}%" for p in points][::-1], padding=3)
    axes.margins(x=0.15)
    axes.set_xlabel(NAME)
say("largest", [points[0][1], points[0][2]], f"max {FIELD}", every)
say("smallest", [low[1], low[2]], f"min {FIELD}", every)
if len(points) > 2:
    say("two largest", points[0][2] + points[1][2], f"sum of the two largest {FIELD}", every)
"""
)
_CORRELATION = """
points = [(n, r[FIELD], r[OTHER]) for n, r in enumerate(rows)
          if r[FIELD] is not None and r[OTHER] is not None]
xs, ys = [p[1] for p in points], [p[2] for p in points]
mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
covered = sum((x - mx) * (y - my) for x, y in zip(xs, ys))
spread = (sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys)) ** 0.5
axes.scatter(xs, ys)
if len(points) <= 12:
    for n, x, y in points:
        axes.annotate(named(rows[n][LABEL]), (x, y), (4, 4), textcoords="offset points")
axes.set_xlabel(NAME)
axes.set_ylabel(OTHER_NAME)
cells = [p[0] for p in points]
if spread > 0:
    say("r", covered / spread, f"Pearson's r of {FIELD} and {OTHER}", cells)
say("count", len(points), f"rows with {FIELD} and {OTHER}", cells)
"""
_BODIES = {
    AnalysisKind.TREND: _TREND,
    AnalysisKind.COMPARISON: _COMPARISON,
    AnalysisKind.RANKING: _RANKING,
    AnalysisKind.SHARE: _SHARE,
    AnalysisKind.CORRELATION: _CORRELATION,
}


def program(analysis: Analysis, table: Table) -> str:
    """The Python program of an analysis.

    Args:
        analysis: whose fields are the table's.
        table: only its headings enter the program, as string literals.
    """
    columns = {column.field: column for column in table.columns}
    first, *rest = analysis.fields
    names = {
        "LABEL": analysis.label,
        "LABEL_NAME": _shown(columns[analysis.label]),
        "LABEL_UNIT": columns[analysis.label].unit.replace("$", r"\$"),
        "FIELD": first,
        "NAME": _shown(columns[first]),
        "APART": _APART["zh" if table.language.startswith("zh") else "en"],
        **({"OTHER": rest[0], "OTHER_NAME": _shown(columns[rest[0]])} if rest else {}),
    }
    is_year = columns[analysis.label].kind is ColumnKind.YEAR
    numbers = f"SMALLEST_SLICE = {_SMALLEST_SLICE}\nLABEL_IS_YEAR = {is_year}\n"
    numbers += f"IS_APART = {is_apart(analysis, table)}\n"
    constants = numbers + "".join(
        f"{name} = {json.dumps(value)}\n" for name, value in names.items()
    )
    return _HEAD + constants + _BODIES[analysis.kind] + _TAIL


def is_apart(analysis: Analysis, table: Table) -> bool:
    """Whether a comparison shows differences from the mean: of two rows that says nothing more."""
    (place,) = (n for n, one in enumerate(table.columns) if one.field == analysis.fields[0])
    many = sum(value is not None for value in table.values(place))
    return analysis.kind is AnalysisKind.COMPARISON and many >= _FEWEST_APART


def _shown(column: Column) -> str:
    # a dollar sign would begin a formula
    return column.heading.replace("$", r"\$")
