"""What a search found of a report's statements, apart from what their citations carry."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.ask import Quote
from veridical.score import Score
from veridical.web.pages.frame import Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class FactKind:
    """A verdict on the fact that a statement can have.

    Attributes:
        name: as rows and mentions name it.
        title: for a reader (``Right``).
        tone: how it is marked.
        meaning: what it means, in a sentence.
    """

    name: str
    title: str
    tone: Tone
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FactSource:
    """What one source that was found says of a statement.

    Attributes:
        name: the source's title, else its address or file.
        address: its web address or file, "" where `name` says it.
        says: what it says of the statement, in words.
        tone: how that is marked.
        why: the grounds.
        quotes: the words that it rests on (offsets count in the source's stored text).
        passages: where there is no quote, the beginnings of the first passages that were read.
        more: how many passages were read beside those.
        is_cited: whether the report cites it for the statement.
    """

    name: str
    address: str = ""
    says: str
    tone: Tone
    why: str = ""
    quotes: tuple[Quote, ...] = ()
    passages: tuple[Quote, ...] = ()
    more: int = 0
    is_cited: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRow:
    """One thing that the report says, once or several times, and how it stands.

    Attributes:
        number: its place among the rows, in the order of the report; names its card.
        verdict: name of a kind of fact.
        standing: how it stands in more words (``sources conflict``), or what failed.
        statements: indices of the statements that say it; it was judged once for all of them.
        line: the line of the first one.
        text: its words in the report.
        wording: the words that were searched for, "" where they are `text`.
        language: of the words.
        why: the grounds in a sentence, "" where a source's grounds say it.
        sources: what was read, the sides that decide first.
        queries: what was searched for, in the order put.
    """

    number: int
    verdict: str
    standing: str
    statements: tuple[int, ...]
    line: int
    text: str
    wording: str = ""
    language: str = ""
    why: str = ""
    sources: tuple[FactSource, ...] = ()
    queries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRatio:
    """A share of right statements, counted in one way.

    Attributes:
        title: what it counts.
        of: how many statements it is over.
        score: the share, with what is missing and its bounds.
    """

    title: str
    of: int
    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class FactMention:
    """A card's word on the facts of its statement.

    Attributes:
        kind: name of a kind of fact; "" where nothing was searched for.
        row: number of the row, None without one.
        words: how it stands, or why nothing was searched for.
    """

    kind: str
    row: int | None = None
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FactSection:
    """The facts of a report.

    Attributes:
        kinds: the kinds of verdict, in the order shown.
        rows: in the order shown: what does not stand first.
        ratios: the share of right statements, counted in both ways.
        left_out: reasons why pieces of the report were not searched for, with how many.
        searches: how many different queries were put.
        fetches: how many different sources were read.
        repeated: how many statements say what an earlier one says.
        date: the run's date (ISO): what is later is no evidence; "" if it was not told.
    """

    kinds: tuple[FactKind, ...]
    rows: tuple[FactRow, ...]
    ratios: tuple[FactRatio, ...]
    left_out: tuple[tuple[str, int], ...] = ()
    searches: int = 0
    fetches: int = 0
    repeated: int = 0
    date: str = ""
