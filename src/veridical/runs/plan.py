"""What a run would take, as a range, before it: calls, tokens, money. Nothing is called.

The built-in rules stand in for every model. High: all gates are forced open; low: none opens.
Where a model's answers lead to more asks than the rules' do, more is asked; re-asked replies,
retries and what a model thinks are not foreseen.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict, Role, answer_key
from veridical.ledger import Ledger
from veridical.ledger.listing import answers_with
from veridical.measure import Context, Gate, Method
from veridical.methods.evaluator import evaluate_submission
from veridical.models.body import BILLION
from veridical.models.fence import written
from veridical.models.identity import key_for
from veridical.models.port import Request, Usage
from veridical.models.prices import Price
from veridical.respondents import Roles, Rules
from veridical.respondents.grouped import groups_of
from veridical.respondents.llm import LLM
from veridical.runs.bound import bound
from veridical.runs.preset import with_preset
from veridical.runs.records import Drawing
from veridical.runs.report_pictures import PictureFinder
from veridical.runs.settings import Settings
from veridical.runs.submissions import Submitted
from veridical.score import Reason
from veridical.task import Bench

V = TypeVar("V")

LEAST_PER_CHARACTER, MOST_PER_CHARACTER = 0.19, 0.26
"""Tokens of a character, as tokenizers count text in letters."""
LEAST_PER_IDEOGRAPH, MOST_PER_IDEOGRAPH = 0.25, 1.1
"""Tokens of a character, as tokenizers count Chinese, Japanese and Korean."""
LEAST_PER_IMAGE, MOST_PER_IMAGE = 85, 2000
LEAST_OF_REPLY, MOST_OF_REPLY = 0.5, 1.1
"""A reply's length, as a share of the rules' own answer. A reply's token costs several of a
prompt's, so a wider end here would be wider still in money."""
_ENVELOPE = 40
"""Characters that a reply's mark and its field take, once for all answers in it."""
_EACH = 12
"""Characters that the number of an answer takes, where several are in a reply."""
_PLACE = len('"end":,"start":,')
"""Characters of a quote's place, which we find and a model does not write."""
_UNKNOWN_REPLY = 200
"""Characters of a reply to an ask that the rules cannot answer."""
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Take:
    """What calls take.

    Attributes:
        calls: requests.
        input_tokens: of prompts.
        output_tokens: of replies.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Of prompts and replies together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Take) -> Take:
        """Both together."""
        return Take(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
        )

    def usd(self, price: Price | None) -> float | None:
        """At list price; None where none is known."""
        if price is None:
            return None
        cost = price.cost(Usage(input_tokens=self.input_tokens, output_tokens=self.output_tokens))
        return None if cost is None else cost / BILLION


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What one role's model would take.

    Attributes:
        role: the role.
        model: its endpoint and name.
        low: if no gate opens.
        high: if all gates open.
        kept: how many answers are in the ledger already; they take nothing.
        price: of the model; None = unknown.
    """

    role: Role
    model: str
    low: Take
    high: Take
    kept: int
    price: Price | None


@dataclass(frozen=True, slots=True)
class _Foreseen:
    """A call that would be made: under which keys its answers and its reply would be kept."""

    answers: frozenset[str]
    reply: str
    low: Take
    high: Take


@dataclass
class _Foreseer:
    """An asker that answers by the rules and notes what a model would be sent."""

    models: Mapping[Role, LLM]
    drawing: Drawing
    most_together: int
    noted: dict[Role, list[_Foreseen]] = field(default_factory=dict)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The rules' answer."""
        return (await self.ask_each([ask], draw))[0]

    async def ask_each(
        self, asks: Sequence[Ask[V]], draw: Draw = ONCE
    ) -> list[Answer[V] | NoVerdict]:
        """The rules' answers; noted are the calls that these asks would make together."""
        said = {ask.identity(): await self._said(ask, draw) for ask in asks}
        for role, model in self.models.items():
            own = [a for a in asks if a.role is role and (model.sees or not a.attachments())]
            for group in groups_of(own, self.most_together):
                replies = [_reply(ask, said[ask.identity()]) for ask in group]
                reply = sum(replies) + _ENVELOPE
                call = _foreseen(model, group, self.drawing.of(role, draw), reply)
                self.noted.setdefault(role, []).append(call)
        return [said[ask.identity()] for ask in asks]

    async def _said(self, ask: Ask[V], draw: Draw) -> Answer[V] | NoVerdict:
        """What the rules say in each model's place, where it would see what is shown."""
        model = self.models.get(ask.role)
        if model is not None and not model.sees and ask.attachments():
            return _UNSEEN
        return await Roles(dict.fromkeys(self.models, Rules())).ask(ask, draw)


_UNSEEN = NoVerdict(Reason.NOT_ASSESSED, "the model is shown no images")


