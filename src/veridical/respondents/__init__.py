"""Who answers asks: the built-in rules, a script, and the roles they are bound to."""

from veridical.respondents.roles import Roles
from veridical.respondents.rules import Rules
from veridical.respondents.scripted import Scripted

__all__ = ["Roles", "Rules", "Scripted"]
