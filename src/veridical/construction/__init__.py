"""Making benchmarks: candidates pass stages and filters, and each leaves with a reason."""
