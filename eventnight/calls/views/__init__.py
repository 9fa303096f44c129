"""Calls on pages: a guest's own, and the banner of staff."""
