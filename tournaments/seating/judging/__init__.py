"""What a plan is worth, in figures and in words."""
