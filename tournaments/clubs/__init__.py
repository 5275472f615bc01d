"""Clubs: who sees and changes them, their staff, and the tournaments they own."""
