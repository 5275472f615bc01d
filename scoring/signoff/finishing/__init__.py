"""Make an event's results final, open it again, and tell them in the hall."""
