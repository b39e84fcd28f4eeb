"""Reports under MMDR-Bench's report protocol: `check --protocol` finds nothing in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from veridical.agents.research.journal import address_of
from veridical.errors import ConfigError, InputError
from veridical.methods.protocols import protocol_named
from veridical.report import parse_report
from veridical.report.model import FigureKind
from veridical.runs.protocol_report import report_protocol
from veridical.runs.research import Researching
from veridical.runs.researched import Answered
from veridical.task import Item, Modality, read_bench

SITES = [f"https://www.site-{n}.{'org' if n % 2 else 'com'}/page-{n}" for n in range(14)]
BARRED = ["https://www.reddit.com/r/a", "https://zhuanlan.zhihu.com/p/1", "https://b.blogspot.com"]
ENGLISH = [
    f"The lighthouse number {n} stands {20 + n} metres high on the northern coast of the island. "
    f"Its lamp number {n} was lit for the first time in 18{10 + n} by its keepers."
    for n in range(17)
]
CHINESE = [
    f"北部海岸的第{n}座灯塔高{20 + n}米，由当地渔民出资建造。"
    f"第{n}座灯塔在18{10 + n}年第一次点亮，守塔人住在塔边。"
    for n in range(17)
]
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">'
    '<rect width="40" height="30" fill="#369"/></svg>'
)
ASKED = {
    "en": "How high are the lighthouses on the northern coast, and when was a lamp first lit? "
    "The picture <image> shows one.",
    "zh": "北部海岸的灯塔有多高？第一座灯塔在哪一年点亮？图中 <image> 是其中一座。",
}


def bench(folder: Path, language: str) -> Path:
    """A corpus of 14 good sites and 3 barred ones, a picture of it and one of the question."""
    texts = ENGLISH if language == "en" else CHINESE
    items = [
        Item(f"i{n:02}", text, title=f"Page {n}", source=source)
        for n, (text, source) in enumerate(zip(texts, [*SITES, *BARRED], strict=True))
    ]
    caption = "A lighthouse on the northern coast" if language == "en" else "北部海岸的一座灯塔"
    items.append(
        Item("pic", caption, Modality.IMAGE, image_path="tower.svg", source="https://pics.org/t")
    )
    items.append(Item("mine", texts[0], source="a note without an address"))
    folder.mkdir()
    for name in ("tower.svg", "asked.svg"):
        (folder / name).write_text(PICTURE, "utf-8")
    lines = "".join(
        json.dumps({k: getattr(i, k) for k in ("id", "text", "title", "source", "modality")}
                   | ({"image_path": i.image_path} if i.image_path else {}), ensure_ascii=False)
        + "\n"
        for i in items
    )  # fmt: skip
    (folder / "corpus.jsonl").write_text(lines, "utf-8")
    task = {
        "schema": 1,
        "id": "t light",
        "language": language,
        "query": {
            "text": ASKED[language],
            "images": [{"id": "q", "path": "asked.svg", "caption": caption}],
        },
    }
    (folder / "tasks.jsonl").write_text(json.dumps(task, ensure_ascii=False) + "\n", "utf-8")
    return folder


def answered(folder: Path, language: str, protocol: str, agent: str) -> tuple[Answered, Path]:
    """The bench's task answered."""
    made = bench(folder / "bench", language)
    researching = Researching(corpus=made, agent=agent, protocol=report_protocol(protocol))
    (one,) = researching.answer_bench(made, folder / "out")
    return one, made


@pytest.mark.parametrize("agent", ["rag", "deep_research"])
@pytest.mark.parametrize("protocol", ["mmdr", "mmdr-daily"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_off_the_protocol(
    tmp_path: Path, language: str, protocol: str, agent: str
) -> None:
    """One address an index, enough sources of several sites, pictures where they belong."""
    one, _ = answered(tmp_path, language, protocol, agent)
    assert one.path is not None
    report = parse_report(one.path.read_bytes())
    assert [found.message for found in protocol_named(protocol)(report)] == []
    addresses = [r.source.url for r in report.references if r.source is not None]
    assert len(addresses) == len(set(addresses))
    assert not any(site in str(a) for a in addresses for site in ("reddit", "zhihu", "blogspot"))
    assert len(addresses) >= (10 if protocol == "mmdr" else 6)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_questions_pictures_come_first(tmp_path: Path, language: str) -> None:
    """Before anything is said; the files lie beside the report."""
    one, _ = answered(tmp_path, language, "mmdr", "deep_research")
    assert one.path is not None
    report = parse_report(one.path.read_bytes())
    pictures = [figure for figure in report.figures if figure.kind is FigureKind.IMAGE]
    assert len(pictures) == 2
    assert "question-1.svg" in pictures[0].target
    assert pictures[0].span.start < report.statements[0].span.start
    for path in (one.folder / "pictures").rglob("*.svg"):
        assert path.read_text("utf-8") == PICTURE
    assert len(list((one.folder / "pictures").rglob("*.svg"))) == 2


def test_nothing_of_a_barred_site_and_nothing_without_an_address_is_found(tmp_path: Path) -> None:
    """It is not retrieved, so that it can be neither given nor cited."""
    one, made = answered(tmp_path, "en", "mmdr", "deep_research")
    corpus = read_bench(made).corpus
    sources = {address_of(corpus[id_]) for id_ in one.found.retrieved}
    assert sources.isdisjoint({*BARRED, None})
    assert sources & set(SITES)


def test_a_corpus_of_forums_alone_is_refused(tmp_path: Path) -> None:
    """In one line, before anything is asked."""
    made = bench(tmp_path / "bench", "en")
    line = json.dumps({"id": "a", "text": ENGLISH[0], "source": BARRED[0]})
    (made / "corpus.jsonl").write_text(line + "\n", "utf-8")
    researching = Researching(corpus=made, protocol=report_protocol("mmdr"))
    with pytest.raises(InputError, match="stands on no barred site"):
        researching.answer_bench(made, tmp_path / "out")


def test_no_such_protocol() -> None:
    """The known ones are named."""
    with pytest.raises(ConfigError, match="mmdr or mmdr-daily"):
        report_protocol("x")


def test_what_was_given_is_kept_under_another_name(tmp_path: Path) -> None:
    """The report's numbers count addresses, not the pieces that were given."""
    one, _ = answered(tmp_path, "en", "mmdr", "rag")
    names = {path.name for path in one.folder.iterdir()}
    assert "t light.given.json" in names
    assert "t light.evidence.json" not in names


def test_blocked_references_are_not_found(tmp_path: Path) -> None:
    """A task's own: an address, a site; nothing of them is retrieved, cited or given."""
    made = bench(tmp_path / "bench", "en")
    task = json.loads((made / "tasks.jsonl").read_text("utf-8"))
    task["blocked"] = [SITES[0] + "?utm_source=a", "site-1.org", "Page 2"]
    (made / "tasks.jsonl").write_text(json.dumps(task) + "\n", "utf-8")
    (one,) = Researching(corpus=made, agent="deep_research").answer_bench(made, tmp_path / "out")
    assert one.found.retrieved
    assert {"i00", "i01", "i02"}.isdisjoint(one.found.retrieved)
    assert one.about.blocked == tuple(task["blocked"])
    free = bench(tmp_path / "free", "en")
    (other,) = Researching(corpus=free, agent="deep_research").answer_bench(free, tmp_path / "o2")
    assert {"i00", "i01", "i02"} & set(other.found.retrieved)
