"""Import of player lists."""
