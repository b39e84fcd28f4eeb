"""The methods: each paper's measures and gates, and the one evaluator that runs them."""
