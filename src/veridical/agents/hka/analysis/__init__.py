"""What the rules do with a table: typed analyses that become real code, figures and insights."""

from veridical.agents.hka.analysis.choice import analyses
from veridical.agents.hka.analysis.code import program
from veridical.agents.hka.analysis.kinds import Analysis, AnalysisKind
from veridical.agents.hka.analysis.results import Insight, Traced, insights

__all__ = ["Analysis", "AnalysisKind", "Insight", "Traced", "analyses", "insights", "program"]
