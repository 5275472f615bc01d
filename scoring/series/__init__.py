"""Series of tournaments, match days and games, with standings over all of these."""
