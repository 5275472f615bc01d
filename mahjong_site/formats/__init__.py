"""Formats of dates and times by language, where Django's own do not fit."""
