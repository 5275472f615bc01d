"""Assignment of players to East, South, West and North."""
