"""Code shared by the pages of every audience."""
