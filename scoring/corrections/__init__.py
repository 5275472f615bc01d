"""Change what a ledger says: correct, retract and undo entries, insert hands, re-seat
players, settle conflicts, copy paper sheets. Call each by its module's
name."""
