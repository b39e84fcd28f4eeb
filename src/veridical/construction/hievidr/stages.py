"""The stages between an anchor and a judged task."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from veridical.ask import Asker, Draw, NoVerdict
from veridical.checks.support import Support, SupportAsk, verified
from veridical.construction.asking import without
from veridical.construction.hievidr.asks.alignment import AlignmentAsk
from veridical.construction.hievidr.asks.graph import GraphAsk
from veridical.construction.hievidr.asks.question import QuestionAsk
from veridical.construction.hievidr.bundle import Bundle
from veridical.construction.hievidr.drafted import Drafted, Graphed
from veridical.construction.hievidr.outline import outline
from veridical.construction.hievidr.settings import Settings
from veridical.construction.pipeline import Candidate, Dropped, Outcome
from veridical.retrieval.passages import whole
from veridical.score import Reason

PURPOSE = "construction"
GRAPH = "graph"


@dataclass(frozen=True)
class MakeGraph:
    """Lets the examiner write a graph, again where what it wrote is none.

    Attributes:
        asker: who is asked.
        settings: of the graph's size, and how often.
    """

    asker: Asker
    settings: Settings
    name: str = GRAPH

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The bundle with a valid graph."""
        bundle = candidate.value
        assert isinstance(bundle, Bundle)
        few, many = self.settings.fewest_nodes, self.settings.most_nodes
        ask = GraphAsk(bundle.items, few, many, bundle.language)
        said = await self.asker.ask(ask, Draw(PURPOSE))
        tries = 1
        while isinstance(said, NoVerdict):
            if said.reason is not Reason.UNREADABLE or tries == self.settings.tries:
                return without(said, "no_valid_graph")
            said = await self.asker.ask(ask, Draw(PURPOSE, index=tries))
            tries += 1
        graph = said.value.built(bundle.items, candidate.id)
        return (Candidate(candidate.id, Graphed(bundle, graph, tries)),)


@dataclass(frozen=True)
class MakeQuestion:
    """Lets the examiner write the question and the answer of a graph.

    Attributes:
        asker: who is asked.
    """

    asker: Asker
    name: str = "question"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The graph with its question."""
        graphed = candidate.value
        assert isinstance(graphed, Graphed)
        pictures = graphed.pictures
        ask = QuestionAsk(
            outline(graphed.graph),
            graphed.graph.conclusion.text,
            tuple(one.title for one in graphed.evidence_items),
            pictures,
            graphed.bundle.language,
        )
        said = await self.asker.ask(ask, Draw(PURPOSE))
        if isinstance(said, NoVerdict):
            return without(said, "no_question")
        value = said.value
        draft = Drafted(
            graphed,
            value.question.strip(),
            value.answer.strip(),
            tuple(pictures[n - 1] for n in value.query_pictures),
            tuple(pictures[n - 1] for n in value.report_pictures),
        )
        return (Candidate(candidate.id, draft),)


@dataclass(frozen=True)
class Soundness:
    """Drops a graph with a node that what it rests on does not carry.

    Attributes:
        asker: who is asked, of each claim and of the conclusion.
    """

    asker: Asker
    name: str = "judge: soundness"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The candidate, if each of its nodes is supported."""
        draft = candidate.value
        assert isinstance(draft, Drafted)
        language = draft.graphed.bundle.language
        asks = [
            SupportAsk(
                text, tuple(whole(t, source=f"n{k}") for k, t in enumerate(below)), "", language
            )
            for text, below in draft.edges()
        ]
        answers = await asyncio.gather(*(self.asker.ask(one, Draw(PURPOSE)) for one in asks))
        for ask, answer in zip(asks, answers, strict=True):
            said = verified(answer, ask.passages)
            if isinstance(said, NoVerdict):
                return said
            if said.value.support is not Support.SUPPORTED:
                return Dropped(f"step_{said.value.support.value}", f'"{ask.statement[:120]}"')
        return (candidate,)


@dataclass(frozen=True)
class Aligned:
    """Drops a task whose question, answer and graph do not belong together.

    Attributes:
        asker: who is asked.
    """

    asker: Asker
    name: str = "judge: alignment"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The candidate, if its parts belong together."""
        draft = candidate.value
        assert isinstance(draft, Drafted)
        ask = AlignmentAsk(
            draft.question,
            draft.answer,
            outline(draft.graphed.graph),
            draft.graphed.bundle.language,
        )
        said = await self.asker.ask(ask, Draw(PURPOSE))
        if isinstance(said, NoVerdict):
            return said
        wrong = said.value.wrong
        return Dropped(wrong, said.why) if wrong else (candidate,)
