"""Where models run: addresses, keys, presets."""

from __future__ import annotations

import pytest

from veridical.errors import ConfigError
from veridical.models.endpoint import PRESETS, Endpoint, endpoint_and_model, endpoint_from_name


@pytest.mark.parametrize(
    "base_url",
    ["http://localhost:8000/v1", "http://localhost:8000/v1/"],
)
def test_completions_stand_below_the_base(base_url: str) -> None:
    """With or without a last slash, the right path is called."""
    place = Endpoint(name="x", base_url=base_url)

    assert place.completions_url == "http://localhost:8000/v1/chat/completions"


@pytest.mark.parametrize(
    "base_url",
    [
        "https://me:secret@host/v1",
        "https://host/v1?key=secret",
        "https://host/v1#secret",
        "https://secret@host/v1",
    ],
)
def test_an_address_with_a_key_is_refused_unshown(base_url: str) -> None:
    """It would be written down with every reply."""
    with pytest.raises(ConfigError) as caught:
        Endpoint(name="x", base_url=base_url)

    expected = (
        'endpoint "x": its base URL holds more than an address; expected no user, password, '
        "query or fragment. Put the key into an environment variable."
    )
    assert expected == str(caught.value)


@pytest.mark.parametrize("base_url", ["", "host/v1", "ftp://host/v1", "http://", "file:///v1"])
def test_what_is_no_address_is_refused(base_url: str) -> None:
    """At once, not at the first call."""
    with pytest.raises(ConfigError, match="its base URL is no address"):
        Endpoint(name="x", base_url=base_url)


@pytest.mark.parametrize(
    ("base_url", "is_local"),
    [
        ("http://localhost:1/v1", True),
        ("http://127.0.0.1:1/v1", True),
        ("http://[::1]:1/v1", True),
        ("https://api.example.org/v1", False),
        ("http://10.0.0.1/v1", False),
    ],
)
def test_this_machine_is_known(base_url: str, is_local: bool) -> None:
    """By name and by address."""
    assert Endpoint(name="x", base_url=base_url).is_local == is_local


def test_keys_come_from_the_environment() -> None:
    """Without the spaces that copying leaves."""
    place = Endpoint(name="x", base_url="http://h/v1", key_variable="A_KEY")

    assert place.key({"A_KEY": " abc\n"}) == "abc"


def test_a_missing_key_is_named_by_its_variable() -> None:
    """With the line to run."""
    place = Endpoint(name="x", base_url="http://h/v1", key_variable="A_KEY")
    with pytest.raises(ConfigError) as caught:
        place.key({})

    expected = 'endpoint "x": its key is not in the environment variable A_KEY. Run: export A_KEY=…'
    assert expected == str(caught.value)


@pytest.mark.parametrize("odd", ["ab cd", "schlüssel", "a\nb"])
def test_what_no_header_can_carry_is_no_key(odd: str) -> None:
    """And is not shown."""
    place = Endpoint(name="x", base_url="http://h/v1", key_variable="A_KEY")
    with pytest.raises(ConfigError) as caught:
        place.key({"A_KEY": odd})

    assert odd not in str(caught.value)


def test_an_endpoint_without_a_variable_needs_no_key() -> None:
    """As on this machine."""
    assert Endpoint(name="x", base_url="http://h/v1").key({"OPENAI_API_KEY": "abc"}) == ""


def test_presets_have_one_name_each() -> None:
    """And are addresses; those on this machine need no key, others do."""
    names = [preset.name for preset in PRESETS]

    assert len(set(names)) == len(names)
    assert [p.name for p in PRESETS if p.is_local == bool(p.key_variable)] == []


def test_a_preset_can_be_moved() -> None:
    """Another address or variable, the same dialect."""
    found = endpoint_from_name("openai", base_url="http://localhost:9/v1", key_variable="")

    assert (found.base_url, found.key_variable) == ("http://localhost:9/v1", "")
    assert found.dialect.output_limit == "max_completion_tokens"


def test_any_name_with_an_address_is_an_endpoint() -> None:
    """U12's kind: no vendor is needed."""
    found = endpoint_from_name("ours", base_url="http://localhost:9/v1")

    assert found == Endpoint(name="ours", base_url="http://localhost:9/v1")


def test_an_unknown_name_lists_the_known() -> None:
    """There is no default endpoint."""
    with pytest.raises(ConfigError, match="expected one of openai, openrouter, deepseek, gemini"):
        endpoint_from_name("openai-compatible")


def test_models_are_named_with_their_endpoint() -> None:
    """A model's name may hold colons."""
    assert endpoint_and_model("ollama:qwen3:4b") == ("ollama", "qwen3:4b")


@pytest.mark.parametrize("spec", ["", "gpt", "openai:", ":gpt"])
def test_half_a_name_is_refused(spec: str) -> None:
    """With an example."""
    with pytest.raises(ConfigError, match="Write for example: ollama:qwen3:4b"):
        endpoint_and_model(spec)
