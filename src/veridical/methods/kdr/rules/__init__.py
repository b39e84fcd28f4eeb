"""The built-in rules' answers: pure, quick, from what can be counted; indicative."""
