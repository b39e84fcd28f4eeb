"""What is measured, and beside what, as the command line says it."""

import pytest

from veridical.cli.method import MethodOptions
from veridical.errors import ConfigError


def test_rivals_are_options_of_the_method() -> None:
    """The same settings, whichever way they are written."""
    short = MethodOptions(method="kdr", rival="atlas", rivals="all").chosen()
    long = MethodOptions(method="kdr", option=["rival=atlas", "rivals=all"]).chosen()

    assert short.settings == long.settings
    assert (short.settings["rival"], short.settings["rivals"]) == ("atlas", "all")


def test_passages_are_an_option_of_the_method() -> None:
    """The pages whole without it, as published."""
    short = MethodOptions(method="fact", passages=True).chosen()
    long = MethodOptions(method="fact", option=["characters=3200"]).chosen()

    assert short.settings == long.settings
    assert MethodOptions(method="fact").chosen().settings["characters"] == "0"


def test_nothing_said_is_nothing_changed() -> None:
    """The method's own defaults."""
    assert MethodOptions(method="race").chosen().settings["rival"] == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (MethodOptions(method="race", option=["rival=b"], rival="a"), "gives rival twice"),
        (MethodOptions(method="hievidr", rival="a"), "are not its own"),
        (MethodOptions(method="race", rivals="all"), "are not its own"),
        (MethodOptions(method="race", passages=True), "are not its own"),
        (MethodOptions(method="fact", option=["characters=9"], passages=True), "gives char"),
    ],
    ids=["two rivals", "compares with none", "compares no pairs", "no pages", "two lengths"],
)
def test_what_cannot_be_meant_is_refused(options: MethodOptions, message: str) -> None:
    """Two values of one option; a rival for a method that has none."""
    with pytest.raises(ConfigError, match=message):
        options.chosen()
