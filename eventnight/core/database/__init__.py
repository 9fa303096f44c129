"""The database asked in few round trips, for a long time, or when it does not answer."""
