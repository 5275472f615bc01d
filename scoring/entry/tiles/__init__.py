"""Entering a hand by its tiles: a form of notation, which a picker may fill, becomes
the same entry of the ledger as any other, with the tiles in it. `forms` reads what was
sent, `entries` makes the ruleset's entry of it, `reports` says while the tiles come in
what they are worth and what is still missing."""
