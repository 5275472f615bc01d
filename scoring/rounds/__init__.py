"""End, extend and close rounds: `end_and_close_round`, `extra_time`, and `clock_tick`
for automatic actions. Each change of the clock and of the ledgers is one transaction.
"""
