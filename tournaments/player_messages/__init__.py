"""Send messages to players: on personal pages, to devices and by email."""
