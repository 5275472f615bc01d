"""What leaves the program, defined once: the columns of players, seats, standings,
results, hands, payments and the log, from which files, the workbook and the reading API
are made. `catalogue.EXPORTS` names them all; `federation` makes the workbook for a
federation."""
