"""The options of `check` that have every statement searched for, and what is shown of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.text import Text

    from veridical.agents.case import Checked
    from veridical.runs.check import CheckResult
    from veridical.runs.check_sources import SourcePlan
    from veridical.runs.facts import FactPlan

PANEL = "Facts"
"""The part of the verb's help that these options stand in."""
SHOWN_FACTS = 20

_option = partial(typer.Option, rich_help_panel=PANEL)


@dataclass(frozen=True, kw_only=True)
class FactOptions:
    """Whether every statement is searched for, and where."""

    facts: Annotated[
        bool,
        _option("--facts", help="Search for every statement, cited or not, in --sources."),
    ] = False
    search: Annotated[
        str | None,
        _option(help="Search the web instead: serper, tavily, brave or searxng."),
    ] = None
    search_url: Annotated[str | None, _option(help="Where that provider is.")] = None
    search_key_env: Annotated[
        str | None, _option(help="The environment variable that holds its key.")
    ] = None
    date: Annotated[
        str | None, _option(help="What day it is (ISO): later pages are no evidence.")
    ] = None
    query: Annotated[str | None, _option(help="The question that the report answers.")] = None

    def plan(self, sources: SourcePlan, *, is_offline: bool) -> FactPlan | None:
        """Where is searched; None where nothing is to be.

        Args:
            sources: where cited sources are looked up.
            is_offline: whether the network is forbidden.

        Raises:
            ConfigError: there is nothing to search; an option that means nothing here.
        """
        from veridical.runs.applicable import refuse_idle, refuse_search

        if not self.facts:
            own = {name: value for name, value in vars(self).items() if name != "facts"}
            refuse_idle(own, "--facts")
            return None
        from veridical.runs.facts import FactPlan
        from veridical.runs.identity import checked_date

        refuse_search(self.search, url=self.search_url, key_env=self.search_key_env)

        is_kept = sources.reads_addresses and not sources.may_fetch
        return FactPlan(
            folder=sources.folder,
            provider=self.search or "",
            endpoint=self.search_url or "",
            key_env=self.search_key_env or "",
            hosts=sources.hosts,
            snapshots=sources.store,
            is_offline=is_offline or is_kept,
            date="" if self.date is None else checked_date(self.date),
            query=self.query or "",
        )


def write_facts(result: CheckResult, base: Path) -> None:
    """Write the facts, and all that was done for them, beside the other results."""
    if result.facts is None:
        return
    from veridical.runs.export.facts import facts_json, trajectory_jsonl
    from veridical.runs.files import write_whole

    told = facts_json(
        result.report,
        result.facts,
        respondent=result.respondent,
        indicative=result.is_indicative,
    )
    write_whole(base.with_name(f"{base.name}.facts.json"), told)
    steps = trajectory_jsonl(result.facts)
    write_whole(base.with_name(f"{base.name}.facts.trajectory.jsonl"), steps)


def show_facts(result: CheckResult) -> None:
    """Print how many statements stand how, and those that do not stand, with a quote."""
    if result.facts is None:
        return
    from collections import Counter

    from veridical.agents.standing import Standing
    from veridical.cli.terminal import terminal

    console = terminal()
    checked = result.facts.found.checked
    counts = Counter(one.standing for one in checked)
    told = [f"{counts[s]} {s.value.replace('_', ' ')}" for s in Standing if counts[s]]
    lost = counts[None] + len(result.facts.read.unread)
    told += [f"{lost} without a verdict"] if lost else []
    console.print(f"  facts: {', '.join(told) if told else 'nothing to check'}")
    shown = (Standing.CONTRADICTED, Standing.CONFLICT, Standing.CHANGED)
    bad = [o for o in checked if o.standing in shown]
    for one in bad[:SHOWN_FACTS]:
        console.print(_shown(one, result.report.line(one.assertion.span.start)))
    if len(bad) > SHOWN_FACTS:
        console.print(f"… and {len(bad) - SHOWN_FACTS} more in the file of facts.")


def _shown(one: Checked, line: int) -> Text:
    from rich.text import Text

    from veridical.checks.labels import CheckLabel

    against = next((r for r in one.reads if r.label is CheckLabel.WRONG), None)
    said = f"  line {line}  {one.standing}: {one.assertion.wording}"
    if against and against.quotes:
        said += f'\n    {against.source}: "{against.quotes[0].text}"'
    return Text("".join(c if c.isprintable() or c == "\n" else " " for c in said))
