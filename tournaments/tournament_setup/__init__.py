"""Create tournaments and change their settings."""
