"""Results of past tournaments imported from a list.

Only places are known, not games.
"""
