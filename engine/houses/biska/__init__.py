"""Biska, where the system deals."""
