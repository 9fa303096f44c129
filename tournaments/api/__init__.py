"""The API of tournaments: brackets with entries, matches and results."""
