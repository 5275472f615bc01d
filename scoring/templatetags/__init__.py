"""Template tags for parts of pages that several templates show."""
