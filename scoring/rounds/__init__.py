"""End, extend and close rounds: `end_and_close_round`, `extra_time`, and `clock_tick`
for automatic actions. Clock and ledgers change together."""
