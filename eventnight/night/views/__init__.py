"""Pages that need the whole evening."""
