"""What is read of the tables."""
