"""Which version of an event this is, what was made from it, and who is told of the next."""
