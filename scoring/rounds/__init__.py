"""A round ends and closes, for its clock and its ledgers alike: `ending` and
`ticks`."""
