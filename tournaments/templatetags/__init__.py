"""Template filters that format a tournament's figures."""
