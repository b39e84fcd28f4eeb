"""Reads the demo bench as plain JSON and text, without the package that it tests."""

import html
import json
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
BENCH = ROOT / "src/veridical/runs/demo_bench"
SYSTEMS = ("atlas", "beacon", "cipher", "drifter", "ember", "fable")
TASKS = (
    "t-water",
    "t-heart",
    "t-venus",
    "t-iris",
    "t-kilogram",
    "t-tides",
    "t-rivers",
    "t-printing",
)
EVERY_REPORT = [(system, task) for system in SYSTEMS for task in TASKS]
FORMATS = (".md", ".html")
MARKER = re.compile(r"\[(\d+(?:, \d+)*)\]")
PICTURE = re.compile(r"\|image(\d+)\|\n+(.+)")
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
REFERENCES = re.compile(r"^## (?:References|参考文献)$", re.MULTILINE)
CONCLUSION = re.compile(r"^## (?:Conclusion|结论)$", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=。)|(?<=\.) (?=[A-Z|])|\n")


@cache
def corpus() -> dict[str, dict]:
    """Every corpus item by id."""
    lines = (BENCH / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    return {item["id"]: item for item in map(json.loads, lines)}


@cache
def tasks() -> dict[str, dict]:
    """Every task by id."""
    lines = (BENCH / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    return {task["id"]: task for task in map(json.loads, lines)}


@cache
def systems() -> dict[str, dict]:
    """What ``systems.json`` says of each system."""
    return json.loads((BENCH / "systems.json").read_text(encoding="utf-8"))


def nodes(task: str, kind: str) -> dict[str, dict]:
    """The nodes of one type of a task's graph, by id."""
    return {n["id"]: n for n in tasks()[task]["gold"]["graph"]["nodes"] if n["type"] == kind}


def edges(task: str) -> list[tuple[str, str]]:
    """The edges of a task's graph, supporter first."""
    return [tuple(edge) for edge in tasks()[task]["gold"]["graph"]["edges"]]


def layer(task: str, node: str) -> int:
    """Edges on the longest path that ends in the node."""
    return max((layer(task, a) + 1 for a, b in edges(task) if b == node), default=0)


def evidence_below(task: str, node: str) -> set[str]:
    """The evidence nodes from which the node can be reached."""
    below = [a for a, b in edges(task) if b == node]
    return {node} if not below else set().union(*(evidence_below(task, a) for a in below))


@cache
def report(system: str, task: str) -> str:
    """The text of a report, HTML turned into lines with Markdown's headings."""
    (path,) = [p for p in (BENCH / "reports" / system).glob(f"{task}.*") if p.suffix in FORMATS]
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    body = text.split("<body>")[1].replace("<h1>", "# ").replace("<h2>", "## ")
    return html.unescape(re.sub(r"<[^>]+>", "\n", body))


def body(system: str, task: str) -> str:
    """A report without its list of references."""
    return REFERENCES.split(report(system, task))[0]


def given(system: str, task: str) -> dict[str, list[str]]:
    """The ordered evidence lists that a report's writer was given."""
    path = BENCH / "reports" / system / f"{task}.evidence.json"
    return json.loads(path.read_text(encoding="utf-8"))


def markers(text: str) -> list[int]:
    """The numbers of all text citations, in order."""
    return [int(k) for group in MARKER.findall(text) for k in group.split(", ")]


def passages(system: str, task: str) -> dict[str, list[str]]:
    """The sentences and captions of a report that cite each item."""
    lists, found = given(system, task), {}
    for sentence in SENTENCE_END.split(body(system, task)):
        for k in markers(sentence):
            if k <= len(lists["texts"]):
                found.setdefault(lists["texts"][k - 1], []).append(sentence)
    for k, caption in PICTURE.findall(body(system, task)):
        if int(k) <= len(lists["images"]):
            found.setdefault(lists["images"][int(k) - 1], []).append(caption)
    return found


def numbers(text: str) -> set[str]:
    """The numbers of a text, citation markers left aside."""
    return set(NUMBER.findall(MARKER.sub("", text)))


def words(text: str) -> set[str]:
    """Lower-case words of four letters and more, numbers, and pairs of Chinese characters."""
    plain = MARKER.sub("", text)
    runs = re.findall(r"[\u4e00-\u9fff]+", plain)
    pairs = {run[i : i + 2] for run in runs for i in range(len(run) - 1)}
    return set(re.findall(r"[a-z]{4,}", plain.lower())) | numbers(plain) | pairs


def share_said(text: str, sentences: list[str]) -> float:
    """The largest share of a text's words that one of the sentences contains."""
    return max((len(words(text) & words(s)) / len(words(text)) for s in sentences), default=0.0)


def length(text: str, language: str) -> int:
    """Words of an English text, Chinese characters and digits of a Chinese one."""
    plain = MARKER.sub("", text)
    return len(plain.split()) if language == "en" else len(re.findall(r"[\u4e00-\u9fff\d]", plain))
