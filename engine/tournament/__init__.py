"""Tournament arithmetic: draws, brackets, flights, the blind clock, seats, places and prizes."""
