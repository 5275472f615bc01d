"""Times of a tournament: its time zone, its schedule and when pages expire."""
