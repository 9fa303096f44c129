"""Reads that put the parts of the evening together."""
