"""The times of a tournament: its time zone, its schedule, and the expiry of its
pages."""
