"""Pages of matches that the system deals: a player's own seat, the felt, the host's, and the packs."""
