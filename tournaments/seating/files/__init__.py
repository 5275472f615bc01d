"""Plans and entries as files that people have."""
