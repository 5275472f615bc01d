"""Backups of the whole installation: make one, keep the newest, restore one."""
