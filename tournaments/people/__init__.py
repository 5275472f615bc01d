"""People of a tournament: players, teams, registration and substitutes."""
