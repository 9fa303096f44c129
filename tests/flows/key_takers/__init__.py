"""A press of every service that takes a key, and another press that its key must not pass for."""
