"""The printed kit, drawn once for paper, the phone and the simulated table."""
