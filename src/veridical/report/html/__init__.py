"""HTML → `Layout`, through a small tokenizer that knows where everything stands."""
