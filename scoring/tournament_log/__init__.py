"""The log of a tournament in sentences."""
