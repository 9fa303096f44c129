"""What the players of a rehearsal do, part by part."""
