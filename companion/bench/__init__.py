"""Benchmarks: each measures a ratio against a reference in the same run."""
