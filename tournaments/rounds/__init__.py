"""Rounds and their clock: seat, publish, start, pause; `stages` cuts, groups and
carries over. What a table's ledger must hear of (the end, extra time, the close) is in
`scoring.rounds`."""
