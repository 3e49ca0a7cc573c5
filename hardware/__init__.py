"""Drivers: cameras, lamps, buttons; no games in here."""
