"""Enter a hand by its tiles: `tile_forms` has the ruleset's form of notation, which a
`picker` may fill, `value_words` say what the tiles are worth, `hands_of_entry` shows
the hands that a ledger holds. The entry is as any other, with the tiles in it."""
