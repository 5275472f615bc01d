"""The cut between two stages: who goes on by the standings, and into which group."""
