"""Clubs: permissions to see and change them, their staff, and the tournaments they
own."""
