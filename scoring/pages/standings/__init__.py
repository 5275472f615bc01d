"""The pages of standings: of players and of teams, official or live, after any round."""
