"""The append-only ledger of a table: `book` opens and replays it, `entering` adds to
it, and `projections` keep the results that follow from it."""
