"""The WLIA charity night."""
