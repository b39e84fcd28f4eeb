"""What stands between an agent's draft and its written report, behind every agent alike.

No paper has it: `--as-published` goes without. Each statement leaves with a located quote and a
verdict, or is written anew, hedged or dropped; what the evidence contradicts, lacks and rests on is
kept beside the report.
"""

from veridical.agents.release.filters import Filters
from veridical.agents.release.record import ReleaseRecord, State
from veridical.agents.release.release import Released, Releasing
from veridical.agents.release.settings import Release

__all__ = ["Filters", "Release", "ReleaseRecord", "Released", "Releasing", "State"]
