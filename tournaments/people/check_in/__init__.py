"""Check-in: who is here, who comes late, who does not come, and in which rounds."""
