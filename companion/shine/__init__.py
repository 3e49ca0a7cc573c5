"""From news to light and sound."""
