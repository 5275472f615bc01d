"""Lookup pages for referees."""
