"""Check in players at the venue."""
