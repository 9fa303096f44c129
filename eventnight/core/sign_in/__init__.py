"""How staff sign in, and what stops whoever guesses."""
