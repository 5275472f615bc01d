"""Pages over several tournaments: history of a person, and two persons compared."""
