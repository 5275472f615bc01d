"""Which fans the tiles of a hand make."""
