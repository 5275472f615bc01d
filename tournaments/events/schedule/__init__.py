"""The plan of the day, as directors write it."""
