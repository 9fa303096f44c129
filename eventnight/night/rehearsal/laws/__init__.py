"""What must hold of a night that was rehearsed."""
