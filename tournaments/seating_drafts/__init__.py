"""Seating drafts: generate, change and confirm drafts; wind draws."""
