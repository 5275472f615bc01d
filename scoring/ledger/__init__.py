"""The append-only ledger of a table: `table_ledger` reads and replays the ledger,
`enter_hand` adds entries, `stored_results` and `stored_wins` store the results.
"""
