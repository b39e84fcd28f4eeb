"""Options of a method by name, and what is said of wrong ones."""

import pytest

from veridical.errors import ConfigError
from veridical.methods.registry import METHODS
from veridical.runs.verbs import method_named, options_of


def test_an_option_changes_one_setting() -> None:
    """The others keep their defaults."""
    defaults = dict(method_named("hievidr").settings)

    assert dict(method_named("hievidr", {"tau": "0.2"}).settings) == {**defaults, "tau": "0.2"}


def test_pairs_become_options() -> None:
    """White space around name and value is no part of them."""
    assert options_of(["tau=0.2", "report_norm = ratio"]) == {"tau": "0.2", "report_norm": "ratio"}


def test_a_pair_without_a_sign_is_refused() -> None:
    """The message names the option and the form."""
    with pytest.raises(ConfigError) as caught:
        options_of(["tau"])

    assert str(caught.value) == "--option: is no pair, got tau; expected name=value. Correct it."


def test_one_option_has_one_value() -> None:
    """The same value twice is no contradiction."""
    assert options_of(["tau=0.2", "tau = 0.2"]) == {"tau": "0.2"}
    with pytest.raises(ConfigError, match=r"^--option: gives tau twice, got '0\.2 and 0\.3'; "):
        options_of(["tau=0.2", "tau=0.3"])


@pytest.mark.parametrize("wrong", [{"color": "red"}, {"report_norm": "mean"}])
def test_an_option_that_the_method_does_not_take_is_refused(wrong: dict[str, str]) -> None:
    """Both an unknown name and an unknown value, with what would do."""
    with pytest.raises(ConfigError, match=r"^options of hievidr: are not its own, or a value is"):
        method_named("hievidr", wrong)


def test_an_unknown_method_is_refused() -> None:
    """The message lists those that ship."""
    with pytest.raises(ConfigError) as caught:
        method_named("vibes")

    known = " or ".join(method.name for method in METHODS)
    assert str(caught.value) == f"--method: is unknown, got vibes; expected {known}. Correct it."
