"""What several methods put to a respondent, and the rules that answer without one."""
