"""One source for statements that have nothing to do with each other."""

from veridical.findings import audit
from veridical.report import parse_report

SECTIONS = [
    "Lithium cells lose capacity through repeated cycling",
    "Medieval guilds trained apprentices over seven winters",
    "Whales migrate toward Antarctic feeding grounds",
    "Bond yields climbed after inflation surprised traders",
    "Violin varnish recipes remained secret among luthiers",
    "Bees dance to signal nectar",
]
LIST = "\n\n## References\n\n[1] https://a.org/x\n[2] https://b.org/y\n"


def kinds(*sentences: str) -> list[str]:
    """The findings about one source, each sentence in a section of its own."""
    body = "\n\n".join(f"## Part {n}\n\n{s} [1]." for n, s in enumerate(sentences))
    report = parse_report(body + LIST)
    return [f.message for f in audit(report) if f.kind == "unrelated_claims"]


def test_one_source_for_everything() -> None:
    """Six statements in six sections that share no word."""
    assert kinds(*SECTIONS) == ["[1] is cited for 6 statements that have little in common."]


def test_one_source_for_one_subject() -> None:
    """The same number of statements about one thing."""
    about = [f"Lithium cells lose capacity in test {n}" for n in range(6)]

    assert kinds(*about) == []


def test_a_few_statements_tell_nothing() -> None:
    """Four may well come from one page."""
    assert kinds(*SECTIONS[:4]) == []
