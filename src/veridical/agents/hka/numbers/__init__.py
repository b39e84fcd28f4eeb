"""The numbers of a report's prose, each with the cells or the sentence it comes from.

`record` writes them down when a report is written; `verify` works each out again from tables and
texts as they are now, and holds the report as it is now against what comes out.
"""

from veridical.agents.hka.numbers.model import Drawn, Line, NumberRecord, Numbers, Quoted
from veridical.agents.hka.numbers.record import record
from veridical.agents.hka.numbers.verify import Mismatch, Outcome, Verified, Why, outcomes, verify

__all__ = [
    "Drawn",
    "Line",
    "Mismatch",
    "NumberRecord",
    "Numbers",
    "Outcome",
    "Quoted",
    "Verified",
    "Why",
    "outcomes",
    "record",
    "verify",
]
