"""From sightings to actions: what the camera sees becomes what was done."""
