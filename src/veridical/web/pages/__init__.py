"""The pages: one module, one typed dataclass each; templates see its fields and no more.

A page names what it shows in its ``Attributes``. It is built by whoever has the numbers;
nothing here scores, asks or reads a file.
"""

from veridical.web.pages.check import CheckPage
from veridical.web.pages.leaderboard import LeaderboardPage
from veridical.web.pages.report import ReportPage
from veridical.web.pages.task import TaskPage

Page = LeaderboardPage | ReportPage | TaskPage | CheckPage

__all__ = ["CheckPage", "LeaderboardPage", "Page", "ReportPage", "TaskPage"]
