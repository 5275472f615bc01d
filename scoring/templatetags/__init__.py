"""Template tags: parts of pages that several templates show."""
