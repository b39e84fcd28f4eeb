"""A report's pictures: which there are, where they were found, what they are.

`inventory` looks for every figure's picture; nothing outside the report's folder is read, and
nothing is fetched but through a port.
"""

from veridical.sources.images.inventory import Surroundings, inventory
from veridical.sources.images.kinds import Facts, facts_of

__all__ = ["Facts", "Surroundings", "facts_of", "inventory"]
