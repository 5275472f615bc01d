"""Check-in of players at the venue."""
