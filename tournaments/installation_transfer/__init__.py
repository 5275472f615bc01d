"""Transfer of a tournament from one installation to another."""
