"""What standings can be ordered by: each measure is an object that knows its words, its
direction and how it is counted, of players and of teams."""
