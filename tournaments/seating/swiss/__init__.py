"""One round from the standing before it."""
