"""The report protocols that a report can be held to, by name: what its writer was told.

A protocol finds nothing wrong with what a report says, only with how it says it; so its findings
come apart from the others, and only where somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from veridical.errors import ConfigError
from veridical.findings.finding import Finding
from veridical.methods.mmdr.domains import Category, category_of, host_of, registered_domain
from veridical.methods.mmdr.protocol import SOURCES, audit_protocol
from veridical.methods.mmdr.settings import Regime
from veridical.report.model import Report

Protocol = Callable[[Report], Iterator[Finding]]

PROTOCOLS: Mapping[str, Protocol] = {
    "mmdr": partial(audit_protocol, regime=Regime.RESEARCH),
    "mmdr-daily": partial(audit_protocol, regime=Regime.DAILY),
}


@dataclass(frozen=True, slots=True)
class Demands:
    """What a report is to be like, for whoever writes one.

    Attributes:
        name: of the protocol.
        sources: how many different ones are aimed at.
        has_all_sections: whether method and pictures have sections of their own.
    """

    name: str
    sources: int
    has_all_sections: bool

    def takes(self, address: str) -> bool:
        """Whether a report may rest on an address: it is a web address of no barred site."""
        return category_of(host_of(address)) not in (Category.PROHIBITED, Category.UNKNOWN)

    def site(self, address: str) -> str:
        """The site of an address: several are wanted."""
        return registered_domain(host_of(address))


DEMANDS: Mapping[str, Demands] = {
    "mmdr": Demands("mmdr", SOURCES[Regime.RESEARCH], has_all_sections=True),
    "mmdr-daily": Demands("mmdr-daily", SOURCES[Regime.DAILY], has_all_sections=False),
}


def demands_of(name: str) -> Demands:
    """What the protocol of that name demands.

    Raises:
        ConfigError: there is none.
    """
    protocol_named(name)
    return DEMANDS[name]


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
