"""Say in the reader's language what happened at a table, in the log, or on the
clock."""
