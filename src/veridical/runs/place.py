"""Whether a run may go where it is told to, before anything is written or asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from veridical.ask import Role
from veridical.respondents import Roles, Rules
from veridical.runs.files import refuse_no_folder
from veridical.runs.folder import read_manifest, refuse_other_files, refuse_other_run
from veridical.runs.identity import manifest_of
from veridical.runs.model_records import records_of
from veridical.runs.records import Manifest

if TYPE_CHECKING:
    from veridical.runs.settings import Binding, Settings
    from veridical.runs.work import Work


def refuse_place(work: Work, settings: Settings | None) -> None:
    """Refuse a folder that is not this run's, before a lock or a ledger stands in or by it.

    A model's identity is known only once it is bound; a run that differs in nothing but its
    models is refused then.

    Raises:
        RunExists: it holds another run, or something else.
        StoreError: no folder can be made there, or it cannot be read.
    """
    refuse_no_folder(work.out)
    present = read_manifest(work.out)
    if present is None:
        if work.out.exists():
            refuse_other_files(work.out)
        return
    bindings = dict({} if settings is None else settings.bindings)
    given: dict[str, str] = {}
    if work.rubrics is not None:
        bindings.pop(Role.EXAMINER, None)
        given = {Role.EXAMINER: work.rubrics.identity}
    wanted = manifest_of(
        work.bench,
        work.submitted,
        work.method,
        respondents=_respondents(present, bindings) | given | work.sight.respondents(),
        is_indicative=present.is_indicative,
        date=work.date,
        bench_name=work.bench_name,
        reports_name=work.reports_name,
        models=records_of(bindings),
        drawing=work.drawing,
        page_pictures=work.sight.pages,
    )
    refuse_other_run(work.out, present, wanted)


def _respondents(present: Manifest, bindings: Mapping[Role, Binding]) -> dict[str, str]:
    """Who would answer: in a role that has a model now as then, whoever did then."""
    had = {model.role for model in present.models}
    names: dict[str, str] = dict(Roles(dict.fromkeys(bindings, Rules())).identities)
    for role in bindings:
        names[role] = present.respondents[role] if role in had else "a model"
    return names
