"""What the hall sees: all tables at a glance, the big clock, the screen with the
seats."""
