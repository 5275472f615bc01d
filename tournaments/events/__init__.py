"""What an event says of itself, the own list of events, archive, bin and its end."""
