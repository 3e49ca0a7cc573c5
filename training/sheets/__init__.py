"""Drawn sheets as a path tracer sees them: a judge of the reader, never its teacher."""
