"""Eyes: a frame in, sightings out."""
