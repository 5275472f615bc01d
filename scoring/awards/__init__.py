"""Awards and records of tournaments and series, and prize categories."""
