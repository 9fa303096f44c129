"""Calls of the floor: a table asks for staff from a phone, and somebody answers by name."""
