"""Rankings across tournaments, by the method of EMA or of a country."""
