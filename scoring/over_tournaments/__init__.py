"""Pages across tournaments: history of a person, and two persons compared."""
