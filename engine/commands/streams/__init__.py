"""How commands read what they are given, and how they say what came of it."""
