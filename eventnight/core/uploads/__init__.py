"""Files that strangers send."""
