"""What would a persona want researched? Asked of who writes tasks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.construction.deepresearcheval.asks.personas import Persona
from veridical.construction.deepresearcheval.windows import has_window

PROMPTS = Path(__file__).parents[1] / "prompts"

Rounds = Annotated[int, msgspec.Meta(ge=1, le=50)]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task as it was written; the paper's fields but its id, which the pipeline gives.

    Attributes:
        deep_research_query: what is asked.
        key_challenges: what is hard about it.
        expected_search_rounds: how many.
        time_sensitivity: whether the answer changes with time.
        time_constraint: the window that is asked about; "" = none.
    """

    deep_research_query: str
    key_challenges: str
    expected_search_rounds: Rounds
    time_sensitivity: bool
    time_constraint: str = ""


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As many as were wanted."""

    tasks: tuple[Wish, ...]


@dataclass(frozen=True)
class WishesAsk(Ask[Wishes]):
    """Tasks of a persona.

    Attributes:
        persona: who asks.
        domain: theirs.
        count: how many.
        date: what day it is (ISO), so that windows lie in the past; "" = not told.
        topics: what a corpus at hand speaks of.
        language: of the tasks.
    """

    kind: ClassVar[str] = "construction.deepresearcheval.tasks"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = Wishes

    persona: Persona
    domain: str
    count: int
    date: str = ""
    topics: tuple[str, ...] = ()
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Persona, topics, date, how many."""
        fields = {
            "persona": told(self.persona, self.domain),
            "topics": "\n".join(self.topics),
            "date": self.date,
            "count": str(self.count),
        }
        return prompt_parts(PROMPTS, "tasks", self.language, fields)

    def objection(self, value: Wishes) -> str:
        """Another number of them, an empty one, or two that are the same."""
        if len(value.tasks) != self.count:
            return f"it holds {len(value.tasks)} tasks; expected {self.count}"
        asked = [" ".join(one.deep_research_query.split()).casefold() for one in value.tasks]
        if "" in asked:
            return f"task {asked.index('') + 1} asks nothing"
        return "it holds a task twice" if len(set(asked)) < len(asked) else ""

    def by_rule(self) -> Answer[Wishes] | NoVerdict:
        """Templates over the persona's part of the domain; indicative."""
        forms = _FORMS_ZH if self.language.startswith("zh") else _FORMS
        subject = self.persona.subdomain
        found = []
        for n in range(self.count):
            query = forms[n % len(forms)].format(topic=subject, domain=self.domain)
            window = has_window(query)
            found.append(Wish(query, subject, 2 + n % len(forms), bool(window), window))
        return Answer(Wishes(tuple(found)), "by rule: forms of question over a topic")


def told(persona: Persona, domain: str) -> str:
    """A persona as a prompt shows it."""
    return (
        f"{persona.name}, {persona.role}, {persona.affiliation}; {domain}: {persona.subdomain}\n"
        f"{persona.background}"
    )


_FORMS = (
    "What has been measured and reported about “{topic}” from 2015 to 2024, where do sources "
    "disagree, and what does that mean for somebody who works in {domain}?",
    "Compare how “{topic}” was understood before 2000 and since 2010: which figures changed, and "
    "why?",
    "Which of the numbers commonly given for “{topic}” rest on good evidence, and which do not?",
    "Between 2018 and 2024, which decisions in {domain} depended on “{topic}”, and how did they "
    "turn out?",
)
_FORMS_ZH = (
    "2015年至2024年间，关于“{topic}”有哪些测量和报道？不同来源在哪些地方不一致？这对从事{domain}的人意味着什么？",
    "比较2000年以前和2010年以来人们对“{topic}”的认识：哪些数据变了，原因是什么？",
    "关于“{topic}”的常见数字中，哪些有可靠证据支持，哪些没有？",
    "2018年至2024年间，{domain}领域有哪些决定取决于“{topic}”，结果如何？",
)
