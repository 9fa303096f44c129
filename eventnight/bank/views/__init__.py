"""The desk and the till."""
