"""The methods that ship, by name and by recorded settings."""

from __future__ import annotations

import pytest

from veridical.measure import Method
from veridical.methods.registry import METHODS, restored


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_every_method_is_restored_from_what_was_recorded(method: Method) -> None:
    """Name, version and settings as they were."""
    again = restored(method.name, method.settings)

    assert again is not None
    assert (again.name, again.version, dict(again.settings)) == (
        method.name,
        method.version,
        dict(method.settings),
    )


def test_other_settings_are_restored_too() -> None:
    """A number and a name, from the texts that stand in a manifest."""
    again = restored("hievidr", {"tau": "0.25", "claim_support": "structural_any"})

    assert again is not None
    assert (again.settings["tau"], again.settings["claim_support"]) == ("0.25", "structural_any")


@pytest.mark.parametrize(
    ("name", "settings"), [("none", {}), ("hievidr", {"report_norm": "unheard of"})]
)
def test_what_does_not_ship_is_not_restored(name: str, settings: dict[str, str]) -> None:
    """Neither a method nor a setting is guessed."""
    assert restored(name, settings) is None
