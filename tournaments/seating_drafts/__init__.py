"""Seating drafts: generate, edit and confirm them; wind draws."""
