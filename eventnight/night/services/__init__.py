"""Writes that need the whole night at once."""
