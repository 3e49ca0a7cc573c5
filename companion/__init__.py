"""The companion: watches a real game table, referees it, lights the way and keeps the score."""
