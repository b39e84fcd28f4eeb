"""Runs programs that nobody has read: without network, on a read-only system, within limits."""

from veridical.agents.sandbox.host import Sandbox, find_sandbox
from veridical.agents.sandbox.limits import Limits
from veridical.agents.sandbox.outcome import Outcome, State
from veridical.agents.sandbox.program import Program

__all__ = ["Limits", "Outcome", "Program", "Sandbox", "State", "find_sandbox"]
