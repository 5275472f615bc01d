"""A tournament on two installations: its home, where it is changed, and its mirror, a
copy."""
