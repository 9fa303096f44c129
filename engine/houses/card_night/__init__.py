"""A night under no club's rules: what holds anywhere holds here."""
