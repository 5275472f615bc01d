"""The quality of a plan, in figures and in sentences."""
