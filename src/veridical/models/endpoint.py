"""Where a model runs: address, key variable, and what this endpoint calls things.

Endpoints that speak the chat-completions format differ in a few names; a preset says them.
There is no default endpoint.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from yarl import URL

from veridical.errors import ConfigError
from veridical.models.port import Constraint, Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How an endpoint departs from the plain format.

    Attributes:
        output_limit: the field for the most tokens of a reply.
        seed: the field for the seed; "" = it takes none.
        constraint: the strictest form that it can hold replies to; weaker ones are tried
            where it says that it cannot.
        has_logprobs: whether it can give log-probabilities.
        extra: fields that it wants with every call.
    """

    output_limit: str = "max_tokens"
    seed: str = "seed"
    constraint: Constraint = Constraint.SCHEMA
    has_logprobs: bool = True
    extra: Schema = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """How long to wait, in seconds.

    Attributes:
        connect_s: for a connection.
        read_s: between two pieces of the reply; a model may think that long.
        total_s: for one attempt in all.
    """

    connect_s: float = 10.0
    read_s: float = 300.0
    total_s: float = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A place where models run.

    Attributes:
        name: what its user calls it; part of every reply's key.
        base_url: the address above ``/chat/completions``; no key in it.
        key_variable: the environment variable that holds the key; "" = it needs none.
        dialect: how it departs from the plain format.
        timeouts: how long to wait for it.
    """

    name: str
    base_url: str
    key_variable: str = ""
    dialect: Dialect = field(default_factory=Dialect)
    timeouts: Timeouts = field(default_factory=Timeouts)

    def __post_init__(self) -> None:
        """Refuse an address that is none, or that would write a key down."""
        checked_url(self.name, self.base_url)

    @property
    def completions_url(self) -> str:
        """Where completions are asked for."""
        return str(URL(self.base_url).joinpath("chat", "completions"))

    @property
    def embeddings_url(self) -> str:
        """Where vectors are asked for."""
        return str(URL(self.base_url).joinpath("embeddings"))

    @property
    def is_local(self) -> bool:
        """Whether it runs on this machine."""
        host = URL(self.base_url).host or ""
        if host == "localhost":
            return True
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False

    def key(self, environment: Mapping[str, str] = os.environ) -> str:
        """The key, read anew each time and held nowhere; "" = none is needed.

        Raises:
            ConfigError: the variable is not set, or holds what no header can carry.
        """
        if not self.key_variable:
            return ""
        key = environment.get(self.key_variable, "").strip()
        if not key:
            raise ConfigError(
                f'endpoint "{self.name}"',
                f"its key is not in the environment variable {self.key_variable}",
                fix=f"Run: export {self.key_variable}=…",
            )
        if not (key.isascii() and key.isprintable() and " " not in key):
            raise ConfigError(
                f'endpoint "{self.name}"',
                f"what {self.key_variable} holds is no key",
                expected="printable ASCII without spaces",
                fix="Set it again.",
            )
        return key


def checked_url(name: str, base_url: str) -> URL:
    """The address of an endpoint.

    Raises:
        ConfigError: it is no http address, or holds a user, a password, a query or a fragment.
    """
    where = f'endpoint "{name}"'
    try:
        url = URL(base_url)
    except ValueError as e:
        raise ConfigError(where, "its base URL cannot be read", fix="Mend it.") from e
    # shown to nobody: an address like this may hold the key itself
    if url.user or url.password or url.query_string or url.fragment:
        raise ConfigError(
            where,
            "its base URL holds more than an address",
            expected="no user, password, query or fragment",
            fix="Put the key into an environment variable.",
        )
    if url.scheme not in {"http", "https"} or not url.host:
        raise ConfigError(
            where,
            "its base URL is no address",
            got=base_url,
            expected="one that begins with http:// or https://",
            fix="Mend it.",
        )
    return url


_OBJECT = Dialect(constraint=Constraint.JSON)

PRESETS: tuple[Endpoint, ...] = (
    Endpoint(
        name="openai",
        base_url="https://api.openai.com/v1",
        key_variable="OPENAI_API_KEY",
        dialect=Dialect(output_limit="max_completion_tokens"),
    ),
    Endpoint(
        name="openrouter",
        base_url="https://openrouter.ai/api/v1",
        key_variable="OPENROUTER_API_KEY",
        dialect=Dialect(extra={"usage": {"include": True}}),
    ),
    Endpoint(
        name="deepseek",
        base_url="https://api.deepseek.com/v1",
        key_variable="DEEPSEEK_API_KEY",
        dialect=Dialect(constraint=Constraint.JSON, seed=""),
    ),
    Endpoint(
        name="gemini",
        base_url="https://generativelanguage.googleapis.com/v1beta/openai",
        key_variable="GEMINI_API_KEY",
        dialect=Dialect(has_logprobs=False),
    ),
    Endpoint(
        name="mistral",
        base_url="https://api.mistral.ai/v1",
        key_variable="MISTRAL_API_KEY",
        dialect=Dialect(seed="random_seed", has_logprobs=False),
    ),
    Endpoint(
        name="groq",
        base_url="https://api.groq.com/openai/v1",
        key_variable="GROQ_API_KEY",
        dialect=Dialect(output_limit="max_completion_tokens", has_logprobs=False),
    ),
    Endpoint(
        name="together", base_url="https://api.together.xyz/v1", key_variable="TOGETHER_API_KEY"
    ),
    Endpoint(
        name="fireworks",
        base_url="https://api.fireworks.ai/inference/v1",
        key_variable="FIREWORKS_API_KEY",
    ),
    Endpoint(name="xai", base_url="https://api.x.ai/v1", key_variable="XAI_API_KEY"),
    Endpoint(
        name="dashscope",
        base_url="https://dashscope.aliyuncs.com/compatible-mode/v1",
        key_variable="DASHSCOPE_API_KEY",
    ),
    Endpoint(
        name="moonshot",
        base_url="https://api.moonshot.cn/v1",
        key_variable="MOONSHOT_API_KEY",
        dialect=_OBJECT,
    ),
    Endpoint(
        name="zhipu",
        base_url="https://open.bigmodel.cn/api/paas/v4",
        key_variable="ZHIPUAI_API_KEY",
        dialect=_OBJECT,
    ),
    Endpoint(
        name="siliconflow",
        base_url="https://api.siliconflow.cn/v1",
        key_variable="SILICONFLOW_API_KEY",
        dialect=_OBJECT,
    ),
    Endpoint(name="vllm", base_url="http://localhost:8000/v1"),
    Endpoint(name="llama.cpp", base_url="http://localhost:8080/v1"),
    Endpoint(name="ollama", base_url="http://localhost:11434/v1"),
    Endpoint(name="lmstudio", base_url="http://localhost:1234/v1"),
    Endpoint(name="sglang", base_url="http://localhost:30000/v1"),
)
"""Known endpoints. Everything in them can be set otherwise by the user."""

COMPATIBLE = "openai-compatible"


def endpoint_from_name(
    name: str, *, base_url: str = "", key_variable: str | None = None
) -> Endpoint:
    """The preset of that name, or any compatible endpoint at `base_url`.

    Args:
        name: of a preset, or "openai-compatible", or any name beside a base URL.
        base_url: another address than the preset's.
        key_variable: another variable than the preset's; "" = no key; None = the preset's.

    Raises:
        ConfigError: an unknown name without an address.
    """
    known = {preset.name: preset for preset in PRESETS}
    if name not in known and not base_url:
        raise ConfigError(
            f'endpoint "{name}"',
            "is not known and has no address",
            expected="one of " + ", ".join(known),
            fix="Name one of these, or give a base URL.",
        )
    found = known.get(name) or Endpoint(name=name, base_url=base_url)
    return replace(
        found,
        base_url=base_url or found.base_url,
        key_variable=found.key_variable if key_variable is None else key_variable,
    )


def endpoint_and_model(spec: str) -> tuple[str, str]:
    """``deepseek:deepseek-chat`` as endpoint name and model; the model may hold colons.

    Raises:
        ConfigError: one of the two is missing.
    """
    name, _, model = spec.partition(":")
    if not name or not model:
        raise ConfigError(
            "model",
            "is not named with its endpoint",
            got=spec,
            expected="ENDPOINT:MODEL",
            fix="Write for example: ollama:qwen3:4b",
        )
    return name, model
