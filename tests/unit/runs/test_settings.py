"""Models bound to roles by flags and by a file."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from veridical.ask import Role
from veridical.errors import ConfigError
from veridical.runs.settings import Flags, Settings, read_settings


def written(folder: Path, text: str) -> Path:
    """A settings file."""
    path = folder / "veridical.toml"
    path.write_text(text, "utf-8")
    return path


def bound(**flags: object) -> Settings:
    """By flags alone."""
    return read_settings(None, Flags(**flags))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder without settings."""
    monkeypatch.chdir(tmp_path)


def test_nothing_is_bound_by_default() -> None:
    """No endpoint, no limit, no price."""
    assert read_settings(None) == Settings()


def test_a_preset_has_its_address_and_key() -> None:
    """The name of the preset is the endpoint's."""
    one = bound(models={Role.JUDGE: "openai:gpt-x"}).bindings[Role.JUDGE]
    assert one.place is not None

    assert (one.endpoint, one.model, one.place.key_variable) == (
        "openai",
        "gpt-x",
        "OPENAI_API_KEY",
    )


def test_a_model_name_may_hold_colons() -> None:
    """As local servers write them."""
    assert bound(models={Role.JUDGE: "ollama:qwen3:4b"}).bindings[Role.JUDGE].model == "qwen3:4b"


@pytest.mark.parametrize(
    ("spec", "url", "name"),
    [
        ("openai-compatible:m", "http://a:8000/v1", "openai-compatible@a:8000/v1"),
        ("ollama:m", "http://a:11434/v1/", "ollama@a:11434/v1"),
        ("ollama:m", "http://localhost:11434/v1", "ollama"),
        ("mine:m", "http://a:8000/v1", "mine"),
    ],
)
def test_servers_that_share_a_name_are_told_apart(spec: str, url: str, name: str) -> None:
    """A reply of one is never found for another; a name that the user chose is the user's."""
    found = bound(models={Role.JUDGE: spec}, base_url=url).bindings[Role.JUDGE]

    assert found.endpoint == name


def test_who_sees() -> None:
    """The role that looks at pictures does; a judge does where the file says so."""
    file = '[roles.judge]\nmodel = "ollama:m"\nsees = true\n[roles.examiner]\nmodel = "ollama:m"\n'
    flags = Flags(models={Role.VISION: "ollama:v"})
    found = read_settings(written(Path(), file), flags).bindings

    assert {role.value: one.sees for role, one in found.items()} == {
        "examiner": False,
        "judge": True,
        "vision": True,
    }


def test_a_file(tmp_path: Path) -> None:
    """All that it may say; the price file lies beside it."""
    (tmp_path / "p.toml").write_text("[m]\ninput = 1\noutput = 2\n", "utf-8")
    found = read_settings(
        written(
            tmp_path,
            '[roles.judge]\nmodel = "openai-compatible:m"\nbase_url = "http://a/v1"\n'
            'key_env = "A_KEY"\ntemperature = 0.2\nmax_output_tokens = 9\nseed = 1\n'
            'top_p = 0.5\neffort = "low"\nstop = ["x"]\n[roles.judge.extra]\nk = 1\n'
            "[budget]\nmax_usd = 1.5\nmax_tokens = 10\nmax_calls = 3\n"
            '[prices]\nfile = "p.toml"\n[calls]\nmost_in_flight = 4\n',
        )
    )
    one = found.bindings[Role.JUDGE]
    assert one.place is not None
    parameters, limits = one.parameters, found.limits

    assert one.place.key_variable == "A_KEY"
    assert (parameters.temperature, parameters.max_output_tokens, parameters.seed) == (0.2, 9, 1)
    assert (parameters.top_p, parameters.effort, parameters.stop) == (0.5, "low", ("x",))
    assert parameters.extra == {"k": 1}
    assert (limits.max_usd, limits.max_tokens, limits.max_calls) == (Decimal("1.5"), 10, 3)
    assert found.prices.of("e", "m") is not None
    assert found.most_in_flight == 4


def test_a_flag_goes_before_the_file(tmp_path: Path) -> None:
    """Another model has another address and key; how it writes stays as the file says."""
    path = written(
        tmp_path,
        '[roles.judge]\nmodel = "mine:a"\nbase_url = "http://a/v1"\nkey_env = "A"\n'
        "temperature = 0.2\n[budget]\nmax_calls = 3\n",
    )
    found = read_settings(path, Flags(models={Role.JUDGE: "ollama:b"}, max_calls=5))
    one = found.bindings[Role.JUDGE]
    assert one.place is not None

    assert (one.endpoint, one.model, one.place.key_variable) == ("ollama", "b", "")
    assert (one.parameters.temperature, found.limits.max_calls) == (0.2, 5)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[roles.judge", "Expected"),
        ('[roles.judge]\nmodle = "a:b"\n', "unknown field `modle`"),
        ("[roles.judge]\ntemperature = 0\n", "missing required field `model`"),
        ('[roles.jugde]\nmodel = "a:b"\n', "Invalid enum value 'jugde'"),
        ('[roles.judge]\nmodel = "a:b"\ntemperature = 3\n', "Expected `float` <= 2.0"),
        ('[roles.judge]\nmodel = "a:b"\nkey = "sk-1234567890"\n', "unknown field `key`"),
        ("[budget]\nmax_calls = -1\n", "Expected `int` >= 0"),
    ],
)
def test_a_file_that_means_nothing(tmp_path: Path, text: str, wrong: str) -> None:
    """One line; a key in the wrong place is not shown."""
    with pytest.raises(ConfigError) as found:
        read_settings(written(tmp_path, text))
    message = str(found.value)

    assert (wrong in message, "\n" in message, "sk-1234567890" in message) == (True, False, False)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (
            {"models": {Role.JUDGE: "openai-compatible:m"}},
            'endpoint "openai-compatible": has no address; expected a base URL. '
            "Add --base-url URL, or base_url to the role's table.",
        ),
        (
            {"base_url": "http://a/v1"},
            "--base-url, --key-env, --temperature: say how a model is reached, but no model is "
            "named. Name one, for example: --judge openai-compatible:MODEL --base-url URL",
        ),
        (
            {"models": {Role.JUDGE: "gpt-x"}},
            "model: is not named with its endpoint, got 'gpt-x'; expected ENDPOINT:MODEL. "
            "Write for example: ollama:qwen3:4b",
        ),
    ],
)
def test_flags_that_mean_nothing(flags: dict[str, object], message: str) -> None:
    """One line that says what to do."""
    with pytest.raises(ConfigError) as found:
        bound(**flags)

    assert str(found.value) == message
