"""The pages of standings: of players and teams, official or live, after any round."""
