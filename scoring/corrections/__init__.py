"""Change what a ledger says: correct, retract and undo entries, insert hands, re-seat
players, settle conflicts, copy paper sheets; `rule_changes` counts every table anew by
other rules. Call each by its module's name."""
