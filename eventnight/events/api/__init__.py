"""The API of events: nights with programme and staff, players with check-in, the roster."""
