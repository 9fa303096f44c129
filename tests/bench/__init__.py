"""Speeds, each beside a peer measured in the same run. Ratios carry over to other machines, times do not."""
