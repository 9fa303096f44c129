"""Deeds: presses that somebody makes on purpose, each with what must come of it."""