def _reply(ask: Ask[V], said: Answer[V] | NoVerdict) -> int:
    """How many characters the answer takes."""
    if isinstance(said, NoVerdict):
        return _UNKNOWN_REPLY
    quotes = sum(len(str(q.start)) + len(str(q.end)) + _PLACE for q in said.quotes)
    return len(ask.write(said).decode()) - quotes + _EACH


def _foreseen(model: LLM, asks: Sequence[Ask[V]], draw: Draw, reply: int) -> _Foreseen:
    request = model.request_each(asks, draw)
    low, high = tokens_of(request)
    return _Foreseen(
        frozenset(answer_key(ask, respondent=model.identity, draw=draw) for ask in asks),
        key_for(model.model.endpoint, model.model.model, request),
        Take(1, low, floor(reply * LEAST_PER_CHARACTER * LEAST_OF_REPLY)),
        Take(1, high, ceil(reply * MOST_PER_CHARACTER * MOST_OF_REPLY)),
    )


def tokens_of(request: Request) -> tuple[int, int]:
    """How many tokens a prompt has, at least and at most."""
    parts = [part for message in request.messages for part in message.content]
    images = sum(isinstance(part, Attachment) for part in parts)
    text = "\n\n".join(written(part) for part in parts if not isinstance(part, Attachment))
    ideographs = len(_IDEOGRAPH.findall(text))
    rest = len(text) - ideographs
    low = rest * LEAST_PER_CHARACTER + ideographs * LEAST_PER_IDEOGRAPH
    high = rest * MOST_PER_CHARACTER + ideographs * MOST_PER_IDEOGRAPH
    return floor(low) + images * LEAST_PER_IMAGE, ceil(high) + images * MOST_PER_IMAGE


async def forecast(
    bench: Bench,
    submitted: Iterable[Submitted],
    method: Method,
    *,
    settings: Settings,
    ledger: Ledger,
    date: str = "",
    repeat: int = 0,
    finder: PictureFinder | None = None,
    least: Method | None = None,
) -> tuple[Forecast, ...]:
    """What each bound model would take; nothing is called and nothing is kept.

    Args:
        bench: the tasks.
        submitted: the reports.
        method: what would be measured.
        settings: which models would answer.
        ledger: where answers would be found; may be open for reading alone.
        date: the run's date (ISO), on which some answers depend; "" = not told.
        repeat: which repeat it would be.
        finder: finds what would be seen of the reports; by default their figures alone.
        least: the method where its world gives the least; by default the same.

    Raises:
        NeedError: a task lacks gold that a measure needs.
        ConfigError: a package is missing, or a price that a budget in money needs.
    """
    tasks = {task.id: task for task in bench.tasks}
    finder = finder or PictureFinder(bench)
    settings = with_preset(settings, method)
    async with bound(replace(settings, is_offline=True), ledger) as found:
        foreseers = {
            is_open: _Foreseer(found.models, Drawing(repeat), settings.most_together)
            for is_open in (False, True)
        }
        for one in submitted:
            seen = await finder.seen(one)
            for is_open, foreseer in foreseers.items():
                context = Context(
                    tasks[one.task_id],
                    seen.submission,
                    bench.corpus,
                    foreseer,
                    pictures=seen.pictures,
                    date=date,
                )
                asked = method if is_open else least or method
                await evaluate_submission(_forced(asked, is_open=is_open), context)
                await asyncio.sleep(0)
        return tuple(
            [
                await _forecast(role, settings, foreseers, ledger)
                for role in sorted(settings.bindings)
            ]
        )


async def _forecast(
    role: Role, settings: Settings, foreseers: Mapping[bool, _Foreseer], ledger: Ledger
) -> Forecast:
    binding = settings.bindings[role]
    low, high = (foreseers[is_open].noted.get(role, []) for is_open in (False, True))
    wanted = {key for one in high for key in one.answers}
    kept = {one.key for one in await answers_with(ledger, wanted)}
    return Forecast(
        role=role,
        model=f"{binding.endpoint}:{binding.model}",
        low=sum((one.low for one in _to_be_made(low, kept)), Take()),
        high=sum((one.high for one in _to_be_made(high, kept)), Take()),
        kept=len(kept),
        price=settings.prices.of(binding.endpoint, binding.model),
    )


def _to_be_made(foreseen: list[_Foreseen], kept: set[str]) -> list[_Foreseen]:
    """Those that would be calls: not all kept, nor the same request again."""
    return list({one.reply: one for one in foreseen if one.answers - kept}.values())


def _forced(method: Method, *, is_open: bool) -> Method:
    """The method with all gates open or all closed, each after its own asks."""

    def forced(gate: Gate) -> Gate:
        async def opens(context: Context) -> bool | None:
            await gate.opens(context)
            return is_open

        return Gate(gate.name, opens)

    stages = tuple(forced(s) if isinstance(s, Gate) else s for s in method.stages)
    return replace(method, stages=stages, totals=(), diagnose=None, exhibits=None)
