"""What is read of matches at whose tables the system deals."""
