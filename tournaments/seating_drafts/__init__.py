"""Seating drafts: generate, edit, confirm, and the wind draw."""
