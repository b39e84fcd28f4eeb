"""What the rules do with a table: typed analyses that become real code, figures and insights."""

from veridical.agents.hka.analysis.choice import analyses, others
from veridical.agents.hka.analysis.code import program
from veridical.agents.hka.analysis.formula import Expression, Operation, computed
from veridical.agents.hka.analysis.kinds import Analysis, AnalysisKind
from veridical.agents.hka.analysis.results import Insight, Traced, insights

__all__ = [
    "Analysis",
    "AnalysisKind",
    "Expression",
    "Insight",
    "Operation",
    "Traced",
    "analyses",
    "computed",
    "insights",
    "others",
    "program",
]
