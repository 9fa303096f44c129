"""Canterbury Park hold'em."""
