"""Words, numbers and times: how they are taken in, and how they are told."""
