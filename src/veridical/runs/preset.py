"""The judge that a paper's numbers were made with: taken where nothing else is said, and named.

What departs from it is told with the run, so that nobody takes its numbers for the paper's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from veridical.ask import Role
from veridical.measure import JudgePreset, Method
from veridical.runs.model_records import records_of
from veridical.runs.records import ModelRecord
from veridical.runs.settings import Binding, Settings


def with_preset(settings: Settings, method: Method) -> Settings:
    """The settings, with the paper's temperature where none was set.

    Args:
        settings: of flags and file; what they say stands.
        method: what is measured.
    """
    preset = method.preset
    if preset is None:
        return settings
    bindings = {
        role: _preset(one, preset) if role in preset.roles else one
        for role, one in settings.bindings.items()
    }
    return replace(settings, bindings=bindings)


def _preset(binding: Binding, preset: JudgePreset) -> Binding:
    if binding.parameters.temperature is not None:
        return binding
    parameters = replace(binding.parameters, temperature=preset.temperature)
    return replace(binding, parameters=parameters)


def departures(role: Role, settings: Settings, method: Method) -> tuple[str, ...]:
    """In what a role's model departs from the paper's judge, each in a few words.

    What concerns the whole run is told of the judge.

    Args:
        role: a role that has a model.
        settings: with the preset.
        method: what is measured.
    """
    preset = method.preset
    if preset is None or role not in preset.roles:
        return ()
    found = list(_of_model(settings.bindings[role], preset, preset.model_of(role)))
    if role is Role.JUDGE:
        found += _of_run(settings, preset)
    return tuple(found)


def records_under(settings: Settings, method: Method) -> tuple[ModelRecord, ...]:
    """The bound models before anything is asked, each with its departures."""
    return tuple(
        msgspec.structs.replace(one, departures=departures(one.role, settings, method))
        for one in records_of(settings.bindings)
    )


def _of_model(binding: Binding, preset: JudgePreset, published: str) -> Iterator[str]:
    if _plain(binding.model) != _plain(published):
        yield f"model {binding.model}; published: {published}"
    temperature = binding.parameters.temperature
    if temperature != preset.temperature:
        yield f"temperature {temperature:g}; published: {preset.temperature:g}"


def _of_run(settings: Settings, preset: JudgePreset) -> Iterator[str]:
    if preset.is_one_by_one and settings.most_together > 1:
        most = settings.most_together
        yield f"up to {most} questions about the same text in a call; published: one by one"
    for role in preset.roles:
        if role not in settings.bindings:
            yield f"nobody answers as {role}; published: {preset.model_of(role)}"
    yield from preset.otherwise


def _plain(model: str) -> str:
    """A model's name without the maker and without signs, as hubs and servers write it."""
    return "".join(c for c in model.rpartition("/")[2].casefold() if c.isalnum())
