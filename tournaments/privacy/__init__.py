"""Take a player's name out of an event, and forget in time how people are reached."""
