"""The report protocols that a report can be held to, by name: what its writer was told.

A protocol finds nothing wrong with what a report says, only with how it says it; so its findings
come apart from the others, and only where somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from veridical.errors import ConfigError
from veridical.findings.finding import Finding
from veridical.methods.mmdr.protocol import audit_protocol
from veridical.methods.mmdr.settings import Regime
from veridical.report.model import Report

Protocol = Callable[[Report], Iterator[Finding]]

PROTOCOLS: Mapping[str, Protocol] = {
    "mmdr": partial(audit_protocol, regime=Regime.RESEARCH),
    "mmdr-daily": partial(audit_protocol, regime=Regime.DAILY),
}


def protocol_named(name: str) -> Protocol:
    """The protocol of that name.

    Raises:
        ConfigError: there is none.
    """
    if name not in PROTOCOLS:
        raise ConfigError(
            "--protocol", "is unknown", got=name, expected=" or ".join(PROTOCOLS), fix="Correct it."
        )
    return PROTOCOLS[name]
