"""Messages to players' devices: who asked for them, when one is due, and sending it."""
