"""Import player lists."""
