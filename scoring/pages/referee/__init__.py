"""What a referee looks up on a phone: who gets a claimed tile, and what a hand is
worth, by any rules and without an event."""
