"""End, extend and close rounds, for their clock and their ledgers at once: `ending`,
`extra_time`, and `ticks` for what is due by itself."""
