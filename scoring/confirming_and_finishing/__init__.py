"""Confirm results, close rounds and finish a tournament."""
