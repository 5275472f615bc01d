"""Generate one round from the standings before the round."""
