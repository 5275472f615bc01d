"""Read what a table sends: a hand by its points, a hand by its tiles, or a ruling."""
