"""An event's time: its zone, and when each round is to be expected as things stand."""
