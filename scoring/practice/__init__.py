"""Practice tournaments, their bots and incidents."""
