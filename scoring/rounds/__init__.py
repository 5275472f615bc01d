"""End, extend and close rounds, changing clock and ledgers together:
`end_and_close_round`, `extra_time`, and `clock_tick` for automatic actions."""
