"""Move a tournament from one installation to another."""
