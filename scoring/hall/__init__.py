"""The control room and the hall screens."""
