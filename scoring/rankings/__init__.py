"""Rankings over several tournaments, by the method of EMA or of a country."""
