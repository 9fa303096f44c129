"""Pages of tables where the system deals: a player's own seat, the host's, and the packs that anybody checks."""
