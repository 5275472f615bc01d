"""Confirm or dispute a table's result, and what stands against closing its round;
`finishing` makes an event's results final."""
