"""Plans and player lists as files."""
