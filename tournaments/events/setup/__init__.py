"""Make a tournament and change its settings."""
