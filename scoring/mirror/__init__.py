"""A tournament on two installations.

Its home is where changes are made; its mirror is a copy.
"""
