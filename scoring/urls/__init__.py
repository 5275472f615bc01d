"""The addresses, by audience: directors, tables, players, the hall, everybody."""
