"""What changes brackets, flights, clocks, seats, scores and prizes, a folder for each."""
