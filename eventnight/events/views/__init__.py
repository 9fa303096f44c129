"""Pages of events: the organiser's, the door's and the players'."""
