"""Results of past tournaments, imported from a list: without games, only places."""
