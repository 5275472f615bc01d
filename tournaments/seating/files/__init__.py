"""Plans and player lists in files."""
