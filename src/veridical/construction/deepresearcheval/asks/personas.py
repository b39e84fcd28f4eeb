"""Who would need research in a domain? Asked of who writes tasks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason

PROMPTS = Path(__file__).parents[1] / "prompts"


class Persona(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who would ask; the paper's five fields.

    Attributes:
        name: theirs.
        role: what they do.
        affiliation: where.
        background: education, career, interests.
        subdomain: their part of the domain.
    """

    name: str
    role: str
    affiliation: str
    background: str
    subdomain: str


class Personas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As many as were wanted."""

    personas: tuple[Persona, ...]


@dataclass(frozen=True)
class PersonasAsk(Ask[Personas]):
    """Personas of a domain.

    Attributes:
        domain: of their work or life.
        count: how many.
        topics: what a corpus at hand speaks of, so that what they ask can be searched there.
        language: of their descriptions.
    """

    kind: ClassVar[str] = "construction.deepresearcheval.personas"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = Personas

    domain: str
    count: int
    topics: tuple[str, ...] = ()
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Topics, domain, how many."""
        fields = {
            "topics": "\n".join(self.topics),
            "domain": self.domain,
            "count": str(self.count),
        }
        return prompt_parts(PROMPTS, "personas", self.language, fields)

    def objection(self, value: Personas) -> str:
        """Another number of them, a field without words, or two of one name."""
        found = value.personas
        if len(found) != self.count:
            return f"it holds {len(found)} personas; expected {self.count}"
        for n, one in enumerate(found, start=1):
            for field in one.__struct_fields__:
                if not getattr(one, field).strip():
                    return f"persona {n} has no {field}"
        names = [one.name.strip().casefold() for one in found]
        return "it holds a name twice" if len(set(names)) < len(names) else ""

    def by_rule(self) -> Answer[Personas] | NoVerdict:
        """Roles that every domain has, each with a topic of the corpus; indicative."""
        if not self.topics:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "no corpus tells what could be asked about")
        is_chinese = self.language.startswith("zh")
        roles = _ROLES_ZH if is_chinese else _ROLES
        found = []
        for n in range(self.count):
            role, affiliation = roles[n % len(roles)]
            topic = self.topics[n % len(self.topics)]
            name = f"{'人物' if is_chinese else 'Persona'} {n + 1}"
            told = _BACKGROUND_ZH if is_chinese else _BACKGROUND
            background = told.format(role=role, domain=self.domain, topic=topic)
            found.append(Persona(name, role, affiliation, background, topic))
        return Answer(Personas(tuple(found)), "by rule: roles that every domain has")


_ROLES = (
    ("analyst", "a consultancy"),
    ("teacher", "a secondary school"),
    ("journalist", "a regional newspaper"),
    ("engineer", "a medium-sized company"),
    ("student", "a university"),
)
_ROLES_ZH = (
    ("分析师", "一家咨询公司"),
    ("教师", "一所中学"),
    ("记者", "一家地方报社"),
    ("工程师", "一家中型企业"),
    ("学生", "一所大学"),
)
_BACKGROUND = "Works as {role} with matters of {domain} and follows what is known about {topic}."
_BACKGROUND_ZH = "担任{role}，工作涉及{domain}，持续关注“{topic}”方面的已知情况。"
