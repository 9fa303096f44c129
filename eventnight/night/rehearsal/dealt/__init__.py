"""A remote evening: flights that the system deals, played on phones alone."""
