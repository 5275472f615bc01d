"""The append-only ledger of a table: `table_ledger` opens and replays it, `enter_hand`
adds to it, `stored_results` and `stored_wins` store its projections."""
