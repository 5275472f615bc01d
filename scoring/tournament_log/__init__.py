"""The log of a tournament as sentences."""
