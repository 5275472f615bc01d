"""Generation of one round from the standings before it."""
