"""Who answers asks: the built-in rules, a script, models, panels, and the roles they are bound to.

Models and panels are imported from their own modules, `llm` and `panel`, and only when used.
"""

from veridical.respondents.roles import Roles
from veridical.respondents.rules import Rules
from veridical.respondents.scripted import Scripted

__all__ = ["Roles", "Rules", "Scripted"]
