"""What `check` prints: findings with a place, and the audits that make them."""

from veridical.findings.audit import audit
from veridical.findings.finding import Finding, FindingKind, Severity

__all__ = ["Finding", "FindingKind", "Severity", "audit"]
