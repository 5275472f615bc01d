"""What the pages show of tables, rounds, players and standings. Reads only."""
