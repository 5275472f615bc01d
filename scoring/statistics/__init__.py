"""Statistics of players and tournaments, from games and their hands."""
