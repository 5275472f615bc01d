"""Practice tournaments with bots and incidents."""
