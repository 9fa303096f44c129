"""What other parts of the night read of tournaments."""
