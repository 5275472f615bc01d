"""Faults that are not the program's: a database, broker or disk that is away."""
