"""Stages of a tournament: cuts, groups and points carried over."""
