"""Draw the winds at a table: by ceremony, by lot for a whole round, or by hand."""
