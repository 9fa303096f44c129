"""Plays nights crookedly through the product's own doors, from a seed, and tells which law broke at which step."""
