"""People of a tournament: players, teams, registration, substitutes."""
