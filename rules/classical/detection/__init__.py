"""Which items (points, doubles, limit hands) the tiles of a hand make."""
