"""Basics of every page: request types, form fields, and faults beside their fields."""
