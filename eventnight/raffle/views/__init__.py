"""The raffle's pages: for everybody, for staff, and for the holder of tickets."""
