"""The audit log as its page shows it: found, folded, and told in sentences with names and amounts."""
